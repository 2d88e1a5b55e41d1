import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { type FileSystem, unlessCode } from './file-system.ts';

const RECORD_NAME = 'record';
const HEADER = /^steploom-journal 1 ([0-9a-f]{64})$/;

const RecordedChange = z.strictObject({
  /** From the project's folder, with `/`, e.g. `versions/main/modules/m1.json`. */
  path: z.string(),
  text: z.string().optional(),
  /** Permission bits. Default: those of the file so far, else `0o666` narrowed by the umask. */
  mode: z.int().optional(),
});
const RecordedEdit = z.strictObject({ changes: z.array(RecordedChange) });

/** One file of an edit. */
export interface FileChange extends z.infer<typeof RecordedChange> {
  /** The whole new content; undefined deletes the file. */
  text: string | undefined;
  /** False where what the file holds so far must not be kept. Default: true. */
  keepsBackup?: boolean;
}

export const recordPath = (journalDirectory: string): string => join(journalDirectory, RECORD_NAME);

const checksum = (body: string): string => createHash('sha256').update(body).digest('hex');

/** Two lines: what it is with the SHA-256 of the second, and the changes as JSON. */
export function encodeRecord(changes: readonly FileChange[]): string {
  const body = JSON.stringify({ changes });
  return `steploom-journal 1 ${checksum(body)}\n${body}\n`;
}

function decodeRecord(bytes: Buffer): FileChange[] | undefined {
  const [header = '', body = ''] = bytes.toString('utf8').split('\n');
  if (HEADER.exec(header)?.[1] !== checksum(body)) return undefined;
  return RecordedEdit.parse(JSON.parse(body)).changes.map(change => ({ ...change, text: change.text }));
}

/** Without the flush the record could come back after a power cut and undo later edits. */
export async function removeRecord(
  fs: FileSystem,
  directory: string,
  remove: (path: string) => Promise<void>,
): Promise<void> {
  await remove(recordPath(directory));
  await fs.syncDirectory(directory);
}

/** The changes of an edit that was cut off; undefined when there is none, or only a torn one, which was never acknowledged. */
export async function readRecord(fs: FileSystem, directory: string): Promise<FileChange[] | undefined> {
  const bytes = await unlessCode(['ENOENT'], () => fs.readFile(recordPath(directory)), undefined);
  return bytes === undefined ? undefined : decodeRecord(bytes);
}
