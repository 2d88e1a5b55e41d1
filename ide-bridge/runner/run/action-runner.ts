import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { ACTION_KINDS, type Action, actionTitle } from '../../../model/actions/index.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { isLeftOut } from '../../../model/exchange/test-drafts.ts';
import type { ElementLook } from '../../../model/locator/element-look.ts';
import { actedTitle } from '../../../model/project/shown-actor.ts';
import type { ActionHead, ActionResult } from '../../../model/run/run.ts';
import { worstState } from '../../../model/run/state.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { startClock, withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { checkExpectation } from '../action/check-expectation.ts';
import {
  type BlockContext,
  type Later,
  PASSED,
  type PerformContext,
  type Performed,
} from '../action/perform-context.ts';
import { type BlockAction, isBlock, isLeaf, performBlock, performLeaf } from '../action/performers/index.ts';
import { failureOf, STUCK } from '../page/failure.ts';
import type { Limits } from '../page/limits.ts';
import { pageHangs } from '../page/on-current-page.ts';
import { BlockedPage } from './blocked-page.ts';
import { FilledFields, fillTitle, resultTitle } from './filled-fields.ts';
import type { RunPosition, ValuedRequest } from './item-request.ts';
import { type NodeWalk, walkOfTest } from './node-walk.ts';
import { performContextOf, timeLimitOf } from './perform-context-of.ts';
import { type Frame, innerFrame, inRound, scopesOf } from './run-frame.ts';
import { standIn } from './stand-in.ts';
import { takePicture, withEvidence } from './take-evidence.ts';

/** Extra time for Playwright to report a limit itself. */
const GRACE_MS = 6_000;
/** A tab whose server has not answered by then becomes the current one later. */
const MOST_TAB_WAIT_MS = 10_000;

/** Longer work without a break would block others, also of other projects. */
const LONGEST_MS = 10;

/**
 * Gives others a turn during work that never waits: promises alone do not. Call it between two pieces of work; costs a
 * turn of the event loop only once the work has gone on for a while.
 */
export function givingWay(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}

interface Level {
  results: { push(result: ActionResult): void };
  /** `isStopped`: the rest of the level is noted as skipped. */
  flow: { isStopped: boolean };
  /** Blocks and plugged tests around it, outermost first. Default: none. */
  within?: readonly ActionHead[];
}

type ActionOutcome = Omit<ActionResult, keyof ActionHead | 'ms' | 'moment' | 'dialogs' | 'call'>;
type Mended = Pick<ActionOutcome, 'repaired'>;
type Branch = Pick<ActionOutcome, 'branch'>;

interface BegunAction {
  startedAt: number;
  moment: number | undefined;
}

interface EndedAction {
  outcome: ActionOutcome;
  isEnd: boolean;
  later?: Later | undefined;
}

type Passed = Extract<Performed, { state: 'passed' }>;

type WorkPlace = Pick<RunPosition, 'node' | 'request'>;

type ActorOfRow = Pick<RunPosition, 'request' | 'actor' | 'notReady'>;

/** What a passed action brings with the next one, e.g. a download. */
interface AwaitedNext {
  place: RunPosition;
  later: Later;
}

type RunnerRequest = ValuedRequest & {
  expecting: Map<ActionResult, Later>;
};

const isSkipped = ({ disabled = false }: Action, { isStopped }: Level['flow']): boolean => isStopped || disabled;

const skippedOf = (action: Action): Pick<ActionResult, 'state' | 'ms' | 'leftOut'> => ({
  state: 'skipped',
  ms: 0,
  ...(isLeftOut(action) ? { leftOut: true } : {}),
});

const endsAll = ({ onFailure }: Action, { outcome, isEnd }: EndedAction): boolean =>
  isEnd && (onFailure !== 'continue' || outcome.state === 'stopped');

/** Walks the actions of a test and performs each within its limits. Decides the order; performers do the work. */
export class ActionRunner {
  readonly #request: RunnerRequest;
  readonly #giveWay = givingWay();
  #awaited: AwaitedNext[] = [];

  constructor(request: RunnerRequest) {
    this.#request = request;
  }

