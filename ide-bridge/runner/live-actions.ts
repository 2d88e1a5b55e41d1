import { ACTION_KINDS, type Action, readBlocks } from '../../model/actions/index.ts';
import { AppError } from '../../model/errors/errors.ts';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import type { PerformedAction, PlannedItem, RunPlan, RunSink } from '../../model/protocol/bridge.ts';
import type { ActionResult } from '../../model/run/run.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { untilHanging } from '../browser/session/hanging-page.ts';
import { noAnswer } from '../browser/session/page-calls.ts';
import { PageWatch } from './page/page-watch.ts';
import { ActionRunner } from './run/action-runner.ts';
import { OPEN_GATE, type RunPosition } from './run/item-request.ts';
import { LiveContent, NodeWalk } from './run/node-walk.ts';
import { outerFrame } from './run/run-frame.ts';
import type { LaneWindow } from './run-lane.ts';
import type { Evaluator } from './values/evaluator.ts';

const MOST_MS = 25_000;

type VariableValues = Record<string, unknown>;

interface PerformingPlace {
  /** Of a paused run. */
  place: RunPosition | undefined;
  session: AppSession;
}

interface UnpausedPlace extends Pick<PerformingPlace, 'session'> {
  plan: RunPlan;
  item: PlannedItem;
  signal: AbortSignal;
}

interface Performance {
  plan: RunPlan;
  sink: RunSink;
  /** Called in its turn; returns the place of a paused run. Throws when the window is not free. */
  begin(): RunPosition | undefined;
}

export class LiveActions {
  readonly #window: LaneWindow;
  readonly #evaluator: Evaluator;
  #variables: VariableValues = {};
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  #endedAt = 0;

  constructor(window: LaneWindow, evaluator: Evaluator) {
    this.#window = window;
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
  perform({ plan, sink, begin }: Performance, options: CallOptions): Promise<PerformedAction> {
    this.#underWay += 1;
    const performed = this.#last.then(() => {
      const place = begin();
      const session = sessionOf(this.#window, plan.items[0]?.test.actions[0]?.actor);
      session.requirePage();
      return this.#perform({ plan, sink, place, session }, options);
    });
    this.#last = performed
      .catch(() => {})
      .then(() => {
        this.#underWay -= 1;
        this.#endedAt = Date.now();
      });
    return performed;
  }

  async #perform(
    { plan, sink, place, session }: Omit<Performance, 'begin'> & PerformingPlace,
    options: CallOptions,
  ): Promise<PerformedAction> {
    const [item] = plan.items;
    if (item === undefined) throw new AppError('internal', 'There is no action to perform.');
    using limit = limited(session, options, item.test.actions[0]);
    const { request: own, frame } =
      place === undefined ? await this.#ownPlace({ plan, item, session, signal: limit.signal }) : ownPart(place);
    const results: ActionResult[] = [];
    const until = place === undefined ? limit.signal : AbortSignal.any([limit.signal, place.request.signal]);
    const runner = new ActionRunner({
      ...own,
      sink,
      signal: until,
      watch: new PageWatch(own.session),
      gate: OPEN_GATE,
      expecting: new Map(),
      onAction: () => {},
      onResult: () => {},
      onInner: undefined,
    });
    const { nodes } = readBlocks(item.test.actions);
    const walk = new NodeWalk(own.live, () => nodes);
    await runner.runNodes(walk, frame, { results, flow: { isStopped: false } });
    return { ...resultOf(item, results, own.values.variables), isPageSilent: limit.isPageSilent() };
  }

  /** While no run is paused, an action has the variables of earlier ones. */
  async #ownPlace({ plan, item, session, signal }: UnpausedPlace) {
    const values = { plan, item, variables: this.#variables };
    const request: Omit<
      RunPosition['request'],
      'sink' | 'signal' | 'watch' | 'gate' | 'onAction' | 'onResult' | 'onInner'
    > = {
      plan,
      item,
      values,
      itemIndex: 0,
      session,
      evaluator: this.#evaluator,
      live: new LiveContent(plan.content),
    };
    return { request, frame: await outerFrame(values, this.#evaluator, signal) };
  }
}

/** Of the first actor, or of one beside it. Errors: `app-not-open` for somebody who has no window. */
export function sessionOf({ session, actors }: LaneWindow, actor: string | undefined): AppSession {
  if (actor === undefined || actor === actors.first) return session;
  const own = actors.find(actor);
  if (own !== undefined) return own;
  const open = [...(actors.first === undefined ? [] : [actors.first]), ...actors.names];
  const others = open.length === 0 ? '' : ` There are those of ${open.map(name => `“${name}”`).join(', ')}.`;
  throw new AppError('app-not-open', `“${actor}” has no window.${others}`, {
    field: 'actor',
    next: 'navigateUrl with actor',
  });
}

/** As the first actor has it, whoever the run is paused for. */
const ownPart = ({ request, frame }: RunPosition): Pick<RunPosition, 'request' | 'frame'> => ({
  request: request.actors?.ownOf(request) ?? request,
  frame,
});

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

interface ActionLimit extends Disposable {
  signal: AbortSignal;
  /** Whether it ended because the page does not answer. */
  isPageSilent(): boolean;
}

function limited(session: AppSession, options: CallOptions, action: Action | undefined): ActionLimit {
  const { signal, timeoutMs = MOST_MS } = options;
  const end = new AbortController();
  const done = new AbortController();
  let isPageSilent = false;
  const stopListening = session.loss.listen(error => end.abort(error));
  const tooLong = `The action was still under way after ${inSeconds(timeoutMs)}, the most that it may take here.`;
  const timer = setTimeout(() => end.abort(new AppError('timeout', tooLong)), timeoutMs);
  if (action !== undefined && isForAnswers(action))
    untilHanging(session, options, done.signal).then(
      waitedMs => {
        isPageSilent = true;
        end.abort(noAnswer(session, waitedMs));
      },
      () => {},
    );
  return {
    signal: AbortSignal.any([signal, end.signal]),
    isPageSilent: () => isPageSilent,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      stopListening();
      done.abort();
    },
  };
}

/** Whether nothing can come of it on a page that does not answer. With a time limit of its own it waits that long. */
function isForAnswers({ type, timeoutMs }: Action): boolean {
  const { isQuiet, isNavigation, leavesPage } = ACTION_KINDS[type];
  return timeoutMs === undefined && !isQuiet && !isNavigation && leavesPage !== 'yes';
}
