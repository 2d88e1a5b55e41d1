import { AppError } from '../errors/errors.ts';

/** Who acts on the page of an app window, and what for: "write 1", "performing 5 actions". */
export interface PageHolder {
  by: string;
  doing: string;
  /** Programs yield to a person who takes over. */
  isProgram: boolean;
}

/** Disposing lets the next caller have the page. */
export interface PageHold extends Disposable {
  /** Aborted with `taken-over` once a person wants the page. */
  readonly signal: AbortSignal;
}

export const takenOver = (): AppError =>
  new AppError(
    'taken-over',
    'A person has taken over the browser. Read what you need, and try again when it has been handed back.',
    { next: 'getPageInfo' },
  );
