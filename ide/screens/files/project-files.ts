import { z } from 'zod';
import type { Ide } from '../../app/ide.ts';
import { useAnswer } from '../../app/queries.ts';
import { showDone, showUndo } from '../../app/toasts.tsx';
import type { ReplyOf } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';
import { fetchFile } from '../../parts/save-file.ts';

export type ProjectFile = ReplyOf<'getFiles'>['files'][number];

/** As many as anybody looks through; the filter of the tool finds the rest. */
const MOST_FILES = 1_000;

export const useFiles = () => useAnswer('getFiles', { withUses: true, limit: MOST_FILES });

interface FilePlace {
  projectId: string;
  path: string;
}

export const urlOf = ({ projectId, path }: FilePlace): string =>
  `/api/files?${new URLSearchParams({ path, projectId })}`;

/** Errors: as `Session.fetch`. */
export const readFile = ({ session }: Ide, place: FilePlace, signal?: AbortSignal): Promise<Blob> =>
  fetchFile(session, urlOf(place), signal);

const Written = z.object({ path: z.string() });

export async function putFile(
  { session }: Ide,
  place: FilePlace,
  { body, signal }: { body: Blob; signal?: AbortSignal },
): Promise<string> {
  const response = await session.fetch(urlOf(place), { method: 'POST', body, ...(signal && { signal }) });
  return Written.parse(await response.json()).path;
}

interface SentFiles {
  files: readonly File[];
  known: readonly ProjectFile[];
  /** `''` or `photos/`. */
  folder: string;
  /** What was replaced is there again. */
  onBack(): void;
}

/** Offers to restore what was replaced. Resolves with the path of the last file. */
export async function uploadFiles(
  ide: Ide,
  projectId: string,
  { files, known, folder, onBack }: SentFiles,
): Promise<string | undefined> {
  let path: string | undefined;
  const replaced: ReplacedFile[] = [];
  for (const file of files) {
    const place = { projectId, path: `${folder}${file.name}` };
    if (known.some(one => one.path === place.path)) replaced.push({ place, before: await readFile(ide, place) });
    path = await putFile(ide, place, { body: file });
  }
  const what = files.length === 1 ? `“${files[0]?.name}”` : `${files.length} files`;
  if (replaced.length === 0) showDone(`${what} uploaded`);
  else showUndo(`${what} uploaded, ${replaced.length} replaced`, () => void bringBack(ide, replaced).then(onBack));
  return path;
}

/** Offers to restore the file. Errors: `in-use`, unless forced; as `Session.fetch`. */
export async function deleteFile(
  ide: Ide,
  place: FilePlace,
  { force, onBack }: { force: boolean; onBack(): void },
): Promise<void> {
  const before = await readFile(ide, place);
  await ide.session.call('deleteFile', { path: place.path, force });
  showUndo(`“${place.path}” deleted`, () => void bringBack(ide, [{ place, before }]).then(onBack));
}

interface ReplacedFile {
  place: FilePlace;
  before: Blob;
}

const bringBack = (ide: Ide, files: readonly ReplacedFile[]): Promise<void> =>
  attempt('Undo', async () => {
    for (const { place, before } of files) await putFile(ide, place, { body: before });
  });

/** `photos/`, or '' at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
