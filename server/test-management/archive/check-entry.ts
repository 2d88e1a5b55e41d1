import type { Entry } from 'yauzl';
import { AppError } from '../../../model/protocol/errors.ts';

export const ARCHIVE_LIMITS = {
  archiveBytes: 20_000_000,
  entries: 5_000,
  entryBytes: 2_000_000,
  totalBytes: 100_000_000,
  /** How many times larger an entry may become. */
  ratio: 200,
} as const;

const FILE_TYPE = 0o170_000;
const REGULAR = 0o100_000;
const FOLDER = 0o040_000;
const LONGEST_NAME = 1_000;

export const isFolder = (file: string): boolean => file.endsWith('/');

/** An archive that is not taken. */
export const refusedArchive = (message: string): AppError => new AppError('invalid-params', message);

/** What is wrong with an entry, by its name and what is said of it. Errors: `invalid-params`. */
export function checkEntry(file: string, entry: Entry, seen: Map<string, string>): void {
  const refuse = (what: string, todo = 'Take it out of the archive.'): AppError =>
    refusedArchive(`The entry ${JSON.stringify(file.slice(0, LONGEST_NAME))} ${what}. ${todo}`);
  if (file.length > LONGEST_NAME) throw refuse(`has a name of ${file.length} characters`);
  if (/\p{Cc}/u.test(file)) throw refuse('has control characters in its name');
  if (file === '' || /^(\/|[A-Za-z]:)/.test(file)) throw refuse('has an absolute path');
  if (file.split('/').includes('..')) throw refuse('leads out of the archive by ".."');
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) throw refuse('is a link or a device, not a file');
  if (entry.isEncrypted()) throw refuse('is encrypted', 'Make the archive without a password.');
  const folded = file.normalize('NFC').toLowerCase();
  const twin = seen.get(folded);
  if (twin !== undefined)
    throw refuse(`stands twice${twin === file ? '' : ` (also as ${JSON.stringify(twin)})`}`, 'Make the archive anew.');
  seen.set(folded, file);
}
