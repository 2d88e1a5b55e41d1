import { AppError } from '../../model/errors/errors.ts';
import type { AppOpening } from '../../model/protocol/app-window.ts';
import type { PlannedItem, RunSink } from '../../model/protocol/bridge.ts';
import type { ItemResult } from '../../model/run/run.ts';
import { type Outcome, worstState } from '../../model/run/state.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { loadExpect } from './page/expect-page.ts';
import { PageWatch } from './page/page-watch.ts';
import { givingWay } from './run/action-runner.ts';
import type { Gate, ItemRequest } from './run/item-request.ts';
import type { LiveContent } from './run/node-walk.ts';
import { runItem, skippedItem } from './run/run-item.ts';
import { runScenario, untriedScenario } from './run/run-scenario.ts';
import { RunTrace } from './run/run-trace.ts';
import type { Progress } from './run-progress.ts';
import { SignIns } from './sign-in/sign-ins.ts';
import type { Evaluator } from './values/evaluator.ts';
import { needsExpressions } from './values/needs-expressions.ts';

interface ItemsRunRequest {
  session: AppSession;
  evaluator: Evaluator;
  progress: Progress;
  sink: RunSink;
  live: LiveContent;
  gate: Gate;
  signal: AbortSignal;
  /** Told when the first item can run. */
  began(): void;
  /** Told before each action. */
  atAction(): void;
}

/** The items of one run, in order, each on a page of its own. */
export class ItemsRun {
  readonly #request: ItemsRunRequest;
  readonly #signIns = new SignIns();
  readonly #trace: RunTrace | undefined;
  /** The first item runs on a page that was open, signed in or not. */
  #isAsItStands = false;

  constructor(request: ItemsRunRequest) {
    this.#request = request;
    const { progress, session, sink } = request;
    this.#trace = progress.plan.keepPages && sink.trace ? new RunTrace(session, sink) : undefined;
  }

  /** Answers the worst that came of any item. Rejects with the reason when the signal aborts. */
  async run(): Promise<Outcome> {
    const { progress, sink, signal, session, evaluator, began } = this.#request;
    const { plan } = progress;
    const trace = this.#trace;
    using stopped = whenAborted(signal);
    const starting = Promise.all([loadExpect(), this.#openPage(0)]);
    // It starts beside the browser; what keeps it from starting is told by the first value that needs it.
    if (needsExpressions(plan)) evaluator.prepare().catch(() => {});
    await Promise.race([starting, stopped.promise]);
    began();
    const stopListening = session.console.written.listen(entry => sink.console(progress.currentIndex, entry));
    using _console = { [Symbol.dispose]: stopListening };
    const giveWay = givingWay();
    for (const [itemIndex, item] of plan.items.entries()) {
      await giveWay();
      const { scenario } = item;
      progress.currentIndex = itemIndex;
      progress.done = 0;
      progress.action = undefined;
      sink.progress({ kind: 'item-started', itemIndex, item });
      const request = item.isSkipped ? undefined : await Promise.race([this.#makeReady(itemIndex), stopped.promise]);
      if (request !== undefined) await trace?.start();
      const done =
        request === undefined ? leftOut(item) : await (scenario ? runScenario(request, scenario) : runItem(request));
      if (request !== undefined) await trace?.stop(signal);
      progress.items.push(done);
      sink.progress({ kind: 'item-finished', itemIndex, item: done });
      signal.throwIfAborted();
    }
    return worstState(progress.items);
  }

  /** Signs in where the item needs it, and opens its page; that of the first item is open, unless that came between. */
  async #makeReady(itemIndex: number): Promise<ItemRequest> {
    const { progress, session } = this.#request;
    const item = progress.plan.items[itemIndex];
    const identity = itemIndex === 0 && this.#isAsItStands ? undefined : item?.identity;
    if (item === undefined || !SignIns.isNeededFor(identity)) {
      if (itemIndex > 0) await this.#openPage(itemIndex);
      return this.#requestFor(itemIndex);
    }
    const signedIn = await this.#signIns.ready(identity, item, asked => ({
      ...this.#requestFor(itemIndex),
      item: asked,
      trace: undefined,
      onResult: () => {},
      onInner: undefined,
    }));
    if (signedIn.failure === undefined) await session.openFresh(this.#openingOf(itemIndex));
    return { ...this.#requestFor(itemIndex), signedIn };
  }

  async #openPage(itemIndex: number): Promise<void> {
    const { progress, session } = this.#request;
    const opening = this.#openingOf(itemIndex);
    const isLive = progress.plan.context === 'live' && itemIndex === 0;
    this.#isAsItStands = isLive && session.context !== undefined;
    await (isLive ? session.livePage(opening) : session.openFresh(opening));
  }

  #openingOf(itemIndex: number): AppOpening {
    const { settings, appUrl, headed, items } = this.#request.progress.plan;
    return this.#signIns.opening({ settings, appUrl, headed, identity: items[itemIndex]?.identity });
  }

  #requestFor(itemIndex: number): ItemRequest {
    const { session, evaluator, progress, sink, signal, live, gate, atAction } = this.#request;
    const { plan } = progress;
    const item = plan.items[itemIndex];
    if (item === undefined) throw new AppError('internal', `The run has no item ${itemIndex}.`);
    return {
      plan,
      item,
      itemIndex,
      session,
      watch: new PageWatch(session),
      evaluator,
      sink,
      signal,
      live,
      gate,
      trace: this.#trace,
      onAction: action => {
        progress.action = action;
        atAction();
      },
      onResult: (result, done) => {
        progress.done = done;
        sink.progress({ kind: 'action-finished', itemIndex, result });
      },
      onStep: (result, done) => {
        progress.done = done;
        sink.progress({ kind: 'step-finished', itemIndex, result });
      },
      onInner: (within, result) => sink.progress({ kind: 'inner-action-finished', itemIndex, within, result }),
    };
  }
}

/** The result of what is listed and not run. */
const leftOut = (item: PlannedItem): ItemResult =>
  item.scenario === undefined ? skippedItem(item) : untriedScenario(item.scenario);

/** A promise that rejects when the signal aborts, listening only until it is disposed. */
function whenAborted(signal: AbortSignal): Disposable & { promise: Promise<never> } {
  const listening = new AbortController();
  const promise = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true, signal: listening.signal });
  });
  promise.catch(() => {});
  return { promise, [Symbol.dispose]: () => listening.abort() };
}
