import type { BrowserContext, Page } from 'playwright';

/**
 * The parts of Playwright's tracing that take the pages of a trace. They are not public; where a release has others, the
 * trace holds the page as it was around every call, which takes a run half as long again.
 */
interface Tracing {
  _captureSnapshot(progress: unknown, about: unknown, phase: Phase): Promise<void>;
  _context: { safeNonStallingEvaluateInAllFrames(script: string, world: 'main'): Promise<void> };
  _snapshotter: { captureSnapshot(page: unknown, callId: string, phase: Phase, forgetTargets: boolean): Promise<void> };
  _state?: { groupStack: readonly string[] };
}

type Phase = 'before' | 'action' | 'after';

const UNMARK = `document.dispatchEvent(new CustomEvent('__playwright_reset_targets__'))`;

/** Takes each page of a trace once: where an action does something, and where it has ended. */
export class PageKeeper {
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

  /** For a context whose trace has begun; undefined where this release does not have the parts. */
  static of(context: BrowserContext): PageKeeper | undefined {
    const connection: unknown = Reflect.get(context, '_connection');
    const toImpl: unknown = isObject(connection) ? Reflect.get(connection, 'toImpl') : undefined;
    if (typeof toImpl !== 'function') return undefined;
    const implOf = (of: object): unknown => toImpl(of);
    const impl = implOf(context);
    const tracing: unknown = isObject(impl) ? Reflect.get(impl, 'tracing') : undefined;
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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isTracing = (value: unknown): value is Tracing =>
  isObject(value) &&
  typeof Reflect.get(value, '_captureSnapshot') === 'function' &&
  isObject(Reflect.get(value, '_snapshotter')) &&
  isObject(Reflect.get(value, '_context'));
