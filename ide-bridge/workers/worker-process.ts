/** The process of one lane of a run, and then of another: a window with a browser of its own. */
import { createBirpc } from 'birpc';
import { actionTitle } from '../../model/actions/index.ts';
import { versionContent } from '../../model/project/version-content.ts';
import type { PlannedItem, RunPlan, RunSink, TraceFile } from '../../model/protocol/bridge.ts';
import type { Identity } from '../../model/protocol/identity.ts';
import { connectingTo } from '../browser/launch/connect-browser.ts';
import { loadPlaywright } from '../browser/launch/load-playwright.ts';
import { localLauncher } from '../browser/launch/local-launcher.ts';
import { ActorSessions } from '../browser/session/actor-sessions.ts';
import { AppSession } from '../browser/session/app-session.ts';
import { OPEN_GATE } from '../runner/run/item-request.ts';
import { LiveContent } from '../runner/run/node-walk.ts';
import { NotReady, RunLane } from '../runner/run-lane.ts';
import { type ItemsProgress, progressOf } from '../runner/run-progress.ts';
import { SignIns } from '../runner/sign-in/sign-ins.ts';
import { openEvaluator } from '../runner/values/evaluator.ts';
import {
  type AskedItem,
  answered,
  type LaneAnswer,
  type LaneFunctions,
  type LaneSetup,
  NOTICES,
  type SentItem,
  sentError,
  type WorkerBrowsers,
  type WorkerFunctions,
} from './worker-calls.ts';

// The parent ends this process; Ctrl+C in a terminal reaches all processes there.
process.on('SIGINT', () => {});
process.once('disconnect', () => process.exit());
// Takes a second to load; the first item reports errors.
loadPlaywright().catch(() => {});

type RunOfLane = ReturnType<typeof createBirpc<LaneFunctions, WorkerFunctions>>;

/** The pool has messages of its own on the same channel. */
const isCall = (message: unknown): boolean => typeof message === 'object' && message !== null && 't' in message;

export async function runLane(setup: LaneSetup): Promise<void> {
  let end = () => {};
  const ended = new Promise<void>(resolve => {
    end = resolve;
  });
  const stopping = new AbortController();
  let worker: LaneWorker | undefined;
  let forget = () => {};
  const functions: WorkerFunctions = {
    runItem: async asked => (await worker?.run(asked)) ?? { isStopped: true },
    stop: () => stopping.abort(new Error('stopped')),
    end: async () => end(),
  };
  const run: RunOfLane = createBirpc<LaneFunctions, WorkerFunctions>(functions, {
    post: message => process.send?.(message),
    on: listener => {
      const receive = (message: unknown) => {
        if (isCall(message)) listener(message);
      };
      process.on('message', receive);
      forget = () => process.off('message', receive);
    },
    eventNames: [...NOTICES],
    timeout: -1,
  });
  worker = new LaneWorker(setup, run, stopping.signal);
  void run.ready();
  try {
    await ended;
  } finally {
    await worker[Symbol.asyncDispose]();
    forget();
    run.$close();
  }
}

class LaneWorker implements AsyncDisposable {
  readonly #lane: RunLane;
  readonly #session: AppSession;
  readonly #actors: ActorSessions;
  readonly #evaluator = openEvaluator();
  readonly #progress: ItemsProgress;
  readonly #signIns: SignIns;
  readonly #signal: AbortSignal;
  #asked: AskedItem | undefined;

