import { ACTION_KINDS, type Action } from '../../../model/actions/index.ts';
import { AppError } from '../../../model/errors/errors.ts';
import type { ElementLook } from '../../../model/locator/element-look.ts';
import { errorHash } from '../../../model/run/error-hash.ts';
import type { ActionResult } from '../../../model/run/run.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { startClock, withinLimit } from '../../browser/limits/within-limit.ts';
import { timeLimitOf } from '../action/action-limits.ts';
import { type Later, PASSED, type Performed } from '../action/perform-context.ts';
import { type Failed, failureOf, STUCK } from '../page/failure.ts';
import { type Limits, pageHangs } from '../page/on-current-page.ts';
import type { Surroundings } from '../page/surroundings.ts';
import { BlockedPage } from './blocked-page.ts';
import type { FilledFields } from './filled-fields.ts';
import type { ItemRequest } from './item-request.ts';
import { performContextOf } from './perform-context-of.ts';
import type { Frame, ItemValues } from './run-frame.ts';
import { performWithFallbacks } from './stand-in.ts';
import { lookAround, nameCover, nameFallback, takeFailurePicture, takePicture } from './take-evidence.ts';

/** What the engine may take beyond a limit to say so itself. */
const GRACE_MS = 6_000;
/** A tab whose server has not answered by then becomes the current one when it does. */
const MOST_TAB_WAIT_MS = 10_000;

export type Outcome = Pick<
  ActionResult,
  'state' | 'error' | 'screenshot' | 'file' | 'wrote' | 'repaired' | 'branch' | 'actions'
>;

/** What became of an action, and whether it keeps the next ones from running. */
export interface Ended {
  outcome: Outcome;
  isEnd: boolean;
  later?: Later | undefined;
}

interface Attempt {
  action: Action;
  frame: Frame;
  filled: FilledFields;
}

type Failure = Omit<Failed, 'state'> & Attempt & { blocked?: BlockedPage | undefined };

interface Awaited {
  action: Action;
  later: Later;
}

type Passed = Extract<Performed, { state: 'passed' }>;

/** Performs single actions within their limits, and says what became of each. Knows nothing of their order. */
export class ActionPerformer {
  readonly #request: ItemRequest & { values: ItemValues };
  /** What the next action that does something is to bring, in order. */
  readonly #awaited: Awaited[] = [];

  constructor(request: ItemRequest & { values: ItemValues }) {
    this.#request = request;
  }

