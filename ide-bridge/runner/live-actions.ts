import { readBlocks } from '../../model/actions/index.ts';
import { AppError } from '../../model/errors/errors.ts';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import type { PerformedAction, PlannedItem, RunPlan, RunSink } from '../../model/protocol/bridge.ts';
import type { ActionResult } from '../../model/run/run.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import { withinLimit } from '../browser/limits/within-limit.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { PageWatch } from './page/page-watch.ts';
import { ActionRunner } from './run/action-runner.ts';
import { resultTitle } from './run/filled-fields.ts';
import { OPEN_GATE, type RunPosition } from './run/item-request.ts';
import { LiveContent, NodeWalk } from './run/node-walk.ts';
import { outerFrame } from './run/run-frame.ts';
import type { Evaluator } from './values/evaluator.ts';

const MOST_MS = 25_000;

type VariableValues = Record<string, unknown>;

/** How long a run waits for single actions before it is refused. */
const RUN_WAITS_MS = 2_000;

interface Performance {
  plan: RunPlan;
  by: string;
  sink: RunSink;
  /** Called in its turn; returns the place of a paused run. Throws when the window is not free. */
  begin(): RunPosition | undefined;
}

export class LiveActions {
  readonly #session: AppSession;
  readonly #evaluator: Evaluator;
  #variables: VariableValues = {};
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  #endedAt = 0;
  #current: Pick<Performance, 'plan' | 'by'> | undefined;

  constructor(session: AppSession, evaluator: Evaluator) {
    this.#session = session;
    this.#evaluator = evaluator;
  }

  get isUnderWay(): boolean {
    return this.#underWay > 0;
  }

  /** By `Date.now()`. */
  get endedAt(): number {
    return this.#endedAt;
  }

  async ended(): Promise<void> {
    await this.#last;
  }

  forget(): void {
    this.#variables = {};
  }

  /** Performs the one action of a plan as a run would. Errors: `app-not-open`. */
  perform({ plan, by, sink, begin }: Performance, options: CallOptions): Promise<PerformedAction> {
    this.#underWay += 1;
    const performed = this.#last.then(() => {
      const place = begin();
      this.#session.requirePage();
      this.#current = { plan, by };
      return this.#perform({ plan, sink, place }, options);
    });
    this.#last = performed
      .catch(() => {})
      .then(() => {
        this.#underWay -= 1;
        this.#current = undefined;
        this.#endedAt = Date.now();
      });
    return performed;
  }

  /** Works in its turn, when no action runs; later requests come after it. Errors: `busy`. */
  async whenFree(work: () => void): Promise<void> {
    let isGivenUp = false;
    const done = this.#last.then(() => {
      if (!isGivenUp) work();
    });
    this.#last = done.catch(() => {});
    const late = () => {
      isGivenUp = true;
      return busyWith(this.#current);
    };
    await withinLimit(() => done, { signal: new AbortController().signal, timeoutMs: RUN_WAITS_MS, late });
  }

  async #perform(
    { plan, sink, place }: Omit<Performance, 'begin' | 'by'> & { place: RunPosition | undefined },
    { signal, timeoutMs = MOST_MS }: CallOptions,
  ): Promise<PerformedAction> {
    const [item] = plan.items;
    if (item === undefined) throw new AppError('internal', 'There is no action to perform.');
    using limit = limited(this.#session, signal, timeoutMs);
    const { request, frame } = place ?? (await this.#ownPlace({ plan, item, signal: limit.signal }));
    const results: ActionResult[] = [];
    const until = place === undefined ? limit.signal : AbortSignal.any([limit.signal, place.request.signal]);
    const runner = new ActionRunner({
      ...request,
      sink,
      signal: until,
      watch: new PageWatch(this.#session),
      gate: OPEN_GATE,
      expecting: new Map(),
      onAction: () => {},
      onResult: () => {},
      onInner: undefined,
    });
    const { nodes } = readBlocks(item.test.actions);
    const walk = new NodeWalk(request.live, () => nodes);
    await runner.runNodes(walk, frame, { results, flow: { isStopped: false } });
    return resultOf(item, results, request.values.variables);
  }

  /** While no run is paused, an action has the variables of earlier ones. */
  async #ownPlace({ plan, item, signal }: { plan: RunPlan; item: PlannedItem; signal: AbortSignal }) {
    const values = { plan, item, variables: this.#variables };
    const request: Omit<
      RunPosition['request'],
      'sink' | 'signal' | 'watch' | 'gate' | 'onAction' | 'onResult' | 'onInner'
    > = {
      plan,
      item,
      values,
      itemIndex: 0,
      session: this.#session,
      evaluator: this.#evaluator,
      live: new LiveContent(plan.content),
    };
    return { request, frame: await outerFrame(values, this.#evaluator, signal) };
  }
}

function resultOf(
  { test }: PlannedItem,
  [result]: readonly ActionResult[],
  variables: VariableValues,
): PerformedAction {
  const [action] = test.actions;
  if (result === undefined || action === undefined) throw new AppError('internal', 'The action has no result.');
  const into = 'into' in action ? action.into : undefined;
  return { result, ...(into === undefined || result.state !== 'passed' ? {} : { value: variables[into] }) };
}

function busyWith(current: Pick<Performance, 'plan' | 'by'> | undefined): AppError {
  const action = current?.plan.items[0]?.test.actions[0];
  const what = current && action && ` by ${current.by}: “${resultTitle(action, current.plan.content)}”`;
  return new AppError(
    'busy',
    `An action is being performed on the page${what ?? ''}. A run can start when that has ended, at the latest in ${inSeconds(MOST_MS)}.`,
    { next: 'runTest', facts: { by: current?.by } },
  );
}

function limited(session: AppSession, signal: AbortSignal, timeoutMs: number): Disposable & { signal: AbortSignal } {
  const end = new AbortController();
  const stopListening = session.loss.listen(error => end.abort(error));
  const tooLong = `The action was still under way after ${inSeconds(timeoutMs)}, the most that it may take here.`;
  const timer = setTimeout(() => end.abort(new AppError('timeout', tooLong)), timeoutMs);
  return {
    signal: AbortSignal.any([signal, end.signal]),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      stopListening();
    },
  };
}
