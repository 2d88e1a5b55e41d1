import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { RunSink } from '../../../model/protocol/bridge.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { fasterStreamer } from './faster-streamer.ts';

/**
 * The parts of Playwright's tracing that take the pages of a trace. They are not public; where a release has others, the
 * trace holds the page as it was around every call, which takes a run half as long again.
 */
interface Tracing {
  _captureSnapshot(progress: unknown, about: unknown, phase: Phase): Promise<void>;
  _context: TracedContext;
  _snapshotter: { captureSnapshot(page: unknown, callId: string, phase: Phase, forgetTargets: boolean): Promise<void> };
  _state?: { groupStack: readonly string[] };
}

interface TracedContext {
  addInitScript(progress: unknown, script: string, ...more: readonly unknown[]): Promise<unknown>;
  safeNonStallingEvaluateInAllFrames(script: string, world: 'main'): Promise<void>;
}

type Phase = 'before' | 'action' | 'after';

const UNMARK = `document.dispatchEvent(new CustomEvent('__playwright_reset_targets__'))`;

/** Takes each page of a trace once: where an action does something, and where it has ended. */
class PageKeeper {
  readonly #tracing: Tracing;
  readonly #implOf: (of: object) => unknown;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(tracing: Tracing, implOf: (of: object) => unknown) {
    this.#tracing = tracing;
    this.#implOf = implOf;
    const take = tracing._captureSnapshot.bind(tracing);
    // Right before it acts on an element, which is marked then.
    tracing._captureSnapshot = async (progress, about, phase) => {
      if (phase === 'action') await take(progress, about, phase);
    };
  }

  /** For a context whose trace has not begun; undefined where this release does not have the parts. */
  static of(context: BrowserContext): PageKeeper | undefined {
    const connection: unknown = Reflect.get(context, '_connection');
    const toImpl: unknown = isObject(connection) ? Reflect.get(connection, 'toImpl') : undefined;
    if (typeof toImpl !== 'function') return undefined;
    const implOf = (of: object): unknown => toImpl(of);
    const impl = implOf(context);
    const tracing: unknown = isObject(impl) ? Reflect.get(impl, 'tracing') : undefined;
    if (isTracing(tracing)) quicken(tracing._context);
    return isTracing(tracing) ? new PageKeeper(tracing, implOf) : undefined;
  }

  /** Takes the page as the action of the open group has left it; what comes next need not wait for it. */
  after(page: Page): void {
    const { _snapshotter, _state, _context } = this.#tracing;
    const group = _state?.groupStack.at(-1);
    if (group === undefined) return;
    this.#last = _snapshotter.captureSnapshot(this.#implOf(page), group, 'after', false).catch(() => {});
    _context.safeNonStallingEvaluateInAllFrames(UNMARK, 'main').catch(() => {});
  }

  /** Resolves when the page that was taken last is in the trace. */
  async settled(): Promise<void> {
    await this.#last;
  }
}

const QUICK = Symbol('its pages are taken in a quicker way');

/** The script that takes pages comes to a context once, when its first trace begins. */
function quicken(context: TracedContext): void {
  if (Reflect.has(context, QUICK)) return;
  const addInitScript = context.addInitScript.bind(context);
  const evaluate = context.safeNonStallingEvaluateInAllFrames.bind(context);
  Object.assign(context, {
    [QUICK]: true,
    addInitScript: (progress: unknown, script: string, ...more: readonly unknown[]) =>
      addInitScript(progress, fasterStreamer(script), ...more),
    safeNonStallingEvaluateInAllFrames: (script: string, world: 'main') => evaluate(fasterStreamer(script), world),
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isTracing = (value: unknown): value is Tracing =>
  isObject(value) &&
  typeof Reflect.get(value, '_captureSnapshot') === 'function' &&
  isObject(Reflect.get(value, '_snapshotter')) &&
  isObject(Reflect.get(value, '_context'));

const LIMIT_MS = 10_000;
/** What a page that does not answer may delay a run by. */
const SETTLED_LIMIT_MS = 2_000;
/** Whoever stops a run waits no longer for what is kept of it. */
const STOPPED_LIMIT_MS = 400;

/** How a group of the trace is called that holds what one action did. */
const groupOf = (moment: number, title: string): string => `${moment}. ${title}`;

/**
 * Has Playwright keep the page before and after every action of a run, one trace for each item. The actions are
 * numbered through; those on another page than the item's, as of signing in, are not kept. Never rejects.
 */
export class RunTrace {
  readonly #session: Pick<AppSession, 'context' | 'page'>;
  readonly #sink: Pick<RunSink, 'trace'>;
  #context: BrowserContext | undefined;
  #keeper: PageKeeper | undefined;
  #moment = 0;

  constructor(session: Pick<AppSession, 'context' | 'page'>, sink: Pick<RunSink, 'trace'>) {
    this.#session = session;
    this.#sink = sink;
  }

  /** To be called once the page of an item is open. */
  async start(): Promise<void> {
    const { context } = this.#session;
    const keeper = context && PageKeeper.of(context);
    const isOn = await soon(async () => context?.tracing.start({ snapshots: true }));
    this.#context = isOn ? context : undefined;
    this.#keeper = isOn ? keeper : undefined;
  }

  /** Answers the number of the action that begins; undefined where nothing is kept of it. */
  begin(title: string): number | undefined {
    const context = this.#open();
    if (context === undefined) return undefined;
    this.#moment += 1;
    // Calls reach the trace in the order in which they are made.
    context.tracing.group(groupOf(this.#moment, title)).catch(() => {});
    return this.#moment;
  }

  /** The action that began last has ended. */
  end(): void {
    const context = this.#open();
    const { page } = this.#session;
    if (page !== undefined) this.#keeper?.after(page);
    context?.tracing.groupEnd().catch(() => {});
  }

  /** Hands over what was kept of the item; `signal` aborts when somebody stops the run. */
  async stop(signal: AbortSignal): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    if (context === undefined || context !== this.#session.context) return;
    const file = path.join(tmpdir(), `steploom-trace-${randomUUID()}.zip`);
    try {
      await soon(async () => this.#keeper?.settled(), { signal, timeoutMs: SETTLED_LIMIT_MS });
      if (await soon(() => context.tracing.stop({ path: file }), { signal })) await this.#sink.trace?.(file);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** The context of the item, unless another one has taken its place. */
  #open(): BrowserContext | undefined {
    return this.#context === this.#session.context ? this.#context : undefined;
  }
}

/** Whether it was done. */
async function soon(
  work: () => Promise<unknown>,
  { signal, timeoutMs = LIMIT_MS }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<boolean> {
  const limits = signal?.aborted ? { timeoutMs: STOPPED_LIMIT_MS } : { timeoutMs, ...(signal && { signal }) };
  const late = () => new AppError('timeout', 'The page is not kept.');
  try {
    await withinLimit(work, { ...limits, late });
    return true;
  } catch {
    return false;
  }
}
