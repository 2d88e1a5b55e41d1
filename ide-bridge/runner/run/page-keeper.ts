import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import type { TraceFile } from '../../../model/protocol/bridge.ts';
import {
  claimSnapshot,
  enableAnswerSnapshots,
  isTakenPages,
  loseSnapshot,
  loseSnapshots,
  mustBeWhole,
  noteForeign,
  type TakenPages,
  takesFrames,
} from '../../browser/engine/answer-snapshots.ts';
import { takePageAfter, takePageNow } from '../../browser/engine/page-after.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import { FRAME_METHODS, type SnapshotFrame } from '../../playwright/engine-parts.ts';
import { isObject } from '../../playwright/impl-of.ts';
import { withoutStack } from '../../playwright/without-stack.ts';
import { fasterStreamer } from './faster-streamer.ts';
import type { ItemTrace, TraceFiles } from './item-trace.ts';

/**
 * Parts of Playwright's tracing that are not public; without them the trace records the page around every call, which
 * takes a run half as long again.
 */
interface Tracing {
  _appendTraceEvent(event: TraceLine): void;
  _captureSnapshot(progress: unknown, about: unknown, phase: Phase): Promise<void>;
  _context: TracedContext;
  _contextCreatedEvent: TraceLine;
  _fs: { appendFile(file: string, text: string, isAtOnce?: boolean): void };
  _harTracer: { _options: { waitForContentOnStop: boolean }; flush(): Promise<unknown> };
  _snapshotter: Snapshotter;
  _state?: { groupStack: readonly string[]; networkFile: string };
  _stop(): Promise<void>;
  group(progress: { metadata: { id: string; startTime: number } }, title: string): void;
  groupEnd(): void;
  start(progress: unknown, options: { snapshotDom: boolean }): void;
  startChunk(progress: unknown): Promise<unknown>;
  stopChunk(progress: unknown, options: { mode: 'entries' }): Promise<{ entries?: readonly TraceEntry[] }>;
}

interface TraceLine {
  type?: string;
  callId?: string;
  method?: string;
  wallTime?: number;
  monotonicTime?: number;
}

interface TraceEntry {
  name: string;
  value: string;
}

interface Snapshotter {
  _annotateFrameHierarchy(frame: TracedFrame): void;
  _snapshotStreamer: string;
  _captureFrameSnapshot(frame: TracedFrame, forgetTargets: boolean): Promise<unknown>;
  captureSnapshot(page: unknown, callId: string, phase: Phase, forgetTargets: boolean): Promise<void>;
}

interface TracedFrame extends SnapshotFrame {
  mainContext(): Promise<unknown>;
  nonStallingRawEvaluateInExistingMainContext(script: string): Promise<unknown>;
}

interface TracedContext {
  addInitScript(progress: unknown, script: string, ...more: readonly unknown[]): Promise<unknown>;
  safeNonStallingEvaluateInAllFrames(script: string, world: 'main'): Promise<void>;
}

interface Client {
  _connection: { toImpl(of: object): unknown; _nextCallId(): string };
}

type Phase = 'before' | 'action' | 'after';

/** Calls inside Playwright need a limit; ours have theirs around them. */
const NO_LIMIT = {
  race: <Result>(work: Promise<Result> | Promise<Result>[]) => Promise.race(Array.isArray(work) ? work : [work]),
  log: () => {},
};

const OF_CALLS: ReadonlySet<string> = new Set(['before', 'input', 'log', 'after']);

/** Calls that may bring the page before them, and one that does not touch it. */
const BRINGING: ReadonlySet<string> = new Set([...FRAME_METHODS, 'tracingGroup']);

/** Files that no other trace shares. */
const OWN_FILES = /^trace\./;

/** Takes each page of a trace once: before an action that does something, and after it. */
export class PageKeeper implements ItemTrace {
  readonly #client: Client;
  readonly #tracing: Tracing;
  #last: Promise<unknown> = Promise.resolve();
  #isUsed = false;
  #left: object | undefined;

  private constructor(client: Client, tracing: Tracing) {
    this.#client = client;
    this.#tracing = tracing;
    quicken(tracing);
  }

  /** Undefined where this release lacks the parts, or another Playwright drives the browser. */
  static async begin(context: BrowserContext): Promise<PageKeeper | undefined> {
    if (!isClient(context)) return undefined;
    const impl = context._connection.toImpl(context);
    const tracing: unknown = isObject(impl) ? Reflect.get(impl, 'tracing') : undefined;
    if (!isTracing(tracing)) return undefined;
    const keeper = new PageKeeper(context, tracing);
    tracing.start(NO_LIMIT, { snapshotDom: true });
    await tracing.startChunk(NO_LIMIT);
    keeper.#watchCalls();
    return keeper;
  }

