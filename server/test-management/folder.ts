import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fitsWildcard } from '../../model/values/wildcard.ts';
import { ARCHIVE_LIMITS } from './archive/check-entry.ts';
import type { RawFile } from './archive/read-archive.ts';
import type { ConnectionSettings, FeatureService } from './ports.ts';
import { noSignIn } from './sign-in.ts';
import { stageFailure } from './stage-failure.ts';

const MOST_DEPTH = 20;

/** A folder of this machine, with those below it. Links and hidden folders are left alone. */
export const folder: FeatureService = {
  addresses: () => ({}),
  signIn: () => noSignIn,
  source: settings => ({
    fetch: async ({ signal }) => ({ kind: 'files', files: await readFolder(settings, signal) }),
  }),
  sink: undefined,
};

async function readFolder({ fileListUrl, matchFile }: ConnectionSettings, signal: AbortSignal): Promise<RawFile[]> {
  const root = String(fileListUrl);
  const files: RawFile[] = [];
  let total = 0;
  for await (const file of filesBelow(root)) {
    signal.throwIfAborted();
    if (!fitsWildcard(matchFile, basename(file), { one: '?' })) continue;
    const bytes = await readOne(root, file);
    total += bytes.length;
    files.push({ file, bytes });
    if (files.length > ARCHIVE_LIMITS.entries || total > ARCHIVE_LIMITS.totalBytes) throw tooMuch(root);
  }
  return files.sort((one, other) => (one.file < other.file ? -1 : 1));
}

async function* filesBelow(root: string, inner = ''): AsyncGenerator<string> {
  const entries = (await entriesOf(root, inner)).filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  const pathOf = (name: string) => (inner === '' ? name : `${inner}/${name}`);
  for (const entry of entries) if (entry.isFile()) yield pathOf(entry.name);
  if (inner.split('/').length >= MOST_DEPTH) return;
  for (const entry of entries) if (entry.isDirectory()) yield* filesBelow(root, pathOf(entry.name));
}

async function entriesOf(root: string, inner: string) {
  try {
    return await readdir(join(root, inner), { withFileTypes: true });
  } catch (error) {
    throw stageFailure(
      'fetch',
      `The folder ${join(root, inner)} cannot be read (${codeOf(error)}). Check the path of the settings.`,
    );
  }
}

async function readOne(root: string, file: string): Promise<Buffer> {
  const path = join(root, file);
  try {
    const { size } = await lstat(path);
    if (size <= ARCHIVE_LIMITS.entryBytes) return await readFile(path);
  } catch (error) {
    throw stageFailure('fetch', `The file ${path} cannot be read (${codeOf(error)}). Check who may read it.`);
  }
  const most = `${ARCHIVE_LIMITS.entryBytes / 1_000_000} MB`;
  throw stageFailure(
    'fetch',
    `The file ${path} is larger than ${most}. Take it out, or let "matchFile" leave ${basename(file)} out.`,
  );
}

function tooMuch(root: string) {
  const { entries, totalBytes } = ARCHIVE_LIMITS;
  return stageFailure(
    'fetch',
    `The folder ${root} holds more than ${entries} files or ${totalBytes / 1_000_000} MB that match. Name a folder further down.`,
  );
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
