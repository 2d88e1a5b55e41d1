import { type FileToRead, isReadable, MOST_FILES } from '../../../../../model/exchange/files-to-import.ts';
import { counted } from '../../../../../model/names/counted.ts';
import { MAX_STRING_LENGTH } from '../../../../../model/values/json-value.ts';
import { sizeText } from '../../../../ui/size-text.ts';
import type { FoundFile } from './read-files.ts';

export interface ChosenCode extends FileToRead {
  /** As it is sent. */
  sizeBytes: number;
}

/** A message of the service may have 2 MiB; the rest is for what goes along. */
const MOST_BYTES = 2_000_000;
/** What is read to be listed, of which some may then be removed. */
const MOST_READ_BYTES = 20_000_000;

const written = (count: number): string => count.toLocaleString('en');

const bytes = new TextEncoder();

export const sentBytes = (file: FileToRead): number => bytes.encode(JSON.stringify(file)).length;

/** Why the files are not even read. `count`: of those in the list. */
export function refusalOf(
  found: readonly FoundFile[],
  { count, isAlone }: { count: number; isAlone: boolean },
): string | undefined {
  if (found.length === 0) return 'The folder is empty.';
  const readable = found.filter(({ path }) => isAlone || isReadable(path));
  if (readable.length === 0)
    return 'Nothing here can be imported. Tests are read from code (.ts, .js, .py, .java, .cs), .json and .side files.';
  const large = readable.find(({ file }) => file.size > MOST_BYTES);
  if (large !== undefined)
    return `“${large.path}” has ${sizeText(large.file.size)}; a file can have up to ${sizeText(MOST_BYTES)}.`;
  if (readable.length + count > MOST_FILES)
    return `These are ${counted(readable.length + count, 'file')}; up to ${written(MOST_FILES)} can be imported at once. Choose a smaller folder.`;
  const size = readable.reduce((sum, { file }) => sum + file.size, 0);
  if (size > MOST_READ_BYTES) return `These files have ${sizeText(size)} together. Choose a smaller folder.`;
  return undefined;
}

/** Why the files cannot be sent in one call. */
export function obstacleOf(files: readonly ChosenCode[]): string | undefined {
  const long = files.find(({ text }) => text.length > MAX_STRING_LENGTH);
  if (long !== undefined)
    return `${long.path === '' ? 'The text' : `“${long.path}”`} has ${written(long.text.length)} characters; up to ${written(MAX_STRING_LENGTH)} are taken.`;
  const size = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (size > MOST_BYTES)
    return `${files.length === 1 ? 'This is' : 'The files are'} ${sizeText(size)}; up to ${sizeText(MOST_BYTES)} can be imported at once.`;
  return undefined;
}

/** A file that is chosen again takes the place of the former one. */
export function withFiles(known: readonly ChosenCode[], added: readonly FileToRead[]): ChosenCode[] {
  const files = new Map(known.map(file => [file.path, file]));
  for (const { path, text } of added) files.set(path, { path, text, sizeBytes: sentBytes({ path, text }) });
  return [...files.values()].sort((one, other) => one.path.localeCompare(other.path, 'en'));
}