  /** Nodes after a failure are noted as skipped. Resolves with whether all went on. */
  async runNodes(walk: NodeWalk, frame: Frame, level: Level): Promise<boolean> {
    const { results, flow, within = [] } = level;
    const request = this.#request;
    const { slowMoMs } = request.plan;
    for (let node = walk.take(); node !== undefined; node = walk.take()) {
      const { action } = node;
      const turn = this.#giveWay();
      if (turn !== undefined) await turn;
      const isLeftOut = isSkipped(action, flow);
      const ready = this.#ready({ walk, node, frame, within }, isLeftOut);
      const place = ready instanceof Promise ? await ready : ready;
      if (isLeftOut) {
        results.push({ ...this.#headOf(place), ...skippedOf(action) });
        continue;
      }
      const waiting = request.gate.before(place);
      if (waiting !== undefined) await waiting.then(() => this.#fillTitle(place));
      if (walk.isWaiting) continue;
      const begun = this.#begin(place);
      const ended = isBlock(action) ? await this.#performBlock(place, action) : await this.#performFilmed(place);
      results.push(this.#resultOf(place, begun, ended));
      if (slowMoMs > 0) await this.#rest(slowMoMs);
      flow.isStopped = endsAll(action, ended);
    }
    return !flow.isStopped;
  }

  /**
   * With the window of its actor and its title; at once where both are there: awaiting nothing would cost every action
   * a turn of the event loop.
   */
  #ready(at: Omit<RunPosition, 'request' | 'filled'>, isLeftOut: boolean): RunPosition | Promise<RunPosition> {
    const { node, frame } = at;
    const titled = (acting: ActorOfRow): RunPosition | Promise<RunPosition> => {
      const place = { ...at, filled: new FilledFields(), ...acting };
      return this.#fillTitle(place)?.then(() => place) ?? place;
    };
    const acting = isLeftOut ? this.#bystander(node.action, frame) : this.#acting(node.action, frame);
    return acting instanceof Promise ? acting.then(titled) : titled(acting);
  }

  async #rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#request.signal }).catch(() => {});
  }

  /** Does nothing, so it needs no window. */
  #bystander(action: Action, frame: Frame): ActorOfRow {
    return { request: this.#request, actor: this.#request.actors?.nameOf(action, frame) };
  }

  /** Opens the window of an actor who acts for the first time. */
  #acting(action: Action, frame: Frame): ActorOfRow | Promise<ActorOfRow> {
    const { request, actor } = this.#bystander(action, frame);
    const found = request.actors?.requestOf(actor, request) ?? request;
    if (!(found instanceof Promise)) return { request: found, actor };
    return found.then(
      opened => ({ request: opened, actor }),
      (reason: unknown) => ({ request, actor, notReady: { reason } }),
    );
  }

  #begin({ node: { action, index }, frame, filled, request, actor }: RunPosition): BegunAction {
    const { onAction, gate, trace } = request;
    onAction({ action, actionIndex: index, testCode: frame.test.testCode, filled, actor });
    const startedAt = performance.now() - gate.pausedMs;
    return { startedAt, moment: isBlock(action) ? undefined : trace?.begin(actedTitle(actor, actionTitle(action))) };
  }

