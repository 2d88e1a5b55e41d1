import type { Envelope } from '@cucumber/messages';
import type { Redactor } from '../../../model/values/redactor.ts';
import { isModule } from './module-uri.ts';

/** The fields with text from the page; all others come from the feature file or tie messages together. */
const OBSERVED_KEYS: ReadonlySet<string> = new Set(['message', 'stackTrace', 'body']);

const URI = /"uri":"([^"]+)"/;
/** Step lines of a module's generated feature hold action titles. */
const TITLE = /(?<=^ {4}\* ).*$/gm;

/** Masks secrets that became known after the run. Errors: `SyntaxError` for what is no JSON. */
export function readMessage(line: string, redact: Redactor): Envelope {
  const isOfModule = isModule(URI.exec(line)?.[1] ?? '');
  return JSON.parse(line, (key, value) => {
    if (typeof value !== 'string') return value;
    if (isOfModule && key === 'data') return value.replace(TITLE, title => redact(title));
    return OBSERVED_KEYS.has(key) || (isOfModule && key === 'text') ? redact(value) : value;
  });
}
