import { z } from 'zod';
import { comparesTexts, isMatcherName, matcherRule } from '../actions/matchers.ts';
import { likeness, nearestNames } from '../errors/nearest.ts';
import { wordsOfLocator } from '../locator/locator-words.ts';
import { parseLocator } from '../locator/parse-locator.ts';
import { ObservedText } from '../values/observed.ts';
import { clueSentence } from './clue-sentences.ts';
import { CLUE_KINDS, type Clue } from './clues.ts';
import { requestEnd } from './failed-request.ts';
import { inShort, pathOf } from './quoted-text.ts';
import { type ActionFailure, type ActionResult, FailedRequest } from './run.ts';

const OWN_KINDS = [
  'no-page',
  'page-not-reached',
  'request-failed',
  'text-changed',
  'locator-moved',
  'too-slow',
] as const;

export const Cause = z.strictObject({
  kind: z.enum([...OWN_KINDS, ...CLUE_KINDS]),
  message: ObservedText,
  request: FailedRequest.pick({ method: true, url: true }).optional().describe('The request that it is about'),
});
export type Cause = z.infer<typeof Cause>;

export interface FailureFacts extends Pick<ActionResult, 'type' | 'title' | 'ms' | 'repaired'> {
  error: ActionFailure;
  matcher?: string | undefined;
  locator?: string | undefined;
  isPageless?: boolean | undefined;
  passedMs?: number | undefined;
}

interface Weighed extends Cause {
  /** From 0 to 100. */
  weight: number;
}

const NOT_THERE = 'no such element';
export const TRAVELS: readonly string[] = ['visit', 'newTab', 'goBack', 'goForward', 'reload'];

/** The engine's log names what it found. */
function isMissing({ actual, candidates = [], log = [] }: ActionFailure): boolean {
  if (actual !== undefined) return actual === NOT_THERE;
  return candidates.length > 0 || (hasLine(log, /waiting for (?:getBy|locator|frameLocator)/) && !isFound(log));
}

const isFound = (log: readonly string[]): boolean => hasLine(log, /resolved to/);
const hasLine = (log: readonly string[], words: RegExp): boolean => log.some(line => words.test(line));

/** Likeliest first; empty where nothing is known. */
export function causesOf(failed: FailureFacts): Cause[] {
  const { findings, incident } = failed.error;
  // What is wrong with the page itself has no other cause.
  if (findings !== undefined || incident !== undefined) return [];
  const found = [
    noPage(failed),
    notReached(failed),
    requestFailed(failed),
    textChanged(failed),
    locatorMoved(failed),
    tooSlow(failed),
    ...(failed.error.clues ?? []).map(fromClue),
  ];
  const ranked = found.filter(cause => cause !== undefined).toSorted((one, other) => other.weight - one.weight);
  return ranked
    .filter(({ kind }, index) => ranked.findIndex(other => other.kind === kind) === index)
    .map(({ weight: _weight, ...cause }) => cause);
}

const CLUE_WEIGHTS: { readonly [Kind in Clue['kind']]: number } = {
  'form-invalid': 96,
  'value-differs': 95,
  'dialog-said': 94,
  'other-tab': 93,
  redirected: 93,
  'page-said': 93,
  'behind-dialog': 92,
  covered: 90,
  hidden: 90,
  disabled: 90,
  'read-only': 90,
  'other-frame': 89,
  'container-missing': 88,
  'known-by': 86,
  'name-differs': 85,
  'other-role': 85,
  'not-loaded': 84.5,
  'page-error': 84,
};

/** Of what a page does without, or lives with. */
const MINOR_WEIGHT = 45;

function weightOf(clue: Clue): number {
  const isMinor =
    (clue.kind === 'not-loaded' && clue.file === 'stylesheet') ||
    (clue.kind === 'page-error' && clue.isAtLoad) ||
    (clue.kind === 'page-said' && clue.as === 'status');
  return isMinor ? MINOR_WEIGHT : CLUE_WEIGHTS[clue.kind];
}

/** Likeliest first. */
export const byWeight = (clues: readonly Clue[]): Clue[] =>
  clues.toSorted((one, other) => weightOf(other) - weightOf(one));

/** Likelier than what the page was noted to say or to ask in vain. */
export const OVER_NOTED: readonly Clue['kind'][] = ['form-invalid', 'value-differs'];

const fromClue = (clue: Clue): Weighed => ({ kind: clue.kind, message: clueSentence(clue), weight: weightOf(clue) });

function noPage({ isPageless = false, type, error }: FailureFacts): Weighed | undefined {
  if (!isPageless || TRAVELS.includes(type) || !isMissing(error)) return undefined;
  return { kind: 'no-page', message: 'The test opens no page: let it begin with “Go to /”.', weight: 97 };
}

