import { AppError } from '../../../model/protocol/errors.ts';
import { createRedactor } from '../../../model/values/redactor.ts';
import type { Scopes } from './scopes.ts';

const MAX_QUOTED_LENGTH = 80;
/** JSONata numbers what is wrong with the text itself S0101 to S0500. */
const SYNTAX_CODE = /^S0\d\d\d$/;
/** Code of expression-child.mjs. */
const SECRET_REFUSED = 'SECRET';
/** For codes of JSONata and messages of the engine that speak to programmers. */
const OWN_WORDS = new Map([
  ['D1011', 'it calls itself too deeply'],
  ['D2014', 'it makes a list that is too long'],
  ['D2015', 'it makes a list that is too long'],
  ['Maximum call stack size exceeded', 'it is nested too deeply'],
  ['Invalid string length', 'it makes a text that is too long'],
]);

/** An expression as messages call it, shortened. */
const quoted = (expression: string): string =>
  `{{ ${expression.length > MAX_QUOTED_LENGTH ? `${expression.slice(0, MAX_QUOTED_LENGTH)}…` : expression} }}`;

/** The error for what JSONata refused; secret values in its words are masked. */
export function expressionFailed(
  expression: string,
  { code, message }: { code: string; message: string },
  scopes: Scopes,
): AppError {
  if (code === SECRET_REFUSED) return secretRefused(expression);
  const reason = createRedactor(scopes.secrets())(OWN_WORDS.get(code) ?? OWN_WORDS.get(message) ?? message).replace(
    /\.$/,
    '',
  );
  return SYNTAX_CODE.test(code)
    ? new AppError('invalid-params', `${quoted(expression)} is not a valid expression: ${reason}.`)
    : new AppError('invalid-project', `${quoted(expression)} failed: ${reason}.`);
}

export const secretRefused = (expression: string): AppError =>
  new AppError(
    'invalid-params',
    `${quoted(expression)} reads a secret; secrets can be used in the fields of actions, not in conditions.`,
  );

export const tookTooLong = (expression: string, timeLimitMs: number): AppError =>
  new AppError(
    'timeout',
    `${quoted(expression)} took longer than ${timeLimitMs} ms; look for a loop, recursion or pattern without end.`,
  );

export const neededTooMuchMemory = (expression: string, limitMb: number): AppError =>
  new AppError('invalid-project', `${quoted(expression)} was ended: it needed more than ${limitMb} MB of memory.`);
