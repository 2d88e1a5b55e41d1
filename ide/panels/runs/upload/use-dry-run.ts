import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { readTool } from '../../../app/session.ts';
import type { Loaded } from '../../../app/state.ts';
import { messageOf } from '../../shared/use-server-call.ts';
import { UploadReply } from './upload-reply.ts';

/** Reports of long runs take their time. */
const LIMIT_MS = 120_000;

/** What would be sent of a run; asked anew when another execution is to be filled, and the last answer shown until then. */
export function useDryRun(runId: string, executionKey: string | undefined) {
  const { session } = useIde();
  const [plan, setPlan] = useState<Loaded<UploadReply>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  useEffect(() => {
    if (!isConnected || tries < 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    const take = (next: Loaded<UploadReply>) => {
      if (!signal.aborted) setPlan(next);
    };
    const given = { runId, dryRun: true, executionKey };
    readTool(session, UploadReply, { name: 'uploadResults', given, options: { signal, timeoutMs: LIMIT_MS } }).then(
      value => take({ phase: 'ready', value }),
      (error: unknown) => take({ phase: 'failed', message: messageOf(error) }),
    );
    return () => controller.abort();
  }, [session, runId, executionKey, isConnected, tries]);
  return { plan, retry: () => setTries(tries + 1) };
}
