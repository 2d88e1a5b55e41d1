/** The parts of Playwright's library for pages that know the roles and names of elements. */
export interface PlaywrightLibrary {
  readonly utils: {
    getAriaRole(element: Element): string | null;
    getElementAccessibleNameText(element: Element, includeHidden: boolean): string;
  };
  /** Within it, what was worked out of an element is kept: the page must not change meanwhile. */
  remember<Result>(work: () => Result): Result;
}
