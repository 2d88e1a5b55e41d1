/** The code of a folder, as it is sent to be imported. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { isCodeFile, isIgnored, isReadWithCode, MOST_FILES } from '../../../model/exchange/files-to-import.ts';

export interface SourceFile {
  /** Relative to where the command runs, with `/`. */
  path: string;
  text: string;
}

const MOST_ENTRIES = 50_000;

interface FoundPlace {
  path: string;
  shown: string;
}

interface FoundInFolder {
  code: FoundPlace[];
  seen: number;
  hasFeatures: boolean;
}

/** Gives the folders inside. */
async function look(found: FoundInFolder, place: FoundPlace): Promise<FoundPlace[]> {
  const folders: FoundPlace[] = [];
  for (const entry of await readdir(place.path, { withFileTypes: true })) {
    const at = { path: join(place.path, entry.name), shown: `${place.shown}/${entry.name}` };
    found.seen += 1;
    if (isIgnored(entry.name)) continue;
    if (entry.isDirectory()) folders.push(at);
    else if (entry.isFile() && isReadWithCode(entry.name)) found.code.push(at);
    else if (entry.isFile() && entry.name.endsWith('.feature')) found.hasFeatures = true;
  }
  return folders;
}

/** Files below the folder, without those of packages and hidden ones. Errors: `invalid-params` with the field `files`. */
export async function codeIn(folder: string, name: string): Promise<{ files: SourceFile[]; hasFeatures: boolean }> {
  const places = [{ path: folder, shown: name.replaceAll('\\', '/').replace(/\/+$/, '') }];
  const found: FoundInFolder = { code: [], seen: 0, hasFeatures: false };
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    places.push(...(await look(found, place)));
    if (found.seen > MOST_ENTRIES) throw tooMany(name);
  }
  const { code, hasFeatures } = found;
  if (!code.some(({ shown }) => isCodeFile(shown))) return { files: [], hasFeatures };
  if (code.length > MOST_FILES) throw tooMany(name);
  const files = await Promise.all(
    code.map(async ({ path, shown }) => ({ path: shown, text: await readFile(path, 'utf8') })),
  );
  return { files, hasFeatures };
}

const tooMany = (name: string): AppError =>
  new AppError('invalid-params', `${name} holds more than ${MOST_FILES} files; name a smaller folder.`, {
    field: 'files',
  });
