/** The parts of Playwright's library for pages that find elements and know their roles and names. */
export interface PlaywrightLibrary {
  readonly utils: {
    getAriaRole(element: Element): string | null;
    getElementAccessibleNameText(element: Element, includeHidden: boolean): string;
  };
  parseSelector(selector: string): ParsedLocator;
  querySelectorAll(selector: ParsedLocator, root: Node): Element[];
  /** Within it, what was worked out of an element is kept: the page must not change meanwhile. */
  remember<Result>(work: () => Result): Result;
}

interface ParsedLocator {
  readonly parts: readonly unknown[];
}