  #resultOf(place: RunPosition, { startedAt, moment }: BegunAction, { outcome, later }: EndedAction): ActionResult {
    const { watch, gate, trace } = place.request;
    const { expecting } = this.#request;
    if (moment !== undefined) trace?.end();
    const head = this.#headOf(place);
    const result: ActionResult = {
      ...head,
      ms: Math.round((performance.now() - gate.pausedMs - startedAt) * 10) / 10,
      ...outcome,
      ...keptCall(place.filled, place.request.values),
      ...(moment === undefined ? {} : { moment }),
      ...(isBlock(place.node.action) ? {} : watch.newDialogs(head)),
    };
    if (later !== undefined) expecting.set(result, later);
    return result;
  }

  /** Ends with the limit of the action or the run, also for a page that hangs. */
  #within<Result>({ node, request }: WorkPlace, work: (limits: Limits) => Promise<Result>): Promise<Result> {
    const { session, plan, signal: until } = request;
    const timeoutMs = timeLimitOf(node.action, plan);
    const late = () =>
      new AppError('timeout', `The page did not answer within ${inSeconds(timeoutMs)}.`, { facts: STUCK });
    const unlessHanging = (signal: AbortSignal) =>
      Promise.race([work({ timeoutMs, wholeMs: timeoutMs, signal }), pageHangs(session, { timeoutMs, signal })]);
    return withinLimit(unlessHanging, {
      signal: until,
      timeoutMs: timeoutMs + GRACE_MS,
      late,
    });
  }

  async #performFilmed(place: RunPosition): Promise<EndedAction> {
    const { video, session } = place.request;
    if (video === undefined) return await this.#perform(place);
    await video.show(session);
    return await this.#perform(place).finally(() => video.afterAction());
  }

  async #perform(place: RunPosition): Promise<EndedAction> {
    const { request, frame, filled, notReady } = place;
    const { signal, plan, watch, session, sink, itemIndex } = request;
    const { action } = place.node;
    const { actionId } = action;
    const mended: Mended = {};
    watch.actionBegins(action);
    const { isQuiet } = ACTION_KINDS[action.type];
    const awaited = isQuiet ? [] : this.#takeAwaited(session);
    using blocked = isQuiet ? undefined : new BlockedPage(session);
    try {
      if (notReady !== undefined) throw notReady.reason;
      const performed = await this.#within(place, async given => {
        const limits = await this.#afterTabs(place, given);
        const context = performContextOf(request, frame, limits, filled);
        const learn = (locator: string, look: ElementLook) => sink.learned?.(itemIndex, { actionId, locator, look });
        const ready = await standIn(action, context, { plan, mended, learn });
        if (!isLeaf(ready.action)) return PASSED;
        return performLeaf(ready.action.type, ready.action, { ...context, limits: ready.limits });
      });
      const brought = performed.state === 'passed' ? await this.#afterwards(performed, awaited) : performed;
      const done = this.#unlessForbidden(place, brought);
      if (done.state === 'passed') return await this.#passed(place, done, mended);
      const failed = {
        state: done.state,
        action,
        frame,
        failure: done.error,
        isMissing: done.isMissing,
        filled,
        blocked,
      };
      return { outcome: { ...(await withEvidence(failed, request)), ...mended }, isEnd: true };
    } catch (error) {
      const failed = failureOf(error, signal);
      const { state, failure } = failed;
      if (state === 'stopped') return { outcome: { state, error: failure, ...mended }, isEnd: true };
      const failedAction = { ...failed, state, action, frame, filled, blocked };
      return { outcome: { ...(await withEvidence(failedAction, request)), ...mended }, isEnd: true };
    } finally {
      for (const { later } of awaited) later.drop?.();
    }
  }

  /** The action is about a tab that the previous one opened, once its server answers. */
  async #afterTabs({ node, request }: WorkPlace, limits: Limits): Promise<Limits> {
    if (ACTION_KINDS[node.action.type].isQuiet) return limits;
    const remaining = startClock(limits.timeoutMs);
    const timeoutMs = Math.min(limits.timeoutMs / 2, MOST_TAB_WAIT_MS);
    await request.session.network.tabsArrive({ signal: limits.signal, timeoutMs });
    return { ...limits, timeoutMs: remaining() };
  }

  async #passed(place: RunPosition, { later, ...outcome }: Passed, mended: Mended): Promise<EndedAction> {
    const { node, request } = place;
    if (later?.afterNext !== undefined) this.#awaited.push({ place, later });
    const isWanted = request.plan.screenshots === 'each' && outcome.screenshot === undefined;
    const picture = isWanted ? await takePicture(node.action, request, 'jpeg') : {};
    return { outcome: { ...outcome, ...picture, ...mended }, isEnd: false, later };
  }

  /** The next action of the same actor brings what the one before waits for. */
  #takeAwaited(session: AppSession): AwaitedNext[] {
    const taken = this.#awaited.filter(({ place }) => place.request.session === session);
    if (taken.length > 0) this.#awaited = this.#awaited.filter(each => !taken.includes(each));
    return taken;
  }

  async #afterwards(performed: Passed, awaited: readonly AwaitedNext[]): Promise<Performed> {
    let done = performed;
    for (const { place, later } of awaited) {
      const brought = await this.#within(place, async limits => (await later.afterNext?.(limits)) ?? PASSED);
      if (brought.state === 'failed') return brought;
      done = { ...done, ...brought };
    }
    return done;
  }

  /** Something may have happened with the action that fails the test. */
  #unlessForbidden({ request }: RunPosition, performed: Performed): Performed {
    const error = request.incidents?.next();
    if (error === undefined || performed.state === 'failed') return performed;
    return { state: 'failed', error, isMissing: false };
  }

  #headOf({ node: { action, index }, frame, filled, actor }: RunPosition): ActionHead {
    return {
      ...(actor === undefined ? {} : { actor }),
      actionIndex: index,
      actionId: action.actionId,
      testCode: frame.test.testCode,
      type: action.type,
      title: actedTitle(actor, resultTitle(action, this.#request.plan.content, filled)),
      ...(frame.round === undefined ? {} : { round: frame.round }),
    };
  }

  /** A block ends the test when something below it does, except for what may fail there. */
  async #performBlock(place: RunPosition, action: BlockAction): Promise<EndedAction> {
    const { signal, onInner } = place.request;
    const actions: ActionResult[] = [];
    const within = [...place.within, this.#headOf(place)];
    const keep = (result: ActionResult) => {
      actions.push(result);
      onInner?.(within, result);
    };
    const flow = { isStopped: false };
    const choice: Branch = {};
    try {
      signal.throwIfAborted();
      if (place.notReady !== undefined) throw place.notReady.reason;
      await performBlock(
        action.type,
        action,
        this.#blockContext(place, { results: { push: keep }, flow, choice, within }),
      );
      return { outcome: { state: worstState(actions), ...choice, actions }, isEnd: flow.isStopped };
    } catch (error) {
      const { state, failure, isStuck } = failureOf(error, signal);
      if (state === 'stopped') return { outcome: { state, error: failure, ...choice, actions }, isEnd: true };
      const failed = { action, frame: place.frame, failure, isMissing: false, isStuck, filled: place.filled };
      return {
        outcome: { ...(await withEvidence({ state, ...failed }, place.request)), ...choice, actions },
        isEnd: true,
      };
    }
  }

  #valuesAt({ frame, filled, request }: RunPosition): Pick<PerformContext, 'text' | 'value'> {
    return performContextOf(request, frame, { timeoutMs: 0, signal: request.signal }, filled);
  }

  #fillTitle = (place: RunPosition) => fillTitle(place.node.action, this.#valuesAt(place));

  #blockContext(place: RunPosition, level: Level & { choice: Branch }): BlockContext {
    const { walk, node, frame, filled, request, actor } = place;
    const { evaluator, values, signal, live } = request;
    const { otherwise } = node.kind === 'block' ? node : { otherwise: [] };
    const { text, value } = this.#valuesAt(place);
    return {
      text,
      value,
      condition: expression => evaluator.evaluateCondition(expression, scopesOf(values, frame), { signal }),
      looksTrue: assertion =>
        this.#within(place, async limits => {
          const context = performContextOf(request, frame, limits, filled);
          return (await checkExpectation({ ...assertion, once: true }, context)) === undefined;
        }),
      chose: holds => {
        const other = otherwise.length === 0 ? 'none' : 'else';
        level.choice.branch = holds ? 'then' : other;
      },
      body: round => this.runNodes(walk.into(node, 'body'), inRound(frame, round), level),
      otherwise: () => this.runNodes(walk.into(node, 'otherwise'), frame, level),
      plug: async (test, parameters, round) => {
        const next = await innerFrame(test, parameters, { values, frame, evaluator, signal });
        return this.runNodes(walkOfTest(live, next.test.testCode), { ...next, round, actor }, level);
      },
    };
  }
}

/** Limit for the calls in the record of one item: a loop may make thousands. */
const MOST_CALL_CHARACTERS = 500_000;

/** Beyond the limit of the item, only what was called and how it ended. */
function keptCall({ call }: FilledFields, values: ValuedRequest['values']): Pick<ActionResult, 'call'> {
  if (call === undefined) return {};
  const before = values.callCharacters ?? 0;
  const { method, url, status } = call;
  if (before > MOST_CALL_CHARACTERS) return { call: { method, url, ...(status === undefined ? {} : { status }) } };
  values.callCharacters = before + JSON.stringify(call).length;
  return { call };
}
