/** What has the focus in a page. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { eventually } from './shared-app.ts';

/** By its name; `nothing` where the page itself has the focus. */
export const focused = (page: Page): Promise<string> =>
  page
    .locator(':focus')
    .evaluateAll(([element]) =>
      element === undefined
        ? 'nothing'
        : (element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText),
    );

/** A text is the whole name. */
export const expectFocus = (page: Page, name: string | RegExp): Promise<void> =>
  expect.poll(() => focused(page), eventually).toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
