import { describe, expect, test } from 'vitest';
import { ACTION_PAGES } from './action-pages.ts';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner(ACTION_PAGES);

const visit = (url: string) => ({ type: 'visit', url });
const script = (expected: string) => ({ type: 'assert', matcher: 'toPassScript', expected, timeoutMs: 2_000 });
const heading = (expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator: 'h1', expected });

describe('navigation', () => {
  test('a scroll brings an element into view or moves the page or an element by pixels', () =>
    runner.passes([
      visit('/long'),
      { type: 'scroll', y: 300 },
      script('scrollY === 300'),
      { type: 'scroll', locator: '#box', y: 120 },
      script("document.getElementById('box').scrollTop === 120"),
      { type: 'scroll', locator: "getByRole('button')" },
      { type: 'assert', matcher: 'toBeInViewport', locator: "getByRole('button')" },
    ]));

  test('a test goes back and forward and reloads the page', () =>
    runner.passes([
      visit('/'),
      { type: 'script', code: 'window.isOld = true' },
      { type: 'click', locator: "getByRole('link')" },
      heading('Second'),
      { type: 'goBack' },
      heading('Home'),
      { type: 'goForward' },
      heading('Second'),
      { type: 'script', code: 'window.isOld = true' },
      { type: 'reload' },
      script('window.isOld === undefined'),
    ]));

  test('going back or forward fails when there is no such page, even in a new tab', { tags: ['full'] }, async () => {
    const results = await runner.run([
      { type: 'goBack', onFailure: 'continue' },
      visit('/'),
      { type: 'goForward', onFailure: 'continue' },
      { type: 'goBack' },
      heading('Home'),
    ]);
    expect(results.actions.map(({ state, error }) => [state, error?.message])).toEqual([
      ['error', 'There is no page to go back to: about:blank is the first one of its tab.'],
      ['passed', undefined],
      ['error', `There is no page to go forward to: ${runner.origin}/ is the last one of its tab.`],
      ['error', `There is no page to go back to: ${runner.origin}/ is the first one of its tab.`],
      ['skipped', undefined],
    ]);
  });

  test('going back works right after a click on a slow link, and within a page', { tags: ['full'] }, () =>
    runner.passes([
      visit('/'),
      { type: 'script', code: "document.links[0].href = '/slow'" },
      { type: 'click', locator: "getByRole('link')" },
      { type: 'goBack' },
      heading('Home'),
      { type: 'script', code: "history.pushState({}, '', '/#one')" },
      { type: 'goBack' },
      { type: 'assert', matcher: 'toHaveURL', expected: '/' },
    ]),
  );

  test('a link that opens a new tab makes it the current page', () =>
    runner.passes([visit('/popup'), { type: 'click', locator: "getByRole('link')" }, heading('Second')]));

  test('elements are found in a tab that opens a little later', { tags: ['full'] }, () =>
    runner.passes([
      visit('/popup'),
      { type: 'click', locator: "getByRole('button')" },
      { type: 'click', locator: 'h1', timeoutMs: 5_000 },
    ]),
  );

  test('dialogs without a planned answer are dismissed', () =>
    runner.passes([
      visit('/dialogs'),
      { type: 'click', locator: "getByRole('button')" },
      { type: 'assert', matcher: 'toHaveText', locator: 'button', expected: 'falsenull' },
    ]));

  test('a run continues after a download', () =>
    runner.passes([
      visit('/download'),
      { type: 'click', locator: "getByRole('link')" },
      { type: 'assert', matcher: 'toBeVisible', locator: "getByText('Still here')" },
    ]));
});
