import { AppError } from '../../model/errors/errors.ts';
import type { AppOpening } from '../../model/protocol/app-window.ts';
import type { PlannedActor, PlannedItem, RunSink } from '../../model/protocol/bridge.ts';
import type { SignInResult } from '../../model/run/run.ts';
import type { ActorSessions } from '../browser/session/actor-sessions.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { restoreClock } from '../browser/session/window-clock.ts';
import type { RunTrace } from '../trace/run-trace.ts';
import { ItemActors, type OpenedActor } from './run/item-actors.ts';
import type { ActorPart, ActorsOfItem, ItemRequest } from './run/item-request.ts';
import { noteRequests } from './run/note-requests.ts';
import { SignIns } from './sign-in/sign-ins.ts';

interface LaneActorsOptions {
  sessions: ActorSessions;
  signIns: SignIns;
  sink: Pick<RunSink, 'console'>;
  /** Undefined where no pages are kept. */
  traceOf(session: AppSession): RunTrace | undefined;
}

interface ActorsItem {
  item: PlannedItem;
  itemIndex: number;
  signal: AbortSignal;
  /** Whether the windows stay as they are. */
  isLive: boolean;
  isTraced: boolean;
  openingOf(actor: PlannedActor): AppOpening;
  requestFor(item: PlannedItem, session: AppSession): ItemRequest;
  openFresh(session: AppSession, opening: AppOpening): Promise<unknown>;
}

interface WindowInUse {
  session: AppSession;
  trace: RunTrace | undefined;
  /** What to end with the item. */
  ends: (() => void)[];
}

/** Windows of a lane for those who act beside the first one; they stay open until another item names others. */
export class LaneActors {
  readonly #options: LaneActorsOptions;
  readonly #traces = new Map<AppSession, RunTrace | undefined>();
  #used: WindowInUse[] = [];

  constructor(options: LaneActorsOptions) {
    this.#options = options;
  }

  /** Undefined where an item names nobody. */
  begin(started: ActorsItem, own: ActorPart): ActorsOfItem | undefined {
    const { item } = started;
    const { actors, test } = item;
    this.#options.sessions.first = test.actors?.[0]?.name;
    if (test.actors === undefined && actors === undefined) return undefined;
    return new ItemActors({ item, own, open: actor => this.#open(actor, started) });
  }

  /** Closes windows of those whom the item does not name. */
  async makeRoom({ actors = [] }: PlannedItem): Promise<void> {
    await this.#options.sessions.keep(actors.map(({ name }) => name));
  }

  /** Call it once the item has ended, whatever came of it. `keeps`: whether its pages are kept. */
  async end({ isPassed, keeps, signal }: { isPassed: boolean; keeps: boolean; signal: AbortSignal }): Promise<void> {
    const used = this.#used.splice(0);
    for (const { session, trace, ends } of used) {
      for (const endOne of ends) endOne();
      await session.mocks.end();
      if (trace !== undefined) session.holdWindow(keeps ? trace.stop(signal) : trace.discard(signal));
      await restoreClock(session.context, session.changes);
      if (!isPassed) session.spoilWindow('its test did not pass');
    }
  }

  async #open(actor: PlannedActor, started: ActorsItem): Promise<OpenedActor> {
    const { item, itemIndex, signal, isLive, isTraced, openingOf, requestFor, openFresh } = started;
    const session = this.#options.sessions.of(actor.name);
    const isOpen = isLive && session.page !== undefined;
    const signIns = isOpen ? [] : await this.#signIn(actor, started, session);
    if (!isOpen) await openFresh(session, openingOf(actor));
    signal.throwIfAborted();
    await session.mocks.end();
    const request = requestFor(item, session);
    const gone = new AbortController();
    const trace = isTraced ? this.#traceOf(session) : undefined;
    const ends = [
      session.loss.listen(error => gone.abort(error)),
      session.console.written.listen(entry => this.#options.sink.console(itemIndex, entry)),
    ];
    this.#used.push({ session, trace, ends });
    const noted = await noteRequests(request);
    ends.push(() => noted[Symbol.dispose]());
    session.dialogs.dropPlanned();
    await trace?.start(itemIndex);
    const { watch, incidents } = request;
    const own = { signal: AbortSignal.any([signal, gone.signal]), trace };
    return { part: { session, watch, incidents, ...own }, signIns };
  }

  async #signIn(
    { name, identity }: PlannedActor,
    { item, itemIndex, requestFor }: ActorsItem,
    session: AppSession,
  ): Promise<readonly SignInResult[]> {
    if (!SignIns.isNeededFor(identity)) return [];
    const forSignIn = (asked: PlannedItem): ItemRequest => ({
      ...requestFor(asked, session),
      trace: undefined,
      actors: undefined,
      onResult: () => {},
      onInner: undefined,
    });
    const { results, failure } = await this.#options.signIns.ready(identity, item, forSignIn, itemIndex);
    if (failure === undefined) return results;
    const who = identity.role === undefined ? '' : ` as “${identity.role}”`;
    throw new AppError('invalid-project', `${name} could not be signed in${who}: ${failure.message}`);
  }

  #traceOf(session: AppSession): RunTrace | undefined {
    const known = this.#traces.get(session) ?? this.#options.traceOf(session);
    this.#traces.set(session, known);
    return known;
  }
}
