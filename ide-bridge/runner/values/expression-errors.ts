import { AppError } from '../../../model/errors/errors.ts';
import { unknownFunction } from '../../../model/values/expression-functions.ts';
import { habitIn } from '../../../model/values/expression-habits.ts';
import { quotedExpression, type SyntaxFault, unreadableExpression } from '../../../model/values/expression-syntax.ts';
import { createRedactor } from '../../../model/values/redactor.ts';
import type { Scopes } from './scopes.ts';

const SECRET_REFUSED = 'SECRET';
/** For JSONata codes and engine messages that only programmers understand. */
const OWN_WORDS = new Map([
  ['D1011', 'it calls itself too deeply'],
  ['D2014', 'it makes a list that is too long'],
  ['D2015', 'it makes a list that is too long'],
  ['Maximum call stack size exceeded', 'it is nested too deeply'],
  ['Invalid string length', 'it makes a text that is too long'],
]);

const NO_FUNCTION = 'T1006';

/** JSONata codes for operators that were given a text instead of a number. */
const NO_NUMBER = new Set(['T2001', 'T2002', 'T2009']);
const AS_NUMBER = '; parameters and columns hold text, which $number(…) turns into a number';

/** Secrets in JSONata's message are masked. */
export function expressionFailed(
  expression: string,
  { code, message }: { code: string; message: string },
  scopes: Scopes,
): AppError {
  if (code === SECRET_REFUSED) return secretRefused(expression);
  const unknown = code === NO_FUNCTION ? unknownFunction(expression) : undefined;
  const words = unknown ?? OWN_WORDS.get(code) ?? OWN_WORDS.get(message) ?? message;
  const reason = createRedactor(scopes.secrets())(words).replace(/\.$/, '');
  const habit = habitIn(expression);
  const help = habit === undefined ? helpFor(code, expression) : `; ${habit}`;
  return new AppError('invalid-project', `${quotedExpression(expression)} failed: ${reason}${help}.`);
}

function helpFor(code: string, expression: string): string {
  if (!NO_NUMBER.has(code)) return '';
  return expression.includes('+') ? `${AS_NUMBER}, and & joins texts` : AS_NUMBER;
}

export function noValue(expression: string, value: null | undefined): AppError {
  const [what, instead] = value === null ? ['is null', `${expression} ?: ""`] : ['has no value', `${expression} ?? ""`];
  const habit = habitIn(expression);
  const help = habit ?? `where it may be empty, write {{ ${instead} }}`;
  return new AppError('invalid-project', `${quotedExpression(expression)} ${what}; ${help}.`);
}

export const expressionUnreadable = (expression: string, fault: SyntaxFault): AppError =>
  new AppError('invalid-params', `${unreadableExpression(expression, fault)}.`);

export const secretRefused = (expression: string): AppError =>
  new AppError(
    'invalid-params',
    `${quotedExpression(expression)} reads a secret; secrets can be used in the fields of actions, not in conditions.`,
  );

export const tookTooLong = (expression: string, timeLimitMs: number): AppError =>
  new AppError(
    'timeout',
    `${quotedExpression(expression)} took longer than ${timeLimitMs} ms; look for an endless loop, recursion or pattern.`,
  );

export const neededTooMuchMemory = (expression: string, limitMb: number): AppError =>
  new AppError(
    'invalid-project',
    `${quotedExpression(expression)} was ended: it needed more than ${limitMb} MB of memory.`,
  );
