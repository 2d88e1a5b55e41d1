import { z } from 'zod';
import { importUploadName } from '../../model/feature/feature-files.ts';
import type { Session } from './session.ts';

/** Puts feature files where the service reads an archive from. Loaded when somebody imports files. */

const Written = z.object({ path: z.string() });

/** One zip archive as it is; feature files packed into one, each under its own name. */
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

export const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name);

/** Files of one name may come from different folders. */
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
export async function uploadArchive({ session, projectId, files, signal }: Upload): Promise<string> {
  const search = new URLSearchParams({ path: importUploadName(crypto.randomUUID()), projectId });
  const body = await archiveOf(files, signal);
  const response = await session.fetch(`/api/files?${search}`, { method: 'POST', body, signal });
  return Written.parse(await response.json()).path;
}
