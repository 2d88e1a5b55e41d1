import { AppError } from '../../model/errors/errors.ts';
import type { CallOptions, PageElement } from '../../model/protocol/app-window.ts';
import type { LiveInput, LiveNotice } from '../../model/protocol/channel/live.ts';
import { pickable, pickElement } from '../browser/elements/pick-element.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import type { Viewer } from './viewer.ts';

interface PickingOptions {
  session: AppSession;
  broadcast(notice: LiveNotice): void;
}

type PickInput = Extract<LiveInput, { kind: 'point' | 'pick' | 'pick-cancel' }>;

interface Pick {
  resolve(element: PageElement): void;
  reject(reason: unknown): void;
}

export const isPickInput = (input: LiveInput): input is PickInput =>
  input.kind === 'point' || input.kind === 'pick' || input.kind === 'pick-cancel';

/** One pick at a time: a later one replaces it. */
export class Picking {
  readonly #options: PickingOptions;
  #current: Pick | undefined;

  constructor(options: PickingOptions) {
    this.#options = options;
  }

  get isUnderWay(): boolean {
    return this.#current !== undefined;
  }

  /** Errors: `stopped` when it is cancelled, `timeout`. */
  async start({ signal, timeoutMs }: CallOptions & { timeoutMs: number }): Promise<PageElement> {
    signal.throwIfAborted();
    this.end(new AppError('stopped', 'Somebody else has started to pick an element.'));
    const limit = setTimeout(() => this.end(tooLate(timeoutMs)), timeoutMs);
    const giveUp = () => this.end(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await new Promise<PageElement>((resolve, reject) => {
        this.#current = { resolve, reject };
        this.#options.broadcast({ kind: 'picking', isOn: true });
      });
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', giveUp);
    }
  }

  end(reason: unknown): void {
    this.#close()?.reject(reason);
  }

  /** Errors: those of a page that is gone. */
  async take(viewer: Viewer, input: PickInput): Promise<void> {
    const current = this.#current;
    if (current === undefined) return viewer.notify({ kind: 'picking', isOn: false });
    const { session } = this.#options;
    if (input.kind === 'pick-cancel')
      return this.end(new AppError('stopped', 'Picking was cancelled in the live view.'));
    if (input.kind === 'point') {
      const found = await pickable(session.requirePage(), input);
      return viewer.notify({ kind: 'pointed', ...(found === undefined ? {} : { box: found.box }) });
    }
    const element = await pickElement(session, input, { signal: new AbortController().signal });
    if (this.#current !== current) return;
    if (element !== undefined) this.#close()?.resolve(element);
    else viewer.notify({ kind: 'refused', message: 'No locator finds what is there. Point at something else.' });
  }

  #close(): Pick | undefined {
    const current = this.#current;
    this.#current = undefined;
    if (current !== undefined) this.#options.broadcast({ kind: 'picking', isOn: false });
    return current;
  }
}

const tooLate = (timeoutMs: number): AppError =>
  new AppError('timeout', `Nobody pointed at an element within ${timeoutMs / 60_000} minutes.`);
