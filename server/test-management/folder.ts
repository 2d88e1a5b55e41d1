import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AppError } from '../../model/errors/errors.ts';
import { fitsWildcard } from '../../model/values/wildcard.ts';
import { systemCode } from '../store/files/file-system.ts';
import { ARCHIVE_LIMITS } from './archive/check-entry.ts';
import type { RawFile, RefusedFile } from './archive/read-archive.ts';
import type { FeatureService } from './ports.ts';
import { noSignIn } from './sign-in.ts';
import { stageFailure } from './stage-failure.ts';

const MOST_DEPTH = 20;

/** A folder of this machine with its sub-folders; links and hidden folders are skipped. */
export const folder: FeatureService = {
  addresses: () => ({}),
  signIn: () => noSignIn,
  source: settings => ({
    fetch: async ({ signal }) => ({
      kind: 'files',
      ...(await readFolder(String(settings.fileListUrl), {
        matchFile: settings.matchFile,
        signal,
        refuse: what => stageFailure('fetch', what),
      })),
    }),
  }),
  sink: undefined,
};

interface FolderReading {
  matchFile: string;
  signal: AbortSignal;
  refuse(what: string): AppError;
}

/** Sorted by path; files over the size limit are in `refused`. Errors: those that `refuse` makes. */
export async function readFolder(root: string, { matchFile, signal, refuse }: FolderReading) {
  const files: RawFile[] = [];
  const refused: RefusedFile[] = [];
  let total = 0;
  for await (const file of filesBelow(root, refuse)) {
    signal.throwIfAborted();
    if (!fitsWildcard(matchFile, basename(file), { one: '?' })) continue;
    const bytes = await readOne(root, file, refuse);
    if (bytes === undefined) refused.push({ file, fault: TOO_LARGE });
    if (bytes === undefined) continue;
    total += bytes.length;
    files.push({ file, bytes });
    if (files.length > ARCHIVE_LIMITS.entries || total > ARCHIVE_LIMITS.totalBytes) throw refuse(tooMuch(root));
  }
  return { files: files.sort((one, other) => (one.file < other.file ? -1 : 1)), refused };
}

async function* filesBelow(root: string, refuse: FolderReading['refuse'], inner = ''): AsyncGenerator<string> {
  const entries = (await entriesOf(join(root, inner), refuse)).filter(
    ({ name }) => !name.startsWith('.') && name !== 'node_modules',
  );
  const pathOf = (name: string) => (inner === '' ? name : `${inner}/${name}`);
  for (const entry of entries) if (entry.isFile()) yield pathOf(entry.name);
  if (inner.split('/').length >= MOST_DEPTH) return;
  for (const entry of entries) if (entry.isDirectory()) yield* filesBelow(root, refuse, pathOf(entry.name));
}

async function entriesOf(folder: string, refuse: FolderReading['refuse']) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw refuse(`The folder ${folder} cannot be read (${systemCode(error) ?? String(error)}). Check the path.`);
  }
}

async function readOne(root: string, file: string, refuse: FolderReading['refuse']): Promise<Buffer | undefined> {
  const path = join(root, file);
  try {
    const { size } = await lstat(path);
    return size <= ARCHIVE_LIMITS.entryBytes ? await readFile(path) : undefined;
  } catch (error) {
    throw refuse(`The file ${path} cannot be read (${systemCode(error) ?? String(error)}). Check who may read it.`);
  }
}

const TOO_LARGE = `The file is larger than ${ARCHIVE_LIMITS.entryBytes / 1_000_000} MB.`;

function tooMuch(root: string): string {
  const { entries, totalBytes } = ARCHIVE_LIMITS;
  return `The folder ${root} holds more than ${entries} files or ${totalBytes / 1_000_000} MB that match. Name a subfolder.`;
}
