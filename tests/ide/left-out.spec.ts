// @module-tag full
import { expect, test } from 'vitest';
import { imported } from '../support/imported-tests.ts';
import { showIde } from './open-page.ts';
import { rows } from './run-page.ts';
import { useApp } from './shared-app.ts';

const shop = useApp();

const COMMANDS = [
  { command: 'echo', target: 'Hello' },
  { command: 'flyToTheMoon', target: 'now' },
];

test('a test that an import could not take over whole says so in its head, to programs and after a run', async () => {
  const [made] = await imported(shop.author, 'selenium-side', { tests: [{ name: 'Launch', commands: COMMANDS }] });
  const testCode = made?.testCode ?? '';
  const shown = (await shop.author.tests()).find(one => one.testCode === testCode);
  const moduleCode = shown?.moduleCode;
  expect(shown).toMatchObject({ name: 'Launch', leftOut: 1 });
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}/${testCode}`);
  await page.getByText('incomplete: 1 action left out on import').waitFor();
  const runId = await shop.author.run(testCode);
  await page.goto(new URL(`/p/shop/main/runs/${runId}`, page.url()).href);
  await page.getByRole('status').filter({ hasText: 'Incomplete: 1 action left out on import' }).waitFor();
  await rows(page).filter({ hasText: 'flyToTheMoon' }).getByText('left out', { exact: true }).waitFor();
});
