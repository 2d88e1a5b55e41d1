import { type AppError, isAppError } from '../../../model/errors/errors.ts';
import type { LaunchedBrowser } from '../launch/browser-launcher.ts';
import { Changes } from '../logs/changes.ts';
import { browserLost } from '../requests/page-failure.ts';

interface GoneChecks<Opened> {
  /** Whether the browser that was open before is gone. */
  hadGone(): boolean;
  isGone(opened: Opened): boolean;
  /** Whether we started the browser, and may start another one. */
  isOurs: boolean;
}

/** Records that a window closed by itself, and why; listeners get the error for those who work in it. */
export class Loss extends Changes<AppError> {
  #reason: string | undefined;
  #misbehaviour: AppError | undefined;
  #isOpening = false;

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
    if (this.#isOpening && this.#misbehaviour === undefined) return;
    this.emit(error);
  }

  /**
   * Opens a window, twice if the first browser was already gone, or is gone with the window once that is open; nothing
   * counts as lost then.
   */
  async whileOpening<Result>(
    open: () => Promise<Result>,
    { hadGone, isGone, isOurs }: GoneChecks<Result>,
  ): Promise<Result> {
    this.#isOpening = true;
    try {
      const first = await open().catch((error: unknown) => {
        if (!(isOurs && isAppError(error, 'browser-lost')) && !hadGone()) throw error;
        return undefined;
      });
      const opened = first === undefined || (isOurs && isGone(first)) ? await open() : first;
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
