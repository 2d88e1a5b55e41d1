import { expect, test } from 'vitest';
import { z } from 'zod';
import { showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const shop = useApp({ isAnew: true });
const Runs = z.object({ runs: z.array(z.looseObject({ title: z.string(), items: z.number(), state: z.string() })) });

test('a module, a selection, all tests and those that failed are run from the tree', { tags: 'full' }, async () => {
  const { author } = shop;
  const { path, moduleCode } = await shop.newTest(comments('a'), 'Good');
  const { testCode: bad } = await author.test(moduleCode, 'Bad', {
    actions: [{ type: 'assert', matcher: 'toHaveTitle', expected: 'Shop', timeoutMs: 100 }],
  });
  const { moduleCode: other } = await author.module('Other');
  await author.test(other, 'Third', { actions: comments('b') });
  const page = await showIde(shop.app, path);
  const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^(Module|Test) ${name}\\b`) });
  let count = 0;
  const ran = async () => {
    count += 1;
    const runs = async () => (await author.client.call('getRuns', {}, Runs)).runs;
    await expect.poll(async () => (await runs()).length, eventually).toBe(count);
    await expect.poll(async () => (await runs())[0]?.state, eventually).toMatch(/passed|failed/);
    await page
      .getByRole('link', { name: /^(passed|failed) / })
      .first()
      .waitFor();
    return `${(await runs())[0]?.title}, ${(await runs())[0]?.items}`;
  };
  await item('Sign in').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Run/ }).click();
  expect(await ran()).toBe('2 tests, 2');
  await item('Good, passed').waitFor();
  // Also for whoever comes later.
  await page.reload();
  await item('Good, passed').waitFor();
  await item('Other').focus();
  await page.keyboard.press('Control+Enter');
  expect(await ran()).toBe('Other › Third, 1');
  await item('Good').click();
  await item('Third').click({ modifiers: ['Control'] });
  await page.keyboard.press('Control+Enter');
  expect(await ran()).toBe('2 tests, 2');
  const more = async (name: string) => {
    await page.getByRole('button', { name: 'More about the project' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await more('Run all');
  expect(await ran()).toBe('3 tests, 3');
  await more('Run failed');
  expect(await ran()).toBe('Sign in › Bad, 1');
  await author.do('editTest', { moduleCode, testCode: bad, actions: comments('c') });
  await more('Run failed');
  expect(await ran()).toBe('Sign in › Bad, 1');
  await more('Run failed');
  await page.getByText('None of these tests failed the last time it ran.').waitFor();
});

test('all tests run once what was edited is stored', { tags: 'full' }, async () => {
  const { path } = await shop.newTest(comments('a'), 'Edited');
  const { page, gate } = await showGated(shop.app, path);
  await page.getByRole('row', { name: 'Comment a' }).click();
  const before = gate.count('tools/call');
  gate.hold('tools/call');
  await page.keyboard.press('Control+/');
  await page.getByRole('row', { name: 'disabled Comment a' }).waitFor();
  await page.getByRole('button', { name: 'More about the project' }).click();
  await page.getByRole('menuitem', { name: 'Run all' }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(gate.count('tools/call')).toBe(before + 1);
  gate.release();
  await page
    .getByRole('link', { name: /^(passed|failed) / })
    .first()
    .waitFor();
});
