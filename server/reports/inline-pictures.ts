import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Attachment, AttachmentContentEncoding, type Envelope } from '@cucumber/messages';
import { systemCode } from '../store/files/file-system.ts';

/** What one picture, and all of them together, may add to a report: services refuse reports that are too large. */
const MOST_PICTURE_BYTES = 200_000;
const MOST_BYTES = 5_000_000;

interface Inlined {
  messages: Envelope[];
  /** Why each picture that is missing is, in a sentence. */
  leftOut: readonly string[];
}

/**
 * Puts the pictures that messages refer to into the messages, as a report needs them that goes away from the run's folder.
 * In place of one that does not fit, or that is gone, stands a text that says so.
 */
export async function inlinePictures(messages: readonly Envelope[], folder: string): Promise<Inlined> {
  const leftOut: string[] = [];
  let left = MOST_BYTES;
  const inlined: Envelope[] = [];
  for (const message of messages) {
    const { attachment } = message;
    if (attachment?.url === undefined || attachment.body !== '') inlined.push(message);
    else {
      const picture = await readPicture(attachment, folder, left);
      left -= picture.bytes;
      if (picture.reason !== undefined) leftOut.push(picture.reason);
      inlined.push({ attachment: picture.attachment });
    }
  }
  return { messages: inlined, leftOut };
}

interface Picture {
  attachment: Attachment;
  bytes: number;
  reason?: string;
}

const PICTURE = /^screenshots\/[^/\\]+$/;

async function readPicture({ url = '', ...attachment }: Attachment, folder: string, left: number): Promise<Picture> {
  const name = decodeURI(url);
  const path = join(folder, name);
  const missing = (reason: string): Picture => ({ attachment: noteOf(attachment, reason), bytes: 0, reason });
  if (!PICTURE.test(name)) return missing(`${name} is missing: it cannot be read (no picture of the run).`);
  try {
    const { size } = await stat(path);
    if (size > MOST_PICTURE_BYTES)
      return missing(`${name} is left out: it has ${inKilobytes(size)}, at most 200 kB go in.`);
    if (size > left) return missing(`${name} is left out: more than 5 MB of pictures would be in the report.`);
    const body = (await readFile(path)).toString('base64');
    return { attachment: { ...attachment, body, contentEncoding: AttachmentContentEncoding.BASE64 }, bytes: size };
  } catch (cause) {
    return missing(`${name} is missing: it cannot be read (${systemCode(cause) ?? 'damaged'}).`);
  }
}

const noteOf = ({ fileName: _picture, ...attachment }: Attachment, body: string): Attachment => ({
  ...attachment,
  body,
  contentEncoding: AttachmentContentEncoding.IDENTITY,
  mediaType: 'text/plain',
});

const inKilobytes = (bytes: number): string => `${Math.ceil(bytes / 1_000)} kB`;
