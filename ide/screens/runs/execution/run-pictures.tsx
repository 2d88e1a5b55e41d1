import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { showDone } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { lateView } from '../../../ui/late-part.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { fileUrl, useRunPicture } from '../run-files.tsx';
import { hasPictures, pictureBefore, pictureOf, type RunNode } from '../run-nodes.ts';
import type { ShownRun } from '../run-reply.ts';
import classes from './node-details.module.css';

interface RunPicturesProps {
  run: ShownRun;
  place: ProjectPlace;
  nodes: readonly RunNode[];
  node: RunNode;
  isPageShown: boolean;
}

const OwnPicture = lateView(
  async () => (await import('../pictures/own-picture.tsx')).OwnPicture,
  <div className={classes.blank} />,
);

export function RunPictures({ run, place, nodes, node, isPageShown }: RunPicturesProps) {
  const { navigation } = useIde();
  const { pictures, baseline } = node.error ?? {};
  const judged = baseline === undefined ? undefined : pictures?.actual;
  const own = pictureOf(node);
  if (own === undefined && judged === undefined) {
    if (isPageShown) return null;
    const before = node.state === 'passed' ? pictureBefore(nodes, node.key) : undefined;
    if (before === undefined) return <NoPicture state={node.state} keepsAll={hasPictures(nodes)} />;
    const title = 'The page as it was before';
    return <Figure title={title} url={fileUrl(place, run.runId, before)} />;
  }
  return (
    <>
      {own !== undefined && (
        <Picture
          url={fileUrl(place, run.runId, own)}
          title={titleOf(node)}
          onOpen={() => navigation.go({ ...place, step: node.key, dialog: 'picture' })}
        />
      )}
      {judged !== undefined && <OwnPicture key={judged} run={run} place={place} actual={judged} />}
    </>
  );
}

const Figure = ({ url, title }: { url: string; title: string }) => (
  <figure className={`stack gap-xs flush ${classes.figure}`}>
    <figcaption>{title}</figcaption>
    <Picture url={url} title={title} />
  </figure>
);

const titleOf = ({ kind, title }: RunNode): string =>
  kind === 'action' ? `The page after “${title}”` : `The page at the end of “${title}”`;

/** The previous picture stays until the next one is loaded, so that nothing flickers. */
function Picture({ url, title, onOpen }: { url: string; title: string; onOpen?: () => void }) {
  const { shown, problem } = useRunPicture(url);
  if (problem !== undefined) return <p className={classes.hint}>{problem}</p>;
  if (shown === undefined) return <div className={classes.blank} />;
  if (onOpen !== undefined)
    return (
      <button type="button" className={classes.pictureButton} title="Enlarge" onClick={onOpen}>
        <img className={classes.picture} src={shown} alt={title} />
      </button>
    );
  return (
    <a className={classes.pictureLink} href={shown} target="_blank" rel="noreferrer" title="Open full size">
      <img className={classes.picture} src={shown} alt={title} />
    </a>
  );
}

function NoPicture({ state, keepsAll }: { state: string; keepsAll: boolean }) {
  const { editing } = useIde();
  if (state === 'queued' || state === 'skipped') return <p className={classes.hint}>It did not run.</p>;
  if (state === 'notImplemented') return null;
  if (keepsAll) return <p className={classes.hint}>There is no screenshot of this.</p>;
  const keepAll = () =>
    attempt('Keep screenshots', async () => {
      await editing.change('editProject', { settings: { evidence: { screenshots: 'each' } } });
      showDone('The next runs keep a screenshot of each action');
    });
  return (
    <div className={classes.hint}>
      <p>This run kept screenshots of failures only.</p>
      <TextButton label="Keep a screenshot of each action" variant="default" onClick={() => void keepAll()} />
    </div>
  );
}
