/** Playwright's tracing of a browser context: what goes into a trace, and by which calls. */
import type { BrowserContext } from 'playwright';
import type { SnapshotFrame } from './engine-parts.ts';
import { fasterStreamer } from './faster-streamer.ts';
import { implOf, NeededParts } from './impl-of.ts';
import { withoutStack } from './without-stack.ts';

/** Where Playwright's tracing, which is changed for it, has ours. */
const OURS = Symbol('ours');

interface Tracing {
  [OURS]?: ContextTracing;
  _appendTraceEvent(event: TraceLine): void;
  /** Takes the pages around a call. */
  _captureSnapshot(progress: unknown, about: unknown, phase: CallPhase): Promise<void>;
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

type CallPhase = 'before' | 'action' | 'after';

interface TraceLine {
  type?: string;
  callId?: string;
  method?: string;
  wallTime?: number;
  monotonicTime?: number;
}

interface TraceEntry {
  name: string;
  /** Path of the file. */
  value: string;
}

interface Snapshotter {
  _annotateFrameHierarchy(frame: TracedFrame): void;
  _snapshotStreamer: string;
  _captureFrameSnapshot: TakeFrame;
  captureSnapshot(page: unknown, callId: string, phase: 'after', forgetTargets: boolean): Promise<void>;
}

/** `isLast`: what was acted on is marked no longer afterwards. */
type TakeFrame = (frame: TracedFrame, isLast: boolean) => Promise<unknown>;

export interface TracedFrame extends SnapshotFrame {
  mainContext(): Promise<unknown>;
  nonStallingRawEvaluateInExistingMainContext(script: string): Promise<unknown>;
}

interface TracedContext {
  addInitScript(progress: unknown, script: string, ...more: readonly unknown[]): Promise<unknown>;
  safeNonStallingEvaluateInAllFrames(script: string, world: 'main'): Promise<void>;
}

/** What gets into a trace, and how. */
interface TraceTaking {
  isKept(event: TraceLine): boolean;
  /** `own`: as Playwright does around a call. */
  around(phase: CallPhase, own: () => Promise<void>): Promise<void>;
  frame: TakeFrame;
}

/** Calls inside Playwright need a limit; ours have theirs around them. */
const NO_LIMIT = {
  race: <Result>(work: Promise<Result> | Promise<Result>[]) => Promise.race(Array.isArray(work) ? work : [work]),
  log: () => {},
};

interface TracingClient {
  _connection: { _nextCallId(): string };
}

export const CLIENT_PARTS = new NeededParts<TracingClient>({ function: ['_connection._nextCallId'] });

export const TRACING_PARTS = new NeededParts<Tracing>({
  function: [
    ...['_appendTraceEvent', '_captureSnapshot', '_stop', 'group', 'groupEnd', 'start', 'startChunk', 'stopChunk'],
    ...['captureSnapshot', '_annotateFrameHierarchy', '_captureFrameSnapshot'].map(each => `_snapshotter.${each}`),
    ...['_context.addInitScript', '_context.safeNonStallingEvaluateInAllFrames'],
    ...['_fs.appendFile', '_harTracer.flush'],
  ],
  object: ['_contextCreatedEvent', '_harTracer._options'],
  string: ['_snapshotter._snapshotStreamer'],
});

/** While it records. */
export const STATE_PARTS = new NeededParts({
  object: ['_state.groupStack'],
  string: ['_state.networkFile'],
  boolean: ['_state.recording'],
});

/**
 * The tracing of a context; always the same object for the same context. Where parts of it are missing, a trace can be
 * recorded only by public calls: these take the page around every call, and a run takes half as long again.
 */
export class ContextTracing {
  readonly #tracing: Tracing;
  readonly #client: TracingClient;
  #taking: TraceTaking | undefined;

  private constructor(client: TracingClient, tracing: Tracing) {
    this.#client = client;
    this.#tracing = tracing;
    this.#takeOver();
  }

  /** Undefined where this release lacks the parts, or another Playwright drives the browser. */
  static of(context: BrowserContext): ContextTracing | undefined {
    const impl = implOf(context);
    const tracing: unknown = impl && Reflect.get(impl, 'tracing');
    if (!CLIENT_PARTS.areIn(context) || !TRACING_PARTS.areIn(tracing)) return undefined;
    tracing[OURS] ??= new ContextTracing(context, tracing);
    return tracing[OURS];
  }

  /** The context behind Playwright's interface. */
  get context(): object {
    return this.#tracing._context;
  }

  /** The call that is open; undefined outside of groups. */
  get group(): string | undefined {
    return this.#tracing._state?.groupStack.at(-1);
  }

