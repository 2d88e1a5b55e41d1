import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Attachment, AttachmentContentEncoding, type Envelope, TestStepResultStatus } from '@cucumber/messages';
import { systemCode } from '../store/files/file-system.ts';

/** In bytes. */
interface InlineLimits {
  mostOfOne: number;
  mostOfAll: number;
}

/** Services refuse reports that are too large, and so do build servers. */
const SMALL: InlineLimits = { mostOfOne: 200_000, mostOfAll: 5_000_000 };
/** Browsers open a page of this size without trouble. */
export const OF_A_PAGE: InlineLimits = { mostOfOne: 5_000_000, mostOfAll: 50_000_000 };
export const OF_A_FOLDER: InlineLimits = { mostOfOne: 50_000_000, mostOfAll: 500_000_000 };

interface Inlined {
  messages: Envelope[];
  leftOut: readonly string[];
}

/** Files of failed steps come first where not all fit; a sentence replaces each that does not. */
export async function inlinePictures(
  messages: readonly Envelope[],
  folder: string,
  limits: InlineLimits = SMALL,
): Promise<Inlined> {
  const failed = failedSteps(messages);
  const referring = messages.filter(isReferring);
  const isOfFailure = ({ attachment }: Envelope) => failed.has(placeOf(attachment));
  const byWeight = [...referring.filter(isOfFailure), ...referring.filter(message => !isOfFailure(message))];
  const read = new Map<Envelope, InlinedFile>();
  let left = limits.mostOfAll;
  for (const message of byWeight) {
    if (message.attachment === undefined) continue;
    const file = await readFileOf(message.attachment, folder, { ...limits, mostOfAll: limits.mostOfAll, left });
    left -= file.bytes;
    read.set(message, file);
  }
  const inlined = messages.map(message => {
    const file = read.get(message);
    return file === undefined ? message : { attachment: file.attachment };
  });
  return { messages: inlined, leftOut: referring.flatMap(message => read.get(message)?.reason ?? []) };
}

export function chosenEvidence(messages: readonly Envelope[], wanted: 'all' | 'failures' | 'none'): Envelope[] {
  if (wanted === 'all') return [...messages];
  const failed = wanted === 'failures' ? failedSteps(messages) : new Set<string>();
  return messages.filter(message => !isReferring(message) || failed.has(placeOf(message.attachment)));
}

const isReferring = ({ attachment }: Envelope): boolean => attachment?.url !== undefined && attachment.body === '';

type StepOfCase = Partial<Pick<Attachment, 'testCaseStartedId' | 'testStepId'>>;

const placeOf = ({ testCaseStartedId, testStepId }: StepOfCase = {}): string => `${testCaseStartedId} ${testStepId}`;

const failedSteps = (messages: readonly Envelope[]): ReadonlySet<string> =>
  new Set(
    messages.flatMap(({ testStepFinished: step }) =>
      step?.testStepResult.status === TestStepResultStatus.FAILED ? [placeOf(step)] : [],
    ),
  );

interface InlinedFile {
  attachment: Attachment;
  bytes: number;
  reason?: string;
}

const KEPT = /^(?:screenshots|videos)\/[^/\\]+$/;

async function readFileOf(
  { url = '', ...attachment }: Attachment,
  folder: string,
  { mostOfOne, mostOfAll, left }: InlineLimits & { left: number },
): Promise<InlinedFile> {
  const name = decodeURI(url);
  const path = join(folder, name);
  const missing = (reason: string): InlinedFile => ({ attachment: noteOf(attachment, reason), bytes: 0, reason });
  if (!KEPT.test(name)) return missing(`${name} is missing: it cannot be read (no picture of the run).`);
  try {
    const { size } = await stat(path);
    if (size > mostOfOne)
      return missing(`${name} is left out: it has ${inWords(size)}, at most ${inWords(mostOfOne)} go in.`);
    if (size > left)
      return missing(`${name} is left out: more than ${inWords(mostOfAll)} of pictures would be in the report.`);
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

const inWords = (bytes: number): string =>
  bytes >= 1_000_000 ? `${Math.ceil(bytes / 1_000_000)} MB` : `${Math.ceil(bytes / 1_000)} kB`;
