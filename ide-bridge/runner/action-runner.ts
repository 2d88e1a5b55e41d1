import { setTimeout as pause } from 'node:timers/promises';
import { type BlockNode, readBlocks } from '../../model/actions/blocks.ts';
import { ACTION_KINDS, type Action } from '../../model/actions/index.ts';
import { AppError } from '../../model/protocol/errors.ts';
import { errorHash, type FilledTexts } from '../../model/run/error-hash.ts';
import type { ActionResult } from '../../model/run/run.ts';
import { inSeconds, withinLimit } from '../browser/within-limit.ts';
import { timeLimitOf } from './action-limits.ts';
import type { BlockContext } from './block-context.ts';
import { checkExpectation } from './check-expectation.ts';
import { type Failed, failureOf, STUCK } from './failure.ts';
import { type ItemRequest, skippedResult } from './item-request.ts';
import type { Limits, Surroundings } from './page-port.ts';
import { isBlock, performBlock } from './perform-action.ts';
import { type Later, PASSED, type Performed } from './perform-context.ts';
import { performContextOf } from './perform-context-of.ts';
import { resultTitle } from './result-title.ts';
import { type Frame, type ItemValues, innerFrame, inRound, scopesOf } from './run-frame.ts';
import { performWithFallbacks } from './stand-in.ts';
import { lookAround, nameFallback, takeFailurePicture, takePicture } from './take-evidence.ts';
import { worst } from './worst-state.ts';

/** What the engine may take beyond a limit to say so itself. */
const GRACE_MS = 6_000;

/** Whether the rest of the test still runs. */
export interface Flow {
  isStopped: boolean;
}

/** Where results of a level go, and whether it goes on. */
interface Level {
  results: { push(result: ActionResult): void };
  flow: Flow;
}

type Outcome = Pick<
  ActionResult,
  'state' | 'error' | 'screenshot' | 'file' | 'wrote' | 'repaired' | 'branch' | 'actions'
>;

type Choice = Pick<Outcome, 'branch'>;

interface Failure extends Omit<Failed, 'state'> {
  action: Action;
  frame: Frame;
  filled: FilledTexts;
}

const NOTHING_FILLED: FilledTexts = new Map();

/** What became of an action, and whether it keeps the next ones from running. */
interface Ended {
  outcome: Outcome;
  isEnd: boolean;
  later?: Later | undefined;
}

interface Awaited {
  action: Action;
  later: Later;
}

type Passed = Extract<Performed, { state: 'passed' }>;

type Request = ItemRequest & {
  values: ItemValues;
  /** Takes what actions expect of later ones. */
  expecting: Map<ActionResult, Later>;
};

/** Walks the actions of a test and performs each. The order of things is decided here, the doing in performers. */
export class ActionRunner {
  readonly #request: Request;
  /** What the next action that does something is to bring, in order. */
  readonly #awaited: Awaited[] = [];

  constructor(request: Request) {
    this.#request = request;
  }

  /** Runs nodes in order; those after a failure are noted as skipped. Answers whether all went on. */
  async runNodes(nodes: readonly BlockNode[], frame: Frame, { results, flow }: Level): Promise<boolean> {
    for (const node of nodes) {
      const { action } = node;
      if (flow.isStopped || action.disabled) {
        results.push(skippedResult(node, frame, this.#request.plan.content));
        continue;
      }
      const { outcome, isEnd } = await this.#runNode(node, frame, results);
      if (isEnd && (action.onFailure !== 'continue' || outcome.state === 'stopped')) flow.isStopped = true;
    }
    return !flow.isStopped;
  }

  async #runNode(node: BlockNode, frame: Frame, results: Level['results']): Promise<Ended> {
    const { action, index } = node;
    const { plan, onAction, signal, watch, expecting } = this.#request;
    onAction({ action, actionIndex: index, testCode: frame.test.testCode });
    const startedAt = performance.now();
    const ended = isBlock(action) ? await this.#performBlock(node, action, frame) : await this.#perform(action, frame);
    const title = resultTitle(action, plan.content);
    const result: ActionResult = {
      actionIndex: index,
      actionId: action.actionId,
      testCode: frame.test.testCode,
      type: action.type,
      title,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      ...(frame.round === undefined ? {} : { round: frame.round }),
      ...ended.outcome,
      ...(isBlock(action) ? {} : watch.newDialogs({ actionIndex: index, title })),
    };
    if (ended.later !== undefined) expecting.set(result, ended.later);
    results.push(result);
    if (plan.slowMoMs > 0) await pause(plan.slowMoMs, undefined, { signal }).catch(() => {});
    return ended;
  }

  /** Ends with the limit of the action or the run, whatever the page does. */
  #within<Result>(action: Action, work: (limits: Limits) => Promise<Result>): Promise<Result> {
    const timeoutMs = timeLimitOf(action, this.#request.plan);
    const late = () =>
      new AppError('timeout', `The page did not answer within ${inSeconds(timeoutMs)}.`, { facts: STUCK });
    return withinLimit(signal => work({ timeoutMs, signal }), {
      signal: this.#request.signal,
      timeoutMs: timeoutMs + GRACE_MS,
      late,
    });
  }

  async #perform(action: Action, frame: Frame): Promise<Ended> {
    const mended: Pick<Outcome, 'repaired'> = {};
    const { outcome, ...ended } = await this.#attempt(action, frame, mended);
    return { ...ended, outcome: { ...outcome, ...mended } };
  }

