import { describe, expect, test } from 'vitest';
import { pickElement } from '../../../ide-bridge/browser/elements/pick-element.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import type { ElementListing } from '../../../model/protocol/app-window.ts';
import { within } from './app-fixture.ts';
import { locators, useListedPage } from './listed-page.ts';

const listed = useListedPage();

const row = (name: string) => `<tr><td>${name}</td><td><a href="#edit">edit</a> <a href="#delete">delete</a></td></tr>`;
const table = (id: string) =>
  `<table id="${id}"><thead><tr><th>Name</th><th>Action</th></tr></thead><tbody>${['Smith', 'Bach', 'Doe', 'Conway'].map(row).join('')}</tbody></table>`;
const part = (id: string, words: string, more = '') =>
  `<div id="${id}"><h2>${words}</h2><input><button>Edit</button>${more}</div>`;

/** Pages on which much is alike, with the scope that each locator of such a thing starts from. */
const PAGES = {
  'equal rows of two tables': `<p>Example 1</p>${table('table1')}<p>Example 2</p>${table('table2')}`,
  'parts with an id': part('billing', 'Billing') + part('shipping', 'Shipping'),
  'forms in parts with a test id': `<div data-testid="left"><form><button>Send</button></form></div>
    <div data-testid="right"><form><button>Send</button></form></div>`,
  'lists in parts with an id': `<div id="fruit"><ul><li>Apple <button>Buy</button></li><li>Pear <button>Buy</button></li></ul></div>
    <div id="juice"><ul><li>Apple <button>Buy</button></li></ul></div>`,
  'labelled landmarks': `<nav aria-label="Main"><a href="/a">Home</a></nav><nav aria-label="Foot"><a href="/a">Home</a></nav>`,
};

/** Runs in the page: what changes from day to day and leaves every element what it is. */
const MUTATIONS = {
  'rows and items were added before': `for (const body of document.querySelectorAll('tbody, ul')) {
    const copy = body.firstElementChild.cloneNode(true);
    copy.innerHTML = copy.innerHTML.replace(/Smith|Apple/, 'Adams');
    body.prepend(copy);
  }`,
  'rows and items were sorted the other way': `for (const body of document.querySelectorAll('tbody, ul'))
    body.append(...[...body.children].reverse());`,
  'a sibling was inserted': `for (const each of [...document.querySelectorAll('div, nav, table')])
    each.before(Object.assign(document.createElement('section'), { innerHTML: '<button>Edit</button><a href="#">edit</a><input>' }));`,
};

/** Writes on each element which one it is, and answers with how to ask whether a locator still finds it alone. */
async function markAll({ elements }: ElementListing) {
  const { page, app } = listed;
  for (const [index, { ref = '' }] of elements.entries())
    await page.getByRef(ref).evaluate((element, value) => element.setAttribute('data-was', value), String(index));
  return async () => {
    const found = elements.map(async ({ locator }, index) => {
      const matches = await app.session.locate(parseLocator(locator)).all();
      const was = await Promise.all(matches.map(match => match.getAttribute('data-was')));
      return was.length === 1 && was[0] === String(index) ? [] : [locator];
    });
    return (await Promise.all(found)).flat();
  };
}

