import { type AppError, isAppError } from '../../../model/errors/errors.ts';
import type { LaunchedBrowser } from '../launch/browser-launcher.ts';
import { Changes } from '../logs/changes.ts';
import { browserLost } from '../requests/page-failure.ts';

/** Records that a window closed by itself, and why; listeners get the error for those who work in it. */
export class Loss extends Changes<AppError> {
  #reason: string | undefined;
  #misbehaviour: AppError | undefined;
  #isOpening = false;
  #wentMeanwhile = false;

  /** Undefined while it is open or was closed on purpose. */
  get reason(): string | undefined {
    return this.#reason;
  }

  get misbehaviour(): AppError | undefined {
    return this.#misbehaviour;
  }

  report(reason: string, error = browserLost(reason)): void {
    this.#reason = reason;
    this.#misbehaviour = isAppError(error, 'page-misbehaved') ? error : undefined;
    // Whoever opens a window gets the error from the opening.
    if (this.#isOpening && this.#misbehaviour === undefined) this.#wentMeanwhile = true;
    else this.emit(error);
  }

  /** Opens a window, twice if the first browser was already gone or went meanwhile; nothing counts as lost then. */
  async whileOpening<Result>(open: () => Promise<Result>, hadGone: () => boolean): Promise<Result> {
    this.#isOpening = true;
    this.#wentMeanwhile = false;
    try {
      const first = await open().catch((error: unknown) => {
        if (!this.#wentMeanwhile && !hadGone()) throw error;
        return undefined;
      });
      const opened = first === undefined || this.#wentMeanwhile ? await open() : first;
      this.forget();
      return opened;
    } finally {
      this.#isOpening = false;
    }
  }

  forget(): void {
    this.#reason = undefined;
    this.#misbehaviour = undefined;
  }
}

export function whyGone({ attachedTo, goneBecause }: LaunchedBrowser): string {
  const place = attachedTo?.shown;
  return goneBecause?.() ?? (place === undefined ? 'the browser ended by itself' : `the browser at ${place} is gone`);
}
