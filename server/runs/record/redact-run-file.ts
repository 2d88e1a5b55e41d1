import { z } from 'zod';
import { Run } from '../../../model/run/run.ts';
import { ObservedText, redactObserved } from '../../../model/values/observed.ts';
import { type Redactor, redactDeep } from '../../../model/values/redactor.ts';
import { readMessage } from '../messages/redact-message.ts';
import { CONSOLE_FILE, MESSAGES_FILE, RUN_FILE } from './run-archive.ts';

const ConsoleLine = z.looseObject({ text: ObservedText, url: ObservedText.optional() });

/** Our own files; a page may have given any other JSON. */
const MASKS: Readonly<Record<string, (json: string, redact: Redactor) => unknown>> = {
  [RUN_FILE]: (json, redact) => redactObserved(Run, JSON.parse(json), redact),
  [CONSOLE_FILE]: (json, redact) => redactObserved(ConsoleLine, JSON.parse(json), redact),
  [MESSAGES_FILE]: readMessage,
};

const anyMask = (json: string, redact: Redactor): unknown => redactDeep(JSON.parse(json), redact);

/** The very same bytes when there is nothing to mask. */
export function redactRunFile(file: string, bytes: Buffer, redact: Redactor): Buffer {
  if (!/\.(?:nd)?json$/.test(file)) return bytes;
  const text = bytes.toString('utf8');
  if (redact(text) === text) return bytes;
  const mask = MASKS[file] ?? anyMask;
  return Buffer.from(
    maskJson(text, mask, redact) ??
      text
        .split('\n')
        .map(line => maskJson(line, mask, redact) ?? redact(line))
        .join('\n'),
  );
}

/** Masking the text of JSON could take quotes and brackets with it. Undefined for what is no JSON. */
function maskJson(text: string, mask: (json: string, redact: Redactor) => unknown, redact: Redactor) {
  try {
    return JSON.stringify(mask(text, redact));
  } catch {
    return undefined;
  }
}
