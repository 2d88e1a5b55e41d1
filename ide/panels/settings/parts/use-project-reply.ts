import { useCallback, useEffect, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { Session } from '../../../app/session.ts';
import { type Loaded, snapshotOf } from '../../../app/state.ts';
import { messageOf } from '../../shared/use-server-call.ts';

/** What a tool answers, asked anew with every edit of the project. `read` stays the same function. */
export function useProjectReply<Value>(read: (session: Session) => Promise<Value>) {
  const { session } = useIde();
  const [reply, setReply] = useState<Loaded<Value>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  /** Only the newest answer counts, and none that is older than what was saved. */
  const newest = useRef(0);
  const cause = useIdeState(state => {
    const snapshot = state.connection.phase === 'open' ? snapshotOf(state) : undefined;
    return snapshot && `${snapshot.project.projectId} ${snapshot.versionId} ${snapshot.sequence}`;
  });
  useEffect(() => {
    if (cause === undefined || tries < 0) return;
    newest.current += 1;
    const mine = newest.current;
    read(session).then(
      value => mine === newest.current && setReply({ phase: 'ready', value }),
      (error: unknown) => {
        if (mine !== newest.current) return;
        setReply(old => (old.phase === 'ready' ? old : { phase: 'failed', message: messageOf(error) }));
      },
    );
  }, [session, read, cause, tries]);
  const again = useCallback(() => setTries(count => count + 1), []);
  /** What a tool that changed it has answered. */
  const take = useCallback((value: Value) => {
    newest.current += 1;
    setReply({ phase: 'ready', value });
  }, []);
  return { reply, again, take };
}