  /** Ends with the limit of the action or the run, whatever the page does; one that hangs has no more time than that. */
  within<Result>(action: Action, work: (limits: Limits) => Promise<Result>): Promise<Result> {
    const timeoutMs = timeLimitOf(action, this.#request.plan);
    const late = () =>
      new AppError('timeout', `The page did not answer within ${inSeconds(timeoutMs)}.`, { facts: STUCK });
    const unlessHanging = (signal: AbortSignal) =>
      Promise.race([work({ timeoutMs, signal }), pageHangs(this.#request.session, { timeoutMs, signal })]);
    return withinLimit(unlessHanging, {
      signal: this.#request.signal,
      timeoutMs: timeoutMs + GRACE_MS,
      late,
    });
  }

  /** `filled` is told the values that went into the action. */
  async perform(action: Action, frame: Frame, filled: FilledFields): Promise<Ended> {
    const { signal, plan, watch, session, sink, itemIndex } = this.#request;
    const { actionId } = action;
    const mended: Pick<Outcome, 'repaired'> = {};
    const bad = async (...[state, failure]: Parameters<ActionPerformer['failed']>): Promise<Ended> => ({
      outcome: { ...(await this.failed(state, failure)), ...mended },
      isEnd: true,
    });
    watch.actionBegins(action);
    const { isQuiet } = ACTION_KINDS[action.type];
    const awaited = isQuiet ? [] : this.#awaited.splice(0);
    using blocked = isQuiet ? undefined : new BlockedPage(session);
    try {
      const performed = await this.within(action, async given => {
        const limits = await this.#afterTabs(action, given);
        const context = performContextOf(this.#request, frame, limits, filled);
        const learn = (locator: string, look: ElementLook) => sink.learned?.(itemIndex, { actionId, locator, look });
        return performWithFallbacks(action, context, { plan, mended, learn });
      });
      const done = performed.state === 'passed' ? await this.#afterwards(performed, awaited) : performed;
      if (done.state === 'passed') return await this.#passed(action, done, mended);
      const { error, isMissing } = done;
      return await bad('failed', { action, frame, failure: error, isMissing, filled, blocked });
    } catch (error) {
      const { state, ...failed } = failureOf(error, signal);
      if (state === 'stopped') return { outcome: { state, error: failed.failure, ...mended }, isEnd: true };
      return await bad(state, { action, frame, ...failed, filled, blocked });
    } finally {
      for (const { later } of awaited) later.drop?.();
    }
  }

  /** A tab that the action before has opened is the one that this is about, once its server answers. */
  async #afterTabs({ type }: Action, limits: Limits): Promise<Limits> {
    if (ACTION_KINDS[type].isQuiet) return limits;
    const remaining = startClock(limits.timeoutMs);
    const timeoutMs = Math.min(limits.timeoutMs / 2, MOST_TAB_WAIT_MS);
    await this.#request.session.network.tabsArrive({ signal: limits.signal, timeoutMs });
    return { ...limits, timeoutMs: remaining() };
  }

  async #passed(action: Action, { later, ...outcome }: Passed, mended: Pick<Outcome, 'repaired'>): Promise<Ended> {
    if (later?.afterNext !== undefined) this.#awaited.push({ action, later });
    const isWanted = this.#request.plan.screenshots === 'each' && outcome.screenshot === undefined;
    const picture = isWanted ? await takePicture(action, this.#request) : {};
    return { outcome: { ...outcome, ...picture, ...mended }, isEnd: false, later };
  }

  /** Waits for what an action was to bring. */
  async #afterwards(performed: Passed, awaited: readonly Awaited[]): Promise<Performed> {
    let done = performed;
    for (const { action, later } of awaited) {
      const brought = await this.within(action, async limits => (await later.afterNext?.(limits)) ?? PASSED);
      if (brought.state === 'failed') return brought;
      done = { ...done, ...brought };
    }
    return done;
  }

  /** Adds what helps to understand a failure: what failed on the page, elements that come close, and a picture. */
  async failed(
    state: 'failed' | 'error',
    { action, frame, failure, isMissing, isCovered, field, isStuck, filled, blocked }: Failure,
  ): Promise<Pick<Outcome, 'state' | 'error' | 'screenshot'>> {
    const { plan, watch } = this.#request;
    // What hangs until the end is told as such.
    const block = isStuck ? undefined : await blocked?.cause();
    const nothing: Partial<Surroundings> = {};
    const [{ candidates = [], missingFrame }, cover, fallback, picture] = await Promise.all([
      isMissing ? lookAround({ action, field }, frame, this.#request) : nothing,
      isCovered ? nameCover(action, frame, this.#request) : undefined,
      isMissing && field !== 'target' ? nameFallback(action, frame, this.#request) : undefined,
      plan.screenshots === 'off' || isStuck ? {} : takeFailurePicture(action, this.#request),
    ]);
    const message = joined(block, failure.message, missingFrame, cover, fallback, watch.cause(failure.message));
    const error = {
      ...failure,
      message,
      ...(candidates.length === 0 ? {} : { candidates }),
      ...watch.troubles(),
      errorHash: errorHash(failure, filled.texts),
    };
    return { state, error, ...picture };
  }
}

const joined = (...sentences: (string | undefined)[]): string =>
  sentences.filter(sentence => sentence !== undefined).join(' ');
