import type { Entry } from 'yauzl';
import { AppError } from '../../../model/errors/errors.ts';

export const ARCHIVE_LIMITS = {
  archiveBytes: 20_000_000,
  /** How many entries are read before other work gets its turn. */
  portion: 5_000,
  entries: 50_000,
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

export const refusedArchive = (message: string): AppError => new AppError('invalid-params', message);

export function entryFault(file: string, entry: Entry, seen: Map<string, string>): string | undefined {
  const fault = (what: string, todo = 'Take it out of the archive.'): string =>
    `The entry ${JSON.stringify(file.slice(0, LONGEST_NAME))} ${what}. ${todo}`;
  if (file.length > LONGEST_NAME) return fault(`has a name of ${file.length} characters`);
  if (/\p{Cc}/u.test(file)) return fault('has control characters in its name');
  if (file === '' || /^(\/|[A-Za-z]:)/.test(file)) return fault('has an absolute path');
  if (file.split('/').includes('..')) return fault('leads out of the archive by ".."');
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) return fault('is a link or a device, not a file');
  if (entry.isEncrypted()) return fault('is encrypted', 'Make the archive without a password.');
  const folded = file.normalize('NFC').toLowerCase();
  const first = seen.get(folded);
  if (first !== undefined)
    return fault(
      `appears twice${first === file ? '' : ` (also as ${JSON.stringify(first)})`}`,
      'The first one counts.',
    );
  seen.set(folded, file);
  return undefined;
}

export const shownName = (file: string): string => file.slice(0, LONGEST_NAME).replace(/\p{Cc}/gu, '\uFFFD');