  /** As `taking` decides, until it ends. Errors: Playwright's, as while another trace goes on. */
  async begin(taking: TraceTaking): Promise<void> {
    this.#tracing.start(NO_LIMIT, { snapshotDom: true });
    this.#taking = taking;
    await this.#tracing.startChunk(NO_LIMIT);
  }

  /** Writes the head of the trace once more, from which readers count time. */
  countTimeFromNow(): void {
    const { _contextCreatedEvent: head } = this.#tracing;
    this.#tracing._appendTraceEvent({ ...head, wallTime: Date.now(), monotonicTime: performance.now() });
  }

  openGroup(title: string): void {
    const metadata = { id: this.#client._connection._nextCallId(), startTime: performance.now() };
    this.#tracing.group({ metadata }, title);
  }

  closeGroup(): void {
    this.#tracing.groupEnd();
  }

  /** Takes a page, which is the one behind Playwright's interface, as it is after a call. */
  take(page: object, callId: string): Promise<void> {
    return this.#tracing._snapshotter.captureSnapshot(page, callId, 'after', true);
  }

  /** Resolves when the bodies that have come are in the trace. */
  async flush(): Promise<void> {
    await this.#tracing._harTracer.flush();
  }

  /** `networkFile`: which is of this trace alone. */
  async end(): Promise<{ entries: readonly TraceEntry[]; networkFile: string | undefined }> {
    const { networkFile } = this.#tracing._state ?? {};
    const { entries = [] } = await this.#tracing.stopChunk(NO_LIMIT, { mode: 'entries' });
    await this.#tracing._stop();
    return { entries, networkFile };
  }

  /** Before the first trace of the context begins, when that gets the script. */
  #takeOver(): void {
    const { _context: context, _fs: files, _harTracer: requests, _snapshotter: snapshotter } = this.#tracing;
    const annotate = snapshotter._annotateFrameHierarchy.bind(snapshotter);
    const addInitScript = context.addInitScript.bind(context);
    const evaluate = context.safeNonStallingEvaluateInAllFrames.bind(context);
    const append = files.appendFile.bind(files);
    const own = this.#tracing._captureSnapshot.bind(this.#tracing);
    const note = this.#tracing._appendTraceEvent.bind(this.#tracing);
    Object.assign(this.#tracing, {
      _appendTraceEvent: (event: TraceLine) => {
        if (this.#taking?.isKept(event)) note(event);
      },
      _captureSnapshot: (progress: unknown, about: unknown, phase: CallPhase) =>
        this.#taking?.around(phase, () => own(progress, about, phase)),
    });
    Object.assign(snapshotter, {
      _annotateFrameHierarchy: (frame: TracedFrame) => {
        this.#nameFrame(frame).then(
          isNamed => isNamed || annotate(frame),
          () => annotate(frame),
        );
      },
      _captureFrameSnapshot: (frame: TracedFrame, isLast: boolean) => this.#taking?.frame(frame, isLast),
    });
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

  /** One document. `isWhole`: it must not refer to earlier snapshots. */
  takeFrame(frame: TracedFrame, isWhole: boolean, isLast: boolean): Promise<unknown> {
    const forget = isLast ? 'streamer._targetGeneration += 1;' : '';
    return this.#askStreamer(frame, `streamer.captureSnapshot(${isWhole ? "'history'" : ''}); ${forget}`);
  }

  /** A document with those of the frames in it, by `take-with-frames.ts`. Rejects where that is not there. */
  takeWithFrames(frame: TracedFrame, isWhole: boolean, isLast: boolean): Promise<unknown> {
    return this.#askStreamer(frame, `streamer.takeWithFrames(${isWhole ? "'history'" : undefined}, ${isLast});`);
  }

  /** As text where the document's streamer can make one. */
  async #askStreamer(frame: TracedFrame, code: string): Promise<unknown> {
    const name = JSON.stringify(this.#tracing._snapshotter._snapshotStreamer);
    const script = `(streamer => { const taken = ${code} return streamer.asText?.(taken) ?? taken; })(window[${name}])`;
    const taken = await withoutStack(() => frame.nonStallingRawEvaluateInExistingMainContext(script));
    return typeof taken === 'string' ? JSON.parse(taken) : taken;
  }

  /**
   * A frame of the same site tells the element around it which frame it is; resolves with whether it did. Playwright
   * does that from outside, with its large script in the outer document.
   */
  async #nameFrame(frame: TracedFrame): Promise<unknown> {
    await frame.mainContext();
    const name = JSON.stringify(this.#tracing._snapshotter._snapshotStreamer);
    return await frame.nonStallingRawEvaluateInExistingMainContext(`(element => {
      if (element) parent[${name}].markIframe(element, ${JSON.stringify(frame.guid)});
      return element !== null;
    })(frameElement)`);
  }
}
