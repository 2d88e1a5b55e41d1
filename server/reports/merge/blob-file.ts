import { z } from 'zod';
import { Run } from '../../../model/run/run.ts';

export const BLOB_FILE = 'blob.json';
export const MESSAGES_OF_BLOB = 'messages.ndjson';

export const BlobFile = z.strictObject({
  format: z.literal(1),
  keyPrefix: z.string().optional(),
  /** Address that issue keys are appended to. */
  issueUrl: z.string().optional(),
  run: Run,
});
export type BlobFile = z.infer<typeof BlobFile>;

/** Media type of the attachment that holds the run itself among the messages of a part. */
export const BLOB_MEDIA_TYPE = 'application/vnd.steploom.run+json';

/** In the run's folder, e.g. `screenshots/1-a7.png`. */
const NAME_OF_FILE = /^[a-z][a-z-]{0,30}\/[^/\\]{1,200}$/;

export const isNameOfFile = (name: string): boolean => NAME_OF_FILE.test(name) && !name.includes('..');

export function filesNamedIn(run: Run): string[] {
  const names = new Set<string>();
  JSON.stringify(run, (_key, value: unknown) => {
    if (typeof value === 'string' && isNameOfFile(value)) names.add(value);
    return value;
  });
  return [...names];
}
