import { useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { useServerCall } from '../../shared/use-server-call.ts';
import type { UploadReply } from './upload-reply.ts';

export type Sending =
  | { phase: 'none' }
  | { phase: 'sending' }
  | { phase: 'cancelled' }
  | { phase: 'failed'; problem: string }
  | { phase: 'sent'; reply: UploadReply };

export interface UploadKeys {
  executionKey: string | undefined;
  planKey: string | undefined;
}

/** Sends the results of a run. `onEnd`: what is kept with the run may have changed; it may come after the dialog has gone. */
export function useSending(runId: string, onEnd: () => void) {
  const { session } = useIde();
  const { serverStage, attempt, cancel } = useServerCall();
  const [sending, setSending] = useState<Sending>({ phase: 'none' });
  const send = async (keys: UploadKeys) => {
    setSending({ phase: 'sending' });
    await attempt(
      async options => {
        const given = { runId, ...keys };
        setSending({ phase: 'sent', reply: await session.call('uploadResults', given, options) });
      },
      problem => setSending(problem === undefined ? { phase: 'cancelled' } : { phase: 'failed', problem }),
    );
    onEnd();
  };
  return { sending, serverStage, send, cancel };
}