  /**
   * Preparing a page does not belong to the test. A trace with only the end of a call cannot be read. The page after an
   * action is taken before anything else changes it.
   */
  #watchCalls(): void {
    const tracing = this.#tracing;
    const append = tracing._appendTraceEvent.bind(tracing);
    const leftOut = new Set<string>();
    tracing._appendTraceEvent = event => {
      const { type = '', callId = '', method = '' } = event;
      if (type === 'before' && !BRINGING.has(method)) this.#leave();
      if (type === 'before' && !this.#isUsed) leftOut.add(callId);
      if (!OF_CALLS.has(type) || !leftOut.has(callId)) append(event);
      if (type === 'after') leftOut.delete(callId);
    };
  }

  used(): void {
    this.#isUsed = true;
    const { _contextCreatedEvent: heading } = this.#tracing;
    this.#tracing._appendTraceEvent({ ...heading, wallTime: Date.now(), monotonicTime: performance.now() });
  }

  before(title: string): void {
    const metadata = { id: this.#client._connection._nextCallId(), startTime: performance.now() };
    this.#tracing.group({ metadata }, title);
  }

  after(page: Page | undefined): void {
    const { _state } = this.#tracing;
    const group = _state?.groupStack.at(-1);
    if (group === undefined) return;
    if (page !== undefined) {
      this.#take(page, group);
    }
    this.#tracing.groupEnd();
  }

  #take(page: Page, group: string): void {
    const left = this.#client._connection.toImpl(page);
    if (!isObject(left)) return;
    this.#left = left;
    const take = () => this.#tracing._snapshotter.captureSnapshot(left, group, 'after', true);
    this.#last = takePageAfter(left, take).catch(() => {});
  }

