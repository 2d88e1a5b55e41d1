// @module-tag full
/** What several people do in their windows is recorded into one test. */
import { expect, it } from 'vitest';
import { clickAt } from './live-picture.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const PAGE = `<!doctype html><title>Shop</title><body style="margin: 0; font: 20px sans-serif">
  <button style="position: absolute; left: 100px; top: 300px; width: 400px; height: 60px">Buy</button>`;

const shop = useApp({ withIde: true, pages: { '/': PAGE } });

it.each([
  ['light', 'Ben'],
  ['dark', 'Cleo'],
] as const)(
  'while Record is on, the window of somebody who has none is opened, and what is done there is theirs, in the %s theme',
  async (colorScheme, other) => {
    const { author } = shop;
    const { moduleCode, testCode, path } = await shop.newTest([]);
    await author.do('editTest', { moduleCode, testCode, actors: [{ name: 'Anna' }, { name: other }] });
    await author.do('navigateUrl', { url: '/' });
    const page = await showIde(shop.app, path, { colorScheme });
    const windows = page.getByRole('list', { name: 'Windows of actors' });
    await windows.getByRole('button', { name: /Anna/ }).click();
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('button', { name: /^Stop \(1 action\)/ }).waitFor();
    await clickAt(page, 300, 330);
    await page.getByRole('button', { name: /^Stop \(2 actions\)/ }).waitFor();
    await windows.getByRole('button', { name: new RegExp(`${other}.*Not open`) }).click();
    await page.getByText(`The window of ${other} is closed`).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the app', exact: true }).click();
    await windows.getByRole('button', { name: new RegExp(`${other}.*127`) }).waitFor();
    await clickAt(page, 300, 330);
    await page.getByRole('button', { name: /^Stop \(4 actions\)/ }).waitFor();
    await windows.getByRole('button', { name: /Anna/ }).click();
    await clickAt(page, 300, 330);
    await page.getByRole('button', { name: /^Stop \(5 actions\)/ }).click();
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
    const actions = await author.actions({ moduleCode, testCode });
    expect(actions.map(({ type, actor }) => [actor ?? 'first', type].join(' '))).toEqual([
      ...['first visit', 'first click', `${other} visit`, `${other} click`, 'first click'],
    ]);
  },
);
