import type { Envelope } from '@cucumber/messages';
import type { Redactor } from '../../../model/values/redactor.ts';
import { isModule } from './module-uri.ts';

/** Why a step failed, and what is attached to it; all else is of the feature file, or holds the messages together. */
const OBSERVED_KEYS: ReadonlySet<string> = new Set(['message', 'stackTrace', 'body']);

const URI = /"uri":"([^"]+)"/;
/** A step of the text that represents a module: the title of an action. */
const TITLE = /(?<=^ {4}\* ).*$/gm;

/**
 * A message from its line in `messages.ndjson`, without secrets that became known after the run. Throws a `SyntaxError`
 * for what is no JSON.
 */
export function readMessage(line: string, redact: Redactor): Envelope {
  const isOfModule = isModule(URI.exec(line)?.[1] ?? '');
  return JSON.parse(line, (key, value) => {
    if (typeof value !== 'string') return value;
    if (isOfModule && key === 'data') return value.replace(TITLE, title => redact(title));
    return OBSERVED_KEYS.has(key) || (isOfModule && key === 'text') ? redact(value) : value;
  });
}
