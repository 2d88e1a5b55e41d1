import { expect, test } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { details, rows } from './run-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

test('a mock is changed in its form, and a run shows that nothing asked for it', { tags: 'full' }, async () => {
  const place = await shop.newTest([{ type: 'mock', url: '**/api/orders', status: 500 }]);
  const page = await showIde(shop.app, place.path);
  await page.getByRole('row', { name: /Answer requests to/ }).dblclick();
  const form = page.getByRole('form', { name: 'Mock requests: fields' });
  await form.getByLabel('Status').fill('99');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText(/is no status of an answer/).waitFor();
  await form.getByLabel('Status').fill('404');
  await form.getByLabel('Body').fill('{"problem": "none"}');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  const first = async () => (await shop.author.actions(place))[0];
  await expect.poll(first, eventually).toMatchObject({ type: 'mock', status: '404', body: '{"problem": "none"}' });
  const runId = await shop.author.run(place.testCode);
  await page.goto(`${shop.app.service.url}/p/shop/main/runs/${runId}`);
  await rows(page).filter({ hasText: 'Answer requests' }).last().click();
  await details(page).getByText('No request asked for it.').waitFor();
});