  async #attempt(action: Action, frame: Frame, mended: Pick<Outcome, 'repaired'>): Promise<Ended> {
    const { signal, plan, watch } = this.#request;
    const filled = new Map<string, string>();
    watch.actionBegins(action);
    const awaited = ACTION_KINDS[action.type].isQuiet ? [] : this.#awaited.splice(0);
    try {
      const performed = await this.#within(action, limits =>
        performWithFallbacks(action, performContextOf(this.#request, frame, limits, filled), { plan, mended }),
      );
      const done = performed.state === 'passed' ? await this.#afterwards(performed, awaited) : performed;
      if (done.state === 'passed') return await this.#passed(action, done);
      const { error, isMissing } = done;
      return {
        outcome: await this.#failed('failed', { action, frame, failure: error, isMissing, filled }),
        isEnd: true,
      };
    } catch (error) {
      const { state, ...failed } = failureOf(error, signal);
      if (state === 'stopped') return { outcome: { state, error: failed.failure }, isEnd: true };
      return { outcome: await this.#failed(state, { action, frame, ...failed, filled }), isEnd: true };
    } finally {
      for (const { later } of awaited) later.drop?.();
    }
  }

  async #passed(action: Action, { later, ...outcome }: Passed): Promise<Ended> {
    if (later?.afterNext !== undefined) this.#awaited.push({ action, later });
    const isWanted = this.#request.plan.screenshots === 'each' && outcome.screenshot === undefined;
    const picture = isWanted ? await takePicture(action, this.#request) : {};
    return { outcome: { ...outcome, ...picture }, isEnd: false, later };
  }

  /** Waits for what an action was to bring. */
  async #afterwards(performed: Passed, awaited: readonly Awaited[]): Promise<Performed> {
    let done = performed;
    for (const { action, later } of awaited) {
      const brought = await this.#within(action, async limits => (await later.afterNext?.(limits)) ?? PASSED);
      if (brought.state === 'failed') return brought;
      done = { ...done, ...brought };
    }
    return done;
  }

  /** Adds what helps to understand a failure: what failed on the page, elements that come close, and a picture. */
  async #failed(
    state: 'failed' | 'error',
    { action, frame, failure, isMissing, field, isStuck, filled }: Failure,
  ): Promise<Pick<Outcome, 'state' | 'error' | 'screenshot'>> {
    const { plan, watch } = this.#request;
    const nothing: Partial<Surroundings> = {};
    const [{ candidates = [], missingFrame }, fallback, picture] = await Promise.all([
      isMissing ? lookAround({ action, field }, frame, this.#request) : nothing,
      isMissing && field !== 'target' ? nameFallback(action, frame, this.#request) : undefined,
      plan.screenshots === 'off' || isStuck ? {} : takeFailurePicture(action, this.#request),
    ]);
    const message = joined(failure.message, missingFrame, fallback, watch.refusal());
    const error = {
      ...failure,
      message,
      ...(candidates.length === 0 ? {} : { candidates }),
      ...watch.troubles(),
      errorHash: errorHash(failure, filled),
    };
    return { state, error, ...picture };
  }

  /** A block ends the test when something below it does; what may fail there and go on does not. */
  async #performBlock(node: BlockNode, action: Parameters<typeof performBlock>[0], frame: Frame): Promise<Ended> {
    const { signal } = this.#request;
    const actions: ActionResult[] = [];
    const flow: Flow = { isStopped: false };
    const choice: Choice = {};
    try {
      signal.throwIfAborted();
      await performBlock(action, this.#blockContext(node, frame, { results: actions, flow, choice }));
      return { outcome: { state: worst(actions), ...choice, actions }, isEnd: flow.isStopped };
    } catch (error) {
      const { state, failure, isStuck } = failureOf(error, signal);
      if (state === 'stopped') return { outcome: { state, error: failure, ...choice, actions }, isEnd: true };
      const told = { action, frame, failure, isMissing: false, isStuck, filled: NOTHING_FILLED };
      return { outcome: { ...(await this.#failed(state, told)), ...choice, actions }, isEnd: true };
    }
  }

  #blockContext(node: BlockNode, frame: Frame, level: Level & { choice: Choice }): BlockContext {
    const { evaluator, values, signal } = this.#request;
    const { body, otherwise } = node.kind === 'block' ? node : { body: [], otherwise: [] };
    return {
      text: performContextOf(this.#request, frame, { timeoutMs: 0, signal }).text,
      condition: expression => evaluator.evaluateCondition(expression, scopesOf(values, frame), { signal }),
      looksTrue: assertion =>
        this.#within(node.action, async limits => {
          const context = performContextOf(this.#request, frame, limits);
          return (await checkExpectation({ ...assertion, once: true }, context)) === undefined;
        }),
      chose: holds => {
        const other = otherwise.length === 0 ? 'none' : 'else';
        level.choice.branch = holds ? 'then' : other;
      },
      body: round => this.runNodes(body, inRound(frame, round), level),
      otherwise: () => this.runNodes(otherwise, frame, level),
      plug: async (test, parameters, round) => {
        const next = await innerFrame(test, parameters, { values, frame, evaluator, signal });
        return this.runNodes(readBlocks(next.test.actions).nodes, { ...next, round }, level);
      },
    };
  }
}

const joined = (...sentences: (string | undefined)[]): string =>
  sentences.filter(sentence => sentence !== undefined).join(' ');
