import type { Action } from '../../../model/actions/index.ts';
import { describeLocator } from '../../../model/locator/describe-locator.ts';
import { byWeight, OVER_NOTED } from '../../../model/run/causes.ts';
import { clueSentence } from '../../../model/run/clue-sentences.ts';
import type { Clue } from '../../../model/run/clues.ts';
import { nearDifference } from '../../../model/run/near-difference.ts';
import { readPattern } from '../../../model/values/pattern.ts';
import type { ActionObstacle } from '../page/explain-action-error.ts';
import type { FailedAttempt } from '../page/failure.ts';
import type { PageTells } from '../page/gather-clues.ts';

interface FailedThing extends Pick<FailedAttempt, 'failure' | 'obstacle'> {
  action: Action;
}

interface FoundOut {
  trouble: FailedThing;
  told: Partial<PageTells> | undefined;
  watched: readonly Clue[];
  cover: string | undefined;
}

/** All that is known of a failure, the likeliest cause first. */
export function likeliestFirst({ trouble, told = {}, watched, cover }: FoundOut): Clue[] {
  const { clues = [], hasPassword = false } = told;
  const noted = watched.map(clue => (clue.kind === 'redirected' ? { ...clue, hasPassword } : clue));
  const difference = valueDifference(trouble);
  return byWeight([
    ...(difference === undefined ? [] : [difference]),
    ...clues,
    ...(cover === undefined ? [] : [{ kind: 'covered' as const, by: describeLocator(cover) }]),
    ...noted,
  ]);
}

/** The message tells these already, in its own words. */
const TOLD_ELSEWHERE: readonly Clue['kind'][] = [
  ...(['covered', 'read-only', 'page-said', 'dialog-said', 'redirected'] as const),
];

function isTold(clue: Clue, isNoted: boolean): boolean {
  if (clue.kind === 'disabled') return clue.invalid === undefined;
  if (clue.kind === 'page-error') return isNoted || clue.isAtLoad;
  return TOLD_ELSEWHERE.includes(clue.kind);
}

/** The sentence of the likeliest cause, before or after what was noted of the page. */
export function sentencesOf(
  clues: readonly Clue[],
  isNoted: boolean,
): { first?: string | undefined; next?: string | undefined } {
  const [clue] = clues.filter(each => !isTold(each, isNoted));
  if (clue === undefined) return {};
  const sentence = clueSentence(clue);
  return !isNoted || OVER_NOTED.includes(clue.kind) ? { first: sentence } : { next: sentence };
}

const LACKS: Readonly<Record<string, ActionObstacle>> = { toBeVisible: 'hidden', toBeEnabled: 'disabled' };

/** What an assertion or a wait found, in the words of actions that could not be done. */
export function obstacleOf(action: Action, isMissing: boolean): ActionObstacle | undefined {
  if (isMissing) return undefined;
  if (action.type === 'wait') return action.until === 'visible' ? 'hidden' : undefined;
  if (action.type !== 'assert' || action.not === true) return undefined;
  return LACKS[action.matcher];
}

/** Matchers that take all white space for one space. */
const ONE_LINED: readonly string[] = ['toHaveText', 'toContainText', 'toHaveTitle', 'toHaveAccessibleName'];

const NOUNS: Readonly<Record<string, string>> = {
  toHaveValue: 'value',
  toHaveText: 'text',
  toContainText: 'text',
  toHaveTitle: 'title',
  toHaveAttribute: 'attribute',
  toHaveAccessibleName: 'name',
};

function valueDifference({ action, failure: { expected, actual } }: FailedThing): Clue | undefined {
  if (action.type !== 'assert' || action.not === true || expected === undefined || actual === undefined)
    return undefined;
  const what = NOUNS[action.matcher];
  if (what === undefined || typeof readPattern(expected, 'expected') !== 'string') return undefined;
  const shown = (text: string) => (ONE_LINED.includes(action.matcher) ? text.replace(/\s+/g, ' ').trim() : text);
  const difference = nearDifference(shown(expected), shown(actual));
  return difference && { kind: 'value-differs', difference, what };
}
