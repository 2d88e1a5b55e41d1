// @module-tag full
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useBasketShop } from './basket-shop.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { frameButton } from './run-page.ts';
import { eventually } from './shared-app.ts';

const shop = useBasketShop();
const Runs = z.object({ runs: z.array(z.looseObject({ runId: z.string() })) });

/** Each spec finds none. */
beforeEach(async () => {
  const { runs } = await shop.author.client.call('getRuns', {}, Runs);
  for (const { runId } of runs) await shop.author.do('deleteRun', { runId });
});

/** Runs of a test without actions, by their ids. */
async function someRuns(count: number): Promise<string[]> {
  const { moduleCode } = shop.look;
  const { testCode } = await shop.author.test(moduleCode, 'Nothing', { actions: [] });
  const ids: string[] = [];
  while (ids.length < count) ids.push(await shop.run('runTest', { moduleId: moduleCode, testId: testCode }));
  return ids;
}

describe('a run that is shown and deleted elsewhere', () => {
  it('the report and the execution of a run say when it is deleted elsewhere, and lead to all runs', async () => {
    const page = await showIde(shop.app, '/p/shop/main/runs');
    await page.getByText('No runs').waitFor();
    const [first = '', second = '', last = ''] = await someRuns(3);
    const allRuns = page.getByRole('alert').getByRole('link', { name: 'All runs' });
    for (const [runId, view] of [
      [first, '/report'],
      [second, ''],
    ]) {
      await page.goto(new URL(`/p/shop/main/runs/${runId}${view}`, page.url()).href);
      await frameButton(page, 'Re-run').focus();
      await shop.author.do('deleteRun', { runId });
      await page.getByRole('alert').getByText(`Run ${runId} was deleted`).waitFor();
      await expect.poll(() => allRuns.evaluate(link => link.matches(':focus')), eventually).toBe(true);
    }
    await expectAccessibleInThemes(page);
    await page.keyboard.press('Enter');
    const rows = page.getByRole('main').getByRole('listitem');
    await expect.poll(() => rows.count(), eventually).toBe(1);
    await rows.filter({ hasText: last }).waitFor();
  });

  it('a comparison says so when the run that it compares with is deleted elsewhere', async () => {
    const page = await showIde(shop.app, '/p/shop/main/runs');
    await page.getByText('No runs').waitFor();
    const [before = '', after = ''] = await someRuns(2);
    await page.goto(new URL(`/p/shop/main/runs/${after}/report?compare=${before}`, page.url()).href);
    const comparison = page.getByRole('region', { name: `Compared with ${before}` });
    await comparison.getByText('No new failures').waitFor();
    await shop.author.do('deleteRun', { runId: before });
    await comparison.getByText(`Run ${before} was deleted`).waitFor();
    await page.getByRole('button', { name: 'Stop comparing' }).click();
    await comparison.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  it('the address of a run that does not exist says so and leads to all runs', async () => {
    const page = await showIde(shop.app, '/p/shop/main/runs/r999');
    const alert = page.getByRole('alert');
    await alert.getByText('No run r999').waitFor();
    await alert.getByText('It was deleted, or the number is wrong.').waitFor();
    await alert.getByRole('link', { name: 'All runs' }).waitFor();
  });
});
