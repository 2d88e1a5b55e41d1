import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { formatLocator } from '../../../model/locator/format-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { readsAsWords } from '../../../model/locator/locator-words.ts';
import { A_KEY, unknownKey } from '../../../model/values/key.ts';
import { readLocatorFault } from '../../browser/elements/locator-fault.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';
import { CHOOSE_BY_HAND } from '../../browser/reading/element-state.ts';
import { explainFailure } from '../../browser/requests/page-failure.ts';
import { givenTime } from './limits.ts';

interface ErrorSituation {
  subject: string;
  locator?: Locator;
  url: string;
  way?: string | undefined;
  timeoutMs: number;
  wholeMs?: number | undefined;
  signal: AbortSignal;
}

type Words = (match: RegExpExecArray) => string;

/** What kept an action from an element that is there. */
export const ActionObstacle = z.enum(['covered', 'disabled', 'read-only', 'hidden', 'outside', 'moving', 'gone']);
export type ActionObstacle = z.infer<typeof ActionObstacle>;

const OBSTACLES: readonly (readonly [RegExp, Words, ActionObstacle])[] = [
  [/(<[^\n]*?>)[^\n]* intercepts pointer events/, match => `is covered by ${match[1]}`, 'covered'],
  [/element is not enabled/, () => 'is disabled', 'disabled'],
  [/element is not editable/, () => 'is read-only', 'read-only'],
  [/element is not visible/, () => 'is there, but not visible', 'hidden'],
  [/element is inside a hidden frame/, () => 'is in a frame that is not visible', 'hidden'],
  [
    /element is outside of the viewport/,
    () => 'is outside the visible page and cannot be scrolled into view',
    'outside',
  ],
  [/element is not stable/, () => 'keeps moving', 'moving'],
  [/element was detached from the DOM/, () => 'was removed from the page', 'gone'],
];

/** The message continues a sentence about the element. */
export class Unsuited extends Error {}

const UNSUITABLE: readonly (readonly [RegExp, Words])[] = [
  [/Non-multiple file input/, () => 'takes only one file'],
  [/webkitdirectory/, () => 'takes a whole folder, not files'],
  [/Cannot type text into input\[type=number\]/, () => 'takes only numbers'],
  [/Malformed value/, () => 'does not take this value; dates are written 2026-12-31, times 23:59, colours #ff0000'],
  [/Input of type "(\w+)" cannot be filled/, match => `is an input of type ${match[1]}, which takes no text`],
  [/Element is not a <select> element/, () => `is not a list to choose from (<select>): ${CHOOSE_BY_HAND}`],
  [/Element is not an <input>/, () => 'takes no text: it is not an <input>, not a <textarea> and not editable'],
  [
    /(?:Node is not an <input>|Not an input element)/,
    () => 'has no value: it is not an <input>, <textarea> or <select>',
  ],
  [/Not a checkbox or radio button/, () => 'is not a checkbox or radio button'],
  [/Clicking the checkbox did not change its state/, () => 'did not change when it was clicked'],
  [/Cannot uncheck radio button/, () => 'is a radio button; it is unticked by ticking another one'],
];

const UNREADABLE = /while parsing|is not a valid (?:selector|XPath)|Unknown engine|Malformed (?:selector|attribute)/;

/** Whether the page, or Playwright, says that a locator is not one. */
export const isUnreadable = ({ message }: Error): boolean => UNREADABLE.test(stripVTControlCharacters(message));

export const isWaitOver = (error: unknown): error is Error => error instanceof Error && error.name === 'TimeoutError';

export function explainActionError(error: unknown, situation: ErrorSituation): AppError {
  const { signal, subject, url } = situation;
  if (signal.aborted && isAppError(signal.reason)) return signal.reason;
  const explained = explainFailure(error);
  if (isAppError(explained)) return explained;
  if (!(error instanceof Error)) return new AppError('page-error', String(error));
  const message = stripVTControlCharacters(error.message);
  const log = engineLog(error);
  const errorOf = (kind: 'timeout' | 'page-error' | 'invalid-params', words: string) =>
    new AppError(kind, words, { facts: { log }, cause: error });
  const unsuitable = error instanceof Unsuited ? message : firstMatch(UNSUITABLE, message);
  if (unsuitable !== undefined) return errorOf('page-error', `${subject} on ${url} ${unsuitable}.`);
  if (isUnreadable(error))
    return errorOf('invalid-params', `The locator ${subject} cannot be read: ${unreadable(message)}`);
  return (
    aboutKey(message) ??
    aboutLocator(error, situation) ??
    aboutPage(message, situation, errorOf) ??
    aboutTime(error, situation)
  );
}

function unreadable(message: string): string {
  const selector = /while parsing css selector "(.*)"\. Did you mean/.exec(message)?.[1];
  return selector === undefined ? plainSentence(message) : `“${selector}” is not a CSS selector.`;
}