function notReached({ type, matcher, error: { expected, actual } }: FailureFacts): Weighed | undefined {
  const kind = 'page-not-reached';
  if (matcher === 'toHaveURL' && expected !== undefined && actual !== undefined)
    return { kind, message: `The browser is at ${actual} instead of ${expected}.`, weight: 88 };
  return TRAVELS.includes(type) ? { kind, message: 'The page could not be opened.', weight: 95 } : undefined;
}

const FIRST_SERVER_ERROR = 500;
/** Ranks above causes that may follow from the refused request. */
const REFUSED = 91;

function requestFailed({ error: { failedRequests = [], clues = [] } }: FailureFacts): Weighed | undefined {
  const isScript = ({ url }: FailedRequest) =>
    clues.some(clue => clue.kind === 'not-loaded' && clue.file === 'script' && clue.url === url);
  const requests = failedRequests.filter(request => !isScript(request));
  const [first, ...others] = requests.toSorted((one, other) => gravity(other) - gravity(one));
  if (first === undefined) return undefined;
  const { method, url } = first;
  const more = others.length === 0 ? '' : `, and ${others.length} more failed`;
  const message = `${method} ${pathOf(url)} ${requestEnd(first)}${more}.`;
  return { kind: 'request-failed', message, request: { method, url }, weight: gravity(first) };
}

function gravity({ status, url }: NonNullable<ActionFailure['failedRequests']>[number]): number {
  if (/\.(?:ico|png|jpe?g|gif|svg|webp|woff2?|css|map)(?:\?|$)/.test(url)) return 20;
  if (status === undefined || status >= FIRST_SERVER_ERROR) return 92;
  return REFUSED;
}

const requiresText = (matcher: string): boolean =>
  isMatcherName(matcher) && matcherRule(matcher).expected === 'required' && comparesTexts(matcher);

const NAMES: Readonly<Record<string, string>> = { toHaveCount: 'number', toHaveValue: 'value' };

function textChanged({ matcher, error: { expected, actual } }: FailureFacts): Weighed | undefined {
  if (expected === undefined || actual === undefined || actual === NOT_THERE || matcher === 'toHaveURL')
    return undefined;
  if (matcher !== undefined && !requiresText(matcher)) return undefined;
  const what = NAMES[matcher ?? ''] ?? 'text';
  const message = actual === '' ? `The ${what} is empty now.` : `The ${what} changed to “${inShort(actual)}”.`;
  return { kind: 'text-changed', message, weight: actual === '' ? 55 : 70 + 20 * likeness(expected, actual) };
}

function locatorMoved({ error, repaired, locator }: FailureFacts): Weighed | undefined {
  const kind = 'locator-moved';
  const [nearest] = error.candidates ?? [];
  if (repaired !== undefined)
    return { kind, message: `Its locator found nothing; ${repaired.to} stood in for it.`, weight: 84 };
  if (!isMissing(error)) return undefined;
  if (nearest === undefined)
    return {
      kind,
      message: 'The element is not there any more, and nothing on the page comes close to it.',
      weight: 50,
    };
  return isOtherName(locator, nearest)
    ? { kind, message: 'The element is not there any more; what comes nearest has quite another name.', weight: 80 }
    : { kind, message: `The element moved or has another name; the nearest is ${nearest}.`, weight: 80 };
}

/** Whether both locators have names, too different to be confused. */
function isOtherName(locator: string | undefined, other: string): boolean {
  const [sought, there] = [namesIn(locator ?? ''), namesIn(other)];
  return sought.length > 0 && there.length > 0 && !sought.some(name => nearestNames(name, there).length > 0);
}

function namesIn(locator: string): string[] {
  try {
    return wordsOfLocator(parseLocator(locator)).own.filter(name => typeof name === 'string');
  } catch {
    return [];
  }
}

/** It took most of its time limit when it last passed, and was not short. */
const SLOW_SHARE = 0.5;
const LEAST_SLOW_MS = 1_000;
const LONG_MS = 5_000;

function tooSlow({ type, error, ms, passedMs }: FailureFacts): Weighed | undefined {
  const kind = 'too-slow';
  const { actual, log = [] } = error;
  if (hasLine(log, /waiting for scheduled navigations to finish/))
    return { kind, message: 'The page that it leads to took too long to answer.', weight: 86 };
  if (TRAVELS.includes(type) && ms >= LONG_MS)
    return { kind, message: `The page took longer than ${seconds(ms)} to answer.`, weight: 80 };
  if (passedMs !== undefined && passedMs > Math.max(LEAST_SLOW_MS, ms * SLOW_SHARE))
    return { kind, message: `It was slow before: it took ${seconds(passedMs)} when it passed.`, weight: 66 };
  if (actual === undefined && isFound(log))
    return { kind, message: 'The element was there, but not ready in time.', weight: 78 };
  if (isMissing(error))
    return { kind, message: `It may take longer to appear than the ${seconds(ms)} that it waited.`, weight: 40 };
  return undefined;
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
