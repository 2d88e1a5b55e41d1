import { z } from 'zod';
import { Run } from '../../../model/run/run.ts';
import { ObservedText, redactObserved } from '../../../model/values/observed.ts';
import { type Redactor, redactDeep } from '../../../model/values/redactor.ts';
import { readMessage } from '../messages/redact-message.ts';
import { CONSOLE_FILE, MESSAGES_FILE, RUN_FILE } from './run-archive.ts';

const ConsoleLine = z.looseObject({ text: ObservedText, url: ObservedText.optional() });

/** How what was observed is found in the files of a run that are JSON, or lines of JSON; a page may have given others. */
const MASKS: Readonly<Record<string, (json: string, redact: Redactor) => unknown>> = {
  [RUN_FILE]: (json, redact) => redactObserved(Run, JSON.parse(json), redact),
  [CONSOLE_FILE]: (json, redact) => redactObserved(ConsoleLine, JSON.parse(json), redact),
  [MESSAGES_FILE]: readMessage,
};

const anyMask = (json: string, redact: Redactor): unknown => redactDeep(JSON.parse(json), redact);

/** A file of a run without secrets that became known after it; the very same bytes when there are none. */
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

/** A secret must not take quotes and brackets with it. Undefined for what is no JSON. */
function maskJson(text: string, mask: (json: string, redact: Redactor) => unknown, redact: Redactor) {
  try {
    return JSON.stringify(mask(text, redact));
  } catch {
    return undefined;
  }
}
