import type { ElementLocators } from './element-locators.ts';
import type { LocatorSteps } from './locator-steps.ts';
import type { IdRules, OwnSteps } from './own-steps.ts';
import type { PlaywrightLibrary } from './playwright-library.ts';

/** Playwright's script in its own world, which has the library and remembers for the time between two calls. */
type LibraryInWorld = Omit<PlaywrightLibrary, 'remember'> & { readonly _evaluator: { begin(): void; end(): void } };

interface LocatorCode {
  ElementLocators: typeof ElementLocators;
  LocatorSteps: typeof LocatorSteps;
  OwnSteps: typeof OwnSteps;
}

/** The locators of an element as recordings have them, in Playwright's world of its document. */
export function locatorsOf(
  [library, element]: [library: LibraryInWorld, element: Element],
  code: LocatorCode,
  rules: IdRules,
): string[] {
  const playwright: PlaywrightLibrary = {
    utils: library.utils,
    parseSelector: selector => library.parseSelector(selector),
    querySelectorAll: (parsed, root) => library.querySelectorAll(parsed, root),
    remember: work => {
      library._evaluator.begin();
      try {
        return work();
      } finally {
        library._evaluator.end();
      }
    },
  };
  const steps = new code.LocatorSteps();
  const own = new code.OwnSteps(playwright, steps, rules);
  return new code.ElementLocators(playwright, steps, own).of(element);
}
