import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

const item = (page: Page, name: string) => page.getByRole('treeitem', { name });
const question = (page: Page, what: string) => page.getByRole('dialog', { name: `Delete ${what}?` });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).last().click();

/** A test that steps are linked to, with what others there use it. */
async function linkedTest(name: string, steps: readonly string[]) {
  const { author } = shop;
  const { moduleCode } = await author.module(`Of ${name}`);
  const { testCode } = await author.test(moduleCode, name, { actions: [] });
  const lines = steps.map(step => `    Given ${step}\n`).join('');
  await author.do('createFeature', { text: `Feature: For ${name}\n  Scenario: One\n${lines}` });
  for (const text of new Set(steps)) await author.do('linkStep', { text, moduleCode, testCode });
  return { moduleCode, testCode };
}

it('deleting a linked test asks first and turns its steps red, and undo restores its links', {
  tags: 'full',
}, async () => {
  const { moduleCode, testCode } = await linkedTest('Open the shop', ['the shop is open']);
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}/${testCode}`);
  await item(page, 'Test Open the shop').click();
  await page.keyboard.press('Delete');
  const asked = question(page, '“Open the shop”');
  await asked.getByText('1 step is linked to it and turns red. Undo brings everything back.').waitFor();
  expect(await asked.innerText()).not.toContain('force');
  await expectAccessibleInThemes(page);
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  await item(page, 'Test Open the shop').press('Delete');
  await asked.getByRole('button', { name: 'Delete anyway' }).click();
  await page.getByText('“Open the shop” deleted').waitFor();
  await page.getByRole('link', { name: 'Features' }).click();
  await item(page, 'Feature For Open the shop, 0 of 1 steps linked').click();
  await page.getByText('not linked: test “Open the shop” was deleted').waitFor();
  await expectAccessibleInThemes(page);
  await undo(page);
  await page.getByRole('link', { name: 'linked to Of Open the shop / Open the shop' }).waitFor();
});

it('deleting a module asks once and names what depends on its tests, and undo restores it', {
  tags: 'full',
}, async () => {
  const { moduleCode, testCode } = await linkedTest('Sign in', ['I sign in', 'I sign in again', 'I sign in']);
  const { moduleCode: other } = await shop.author.module('Checkout');
  await shop.author.test(other, 'Buy', { actions: [{ type: 'plugTest', test: testCode }] });
  await shop.author.do('editModule', { moduleCode: other, before: testCode });
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}`);
  await item(page, 'Module Of Sign in').press('Delete');
  const asked = question(page, '“Of Sign in”');
  const said =
    '3 steps are linked to it and turn red. “Buy” plugs it in and will fail. Module “Checkout” runs it before or after its tests.';
  await asked.getByText(`Its 1 test will be deleted with it. ${said} Undo brings everything back.`).waitFor();
  await expectAccessibleInThemes(page);
  await asked.getByRole('button', { name: 'Delete module' }).click();
  await item(page, 'Module Of Sign in').waitFor({ state: 'detached' });
  await undo(page);
  await item(page, 'Module Of Sign in').waitFor();
  await expect.poll(async () => (await shop.author.tests({ moduleCode })).length, eventually).toBe(1);
});
