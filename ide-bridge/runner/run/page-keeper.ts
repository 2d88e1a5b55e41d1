import type { BrowserContext, Page } from 'playwright';
import {
  claimSnapshot,
  enableAnswerSnapshots,
  loseSnapshot,
  mustBeWhole,
} from '../../browser/engine/answer-snapshots.ts';
import { fasterStreamer } from './faster-streamer.ts';

/**
 * The parts of Playwright's tracing that make a trace. They are not public; where a release has others, the trace holds
 * the page as it was around every call, which takes a run half as long again.
 */
interface Tracing {
  _captureSnapshot(progress: unknown, about: unknown, phase: Phase): Promise<void>;
  _context: TracedContext;
  _fs: { appendFile(file: string, text: string, isAtOnce?: boolean): void };
  _snapshotter: Snapshotter;
  _state?: { groupStack: readonly string[] };
  group(progress: { metadata: { id: string; startTime: number } }, title: string): void;
  groupEnd(): void;
}

interface Snapshotter {
  _snapshotStreamer: string;
  _captureFrameSnapshot(frame: TracedFrame, forgetTargets: boolean): Promise<unknown>;
  captureSnapshot(page: unknown, callId: string, phase: Phase, forgetTargets: boolean): Promise<void>;
}

interface TracedFrame {
  nonStallingRawEvaluateInExistingMainContext(script: string): Promise<unknown>;
}

interface TracedContext {
  addInitScript(progress: unknown, script: string, ...more: readonly unknown[]): Promise<unknown>;
  safeNonStallingEvaluateInAllFrames(script: string, world: 'main'): Promise<void>;
}

/** What its client has of one connection: the numbers of calls, and whether it tells where in the code each is made. */
interface Client {
  _connection: { toImpl(of: object): unknown; _nextCallId(): string };
  tracing: { _resetStackCounter(): void };
}

type Phase = 'before' | 'action' | 'after';

/** Takes each page of a trace once: where an action does something, and where it has ended. */
export class PageKeeper {
  readonly #client: Client;
  readonly #tracing: Tracing;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(client: Client, tracing: Tracing) {
    this.#client = client;
    this.#tracing = tracing;
    quicken(tracing);
  }

  /** For a context whose trace has not begun; undefined where this release does not have the parts. */
  static of(context: BrowserContext): PageKeeper | undefined {
    if (!isClient(context)) return undefined;
    const impl = context._connection.toImpl(context);
    const tracing: unknown = isObject(impl) ? Reflect.get(impl, 'tracing') : undefined;
    return isTracing(tracing) ? new PageKeeper(context, tracing) : undefined;
  }

  /** To be called once the trace has begun. */
  begin(): void {
    // Where in our code a call is made is left out of what is kept.
    this.#client.tracing._resetStackCounter();
  }

  /** What is done from now on stands in a group of the trace, until the page is taken as it is after that. */
  before(title: string): void {
    const metadata = { id: this.#client._connection._nextCallId(), startTime: performance.now() };
    this.#tracing.group({ metadata }, title);
  }

  /** Takes the page as the action of the open group has left it; what comes next need not wait for it. */
  after(page: Page | undefined): void {
    const { _snapshotter, _state } = this.#tracing;
    const group = _state?.groupStack.at(-1);
    if (group === undefined) return;
    if (page !== undefined) {
      const taken = this.#client._connection.toImpl(page);
      this.#last = _snapshotter.captureSnapshot(taken, group, 'after', true).catch(() => {});
    }
    this.#tracing.groupEnd();
  }

  /** Resolves when the page that was taken last is in the trace. */
  async settled(): Promise<void> {
    await this.#last;
  }
}

const QUICK = Symbol('its pages are taken in a quicker way');

/** Once for each context, before its first trace begins: that is when the script that takes pages comes to it. */
function quicken(tracing: Tracing): void {
  if (Reflect.has(tracing, QUICK)) return;
  const { _context: context, _fs: files, _snapshotter: snapshotter } = tracing;
  const take = tracing._captureSnapshot.bind(tracing);
  const addInitScript = context.addInitScript.bind(context);
  const evaluate = context.safeNonStallingEvaluateInAllFrames.bind(context);
  const append = files.appendFile.bind(files);
  Object.assign(tracing, {
    [QUICK]: true,
    // Right before it acts on an element, which is marked then.
    _captureSnapshot: async (progress: unknown, about: unknown, phase: Phase) => {
      if (phase === 'action') await take(progress, about, phase);
    },
  });
  Object.assign(snapshotter, {
    _captureFrameSnapshot: (frame: TracedFrame, isLast: boolean) => takeFrame(snapshotter, frame, isLast),
  });
  enableAnswerSnapshots(context);
  Object.assign(context, {
    addInitScript: (progress: unknown, script: string, ...more: readonly unknown[]) =>
      addInitScript(progress, fasterStreamer(script), ...more),
    safeNonStallingEvaluateInAllFrames: (script: string, world: 'main') => evaluate(fasterStreamer(script), world),
  });
  // Nobody reads a trace before its end, when all of it is written; until then it is written in large parts.
  Object.assign(files, { appendFile: (file: string, text: string) => append(file, text) });
}

/** What was acted on is marked no longer once its page is taken the last time. */
async function takeFrame(
  { _snapshotStreamer: name }: Snapshotter,
  frame: TracedFrame,
  isLast: boolean,
): Promise<unknown> {
  const known = claimSnapshot(frame);
  if (known !== undefined && !isLast) return known;
  // Nobody has asked for it in time, and this one would name parts of it.
  if (known !== undefined) loseSnapshot(frame);
  const how = mustBeWhole(frame) ? "'history'" : '';
  const forget = isLast ? 'streamer._targetGeneration += 1;' : '';
  const script = `(streamer => { const page = streamer.captureSnapshot(${how}); ${forget} return page; })(window[${JSON.stringify(name)}])`;
  try {
    return await frame.nonStallingRawEvaluateInExistingMainContext(script);
  } catch {
    loseSnapshot(frame);
    return undefined;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const has = (value: unknown, ...names: readonly string[]): boolean =>
  isObject(value) && names.every(name => typeof Reflect.get(value, name) === 'function');

const part = (value: object, name: string): unknown => Reflect.get(value, name);

const isClient = (value: object): value is Client =>
  has(part(value, '_connection'), 'toImpl', '_nextCallId') && has(part(value, 'tracing'), '_resetStackCounter');

const isTracing = (value: unknown): value is Tracing =>
  isObject(value) &&
  has(value, '_captureSnapshot', 'group', 'groupEnd') &&
  has(part(value, '_snapshotter'), 'captureSnapshot', '_captureFrameSnapshot') &&
  has(part(value, '_context'), 'addInitScript', 'safeNonStallingEvaluateInAllFrames') &&
  has(part(value, '_fs'), 'appendFile');
