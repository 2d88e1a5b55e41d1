import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { RunId } from '../../../model/names/codes.ts';
import { unlessCode } from '../../store/files/file-system.ts';

interface RunFile {
  bytes: Buffer;
  mediaType: string;
}

/** Allow-list: no other name from outside becomes a path. */
const SERVED: readonly (readonly [RegExp, string])[] = [
  [/^run\.json$/, 'application/json; charset=utf-8'],
  [/^(?:messages|console)\.ndjson$/, 'application/x-ndjson; charset=utf-8'],
  [/^screenshots\/\d{1,9}-[\p{L}\p{N}-]{1,100}\.png$/u, 'image/png'],
  [/^screenshots\/\d{1,9}-[\p{L}\p{N}-]{1,100}\.jpg$/u, 'image/jpeg'],
  [/^videos\/\d{1,9}-[\p{L}\p{N}-]{1,100}\.webm$/u, 'video/webm'],
  // Downloads are never served as the type that they claim to be.
  [/^downloads\/\d{1,9}-[\p{L}\p{N}-]{1,100}(?:\.[A-Za-z0-9]{1,10})?$/u, 'application/octet-stream'],
  // A page among the reports would otherwise be one of the service's own.
  [/^reports\/[A-Za-z-]{1,40}\.[a-z0-9]{1,10}$/, 'application/octet-stream'],
  [/^trace\.zip$/, 'application/zip'],
];
const MOST_NAMED = 20;

const mediaTypeOf = (name: string): string | undefined => SERVED.find(([pattern]) => pattern.test(name))?.[1];

/** Links are not followed. Errors: `not-found`. */
export async function readRunFile(runsFolder: string, runId: string, name: string): Promise<RunFile> {
  const path = await runFilePath(runsFolder, runId, name);
  return { bytes: await readFile(path), mediaType: mediaTypeOf(name) ?? 'application/octet-stream' };
}

/** Errors: `not-found`. */
export async function runFilePath(runsFolder: string, runId: string, name: string): Promise<string> {
  const folder = join((await realPathOf(runsFolder)) ?? runsFolder, runId);
  if (!RunId.safeParse(runId).success || (await realPathOf(folder)) !== folder)
    throw new AppError('not-found', `No run "${runId}". Call getRuns to see the runs.`, {
      field: 'runId',
      next: 'getRuns',
    });
  const path = join(folder, name);
  if (mediaTypeOf(name) !== undefined && (await realPathOf(path)) === path) return path;
  const kept = await namesIn(folder);
  const there = kept.length === 0 ? 'nothing yet' : kept.slice(0, MOST_NAMED).join(', ');
  throw new AppError('not-found', `Run ${runId} has no file "${name}"; it has ${there}.`, { field: 'file' });
}

const realPathOf = (path: string): Promise<string | undefined> =>
  unlessCode<string | undefined>(['ENOENT', 'ENOTDIR', 'ELOOP'], () => realpath(path), undefined);

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(name => mediaTypeOf(name) !== undefined)
    .sort();
}
