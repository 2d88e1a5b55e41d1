import { useRef, useState } from 'react';
import type { Stage } from '../../../model/project/feature-server.ts';
import { messageOf } from '../../app/bridge-client.ts';

/** Five minutes that the service allows a server, and a margin. */
const LIMIT_MS = 330_000;

export interface ServerCallOptions {
  signal: AbortSignal;
  timeoutMs: number;
  onProgress(progress: { message?: Stage | string | undefined }): void;
}

export function useServerCall() {
  const [serverStage, setServerStage] = useState<string>();
  const cancelling = useRef<AbortController>(undefined);

  /** `onFailure` gets no problem when the work was cancelled. */
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
