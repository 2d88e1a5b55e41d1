import type { RolesAndNames } from './page-index.ts';
import type { PlaywrightLibrary } from './playwright-library.ts';

/** Roles and names by Playwright's library, which is made when it is asked for the first time. */
export class LibraryRoles implements RolesAndNames {
  readonly #make: () => PlaywrightLibrary;
  #made: PlaywrightLibrary | undefined;

  constructor(make: () => PlaywrightLibrary) {
    this.#make = make;
  }

  get #library(): PlaywrightLibrary {
    this.#made ??= this.#make();
    return this.#made;
  }

  remember<Result>(work: () => Result): Result {
    return this.#library.remember(work);
  }

  roleOf(element: Element): string | null {
    return this.#library.utils.getAriaRole(element);
  }

  nameOf(element: Element, isHidden: boolean): string {
    return this.#library.utils.getElementAccessibleNameText(element, isHidden).replace(/\s+/g, ' ').trim();
  }
}
