import { useEffect, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { readTool } from '../../app/session.ts';
import { type Loaded, snapshotOf } from '../../app/state.ts';
import { type RedStepsReply, RedStepsReply as Reply } from '../../app/tool-replies.ts';
import { messageOf } from '../shared/use-server-call.ts';

/** As many as are drawn at once. */
export const GROUPS_AT_ONCE = 40;

/** The red steps as the service has them, read anew when links, tests or features change. What was there stays until then. */
export function useRedSteps(filter: string) {
  const { session } = useIde();
  const [reply, setReply] = useState<Loaded<RedStepsReply>>({ phase: 'loading' });
  const [limit, setLimit] = useState(GROUPS_AT_ONCE);
  const [tries, setTries] = useState(0);
  const newest = useRef(0);
  const isOpen = useIdeState(({ connection }) => connection.phase === 'open');
  const links = useIdeState(state => snapshotOf(state)?.links);
  const tests = useIdeState(state => snapshotOf(state)?.tests);
  const features = useIdeState(state => state.features);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the service counts anew when any of these is another
  useEffect(() => {
    if (!isOpen || links === undefined || tests === undefined) return;
    newest.current += 1;
    const mine = newest.current;
    const given = { limit, ...(filter === '' ? {} : { filter }) };
    readTool(session, Reply, { name: 'getUnlinkedSteps', given }).then(
      value => mine === newest.current && setReply({ phase: 'ready', value }),
      (error: unknown) => {
        if (mine !== newest.current) return;
        setReply(old => (old.phase === 'ready' ? old : { phase: 'failed', message: messageOf(error) }));
      },
    );
  }, [session, isOpen, links, tests, features, filter, limit, tries]);

  return { reply, showMore: () => setLimit(limit + GROUPS_AT_ONCE), retry: () => setTries(tries + 1) };
}
