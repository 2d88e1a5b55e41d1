import { expect, test } from 'vitest';
import { useListedPage } from './listed-page.ts';

const listed = useListedPage();

async function locatorsOf(html: string, query: { interactiveOnly?: boolean } = {}): Promise<Record<string, string>> {
  await listed.show(html);
  const listing = await listed.list(query);
  await listed.expectRightLocators(listing);
  return Object.fromEntries(listing.elements.map(({ name, role, locator }) => [name || role, locator]));
}

test('a control without a name is not located merely as the only one of its role', async () => {
  const found = await locatorsOf(`
    <header><a href="/"><svg width="9" height="9"></svg></a></header>
    <div><input type="checkbox" id="node-once"></div>
    <div><select name="repeat"><option>none</option></select></div>
    <button class="btn tray-close active"><svg width="9" height="9"></svg></button>`);
  expect(found).toMatchObject({
    link: 'locator(\'a[href="/"]\')',
    checkbox: "locator('#node-once')",
    combobox: 'locator(\'select[name="repeat"]\')',
    button: "locator('button.tray-close')",
  });
});

test('controls without names are located by attributes of their own before they are numbered', async () => {
  await listed.show(`
    <a href="/"><svg width="9" height="9"></svg></a><a href="/news/12345"><svg width="9" height="9"></svg></a>
    <a class="close"><svg width="9" height="9"></svg></a>
    <button data-action="zoom-in"><svg width="9" height="9"></svg></button><button class="css-abcdef"></button>`);
  const listing = await listed.list();
  await listed.expectRightLocators(listing);
  expect(listing.elements.map(({ locator }) => locator)).toEqual([
    'locator(\'a[href="/"]\')',
    "getByRole('link').nth(1)",
    'locator(\'button[data-action="zoom-in"]\')',
    "getByRole('button').nth(1)",
  ]);
});

test('elements of one class are located by an attribute or their text rather than by number', async () => {
  const found = await locatorsOf(
    `<div class="palette"><div class="node" data-kind="inject"><i></i><div>inject</div></div>
    <div class="node"><i></i><div>debug</div></div><div class="node"><i></i><div>link in</div></div></div>`
      .replaceAll('class="node"', 'class="node" style="cursor: pointer"')
      .replaceAll('<div>', '<div style="cursor: default">'),
  );
  expect(found).toEqual({
    inject: 'locator(\'div[data-kind="inject"]\')',
    debug: "locator('div.node').filter({ hasText: 'debug' })",
    'link in': "locator('div.node').filter({ hasText: 'link in' })",
  });
});

test('icon font characters appear in no listed name and in no locator', async () => {
  const found = await locatorsOf('<button>\ue001 Properties</button><a href="/a">Start \uf054</a><input>');
  expect(found).toMatchObject({
    Properties: "getByRole('button', { name: 'Properties' })",
    Start: "getByRole('link', { name: 'Start' })",
  });
});

test('a name with a count in it gives way to a test id or an id, and to nothing else', async () => {
  const found = await locatorsOf(`
    <a href="/basket" data-testid="basket-link">Basket <span>0</span></a>
    <button id="inbox">Inbox (12)</button><button title="Page">Page 2</button><button>Top 10 songs</button>`);
  expect(found).toEqual({
    'Basket 0': "getByTestId('basket-link')",
    'Inbox (12)': "locator('#inbox')",
    'Page 2': "getByRole('button', { name: 'Page 2' })",
    'Top 10 songs': "getByRole('button', { name: 'Top 10 songs' })",
  });
});

test('a locator prefers a name of a numbered series, such as Page 2, to an id', async () => {
  const found = await locatorsOf('<button id="one">Page 1</button><button id="two">Page 2</button>');
  expect(found).toEqual({
    'Page 1': "getByRole('button', { name: 'Page 1' })",
    'Page 2': "getByRole('button', { name: 'Page 2' })",
  });
});
