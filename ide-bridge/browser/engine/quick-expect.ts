import { setTimeout as pause } from 'node:timers/promises';
import type { ExpectQuestion, ScoutAnswer } from '../../page/engine/scout-questions.ts';
import { type FramePart, isTraced, type Progress, pageOf } from '../../playwright/engine-parts.ts';
import { askScout, lastPart, placeOf } from './ask-scout.ts';
import { KEPT_FOR_A_LOOK, type QuickOutcome, quickTime } from './quick-clock.ts';

export interface ExpectOptions {
  /** Default: the document. */
  selector?: string | undefined;
  expression: string;
  isNot: boolean;
  expectedNumber?: number;
  expectedText?: readonly unknown[];
}

/** Needs neither the page's own world nor pictures. */
const KNOWN =
  /^to\.(be\.(visible|hidden|attached|detached|enabled|disabled|checked|editable|readonly|focused|empty|in\.viewport)|have\.(text|value|count|title|url|attribute(\.value)?|class|css|id|role|accessible\.name|accessible\.description)|contain\.(text|class))(\.array)?$/;

/** Whether an expectation holds without an element; `isNot` inverts it. */
const WITHOUT_ELEMENT: Record<string, boolean> = {
  'to.be.hidden': true,
  'to.be.detached': true,
};
const NOT_WITHOUT_ELEMENT = ['to.be.visible', 'to.be.attached', 'to.be.in.viewport'];

function holdsWithout({ expression, isNot, expectedNumber, expectedText }: ExpectOptions): boolean {
  if (expression === 'to.have.count') return (expectedNumber === 0) !== isNot;
  if (expression.endsWith('.array')) return ((expectedText?.length ?? 0) === 0) !== isNot;
  return isNot ? NOT_WITHOUT_ELEMENT.includes(expression) : WITHOUT_ELEMENT[expression] === true;
}

const LONGEST_WAIT_MS = { inFrame: 500, onPage: 30_000 };
const RETRY_MS = 20;
/** The page itself reports that the time is over, and what it saw. */
const GRACE_MS = 50;

/**
 * Waits in the page until an expectation holds. Returns undefined when it does not in time, or cannot be awaited there:
 * Playwright then looks once more and explains. Rejects as Playwright does.
 */
export async function expectQuickly(
  frame: FramePart,
  options: ExpectOptions,
  progress: Progress,
): Promise<QuickOutcome> {
  const left = quickTime(progress, KEPT_FOR_A_LOOK);
  if (left === undefined || !KNOWN.test(options.expression)) return undefined;
  try {
    while (left() > 0) {
      await pageOf(frame).performActionPreChecks(progress);
      const seen = await waitOnce(frame, { options, timeoutMs: left() }, progress).catch(error => {
        // Another document follows one that is gone.
        if (frame.isNonRetriableError(error)) throw error;
        return 'gone' as const;
      });
      if (seen === 'gone') await progress.wait(RETRY_MS);
      else if (seen !== 'again') return seen;
    }
  } catch (error) {
    if (!isOver(error)) throw error;
  }
  return undefined;
}

const isOver = (error: unknown): boolean => error instanceof Error && /^Timeout \d+ms exceeded/.test(error.message);

async function waitOnce(
  frame: FramePart,
  { options, timeoutMs }: { options: ExpectOptions; timeoutMs: number },
  progress: Progress,
): Promise<QuickOutcome | 'again'> {
  const { selector = ':root', ...expected } = options;
  const isMany = expected.expression === 'to.have.count' || expected.expression.endsWith('.array');
  const place = await placeOf(frame, { selector, strict: !isMany }, progress);
  // Playwright knows what a missing frame means for each expectation.
  if (place === undefined) return undefined;
  const mostMs = Math.min(timeoutMs, place.frame === frame ? LONGEST_WAIT_MS.onPage : LONGEST_WAIT_MS.inFrame);
  const request: ExpectQuestion = {
    action: 'expect',
    selector: lastPart(selector),
    isStrict: !isMany,
    isMany,
    missing: holdsWithout(expected),
    isMarked: isTraced(frame),
    options: expected,
    timeoutMs: mostMs,
  };
  // Not together with a long wait: the document may go away meanwhile.
  const first = place.turn.asksPageAfter(place.frame)
    ? await orLate(askScout(place, progress, 'act', { ...request, asksPageAfter: true }), timeoutMs)
    : {};
  const isKnown = first.done || first.hand !== undefined;
  const answer = isKnown ? first : await orLate(askScout(place, progress, 'wait', request), timeoutMs);
  if (answer.done) return {};
  if (answer.hand !== undefined) return undefined;
  noteValues(answer.whys ?? [], progress);
  return 'again';
}

/** Leaves a page that does not answer to Playwright's last look, which outlives the limit. */
async function orLate(asked: Promise<ScoutAnswer>, timeoutMs: number): Promise<ScoutAnswer> {
  if (!Number.isFinite(timeoutMs)) return await asked;
  asked.catch(() => {});
  const ended = new AbortController();
  try {
    const late = pause(timeoutMs + GRACE_MS, { hand: 'no answer' }, { signal: ended.signal });
    late.catch(() => {});
    return await Promise.race([asked, late]);
  } finally {
    ended.abort();
  }
}

/** In Playwright's words, which the explanation of failures reads. */
function noteValues(whys: readonly string[], progress: Progress): void {
  for (const why of whys) if (why.startsWith('is ')) progress.log(`  unexpected value "${why.slice(3)}"`);
}
