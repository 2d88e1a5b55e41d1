import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { readEnv, writeEnv } from '../../ide/screens/settings/environments/env-file.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const PATH = '/p/shop/main/settings/environments';

const shop = useApp({ isAnew: true });

const stored = () => shop.author.environments();
const itemsOf = async (name: string) => (await stored()).find(one => one.name === name)?.items;
const form = (page: Page, name: string) => page.getByRole('form', { name: `Environment ${name}` });
const save = (page: Page, name: string) => form(page, name).getByRole('button', { name: 'Save' }).click();

describe('environments in the settings', () => {
  it('a .env file can be dropped on its environment, and other things are still dropped into its fields', {
    tags: 'full',
  }, async () => {
    await shop.author.do('createEnvironment', { name: 'dropped', items: [] });
    const page = await showIde(shop.app, PATH);
    const card = page.getByRole('region', { name: 'dropped', exact: true }).first();
    const drag = (fill: string) =>
      page.evaluateHandle(`(() => {
        const transfer = new DataTransfer();
        ${fill};
        return transfer;
      })()`);
    const isTaken = async (fill: string) => {
      await card.dispatchEvent('dragover', { dataTransfer: await drag(fill) });
      return (await card.getAttribute('data-over')) !== null;
    };
    await card.waitFor();
    expect(await isTaken(`transfer.setData('text/plain', 'ann')`)).toBe(false);
    const file = `transfer.items.add(new File(['user=ann'], '.env'))`;
    expect(await isTaken(file)).toBe(true);
    await card.dispatchEvent('drop', { dataTransfer: await drag(file) });
    const text = page.getByRole('dialog').getByRole('textbox');
    await expect.poll(() => text.inputValue(), eventually).toBe('user=ann');
  });

  it('an environment is made, filled in by keys, and its secret never comes back', { tags: 'full' }, async () => {
    const page = await showIde(shop.app, PATH);
    await page.getByText('None yet.').waitFor();
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Name').fill('staging');
    await page.keyboard.press('Enter');
    await form(page, 'staging').getByLabel('New variable', { exact: true }).fill('user');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ann');
    await form(page, 'staging').getByLabel('New variable', { exact: true }).fill('password');
    await page.keyboard.press('Tab');
    await page.keyboard.type('canary-of-a-secret');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await form(page, 'staging').getByLabel('Value of password', { exact: true }).press('Enter');
    await page.getByText('Environment “staging” saved').waitFor();
    expect(await itemsOf('staging')).toMatchObject([
      { name: 'user', kind: 'variable', value: 'ann' },
      { name: 'password', kind: 'secret', set: true },
    ]);
    await form(page, 'staging').getByRole('button', { name: 'Replace password' }).waitFor();
    expect(await page.content()).not.toContain('canary-of-a-secret');
    await expectAccessibleInThemes(page);
    await form(page, 'staging').getByRole('button', { name: 'Remove user' }).click();
    await save(page, 'staging');
    await expect.poll(() => itemsOf('staging'), eventually).toMatchObject([{ name: 'password', set: true }]);
  });

  it('a .env file is taken over with its bad lines named, survives a reload, and is stored when saved', {
    tags: ['full'],
  }, async () => {
    await shop.author.do('createEnvironment', { name: 'local', items: [{ name: 'user', value: 'bob' }] });
    const page = await showIde(shop.app, PATH);
    await page.getByRole('button', { name: 'Import .env into local' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('textbox')
      .fill('# a comment\nuser=ann\n2nd=x\nCOLOR="light blue"\nAPI_KEY=very-secret\nno line');
    await dialog.getByText('Line 3: the name may have').waitFor();
    await dialog.getByText('Line 6: no “NAME=value”').waitFor();
    await expectAccessibleInThemes(page);
    await dialog.getByRole('button', { name: 'Take over 3 values' }).click();
    const value = (name: string) => form(page, 'local').getByLabel(`Value of ${name}`, { exact: true }).inputValue();
    expect(await value('COLOR')).toBe('light blue');
    page.once('dialog', question => void question.accept());
    await page.reload();
    await form(page, 'local').getByText('Secrets are not kept over a reload').waitFor();
    expect([await value('user'), await value('COLOR'), await value('API_KEY')]).toEqual(['ann', 'light blue', '']);
    await page.getByRole('link', { name: 'Browser' }).click();
    await page.goBack();
    await expect.poll(() => value('COLOR'), eventually).toBe('light blue');
    await save(page, 'local');
    await expect
      .poll(() => itemsOf('local'), eventually)
      .toMatchObject([
        { name: 'user', value: 'ann' },
        { name: 'COLOR', value: 'light blue' },
        { name: 'API_KEY', kind: 'secret' },
      ]);
  });

  it('names that are taken, twice there or no names are told at their fields', { tags: ['full'] }, async () => {
    await shop.author.do('createEnvironment', { name: 'local' });
    const page = await showIde(shop.app, PATH);
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Name').fill('LOCAL');
    await page.keyboard.press('Enter');
    await page.getByText('has the name "LOCAL" already').waitFor();
    await page.keyboard.press('Escape');
    for (const name of ['same', 'same', 'a b'])
      await form(page, 'local').getByLabel('New variable', { exact: true }).fill(name);
    await save(page, 'local');
    await page.getByText('“same” is used twice').waitFor();
    await page.getByText('Letters, digits and “_”, not beginning with a digit').waitFor();
    expect(await itemsOf('local')).toEqual([]);
  });

  it('two environments are compared, and a deleted one comes back with its secret by undo', {
    tags: ['full'],
  }, async () => {
    const password = { name: 'password', value: 'spring-42', kind: 'secret' };
    await shop.author.do('createEnvironment', { name: 'local', items: [{ name: 'user', value: 'ann' }, password] });
    await shop.author.do('createEnvironment', { name: 'staging', items: [{ name: 'user', value: 'bob' }, password] });
    const page = await showIde(shop.app, PATH);
    const comparison = page.getByRole('table', { name: 'local and staging' });
    await comparison.getByRole('row', { name: 'user ann bob' }).waitFor();
    await page.getByRole('switch', { name: 'Differences only' }).check();
    await comparison.getByRole('row', { name: /password/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete local' }).click();
    await form(page, 'local').waitFor({ state: 'detached' });
    expect((await stored()).map(({ name }) => name)).toEqual(['staging']);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await form(page, 'local').waitFor();
    expect(await itemsOf('local')).toMatchObject([{ name: 'user' }, { name: 'password', set: true }]);
  });
});

it('.env files are read as shells read them, and written so that they read the same', () => {
  const text = 'A=1\nexport B = two words # said\nC="a \\"b\\"\\nc"\nD=\'$x\'\nE=\n';
  expect(readEnv(text)).toEqual({
    items: [
      { name: 'A', value: '1' },
      { name: 'B', value: 'two words' },
      { name: 'C', value: 'a "b"\nc' },
      { name: 'D', value: '$x' },
      { name: 'E', value: '' },
    ],
    faults: [],
  });
  expect(readEnv('A="open\nB=1').faults).toEqual([{ line: 1, why: 'the quote is not closed' }]);
  const values = ['', 'two words', 'a "b" \\ c', 'line\nline', "it's # not a comment", '$HOME'];
  const items = values.map((value, index) => ({ name: `V${index}`, kind: 'variable' as const, value }));
  expect(readEnv(writeEnv(items)).items.map(({ value }) => value)).toEqual(values);
  expect(writeEnv([{ name: 'S', kind: 'secret', value: 'x' }])).toBe('# secret, not exported\nS=\n');
});