  #leave(): void {
    if (this.#left === undefined) return;
    takePageNow(this.#left);
    leaving.set(this.#tracing, this.#last);
    this.#left = undefined;
  }

  async settled(): Promise<void> {
    this.#leave();
    await this.#last;
  }

  async received(): Promise<void> {
    await this.#tracing._harTracer.flush();
  }

  async end(): Promise<TraceFiles> {
    const { networkFile } = this.#tracing._state ?? {};
    const { entries = [] } = await this.#tracing.stopChunk(NO_LIMIT, { mode: 'entries' });
    await this.#tracing._stop();
    Reflect.deleteProperty(this.#tracing, '_appendTraceEvent');
    const files = entries.map(({ name, value }): TraceFile => ({ name, path: value }));
    // Loaded resources are shared by all contexts of the browser, until that ends.
    const own = files.flatMap(file => (OWN_FILES.test(file.name) ? [file.path] : []));
    const dispose = async () => {
      await Promise.all([...own, networkFile].flatMap(file => (file === undefined ? [] : [rm(file, { force: true })])));
    };
    return { files, [Symbol.asyncDispose]: dispose };
  }

  async discard(): Promise<void> {
    const ended = await this.end();
    await ended[Symbol.asyncDispose]();
  }
}

const leaving = new WeakMap<Tracing, Promise<unknown>>();
const LEAVING_LIMIT_MS = 200;

async function leftPage(tracing: Tracing): Promise<void> {
  const left = leaving.get(tracing);
  leaving.delete(tracing);
  if (left !== undefined) await withinLimit(() => left, { timeoutMs: LEAVING_LIMIT_MS }).catch(() => {});
}

const QUICK = Symbol('its pages are taken in a quicker way');

/** Once per context, before its first trace begins, when it gets the script that takes pages. */
function quicken(tracing: Tracing): void {
  if (Reflect.has(tracing, QUICK)) return;
  const { _context: context, _fs: files, _harTracer: requests, _snapshotter: snapshotter } = tracing;
  const take = tracing._captureSnapshot.bind(tracing);
  const annotate = snapshotter._annotateFrameHierarchy.bind(snapshotter);
  const addInitScript = context.addInitScript.bind(context);
  const evaluate = context.safeNonStallingEvaluateInAllFrames.bind(context);
  const append = files.appendFile.bind(files);
  Object.assign(tracing, {
    [QUICK]: true,
    _captureSnapshot: async (progress: unknown, about: unknown, phase: Phase) => {
      // Right before it acts on an element, which is marked then.
      if (phase === 'action') await take(progress, about, phase);
      // The page is taken before anything leaves it.
      if (phase === 'before') await leftPage(tracing);
    },
  });
  Object.assign(snapshotter, {
    _annotateFrameHierarchy: (frame: TracedFrame) => {
      nameFrame(snapshotter, frame).then(
        isNamed => isNamed || annotate(frame),
        () => annotate(frame),
      );
    },
    _captureFrameSnapshot: (frame: TracedFrame, isLast: boolean) => takeFrame(snapshotter, frame, isLast),
  });
  enableAnswerSnapshots(context);
  Object.assign(context, {
    addInitScript: (progress: unknown, script: string, ...more: readonly unknown[]) =>
      addInitScript(progress, fasterStreamer(script), ...more),
    safeNonStallingEvaluateInAllFrames: (script: string, world: 'main') => evaluate(fasterStreamer(script), world),
  });
  // So that it knows which bodies have yet to come.
  requests._options.waitForContentOnStop = true;
  // A trace is read only when complete, so it is written in large parts.
  Object.assign(files, { appendFile: (file: string, text: string) => append(file, text) });
}

/**
 * A frame of the same site tells the element around it which frame it is; resolves with whether it did. Playwright does
 * that from outside, with its large script in the outer document.
 */
async function nameFrame({ _snapshotStreamer: name }: Snapshotter, frame: TracedFrame): Promise<unknown> {
  await frame.mainContext();
  const code = `(element => {
    if (element) parent[${JSON.stringify(name)}].markIframe(element, ${JSON.stringify(frame.guid)});
    return element !== null;
  })(frameElement)`;
  return await frame.nonStallingRawEvaluateInExistingMainContext(code);
}

const rounds = new WeakMap<object, Promise<TakenPages | undefined>>();

/** The main frame of a page comes first. The mark of the acted element ends with the last frame. */
async function takeFrame(snapshotter: Snapshotter, frame: TracedFrame, isLast: boolean): Promise<unknown> {
  const { _page: page } = frame;
  const isMain = page.mainFrame() === frame;
  if (isMain) rounds.delete(page);
  const known = claimSnapshot(frame, isLast ? 'after' : 'before');
  if (known !== undefined) return known;
  // The snapshot was not claimed in time, and this one would refer to it.
  if (isLast && claimSnapshot(frame, 'before') !== undefined) loseSnapshot(frame);
  if (isMain && page.frames().length > 1 && takesFrames(frame))
    rounds.set(page, takeWithFrames(snapshotter, frame, isLast));
  const round = rounds.get(page);
  const taken = round && (await round);
  if (taken !== undefined && isMain) return taken.page;
  if (taken !== undefined && Object.hasOwn(taken.frames, frame.guid)) return taken.frames[frame.guid];
  return await takeByItself(snapshotter, frame, isLast);
}

async function takeByItself(snapshotter: Snapshotter, frame: TracedFrame, isLast: boolean): Promise<unknown> {
  const how = mustBeWhole(frame) ? "'history'" : '';
  const forget = isLast ? 'streamer._targetGeneration += 1;' : '';
  try {
    return await askStreamer(snapshotter, frame, `streamer.captureSnapshot(${how}); ${forget}`);
  } catch {
    loseSnapshot(frame);
    return undefined;
  }
}

async function takeWithFrames(
  snapshotter: Snapshotter,
  frame: TracedFrame,
  isLast: boolean,
): Promise<TakenPages | undefined> {
  const frames = frame._page.frames();
  for (const each of frames) if (claimSnapshot(each, 'before') !== undefined) loseSnapshot(each);
  const whole = frames.filter(mustBeWhole);
  const how = whole.length > 0 ? 'history' : undefined;
  try {
    const taken = await askStreamer(snapshotter, frame, `streamer.takeWithFrames(${JSON.stringify(how)}, ${isLast});`);
    if (!isTakenPages(taken)) throw new Error('The page has put something else in its place.');
    for (const each of whole) if (each !== frame && !Object.hasOwn(taken.frames, each.guid)) loseSnapshot(each);
    noteForeign(frame, taken);
    return taken;
  } catch {
    loseSnapshots(frame);
    return undefined;
  }
}

/** As text where the document's streamer can make one. */
async function askStreamer(
  { _snapshotStreamer: name }: Snapshotter,
  frame: TracedFrame,
  code: string,
): Promise<unknown> {
  const script = `(streamer => { const taken = ${code} return streamer.asText?.(taken) ?? taken; })(window[${JSON.stringify(name)}])`;
  const taken = await withoutStack(() => frame.nonStallingRawEvaluateInExistingMainContext(script));
  return typeof taken === 'string' ? JSON.parse(taken) : taken;
}

const has = (value: unknown, ...names: readonly string[]): boolean =>
  isObject(value) && names.every(name => typeof Reflect.get(value, name) === 'function');

const part = (value: object, name: string): unknown => Reflect.get(value, name);

const isClient = (value: object): value is Client => has(part(value, '_connection'), 'toImpl', '_nextCallId');

const hasBodies = (value: unknown): boolean =>
  isObject(value) && has(value, 'flush') && isObject(part(value, '_options'));

const CALLS = ['_appendTraceEvent', '_captureSnapshot', '_stop', 'group', 'groupEnd'];
const ENDS = ['start', 'startChunk', 'stopChunk'];

const isTracing = (value: unknown): value is Tracing =>
  isObject(value) &&
  has(value, ...CALLS, ...ENDS) &&
  isObject(part(value, '_contextCreatedEvent')) &&
  has(part(value, '_snapshotter'), 'captureSnapshot', '_annotateFrameHierarchy', '_captureFrameSnapshot') &&
  has(part(value, '_context'), 'addInitScript', 'safeNonStallingEvaluateInAllFrames') &&
  has(part(value, '_fs'), 'appendFile') &&
  hasBodies(part(value, '_harTracer'));
