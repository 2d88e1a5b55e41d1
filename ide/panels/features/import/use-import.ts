import { useEffect, useRef, useState } from 'react';
import type { Stage } from '../../../../model/integration/stage.ts';
import { isAppError } from '../../../../model/protocol/errors.ts';
import { ConnectionLost } from '../../../app/bridge-client.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { readTool } from '../../../app/session.ts';
import { ImportReply } from './plan.ts';

/** The service gives a server five minutes; that, and some more for the way. */
const LIMIT_MS = 330_000;
const MOST = 5_000;

export type ImportSource =
  | { source: 'server' }
  | { source: 'folder'; path: string }
  | { source: 'upload'; files: readonly File[] };

export type ImportStage =
  | { phase: 'source'; problem?: string }
  | { phase: 'listing' }
  | { phase: 'select'; plan: ImportReply; problem?: string }
  | { phase: 'importing'; plan: ImportReply; count: number }
  | { phase: 'done'; result: ImportReply };

interface Waiting {
  signal: AbortSignal;
  /** Tells what a server is asked for just now. */
  onProgress(progress: { message?: Stage | string | undefined }): void;
}

/** One import from its source to its end: listed first, then done for what is chosen, all of it or nothing. */
export function useImport() {
  const calls = useCalls();
  const [stage, setStage] = useState<ImportStage>({ phase: 'source' });
  const [serverStage, setServerStage] = useState<string>();
  const source = useRef<Record<string, unknown>>({});
  const cancelling = useRef<AbortController>(undefined);

  async function attempt(back: (problem?: string) => ImportStage, work: (waiting: Waiting) => Promise<ImportStage>) {
    const controller = new AbortController();
    cancelling.current = controller;
    setServerStage(undefined);
    const onProgress = ({ message }: { message?: string | undefined }) => setServerStage(message);
    try {
      setStage(await work({ signal: controller.signal, onProgress }));
    } catch (error) {
      setStage(back(controller.signal.aborted ? undefined : messageOf(error)));
    }
  }

  const list = (from: ImportSource) => {
    setStage({ phase: 'listing' });
    return attempt(
      problem => ({ phase: 'source', ...(problem && { problem }) }),
      async waiting => {
        source.current = await calls.given(from, waiting.signal);
        return { phase: 'select', plan: await calls.ask({ ...source.current, dryRun: true }, waiting) };
      },
    );
  };

  const start = (plan: ImportReply, select: readonly string[]) => {
    setStage({ phase: 'importing', plan, count: select.length });
    return attempt(
      problem => ({ phase: 'select', plan, ...(problem && { problem }) }),
      async waiting => ({ phase: 'done', result: await calls.ask({ ...source.current, select }, waiting) }),
    );
  };

  const restart = () => setStage({ phase: 'source' });
  return { stage, serverStage, list, start, restart, cancel: () => cancelling.current?.abort() };
}

const messageOf = (error: unknown): string => {
  if (error instanceof ConnectionLost) return 'The connection to the service is lost.';
  if (isAppError(error) || error instanceof TypeError) return error.message;
  return String(error);
};

/** What was put there for the import goes with the dialog. */
function useCalls() {
  const { session } = useIde();
  const projectId = useIdeState(state => state.project?.projectId) ?? '';
  const uploaded = useRef<string>(undefined);
  const drop = () => {
    const path = uploaded.current;
    uploaded.current = undefined;
    if (path !== undefined) void session.callTool('deleteFile', { path }).catch(() => undefined);
  };
  const last = useRef(drop);
  last.current = drop;
  useEffect(() => () => last.current(), []);
  return {
    async given(from: ImportSource, signal: AbortSignal): Promise<Record<string, unknown>> {
      drop();
      if (from.source !== 'upload') return { ...from };
      const { uploadArchive } = await import('../../../app/upload-archive.ts');
      uploaded.current = await uploadArchive(projectId, from.files, signal);
      return { source: 'archive', path: uploaded.current };
    },
    ask: (given: Record<string, unknown>, waiting: Waiting) =>
      readTool(session, ImportReply, {
        name: 'importFeatures',
        given: { ...given, limit: MOST },
        options: { ...waiting, timeoutMs: LIMIT_MS },
      }),
  };
}
