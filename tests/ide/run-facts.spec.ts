// @module-tag full
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { useBasketShop } from './basket-shop.ts';
import { showIde } from './open-page.ts';

const shop = useBasketShop();

it('a run shows its commit and build server in the list and in its header', async () => {
  const { author, app, look } = shop;
  const { testCode } = await author.test(look.moduleCode, 'Nothing', { actions: [] });
  const page = await showIde(app, '/p/shop/main/runs');
  await page.getByText('No runs').waitFor();
  const given = { moduleId: look.moduleCode, testId: testCode };
  const runId = await shop.run('runTest', given);
  // The newest is read from memory.
  await shop.run('runTest', given);
  const file = join(app.folder, '.steploom/runs', runId, 'run.json');
  const facts = { git: { branch: 'main', commit: '1a2b3c4d'.repeat(5) }, ci: 'GitHub Actions' };
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...facts }));
  await page.reload();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: runId });
  await row.getByText('main@1a2b3c4 · GitHub Actions').waitFor();
  await row.getByRole('link').click();
  await page
    .getByRole('region', { name: `Run ${runId}` })
    .getByText('main@1a2b3c4 · GitHub Actions')
    .waitFor();
});
