import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { importUploadName } from '../../../../model/feature/feature-files.ts';
import type { RequestOptions } from '../../../app/bridge-client.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { Call } from '../../../app/queries.ts';
import type { Session } from '../../../app/session.ts';
import type { ArgumentsOf } from '../../../app/tool-replies.ts';
import { useServerCall } from '../../../parts/feature-server/use-server-call.ts';
import { type ImportReply, isChoosable, planItems } from './plan.ts';

const MOST = 50_000;
const MOST_NAMED = 5_000;

export type FeatureImportSource =
  | { source: 'server' }
  | { source: 'folder'; path: string }
  | { source: 'upload'; files: readonly File[] };

export type ImportCall = Call<ImportReply>;

/** Lists first, then imports what is chosen, all or nothing. */
export function useImport() {
  const { features } = useIde();
  const calls = useCalls();
  const listing = useServerCall<ImportReply>();
  const importing = useServerCall<ImportReply>();
  const source = useRef<ArgumentsOf<'importFeatures'>>({ source: 'server' });

  const list = (from: FeatureImportSource) =>
    listing.start(async options => {
      source.current = await calls.given(from, options.signal);
      return calls.ask({ ...source.current, dryRun: true, withDiff: true }, options);
    });

  const start = (plan: ImportReply, select: readonly string[]) => {
    // For a selection with too many names.
    const isAll = select.length > MOST_NAMED && planItems(plan).filter(isChoosable).length === select.length;
    return importing.start(async options => {
      const reply = await calls.ask({ ...source.current, ...(isAll ? {} : { select }) }, options);
      void features.readLastSync().catch(() => undefined);
      return reply;
    });
  };

  const restart = () => {
    listing.forget();
    importing.forget();
  };
  return { listing, importing, list, start, restart };
}

/** What was uploaded for the import is removed when the dialog closes. */
function useCalls() {
  const { session } = useIde();
  const projectId = useIdeState(state => state.project?.projectId) ?? '';
  const uploaded = useRef<string>(undefined);
  const drop = () => {
    const path = uploaded.current;
    uploaded.current = undefined;
    if (path !== undefined) void session.call('deleteFile', { path }).catch(() => undefined);
  };
  const last = useRef(drop);
  last.current = drop;
  useEffect(() => () => last.current(), []);
  return {
    async given(from: FeatureImportSource, signal: AbortSignal): Promise<ArgumentsOf<'importFeatures'>> {
      drop();
      if (from.source !== 'upload') return { ...from };
      uploaded.current = await uploadArchive({ session, projectId, files: from.files, signal });
      return { source: 'archive', path: uploaded.current };
    },
    ask: (given: ArgumentsOf<'importFeatures'>, options: RequestOptions) =>
      session.call('importFeatures', { ...given, limit: MOST }, options),
  };
}

const Written = z.object({ path: z.string() });

/** A zip archive stays as it is; feature files are packed under their own names. */
async function archiveOf(files: readonly File[], signal: AbortSignal): Promise<Blob> {
  const [only] = files;
  if (only !== undefined && files.length === 1 && isArchive(only)) return only;
  const { zipSync } = await import('fflate');
  const entries: Record<string, Uint8Array> = {};
  for (const file of files) {
    signal.throwIfAborted();
    entries[freeName(entries, file.name)] = new Uint8Array(await file.arrayBuffer());
  }
  return new Blob([new Uint8Array(zipSync(entries, { level: 1 }))]);
}

const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name);

/** Files from different folders may have the same name. */
function freeName(taken: object, name: string): string {
  let free = name;
  for (let number = 2; Object.hasOwn(taken, free); number += 1) free = name.replace(/(\.[^.]*)?$/, `-${number}$1`);
  return free;
}

interface Upload {
  session: Pick<Session, 'fetch'>;
  projectId: string;
  files: readonly File[];
  signal: AbortSignal;
}

/** Resolves with the path below `files/`. Errors: as `Session.fetch`. */
async function uploadArchive({ session, projectId, files, signal }: Upload): Promise<string> {
  const search = new URLSearchParams({ path: importUploadName(crypto.randomUUID()), projectId });
  const body = await archiveOf(files, signal);
  const response = await session.fetch(`/api/files?${search}`, { method: 'POST', body, signal });
  return Written.parse(await response.json()).path;
}
