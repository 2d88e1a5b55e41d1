import { setTimeout as pause } from 'node:timers/promises';
import { type Action, actionTitle } from '../../../model/actions/index.ts';
import type { ActionHead, ActionResult } from '../../../model/run/run.ts';
import { checkExpectation } from '../action/check-expectation.ts';
import type { BlockContext, Later, PerformContext } from '../action/perform-context.ts';
import { isBlock, performBlock } from '../action/performers/index.ts';
import { failureOf } from '../page/failure.ts';
import { ActionPerformer, type Ended, type Outcome } from './action-performer.ts';
import { FilledFields, fillTitle, resultTitle } from './filled-fields.ts';
import { givingWay } from './give-way.ts';
import type { ItemRequest, RunPosition } from './item-request.ts';
import { NodeWalk, nodesOfTest } from './node-walk.ts';
import { performContextOf } from './perform-context-of.ts';
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
  /** The blocks and plugged tests around it, outermost first. Default: none. */
  within?: readonly ActionHead[];
}

type Choice = Pick<Outcome, 'branch'>;

type Request = ItemRequest & {
  values: ItemValues;
  /** Takes what actions expect of later ones. */
  expecting: Map<ActionResult, Later>;
};

const endsAll = ({ onFailure }: Action, { outcome, isEnd }: Ended): boolean =>
  isEnd && (onFailure !== 'continue' || outcome.state === 'stopped');

/** Walks the actions of a test and performs each. The order of things is decided here, the doing in performers. */
export class ActionRunner {
  readonly #request: Request;
  readonly #performer: ActionPerformer;
  readonly #giveWay = givingWay();

  constructor(request: Request) {
    this.#request = request;
    this.#performer = new ActionPerformer(request);
  }

  /** Runs the nodes of a walk; those after a failure are noted as skipped. Answers whether all went on. */
  async runNodes(walk: NodeWalk, frame: Frame, level: Level): Promise<boolean> {
    const { results, flow, within = [] } = level;
    const request = this.#request;
    for (let node = walk.take(); node !== undefined; node = walk.take()) {
      const { action } = node;
      const turn = this.#giveWay();
      if (turn !== undefined) await turn;
      const place: RunPosition = { walk, node, frame, within, request, filled: new FilledFields() };
      const filling = this.#fillTitle(place);
      if (filling !== undefined) await filling;
      if (flow.isStopped || action.disabled) {
        results.push({ ...this.#headOf(place), state: 'skipped', ms: 0 });
        continue;
      }
      // To wait for nothing would cost every action a turn of the event loop.
      const waiting = request.gate.before(place);
      if (waiting !== undefined) await waiting.then(() => this.#fillTitle(place));
      if (walk.isWaiting) continue;
      if (endsAll(action, await this.#runNode(place, results))) flow.isStopped = true;
    }
    return !flow.isStopped;
  }

  async #runNode(place: RunPosition, results: Level['results']): Promise<Ended> {
    const { frame, filled } = place;
    const { action, index } = place.node;
    const { plan, onAction, signal, watch, expecting, gate, trace } = this.#request;
    onAction({ action, actionIndex: index, testCode: frame.test.testCode, filled });
    const startedAt = performance.now() - gate.pausedMs;
    const moment = isBlock(action) ? undefined : trace?.begin(actionTitle(action));
    const ended = isBlock(action)
      ? await this.#performBlock(place, action)
      : await this.#performer.perform(action, frame, filled);
    if (moment !== undefined) trace?.end();
    const head = this.#headOf(place);
    const result: ActionResult = {
      ...head,
      ms: Math.round((performance.now() - gate.pausedMs - startedAt) * 10) / 10,
      ...ended.outcome,
      ...(moment === undefined ? {} : { moment }),
      ...(isBlock(action) ? {} : watch.newDialogs(head)),
    };
    if (ended.later !== undefined) expecting.set(result, ended.later);
    results.push(result);
    if (plan.slowMoMs > 0) await pause(plan.slowMoMs, undefined, { signal }).catch(() => {});
    return ended;
  }

  #headOf({ node: { action, index }, frame, filled }: RunPosition): ActionHead {
    return {
      actionIndex: index,
      actionId: action.actionId,
      testCode: frame.test.testCode,
      type: action.type,
      title: resultTitle(action, this.#request.plan.content, filled),
      ...(frame.round === undefined ? {} : { round: frame.round }),
    };
  }

  /** A block ends the test when something below it does; what may fail there and go on does not. */
  async #performBlock(place: RunPosition, action: Parameters<typeof performBlock>[0]): Promise<Ended> {
    const { signal, onInner } = this.#request;
    const actions: ActionResult[] = [];
    const within = [...place.within, this.#headOf(place)];
    const keep = (result: ActionResult) => {
      actions.push(result);
      onInner?.(within, result);
    };
    const flow: Flow = { isStopped: false };
    const choice: Choice = {};
    try {
      signal.throwIfAborted();
      await performBlock(action, this.#blockContext(place, { results: { push: keep }, flow, choice, within }));
      return { outcome: { state: worst(actions), ...choice, actions }, isEnd: flow.isStopped };
    } catch (error) {
      const { state, failure, isStuck } = failureOf(error, signal);
      if (state === 'stopped') return { outcome: { state, error: failure, ...choice, actions }, isEnd: true };
      const told = { action, frame: place.frame, failure, isMissing: false, isStuck, filled: place.filled };
      return { outcome: { ...(await this.#performer.failed(state, told)), ...choice, actions }, isEnd: true };
    }
  }

  /** What the templates of an action come to at its place. */
  #valuesAt({ frame, filled }: RunPosition): Pick<PerformContext, 'text' | 'value'> {
    return performContextOf(this.#request, frame, { timeoutMs: 0, signal: this.#request.signal }, filled);
  }

  #fillTitle = (place: RunPosition) => fillTitle(place.node.action, this.#valuesAt(place));

  #blockContext(place: RunPosition, level: Level & { choice: Choice }): BlockContext {
    const { evaluator, values, signal, live } = this.#request;
    const { walk, node, frame, filled } = place;
    const { otherwise } = node.kind === 'block' ? node : { otherwise: [] };
    const { text, value } = this.#valuesAt(place);
    return {
      text,
      value,
      condition: expression => evaluator.evaluateCondition(expression, scopesOf(values, frame), { signal }),
      looksTrue: assertion =>
        this.#performer.within(node.action, async limits => {
          const context = performContextOf(this.#request, frame, limits, filled);
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
        return this.runNodes(new NodeWalk(live, nodesOfTest(next.test.testCode)), { ...next, round }, level);
      },
    };
  }
}
