import type { ActionAsked, ActionQuestion, PointAsked, ScoutAnswer } from '../../page/engine/scout-questions.ts';
import {
  type FramePart,
  hasTestHook,
  isTraced,
  locatorText,
  type PagePart,
  type PagePoint,
  type Progress,
  pageOf,
  type SoughtElement,
} from '../../playwright/engine-parts.ts';
import { askScout, callScout, lastPart, placeOf, type ScoutPage } from './ask-scout.ts';
import { watchNewTab } from './new-tab.ts';
import { type QuickOutcome, quickTime } from './quick-clock.ts';

interface ElementAction {
  asked: ActionAsked;
  finish(place: ScoutPage, answer: ScoutAnswer, progress: Progress): Promise<QuickOutcome>;
  /** Whether it acts at once, so that a trace takes the page before. */
  isAtOnce?: boolean;
  /** Whether navigations that begin while it is readied count as its own. */
  isAllAwaited?: boolean;
}

export interface PointerOptions {
  button?: 'left' | 'right' | 'middle';
  clickCount?: number;
  delay?: number;
  modifiers?: readonly string[];
  noWaitAfter?: boolean;
}

/** Playwright handles calls with these options. */
const RARE = ['force', 'trial', 'position', 'steps', 'scroll'] as const;
export const isRare = (options: object): boolean =>
  RARE.some(name => Reflect.get(options, name)) || hasTestHook(options);

/** Playwright's delays between tries. */
const RETRY_MS = [0, 20, 100, 100, 500];
/** Shorter in a frame, which may be replaced and where a navigation may begin meanwhile. */
const LONGEST_WAIT_MS = { inFrame: 500, onPage: 5_000 };

const REASONS: Record<string, string> = {
  'in a hidden frame': 'element is inside a hidden frame, retrying',
  'not non-inert': 'element is inert',
  'error:optionsnotfound': 'did not find some options',
  'error:optionnotenabled': 'option being selected is not enabled',
};

/** In Playwright's words, which the explanation of failures reads. */
function reasonOf(why: string): string | undefined {
  if (why === 'nothing') return undefined;
  if (why === 'detached') return 'element was detached from the DOM, retrying';
  const cover = /^covered by (.*)$/s.exec(why)?.[1];
  return `  ${cover === undefined ? (REASONS[why] ?? `element is ${why}`) : `${cover} intercepts pointer events`}`;
}

