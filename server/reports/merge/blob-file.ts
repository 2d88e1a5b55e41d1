/** What a blob holds: a run whole, its messages, and the files that the run names. */
import { z } from 'zod';
import { Run } from '../../../model/run/run.ts';

export const BLOB_FILE = 'blob.json';
export const MESSAGES_OF_BLOB = 'messages.ndjson';

export const BlobFile = z.strictObject({
  format: z.literal(1),
  /** What the test-management service writes before its issue keys. */
  keyPrefix: z.string().optional(),
  /** What an issue key is put behind to look at it. */
  issueUrl: z.string().optional(),
  run: Run,
});
export type BlobFile = z.infer<typeof BlobFile>;

/** By which messages of a part have the run itself among their attachments. */
export const BLOB_MEDIA_TYPE = 'application/vnd.steploom.run+json';

/** A file of a run by its name in the run's folder, e.g. `screenshots/1-a7.png`. */
const NAME_OF_FILE = /^[a-z][a-z-]{0,30}\/[^/\\]{1,200}$/;

export const isNameOfFile = (name: string): boolean => NAME_OF_FILE.test(name) && !name.includes('..');

/** Names of files that a run mentions anywhere, each once. */
export function filesNamedIn(run: Run): string[] {
  const names = new Set<string>();
  JSON.stringify(run, (_key, value: unknown) => {
    if (typeof value === 'string' && isNameOfFile(value)) names.add(value);
    return value;
  });
  return [...names];
}
