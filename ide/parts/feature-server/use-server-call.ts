import { useRef, useState } from 'react';
import type { Stage } from '../../../model/project/feature-server.ts';
import { messageOf } from '../../app/queries.ts';

/** The service gives a server five minutes; that, and some more for the way. */
const LIMIT_MS = 330_000;

export interface ServerCallOptions {
  signal: AbortSignal;
  timeoutMs: number;
  /** Tells what a server is asked for just now. */
  onProgress(progress: { message?: Stage | string | undefined }): void;
}

/** Work that takes as long as a server of others does: what that is asked for just now, and a way to give it up. */
export function useServerCall() {
  const [serverStage, setServerStage] = useState<string>();
  const cancelling = useRef<AbortController>(undefined);

  /** `onFailure` gets no problem when the work was given up. */
  async function attempt(work: (waiting: ServerCallOptions) => Promise<void>, onFailure: (problem?: string) => void) {
    const controller = new AbortController();
    cancelling.current = controller;
    setServerStage(undefined);
    const { signal } = controller;
    const onProgress: ServerCallOptions['onProgress'] = ({ message }) => setServerStage(message);
    try {
      await work({ signal, timeoutMs: LIMIT_MS, onProgress });
    } catch (error) {
      onFailure(signal.aborted ? undefined : messageOf(error));
    }
  }

  return { serverStage, attempt, cancel: () => cancelling.current?.abort() };
}
