import type { Action } from '../../model/actions/index.ts';
import type { ElementLook } from '../../model/locator/element-look.ts';

/** An action that worked on the live page. */
export interface ReplayableAction {
  action: Action;
  title: string;
  /** What its locator found. */
  look?: ElementLook | undefined;
  /** Address of the page when it began. */
  from: string | undefined;
}

/** As many as a long test has; the oldest are let go. */
const MOST_KEPT = 1_000;

/** What was performed in the windows of a project, so that a test can be made of it afterwards. */
export class ReplayableActions {
  readonly #windows = new Map<string | undefined, ReplayableAction[]>();
  readonly #roles = new Map<string | undefined, string>();

  /** Oldest first; since the window was opened. `window`: its name; undefined: the shared one. */
  in(window: string | undefined): readonly ReplayableAction[] {
    return this.#windows.get(window) ?? [];
  }

  add(window: string | undefined, performed: ReplayableAction): void {
    const all = this.#windows.get(window) ?? [];
    this.#windows.set(window, all);
    all.push(performed);
    if (all.length > MOST_KEPT) all.shift();
  }

  /** Lets go of the last one. Undefined where there is none. */
  dropLast(window: string | undefined): ReplayableAction | undefined {
    return this.#windows.get(window)?.pop();
  }

  /** A window opens anew, signed in as a role if one was asked for. */
  begin(window: string | undefined, role: string | undefined): void {
    this.#windows.delete(window);
    this.#roles.delete(window);
    if (role !== undefined) this.#roles.set(window, role);
  }

  /** Who was asked for when the window opened. */
  roleIn(window: string | undefined): string | undefined {
    return this.#roles.get(window);
  }
}