function aboutKey(message: string): AppError | undefined {
  const key = /Unknown key: "(.*)"/.exec(message)?.[1];
  if (key === undefined) return undefined;
  return new AppError('invalid-params', `${unknownKey(key)}.`, { field: 'key', expected: A_KEY });
}

function aboutLocator(error: Error, { subject, url, locator = NOWHERE }: ErrorSituation): AppError | undefined {
  const fault = readLocatorFault(error, { locator, subject, url });
  if (fault === undefined) return undefined;
  const { message, candidates } = fault;
  return new AppError('locator-not-found', message, {
    facts: { log: engineLog(error), ...(candidates.length === 0 ? {} : { candidates }) },
    cause: error,
  });
}

const NOWHERE: Locator = { steps: [] };

function aboutPage(
  message: string,
  { subject }: ErrorSituation,
  errorOf: (kind: 'page-error', words: string) => AppError,
): AppError | undefined {
  if (/Execution context was destroyed|frame (?:was|got) detached/i.test(message))
    return errorOf('page-error', `The page went to another address while ${subject} was being checked or was running.`);
  return subject === 'the script' ? errorOf('page-error', `The script failed: ${plainSentence(message)}`) : undefined;
}

/** Playwright's log once an action was done and only its consequences are awaited. */
const DONE = /waiting for scheduled navigations to finish/;
const LOOKING = /waiting for (?:getBy|locator|frameLocator)/;

/** An action of several steps, such as a drag, searches its next element after each step. */
function isDone(log: readonly string[]): boolean {
  const at = log.findLastIndex(line => DONE.test(line));
  return at >= 0 && !log.slice(at).some(line => LOOKING.test(line));
}

function aboutTime(error: Error, situation: ErrorSituation): AppError {
  const { subject, locator = NOWHERE, url, way } = situation;
  const log = engineLog(error);
  const detail = { facts: { log }, cause: error };
  const message = stripVTControlCharacters(error.message);
  const limit = givenTime(situation);
  if (isWaitOver(error) && isDone(log)) {
    const there = way === undefined ? 'the page it leads to' : `${shownAddress(way)}, which it leads to,`;
    return new AppError(
      'timeout',
      `The action on ${subject} was done, but ${there} did not answer within ${limit}.`,
      detail,
    );
  }
  const found = lastObstacle(log);
  if (found !== undefined) {
    const { obstacle, words } = found;
    const covered = obstacle === 'covered' ? { covered: `${subject} on ${url}` } : {};
    const facts = { log, obstacle, ...covered };
    return new AppError('timeout', `${subject} on ${url} ${words}.`, { facts, cause: error });
  }
  if (!isWaitOver(error)) return new AppError('page-error', plainSentence(message), detail);
  return log.some(line => line.includes('resolved to'))
    ? new AppError('timeout', `${subject} on ${url} was not ready within ${limit}.`, detail)
    : new AppError(
        'locator-not-found',
        `No element matches ${subject} on ${url} (looked for ${limit}).${wordsAsSelector(locator)}`,
        detail,
      );
}

/** Page text is no locator by itself. */
function wordsAsSelector({ steps }: Locator): string {
  const last = steps.at(-1);
  if (last?.kind !== 'selector' || !readsAsWords(last.selector)) return '';
  return ` “${last.selector}” alone is a CSS selector; the text is meant by ${formatLocator({ steps: [{ kind: 'text', text: last.selector }] })}.`;
}

function lastObstacle(log: readonly string[]): { obstacle: ActionObstacle; words: string } | undefined {
  for (const line of log.toReversed()) {
    for (const [pattern, words, obstacle] of OBSTACLES) {
      const match = pattern.exec(line);
      if (match !== null) return { obstacle, words: words(match) };
    }
  }
  return undefined;
}

function firstMatch(table: readonly (readonly [RegExp, Words])[], text: string): string | undefined {
  for (const [pattern, words] of table) {
    const match = pattern.exec(text);
    if (match !== null) return words(match);
  }
  return undefined;
}

/** Without the name of Playwright's call. */
export const plainSentence = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/^[a-zA-Z]+\.[a-zA-Z]+: (?:Error: )?/, '').replace(/[^.!?]$/, '$&.');

const Logged = z.object({ log: z.array(z.string()) });
const Asserted = z.object({ matcherResult: Logged });

export function engineLog(error: Error): string[] {
  const asserted = Asserted.safeParse(error);
  const logged = Logged.safeParse(asserted.success ? asserted.data.matcherResult : error);
  const lines = logged.success ? logged.data.log : error.message.split('\n').slice(1);
  return lines
    .map(line => shorten(stripVTControlCharacters(line).trimEnd()))
    .filter(line => line !== '' && line !== 'Call log:');
}

/** Values are quoted with all the white space of the page's source. */
const shorten = (line: string): string =>
  line.replace(/(?<=\S)\s+/g, ' ').replace(/(unexpected value ".{200}).+"$/, '$1…"');