class Attempt {
  tries = 0;
  isShown = false;
  /** The element went away or missed its input: from now on it must be still for two frames. */
  isCareful = false;
  #lastLine: string | undefined;
  readonly #progress: Progress;

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** Logs why the element is not ready, once per reason. */
  note({ why, seen }: ScoutAnswer): void {
    if (why === 'detached') this.isCareful = true;
    const line = why === undefined ? undefined : reasonOf(why);
    if (line === undefined || line === this.#lastLine) return;
    this.#lastLine = line;
    if (seen !== undefined) this.#progress.log(`  locator resolved to ${seen}`);
    this.#progress.log(line);
  }

  async rest(): Promise<void> {
    this.isCareful = true;
    const ms = RETRY_MS[Math.min(this.tries, RETRY_MS.length - 1)] ?? 0;
    this.tries += 1;
    if (ms > 0) await this.#progress.wait(ms);
  }
}

/**
 * Performs an action once the element is ready. The page is asked at once and, where it is not ready, waits itself;
 * right before each try, pending navigations are awaited. Rejects as Playwright does.
 */
export async function doQuickly(
  frame: FramePart,
  target: SoughtElement,
  action: ElementAction,
  progress: Progress,
): Promise<QuickOutcome> {
  const left = quickTime(progress);
  if (left === undefined || target.scope !== undefined || target.anyFrame) return undefined;
  progress.log(`waiting for ${locatorText(frame, target.selector)}`);
  const attempt = new Attempt(progress);
  while (left() > 0) {
    await pageOf(frame).performActionPreChecks(progress);
    try {
      const tried = await tryOnce({ frame, target, action: action, attempt, left }, progress);
      if (tried !== 'again') return tried;
    } catch (error) {
      // Another document follows one that is gone.
      if (frame.isNonRetriableError(error) || error instanceof BegunError) throw error;
      await attempt.rest();
    }
  }
  return undefined;
}

/** The action has begun and must not be repeated. */
class BegunError extends Error {}

interface ActionRound {
  frame: FramePart;
  target: SoughtElement;
  action: ElementAction;
  attempt: Attempt;
  left(): number;
}

async function tryOnce(round: ActionRound, progress: Progress): Promise<QuickOutcome | 'again'> {
  const { frame, target, action, attempt, left } = round;
  const place = await placeOf(frame, target, progress);
  if (place === undefined) {
    await progress.wait(Math.min(20, left()));
    return 'again';
  }
  const { strict: isStrict = true } = target;
  const request: ActionQuestion = {
    ...action.asked,
    selector: lastPart(target.selector),
    isStrict,
    tries: attempt.tries,
    isCareful: attempt.isCareful,
    isMarked: isTraced(frame),
    ...place.turn.asksBeside(place.frame),
  };
  if (!request.wantsSnapshot) await showBefore(place, { ...round, request }, progress);
  const work = async (inner: Progress) => {
    const answer = await askScout(place, inner, 'act', request);
    if (answer.done && action.isAtOnce && place.turn.snapshots.has(place.frame))
      await place.frame.instrumentation.onBeforeInputAction(inner, place.frame, undefined, answer.box);
    return { answer, outcome: answer.done ? await action.finish(place, answer, inner) : undefined };
  };
  const { answer, outcome } = action.isAllAwaited
    ? await pageOf(frame).frameManager.waitForSignalsCreatedBy(progress, true, work)
    : await work(progress);
  if (answer.hand !== undefined || outcome !== undefined) return outcome;
  attempt.note(answer);
  if (answer.done) {
    await attempt.rest();
    return 'again';
  }
  const mostMs = place.frame === frame ? LONGEST_WAIT_MS.onPage : LONGEST_WAIT_MS.inFrame;
  const timeoutMs = Math.max(0, Math.min(left(), mostMs));
  const waited = await askScout(place, progress, 'wait', { ...request, timeoutMs });
  if (waited.hand !== undefined) return undefined;
  attempt.tries = waited.tries ?? attempt.tries;
  for (const why of waited.whys ?? []) attempt.note({ why });
  if (/^error:option/.test(answer.why ?? '')) await attempt.rest();
  return 'again';
}

async function showBefore(
  place: ScoutPage,
  { action, attempt, request }: ActionRound & { request: ActionQuestion },
  progress: Progress,
): Promise<void> {
  const { frame } = place;
  if (!action.isAtOnce || attempt.isShown || !isTraced(frame)) return;
  const { done, box } = await askScout(place, progress, 'wait', { ...request, timeoutMs: 0 });
  if (!done) return;
  attempt.isShown = true;
  await frame.instrumentation.onBeforeInputAction(progress, frame, undefined, box);
}

interface PointerAction {
  name: PointAsked['action'];
  isEnabled: boolean;
  isAwaited: boolean;
  options: PointerOptions;
  wanted?: boolean;
  perform(page: PagePart, progress: Progress, point: PagePoint): Promise<void>;
}

export function pointerAction(how: PointerAction): ElementAction {
  const { name, isEnabled, wanted } = how;
  return {
    asked: { action: name, isEnabled, wanted },
    finish: async (place, { seen, isAlready, point, box }, progress) => {
      progress.log(`  locator resolved to ${seen ?? 'an element'}`);
      if (isAlready) return {};
      if (point === undefined) return undefined;
      const { frame: owner } = place;
      await owner.instrumentation.onBeforeInputAction(progress, owner, point, box);
      return (await pressAt(place, how, point, progress)) ? await checkTick(place, how) : undefined;
    },
  };
}

async function pressAt(place: ScoutPage, how: PointerAction, point: PagePoint, progress: Progress): Promise<boolean> {
  const page = pageOf(place.frame);
  const { name, isAwaited, options } = how;
  const stop = () =>
    place.frame.raceAgainstEvaluationStallingEvents(() => callScout(place, 'stop')).catch(() => 'done');
  let stopped: Promise<unknown> | undefined;
  using newTab = watchNewTab(place);
  try {
    await page.frameManager.waitForSignalsCreatedBy(progress, isAwaited, async inner => {
      const restore = options.modifiers && (await page.keyboard.ensureModifiers(inner, options.modifiers));
      inner.log(`  performing ${name} action`);
      await how.perform(page, inner, point);
      if (restore) await page.keyboard.ensureModifiers(inner, restore);
      stopped = stop().then(hit => {
        if (hit !== 'done') return hit;
        inner.log(`  ${name} action done`);
        inner.log('  waiting for scheduled navigations to finish');
        return hit;
      });
    });
  } finally {
    // On any error our listeners must be removed from the page.
    stopped ??= stop();
  }
  const hit = await progress.race(stopped);
  if (hit === 'done') {
    await newTab.arrived(progress);
    return true;
  }
  const cover = typeof hit === 'object' && hit !== null ? Reflect.get(hit, 'hitTargetDescription') : undefined;
  progress.log(`  ${String(cover)} intercepts pointer events`);
  return false;
}

async function checkTick(place: ScoutPage, { wanted }: PointerAction): Promise<QuickOutcome> {
  if (wanted === undefined) return {};
  const isTicked = await callScout(place, 'isTicked').catch(() => 'error:notconnected');
  if (isTicked === 'error:notconnected') throw new BegunError('Element is not attached to the DOM');
  if (isTicked !== wanted) throw new BegunError('Clicking the checkbox did not change its state');
  return {};
}

export const fillAction = (value: string): ElementAction => ({
  isAtOnce: true,
  asked: { action: 'fill', value },
  finish: async ({ frame: owner }, { value: result, seen }, progress) => {
    progress.log(`  locator resolved to ${seen ?? 'an element'}`);
    progress.log(`  fill("${value}")`);
    if (result === 'needsinput' && value !== '') await pageOf(owner).keyboard.insertText(progress, value);
    else if (result === 'needsinput') await pageOf(owner).keyboard.press(progress, 'Delete');
    return {};
  },
});

export const selectAction = (options: readonly unknown[]): ElementAction => ({
  isAtOnce: true,
  asked: { action: 'select', options },
  finish: async (_place, { value, seen }, progress) => {
    progress.log(`  locator resolved to ${seen ?? 'an element'}`);
    progress.log('  selected specified option(s)');
    return { value };
  },
});

export const pressAction = (key: string, options: object): ElementAction => ({
  isAtOnce: true,
  asked: { action: 'focus' },
  isAllAwaited: true,
  finish: async ({ frame: owner }, { seen }, progress) => {
    progress.log(`  locator resolved to ${seen ?? 'an element'}`);
    progress.log(`elementHandle.press("${key}")`);
    await pageOf(owner).keyboard.press(progress, key, options);
    return {};
  },
});
