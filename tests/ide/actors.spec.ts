/** Several people in one test: who they are, and who acts in which row. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { beginAction, comments, eventually, type Place, rowsOf, useApp } from './shared-app.ts';

const shop = useApp();

const Actors = z.array(z.looseObject({ name: z.string() })).optional();

const storedActors = async ({ moduleCode, testCode }: Place) =>
  Actors.parse((await shop.author.tests({ moduleCode })).find(each => each.testCode === testCode)?.actors);

const Actions = z.object({ actions: z.array(z.looseObject({ actor: z.string().optional() })) });

const whoActs = async ({ moduleCode, testCode }: Place) => {
  const { actions } = await shop.author.client.call('getActions', { moduleCode, testCode }, Actions);
  return actions.map(({ actor }) => actor ?? 'nobody named');
};

const SELLER_AND_BUYER = [{ name: 'Seller' }, { name: 'Buyer', colour: 'green' }];

async function newTestWithActors(actions: readonly object[]): Promise<Place> {
  const place = await shop.newTest(actions);
  const { moduleCode, testCode } = place;
  await shop.author.do('editTest', { moduleCode, testCode, actors: SELLER_AND_BUYER });
  return place;
}

const chip = (page: Page, row: number, name: string) => rowsOf(page).nth(row).getByTitle(name, { exact: true });

const colourOf = async (page: Page, row: number, name: string) =>
  (await chip(page, row, name).getAttribute('style')) ?? '';

async function actAs(page: Page, row: number, name: string): Promise<void> {
  await rowsOf(page).nth(row).click({ button: 'right' });
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}

test('two actors are added in the details of a test, a wrong device at its field, and rows show who acts', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest(comments('hello'));
  const page = await showIde(shop.app, place.path);
  expect(await rowsOf(page).first().innerText()).not.toContain('Seller');
  await page.getByRole('button', { name: 'Actors', exact: true }).click();
  const form = page.getByRole('form', { name: 'Actors' });
  await form.getByText('Several people in one test').waitFor();
  for (const name of ['Seller', 'Buyer']) {
    await form.getByRole('button', { name: 'Add actor' }).click();
    await form.getByLabel('Name').last().fill(name);
  }
  await form.getByText('The first one acts in rows that name nobody.').waitFor();
  await form.getByRole('group', { name: 'Colour of Buyer' }).getByLabel('teal').check();
  await form.getByLabel('Device').last().fill('iPhone 155');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('did you mean “iPhone 15”?').waitFor();
  await expectAccessibleInThemes(page);
  await form.getByLabel('Device').last().fill('');
  await form.getByLabel('Name').last().click();
  await form.getByRole('button', { name: 'Move Buyer up' }).click();
  await form.getByLabel('Device').first().fill('iPhone 15');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => storedActors(place), eventually)
    .toEqual([
      { name: 'Buyer', colour: 'teal', device: 'iPhone 15' },
      { name: 'Seller', colour: 'blue' },
    ]);
  await chip(page, 0, 'Buyer').waitFor();
  expect(await colourOf(page, 0, 'Buyer')).toContain('--st-actor-teal');
});

test('the menu of rows gives one row, or all that are chosen, to an actor, in one edit', { tags: 'full' }, async () => {
  const place = await newTestWithActors(comments('offers', 'buys', 'pays'));
  const page = await showIde(shop.app, place.path);
  await chip(page, 1, 'Seller').waitFor();
  await actAs(page, 1, 'Buyer');
  await chip(page, 1, 'Buyer').waitFor();
  expect(await colourOf(page, 1, 'Buyer')).toContain('--st-actor-green');
  await expect.poll(() => whoActs(place), eventually).toEqual(['nobody named', 'Buyer', 'nobody named']);
  await rowsOf(page).nth(0).click();
  await rowsOf(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await actAs(page, 2, 'Seller');
  await expect.poll(() => whoActs(place), eventually).toEqual(['Seller', 'Seller', 'Seller']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => whoActs(place), eventually).toEqual(['nobody named', 'Buyer', 'nobody named']);
  await expectAccessibleInThemes(page);
});

test('the form of an action asks who acts, and a new row goes on with who acted last', { tags: 'full' }, async () => {
  const place = await newTestWithActors(comments('offers'));
  const page = await showIde(shop.app, place.path);
  await rowsOf(page).first().dblclick();
  const who = page.getByLabel('Who acts');
  await who.waitFor();
  expect(await who.locator('option').allInnerTexts()).toEqual(['The first actor: Seller', 'Seller', 'Buyer']);
  await who.selectOption('Buyer');
  await page.getByRole('button', { name: 'Save' }).click();
  await chip(page, 0, 'Buyer').waitFor();
  await beginAction(page, 'Comment');
  await expect.poll(() => who.inputValue(), eventually).toBe('Buyer');
  await page.keyboard.type('pays');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => whoActs(place), eventually).toEqual(['Buyer', 'Buyer']);
});

test('a removed actor is told of beside the rows that name it, which stay and say so', { tags: 'full' }, async () => {
  const place = await newTestWithActors([
    { type: 'comment', text: 'offers' },
    { type: 'comment', text: 'buys' },
  ]);
  const page = await showIde(shop.app, place.path);
  await actAs(page, 1, 'Buyer');
  await page.getByRole('button', { name: 'Actors 2' }).click();
  const form = page.getByRole('form', { name: 'Actors' });
  await form.getByText('Named in 1 row').waitFor();
  await form.getByRole('button', { name: 'Remove Buyer' }).click();
  await form.getByText('1 row names “Buyer” and becomes a problem').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await chip(page, 1, '“Buyer” is none of the actors of this test').waitFor();
  expect(await storedActors(place)).toEqual([{ name: 'Seller', colour: 'blue' }]);
});
