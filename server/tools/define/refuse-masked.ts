import { AppError } from '../../../model/errors/errors.ts';
import { fieldPath } from '../../../model/errors/explain-issues.ts';
import { isRecord } from '../../../model/values/json-value.ts';
import { REDACTED } from '../../../model/values/redactor.ts';

interface MaskedLine {
  line: string;
  path: readonly (string | number)[];
}

function* maskedLines(value: unknown, path: MaskedLine['path'] = []): Generator<MaskedLine> {
  if (typeof value === 'string') {
    const lines = value.includes(REDACTED) ? value.split('\n') : [];
    for (const line of lines) if (line.includes(REDACTED)) yield { line: line.trim(), path };
  } else for (const [key, item] of entriesOf(value)) yield* maskedLines(item, [...path, key]);
}

function entriesOf(value: unknown): Iterable<[string | number, unknown]> {
  if (value instanceof Map) return [...value.values()].entries();
  if (Array.isArray(value)) return value.entries();
  return isRecord(value) ? Object.entries(value) : [];
}

/** Masked text written back would lose the secret; lines stored with such dots stay. Errors: `invalid-params`. */
export function refuseMasked(args: unknown, stored: () => unknown): void {
  const given = [...maskedLines(args)];
  if (given.length === 0) return;
  const known = new Set([...maskedLines(stored())].map(({ line }) => line));
  const [masked] = given.filter(({ line }) => !known.has(line));
  if (masked === undefined) return;
  const field = fieldPath('', masked.path);
  throw new AppError(
    'invalid-params',
    `"${field}" holds ${REDACTED}, which stands for something secret that is not shown. Nothing was written.`,
    {
      field,
      expected: 'the text itself, or a secret by its name, e.g. {{secret.PASSWORD}}',
      next: 'Where the page itself shows these dots, match them by a pattern, e.g. /•{4} 4242/.',
    },
  );
}
