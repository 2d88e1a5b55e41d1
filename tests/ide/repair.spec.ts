import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { expectAccessible, showIde, THEMES } from './open-page.ts';
import { details, rows, viewLink } from './run-page.ts';
import { eventually, useApp } from './shared-app.ts';

const FROM = "getByRole('button', { name: 'Save', exact: true })";
const TO = "getByTestId('save')";

describe('a repair', () => {
  const shop = useApp({
    pages: {
      '/': '<h1>Orders</h1><button data-testid="save">Save</button>',
      '/new': '<h1>Orders</h1><button data-testid="save" aria-label="Store">Save</button>',
    },
  });

  /** A run in which a fallback stood in for a button with another name. */
  async function repairedRun() {
    await shop.author.do('navigateUrl', { url: '/' });
    const { moduleCode, testCode } = await shop.newTest([
      { type: 'click', locator: FROM, fallbacks: [TO], timeoutMs: 2_000 },
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Orders' },
    ]);
    await shop.author.do('createAction', { moduleCode, testCode, type: 'visit', url: '/new', actionIndex: 0 });
    const run = () => shop.author.run(testCode);
    const locator = async () => (await shop.author.actions({ moduleCode, testCode }))[1]?.locator;
    return { run, locator, moduleCode, testCode };
  }
  const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: 'Save' });
  const proposal = (page: Page) => details(page).getByRole('region', { name: 'Repair' });
  const says = (page: Page, words: RegExp) => expect.poll(() => proposal(page).innerText(), eventually).toMatch(words);
  const press = (page: Page, name: string) => proposal(page).getByRole('button', { name, exact: true }).click();

  it.each(THEMES)(
    'a repair shows what was renamed and is decided where it is read in the %s theme',
    { tags: 'full' },
    async theme => {
      const page = await showIde(shop.app, '/p/shop/main/runs', { colorScheme: theme });
      const { run, locator, moduleCode, testCode } = await repairedRun();
      const runId = await run();
      const main = new URL('/p/shop/main', page.url()).href;
      await page.goto(`${main}/modules/${moduleCode}/${testCode}`);
      await rowOf(page).getByText('repaired', { exact: true }).waitFor();
      await page.getByRole('link', { name: /passed, 1 repaired/ }).waitFor();
      await page.goto(`${main}/runs`);
      await page.getByRole('listitem').filter({ hasText: runId }).getByText('1 repaired').waitFor();
      await page.goto(`${main}/health`);
      await page.getByText('1 repair to decide on').waitFor();
      await page.getByRole('list', { name: 'Repairs to decide on' }).getByRole('link', { name: runId }).click();
      await page
        .getByRole('region', { name: `Run ${runId}` })
        .getByText('1 repaired')
        .waitFor();
      // The run passed, and shows what has to be decided all the same.
      await page.getByText('1 action used a fallback: its locator found nothing').waitFor();
      await expect.poll(() => rows(page).nth(2).innerText(), eventually).toMatch(/repaired$/);
      await says(page, /Save\s*→\s*Store/);
      for (const text of [FROM, TO]) await proposal(page).getByText(text, { exact: true }).waitFor();
      await expectAccessible(page);
      await press(page, 'Accept');
      await says(page, /Accepted/);
      expect(await locator()).toBe(TO);
      const status = proposal(page).getByRole('status');
      await expect.poll(() => status.evaluate(one => one.matches(':focus')), eventually).toBe(true);
      await page.keyboard.press('Control+z');
      await expect.poll(locator, eventually).toBe(FROM);
      await press(page, 'Reject');
      await says(page, /Rejected/);
      expect(await locator()).toBe(FROM);
      await viewLink(page, 'Report').click();
      await page.getByText(`Repaired: ${TO} was used instead of ${FROM}`).waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Look at the repair' }).click();
      await says(page, /Rejected/);
    },
  );
});
