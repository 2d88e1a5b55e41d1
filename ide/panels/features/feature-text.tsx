import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { readTool } from '../../app/session.ts';
import type { Loaded } from '../../app/state.ts';
import { type FeatureEntry, FeatureTextReply } from '../../app/tool-replies.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import classes from './features.module.css';

/** The file of a feature as it is written. */
export function FeatureText({ feature }: { feature: FeatureEntry }) {
  const { text, retry } = useText(feature);
  if (text.phase === 'failed')
    return <Failure title="The text cannot be shown" message={text.message} onRetry={retry} />;
  if (text.phase === 'loading') return <SkeletonRows count={8} label="The text is being read" />;
  return (
    <section className={classes.text} aria-label={`Text of ${feature.file}`}>
      <pre className="foreign">{text.value}</pre>
    </section>
  );
}

/** Read anew when the file is another one. */
function useText({ featureCode, revision }: FeatureEntry) {
  const { session } = useIde();
  const [text, setText] = useState<Loaded<string>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  useEffect(() => {
    let isCurrent = isConnected && revision !== '' && tries >= 0;
    const take = (next: Loaded<string>) => isCurrent && setText(next);
    if (isCurrent)
      readTool(session, FeatureTextReply, { name: 'getFeature', given: { feature: featureCode } }).then(
        reply => take({ phase: 'ready', value: reply.feature.text }),
        (error: unknown) => take({ phase: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
    return () => {
      isCurrent = false;
    };
  }, [session, featureCode, revision, tries, isConnected]);
  return { text, retry: () => setTries(tries + 1) };
}
