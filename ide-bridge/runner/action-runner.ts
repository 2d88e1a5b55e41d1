import { setTimeout as pause } from 'node:timers/promises';
import { type BlockNode, readBlocks } from '../../model/actions/blocks.ts';
import type { FilledTexts } from '../../model/run/error-hash.ts';
import type { ActionResult } from '../../model/run/run.ts';
import { ActionPerformer, type Ended, type Outcome } from './action-performer.ts';
import type { BlockContext } from './block-context.ts';
import { checkExpectation } from './check-expectation.ts';
import { failureOf } from './failure.ts';
import { type ItemRequest, skippedResult } from './item-request.ts';
import { isBlock, performBlock } from './perform-action.ts';
import type { Later } from './perform-context.ts';
import { performContextOf } from './perform-context-of.ts';
import { resultTitle } from './result-title.ts';
import { type Frame, type ItemValues, innerFrame, inRound, scopesOf } from './run-frame.ts';
import { worst } from './worst-state.ts';

/** Whether the rest of the test still runs. */
export interface Flow {
  isStopped: boolean;
}

/** Where results of a level go, and whether it goes on. */
interface Level {
  results: { push(result: ActionResult): void };
  flow: Flow;
}

type Choice = Pick<Outcome, 'branch'>;

const NOTHING_FILLED: FilledTexts = new Map();

type Request = ItemRequest & {
  values: ItemValues;
  /** Takes what actions expect of later ones. */
  expecting: Map<ActionResult, Later>;
};

/** Walks the actions of a test and performs each. The order of things is decided here, the doing in performers. */
export class ActionRunner {
  readonly #request: Request;
  readonly #performer: ActionPerformer;

  constructor(request: Request) {
    this.#request = request;
    this.#performer = new ActionPerformer(request);
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
    const ended = isBlock(action)
      ? await this.#performBlock(node, action, frame)
      : await this.#performer.perform(action, frame);
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
      return { outcome: { ...(await this.#performer.failed(state, told)), ...choice, actions }, isEnd: true };
    }
  }

  #blockContext(node: BlockNode, frame: Frame, level: Level & { choice: Choice }): BlockContext {
    const { evaluator, values, signal } = this.#request;
    const { body, otherwise } = node.kind === 'block' ? node : { body: [], otherwise: [] };
    return {
      text: performContextOf(this.#request, frame, { timeoutMs: 0, signal }).text,
      condition: expression => evaluator.evaluateCondition(expression, scopesOf(values, frame), { signal }),
      looksTrue: assertion =>
        this.#performer.within(node.action, async limits => {
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