describe.each(Object.entries(PAGES))('on a page of %s', (name, html) => {
  for (const [change, script] of Object.entries(MUTATIONS)) {
    const isFew = name === 'equal rows of two tables' && change.startsWith('rows and items were added');
    test(`locators still find the same elements after ${change}`, isFew ? {} : { tags: 'full' }, async () => {
      await listed.show(html);
      const listing = await listed.list();
      await listed.expectRightLocators(listing);
      expect(locators(listing).filter(text => /nth\(|first\(/.test(text))).toEqual([]);
      const lost = await markAll(listing);
      await listed.page.evaluate(script);
      expect(await lost()).toEqual([]);
    });
  }
});

test('what only its number tells from its like is counted in the nearest thing that is known by itself', async () => {
  await listed.show(`<main><p><button>Go</button></p></main>
    <div id="one"><button>Go</button><button>Go</button></div>
    <dialog open aria-label="Choice"><button>Go</button><button>Go</button></dialog>`);
  const listing = await listed.list();
  await listed.expectRightLocators(listing);
  expect(locators(listing)).toEqual([
    "getByRole('main').getByRole('button', { name: 'Go' })",
    "locator('#one').getByRole('button', { name: 'Go', exact: true }).first()",
    "locator('#one').getByRole('button', { name: 'Go', exact: true }).nth(1)",
    "getByRole('dialog', { name: 'Choice' })",
    "getByRole('dialog', { name: 'Choice' }).getByRole('button', { name: 'Go', exact: true }).first()",
    "getByRole('dialog', { name: 'Choice' }).getByRole('button', { name: 'Go', exact: true }).nth(1)",
  ]);
});

test('ids and classes that a build or a framework has made are in no locator', async () => {
  const made = [':r1:', 'ember123', 'radix-4', 'css-1x2y3z', 'a8f3c2d9', '6f1d2a3b-77aa-4c1e-9d20-0a1b2c3d4e5f'];
  await listed.show(
    made
      .map(
        id =>
          `<div id="${id}" class="css-1x2y3z sc-abcDEF card_a8f3c"><input id="${id}-in" class="Field_root__xYzAb"></div>`,
      )
      .join(''),
  );
  const listing = await listed.list();
  await listed.expectRightLocators(listing);
  expect(locators(listing).filter(text => text.includes('locator('))).toEqual([]);
});

test('an element that is pointed at has further locators of other kinds, each of which leads to it alone', async () => {
  await listed.show(`<style>* { margin: 0 }</style><form id="search" data-testid="search">
    <input id="term" name="term" data-testid="term" aria-label="Look for" placeholder="Tents" style="width: 200px; height: 40px">
    <input></form><form><input></form>`);
  const { locator, fallbacks = [] } = (await pickElement(listed.app.session, { x: 50, y: 20 }, within())) ?? {};
  const ways = [locator ?? '', ...fallbacks];
  expect(ways).toEqual([
    "getByRole('textbox', { name: 'Look for' })",
    "getByTestId('term')",
    "getByLabel('Look for', { exact: true })",
    "getByPlaceholder('Tents', { exact: true })",
    "locator('#term')",
  ]);
  const input = await listed.page.locator('#term').elementHandle();
  for (const text of ways) {
    const found = listed.app.session.locate(parseLocator(text));
    expect(await found.count()).toBe(1);
    expect(await found.evaluate((one: unknown, other: unknown) => one === other, input)).toBe(true);
  }
});

test('an element that is pointed at is also found by its role, level and place alone, whatever it says', async () => {
  await listed.show(`<style>* { margin: 0; font: 20px sans-serif } h1, h2, p, div.note { height: 40px }</style>
    <main><h1>Shop</h1>
      <section aria-labelledby="orders"><h2 id="orders">Orders</h2></section>
      <section aria-label="News"><h2>Today</h2></section>
      <div data-testid="box"><h2>One</h2><h2>Two</h2></div>
      <div class="note">Note</div></main>`);
  const beside = async (y: number) => {
    const { matches = [], name } = (await pickElement(listed.app.session, { x: 10, y }, within())) ?? { name: '' };
    const text = name === '' ? 'Note' : name;
    return matches.filter(({ locator }) => !locator.includes(text)).map(({ locator, count }) => `${count} ${locator}`);
  };
  expect(await beside(20)).toEqual(["1 getByRole('heading', { level: 1 })", "1 locator('h1')"]);
  expect(await beside(60)).toEqual([
    "1 locator('#orders')",
    "1 getByRole('main').getByRole('heading', { level: 2 }).first()",
    "1 getByRole('heading', { level: 2 }).first()",
    "1 locator('h2').first()",
  ]);
  expect(await beside(100)).toContain("1 getByRole('region', { name: 'News' }).getByRole('heading', { level: 2 })");
  expect(await beside(180)).toContain("1 getByTestId('box').getByRole('heading', { level: 2 }).nth(1)");
  expect(await beside(220)).toEqual(["1 locator('div.note')"]);
});
