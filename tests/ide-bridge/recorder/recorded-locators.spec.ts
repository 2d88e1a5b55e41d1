import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageScript, RECORDER } from '../../../ide-bridge/recorder/page-script.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { launchBrowser } from '../../support/browser.ts';

const card = (name: string) =>
  `<div class="x1"><div class="h1x">${name}</div><div><span>19 €</span><button class="sc-1">Add to cart</button></div></div>`;
const section = (name: string) => `<section><h2>${name}</h2><p>none <button>Edit</button></p></section>`;
const todo = (name: string, number: number) =>
  `<div><p>${name}</p><input type="checkbox" id="todo-list_${number}_checkbox"></div>`;

const PLACES = [
  {
    title: 'a card by its text, whatever is around the cards',
    html: `<div><div><h1>Shop</h1>${card('Red shirt')}${card('Blue shirt')}</div></div>`,
    element: '.x1:nth-of-type(2) button',
    best: "locator('div').filter({ hasText: 'Blue shirt' }).filter({ has: locator('button') }).last().getByRole('button', { name: 'Add to cart' })",
  },
  {
    title: 'a part of the page by its heading',
    html: `<main>${section('Billing')}${section('Shipping')}</main>`,
    element: 'section:nth-of-type(2) button',
    best: "locator('section').filter({ hasText: 'Shipping' }).getByRole('button', { name: 'Edit' })",
  },
  {
    title: 'what is there twice, once hidden, not by its name alone',
    html: '<main><button>Save</button></main><div hidden><button>Save</button></div>',
    element: 'button',
    best: "getByRole('main').getByRole('button', { name: 'Save' })",
  },
  {
    title: 'an item by its text rather than by an id that counts',
    html: `${todo('Buy milk', 1)}${todo('Walk dog', 2)}`,
    element: '#todo-list_2_checkbox',
    best: "locator('div').filter({ hasText: 'Walk dog' }).getByRole('checkbox')",
  },
  {
    title: 'fields by no id that another has with another number',
    html: '<label>Mail <input id="step-1"></label><label>Post <input id="step-2"></label>',
    element: '#step-2',
    best: "getByRole('textbox', { name: 'Post' })",
  },
  {
    title: 'what says nothing by its place, with another way beside it',
    html: '<div><i></i><i></i></div>',
    element: 'i:nth-of-type(2)',
    best: "locator('div > i:nth-of-type(2)')",
  },
];

let browser: Awaited<ReturnType<typeof launchBrowser>>;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

it.each(PLACES)('the recorder finds $title', async ({ html, element, best }) => {
  await page.setContent(html);
  await page.evaluate(
    `delete globalThis.${RECORDER}; globalThis.tell = () => {}; ${pageScript('tell', 'data-testid')}`,
  );
  const told = await page.evaluate(`globalThis.${RECORDER}.locate(document.querySelector(${JSON.stringify(element)}))`);
  const locators: string[] = JSON.parse(String(told));
  for (const locator of locators) expect(() => parseLocator(locator)).not.toThrow();
  expect(locators[0]).toBe(best);
  expect(locators.length).toBeGreaterThan(1);
  expect(locators.join()).not.toMatch(/step-2|_2_/);
});
