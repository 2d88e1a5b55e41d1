import { AppError } from '../errors/errors.ts';

interface NotationFault {
  /** Zero-based. */
  offset: number;
  message: string;
  expected?: string;
}

/** One-based, as editors count. */
function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

export function locatorError(text: string, { offset, message, expected }: NotationFault): AppError {
  const position = positionAt(text, offset);
  const place = text.trim().includes('\n')
    ? `line ${position.line}, column ${position.column}`
    : `column ${position.column}`;
  return new AppError('invalid-params', `The locator has an error at ${place}: ${message}`, {
    ...(expected === undefined ? {} : { expected }),
    facts: { position },
  });
}
