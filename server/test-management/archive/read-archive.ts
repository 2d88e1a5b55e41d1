import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { isAppError } from '../../../model/errors/errors.ts';
import { systemCode } from '../../store/files/file-system.ts';
import { ARCHIVE_LIMITS, entryFault, isFolder, refusedArchive as refused, shownName } from './check-entry.ts';

const inflate = promisify(inflateRaw);
const STORED = 0;
const DEFLATED = 8;
/** Names and sizes are checked here, where the message can name the entry. */
const OPEN_OPTIONS = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: false };

type NameOf = (entry: Entry) => string;

export interface RawFile {
  file: string;
  bytes: Buffer;
}

export interface RefusedFile {
  file: string;
  fault: string;
}

export interface Unpacked {
  files: RawFile[];
  /** Wanted files that cannot be taken. */
  refused: RefusedFile[];
  others: string[];
}

interface ReadOptions {
  isWanted(file: string): boolean;
  signal: AbortSignal;
}

/** Refused entries are in the result. Errors: `invalid-params` for an archive that is damaged, or too large in all. */
export async function readArchive(bytes: Buffer, options: ReadOptions): Promise<Unpacked> {
  // Loaded with the first archive, not with the service.
  const { fromBufferPromise, getFileNameLowLevel } = (await import('yauzl')).default;
  const zip = await fromBufferPromise(bytes, OPEN_OPTIONS).catch((error: unknown) => Promise.reject(damaged(error)));
  try {
    // Backslashes become slashes, as Windows programs mean them.
    return await readEntries(zip, options, ({ generalPurposeBitFlag, fileNameRaw, extraFields }) =>
      getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false),
    );
  } finally {
    zip.close();
  }
}

async function readEntries(zip: ZipFile, { isWanted, signal }: ReadOptions, nameOf: NameOf): Promise<Unpacked> {
  const { entries: mostEntries, portion } = ARCHIVE_LIMITS;
  if (zip.entryCount > mostEntries)
    throw refused(
      `The archive has ${zip.entryCount} entries, more than ${mostEntries}. Select less, e.g. by the filter.`,
    );
  const unpacked: Unpacked = { files: [], refused: [], others: [] };
  const wanted = await listEntries(zip, { nameOf, isWanted, unpacked });
  const budget = { left: ARCHIVE_LIMITS.totalBytes };
  for (const [index, [file, entry]] of wanted.entries()) {
    signal.throwIfAborted();
    if (index % portion === portion - 1) await nextTurn();
    await takeEntry(zip, { file, entry, unpacked, budget });
  }
  return unpacked;
}

interface Taking {
  file: string;
  entry: Entry;
  unpacked: Unpacked;
  /** Bytes that may still be unpacked. */
  budget: { left: number };
}

async function takeEntry(zip: ZipFile, { file, entry, unpacked, budget }: Taking): Promise<void> {
  try {
    const bytes = await readEntry(zip, file, entry);
    budget.left -= bytes.length;
    unpacked.files.push({ file, bytes });
  } catch (error) {
    if (!isAppError(error)) throw error;
    // A failed entry costs the most that it may have unpacked.
    budget.left -= Math.min(ARCHIVE_LIMITS.entryBytes, ARCHIVE_LIMITS.ratio * entry.compressedSize);
    unpacked.refused.push({ file, fault: error.message });
  }
  if (budget.left < 0)
    throw refused(
      `The files of the archive are larger than ${ARCHIVE_LIMITS.totalBytes / 1_000_000} MB in all. Select less, e.g. by the filter.`,
    );
}

/** All names are checked before anything is unpacked. */
async function listEntries(
  zip: ZipFile,
  { nameOf, isWanted, unpacked }: Pick<ReadOptions, 'isWanted'> & { nameOf: NameOf; unpacked: Unpacked },
): Promise<[string, Entry][]> {
  const entries: [string, Entry][] = [];
  const seen = new Map<string, string>();
  try {
    for await (const entry of zip.eachEntry()) {
      const file = nameOf(entry);
      if (isFolder(file)) continue;
      const fault = isWanted(file) ? entryFault(file, entry, seen) : undefined;
      if (fault !== undefined) unpacked.refused.push({ file: shownName(file), fault });
      else if (isWanted(file)) entries.push([file, entry]);
      else unpacked.others.push(shownName(file));
    }
  } catch (error) {
    throw damaged(error);
  }
  return entries;
}

async function readEntry(zip: ZipFile, file: string, entry: Entry): Promise<Buffer> {
  const { entryBytes, ratio } = ARCHIVE_LIMITS;
  const { uncompressedSize, compressedSize, compressionMethod } = entry;
  const shown = JSON.stringify(file);
  const tooLarge = `The entry ${shown} is larger than ${entryBytes / 1_000_000} MB. Feature files are smaller: take it out of the archive.`;
  if (uncompressedSize > entryBytes || compressedSize > entryBytes) throw refused(tooLarge);
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw refused(
      `The entry ${shown} is compressed by method ${compressionMethod}; only "deflate" and "stored" are read.`,
    );
  const raw = await rawBytes(zip, entry).catch((error: unknown) => Promise.reject(damaged(error, shown)));
  const content = compressionMethod === STORED ? raw : await inflated(raw, shown, tooLarge);
  if (content.length > ratio * Math.max(1, raw.length))
    throw refused(
      `The entry ${shown} grows more than ${ratio}-fold when unpacked, as bombs do. Take it out of the archive.`,
    );
  if (content.length !== uncompressedSize)
    throw refused(
      `The entry ${shown} says that it has ${uncompressedSize} bytes, but has ${content.length}. Create the archive again.`,
    );
  if (crc32(content) !== entry.crc32)
    throw refused(
      `The check sum (CRC-32) of the entry ${shown} is wrong: the archive was damaged on its way. Fetch or create it again.`,
    );
  return content;
}

async function inflated(raw: Buffer, shown: string, tooLarge: string): Promise<Buffer> {
  try {
    return await inflate(raw, { maxOutputLength: ARCHIVE_LIMITS.entryBytes });
  } catch (error) {
    throw systemCode(error) === 'ERR_BUFFER_TOO_LARGE' ? refused(tooLarge) : damaged(error, shown);
  }
}

async function rawBytes(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function damaged(error: unknown, entry?: string): unknown {
  if (!(error instanceof Error) || isAppError(error)) return error;
  const where = entry === undefined ? '' : ` at the entry ${entry}`;
  return refused(`The archive is damaged${where} (${error.message.replace(/\.$/, '')}). Fetch or create it again.`);
}