  constructor({ plan: sent, lane, browsers, takes }: LaneSetup, run: RunOfLane, signal: AbortSignal) {
    const plan = receivedPlan(sent, run);
    this.#signal = signal;
    this.#progress = progressOf(plan);
    this.#session = sessionOf(browsers);
    this.#actors = new ActorSessions({ open: () => sessionOf(browsers) });
    this.#signIns = new SignIns((identity, outcome) => {
      if (this.#asked !== undefined) void run.signedIn(this.#asked.itemIndex, outcome, this.#actorOf(identity));
    });
    this.#lane = new RunLane(
      lane,
      { session: this.#session, actors: this.#actors },
      {
        evaluator: this.#evaluator,
        progress: this.#progress,
        sink: sinkOf(run, takes, () => this.#underWay?.done ?? 0),
        live: new LiveContent(plan.content),
        gate: OPEN_GATE,
        signal,
        signIns: this.#signIns,
        isAlone: false,
        upcoming: () => this.#asked?.upcoming ?? -1,
        began: () => void run.began(this.#progress.browser),
        atAction: () => {
          const { itemIndex, action: at } = this.#underWay ?? {};
          if (itemIndex === undefined || at === undefined) return;
          const { filled, ...shown } = at;
          const title = actionTitle(at.action);
          const send = () => {
            if (this.#underWay?.action === at)
              void run.atAction(itemIndex, { ...shown, title: filled?.inTitle(title) ?? title });
          };
          if (filled !== undefined && title.includes('{{')) filled.noted = send;
          send();
        },
        lost: () => {},
      },
    );
  }

  async run(asked: AskedItem): Promise<LaneAnswer> {
    this.#asked = asked;
    const identity = this.#progress.plan.items[asked.itemIndex]?.identity;
    if (identity !== undefined) this.#signIns.know(identity, asked.signedIn);
    for (const { name, identity: own } of this.#itemAsked?.actors ?? [])
      if (own !== undefined && asked.actorsSignedIn?.[name] !== undefined)
        this.#signIns.know(own, asked.actorsSignedIn[name]);
    try {
      return { item: await this.#lane.run(asked.itemIndex, asked.attempt) };
    } catch (error) {
      if (this.#signal.aborted) return { isStopped: true };
      return error instanceof NotReady ? { notReady: sentError(error.cause) } : { error: sentError(error) };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#lane.end();
    } finally {
      const actors = this.#actors[Symbol.asyncDispose]();
      await Promise.all([this.#session.dispose(), actors, this.#evaluator.dispose()]);
    }
  }

  get #itemAsked(): PlannedItem | undefined {
    return this.#asked && this.#progress.plan.items[this.#asked.itemIndex];
  }

  /** Undefined for the first one. */
  #actorOf(identity: Identity): string | undefined {
    const { identity: first, actors = [] } = this.#itemAsked ?? {};
    return first === identity ? undefined : actors.find(actor => actor.identity === identity)?.name;
  }

  get #underWay() {
    const [at] = this.#progress.underWay;
    return at;
  }
}

function sessionOf({ attachTo, mayBeShell, forbiddenOrigins, pageLimits }: WorkerBrowsers): AppSession {
  const own = localLauncher({ mayBeShell });
  const launcher = attachTo === undefined ? own : connectingTo(attachTo, own);
  return new AppSession({ launcher, forbiddenOrigins: () => forbiddenOrigins, limits: pageLimits, keepsReady: false });
}

/** Asks the run for what was left out of the sent plan. */
function receivedPlan({ items, content, ...sent }: LaneSetup['plan'], run: RunOfLane): RunPlan {
  const known = new Map<unknown, Identity>();
  const received = (identity: SentItem['identity'], itemIndex: number, actor?: string): { identity?: Identity } => {
    if (identity === undefined) return {};
    const keep: NonNullable<Identity['keep']> = state => answered(run.keepSignIn(itemIndex, state, actor));
    const one = known.get(identity) ?? { ...identity, keep };
    known.set(identity, one);
    return { identity: one };
  };
  return {
    ...sent,
    content: versionContent(content),
    items: items.map(
      ({ identity, actors, ...item }, itemIndex): PlannedItem => ({
        ...item,
        ...received(identity, itemIndex),
        ...(actors && { actors: actors.map(each => ({ ...each, ...received(each.identity, itemIndex, each.name) })) }),
      }),
    ),
    pathOf: (file, field) => answered(run.pathOf(file, field)),
    putFile: (file, bytes) => answered(run.putFile(file, bytes)),
    baselines: {
      path: name => answered(run.baselinePath(name)),
      read: name => answered(run.readBaseline(name)),
      write: (name, bytes) => answered(run.writeBaseline(name, bytes)),
    },
    known: (actionId, locator) => answered(run.known(actionId, locator)),
    isRejected: (actionId, repair) => answered(run.isRejected(actionId, repair)),
  };
}

const sinkOf = (run: RunOfLane, takes: LaneSetup['takes'], done: () => number): RunSink => ({
  progress: event => void run.progress(event, done()),
  console: (itemIndex, entry) => void run.console(itemIndex, entry),
  learned: (itemIndex, element) => void run.learned(itemIndex, element),
  picture: (...made) => answered(run.picture(...made)),
  file: (...made) => answered(run.file(...made)),
  ...(takes.trace ? { trace: (files: readonly TraceFile[]) => answered(run.trace(files)) } : {}),
  ...(takes.video ? { video: (...made) => answered(run.video(...made)) } : {}),
  conceal: values => void run.conceal(values),
  concealWord: word => void run.concealWord(word),
  finished: async () => {},
});
