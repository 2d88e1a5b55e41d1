/** Variables that imports make up, and what variables of other tools are called here. */
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { side, variable } from '../../support/selenium-side.ts';
import { openShop } from '../../support/shop.ts';

const option = (index: number) => `locator('[id="colours"]').first().locator('option').nth(${index})`;

test('options of a Selenium list that are chosen by their place are kept under a name each', async () => {
  await using shop = await openShop();
  const [made] = await imported(
    shop.author,
    'selenium-side',
    side(
      ['addSelection', 'id=colours', 'index=0'],
      ['addSelection', 'id=colours', 'index=2'],
      ['removeSelection', 'id=colours', 'index=0'],
      ['select', 'id=size', `index=${variable('at')}`],
    ),
  );
  const [first, second, third] = ['{{ chosenOption }}', '{{ chosenOption2 }}', '{{ chosenOption3 }}'];
  expect(made?.notes).toEqual([expect.stringMatching(/index=0” clears what the page itself had chosen/)]);
  expect(made?.actions).toMatchObject([
    { type: 'extract', locator: option(0), into: 'chosenOption' },
    { type: 'select', values: [first] },
    { type: 'extract', locator: option(2), into: 'chosenOption2' },
    { type: 'select', values: [first, second] },
    { type: 'select', values: [second] },
    { type: 'extract', locator: expect.stringContaining('nth({{ at }})'), into: 'chosenOption3' },
    { type: 'select', values: [third] },
  ]);
});

test('a Selenium option that may be one of those chosen is not taken away blindly', async () => {
  await using shop = await openShop();
  const [made] = await imported(
    shop.author,
    'selenium-side',
    side(
      ['addSelection', 'id=colours', 'label=Red'],
      ['addSelection', 'id=colours', 'label=Blue'],
      ['removeSelection', 'id=colours', 'index=0'],
      ['open', '/other'],
      ['addSelection', 'id=colours', 'label=Green'],
    ),
  );
  expect(made?.actions).toMatchObject([
    { type: 'select', values: ['Red'] },
    { type: 'select', values: ['Red', 'Blue'] },
    { type: 'comment', disabled: true, text: 'removeSelection | id=colours | index=0' },
    { type: 'visit' },
    { type: 'select', values: ['Green'] },
  ]);
});

test('names that an import makes up are none that a Selenium test has', async () => {
  await using shop = await openShop();
  const [made] = await imported(
    shop.author,
    'selenium-side',
    side(['storeText', 'css=b', 'chosenOption'], ['select', 'id=size', 'index=1']),
  );
  expect(made?.actions).toMatchObject([
    { type: 'extract', into: 'chosenOption' },
    { type: 'extract', into: 'chosenOption2' },
    { type: 'select', values: ['{{ chosenOption2 }}'] },
  ]);
});

test('names of Selenium that mean something else here, or are none, are given others everywhere', async () => {
  await using shop = await openShop();
  const [made] = await imported(
    shop.author,
    'selenium-side',
    side(
      ['storeText', 'css=b', 'run'],
      ['storeText', 'css=i', 'a-b'],
      ['storeText', 'css=u', 'a_b'],
      ['store', '1', '1st'],
      ['echo', `${variable('run')} ${variable('a-b')} ${variable('a_b')} ${variable('1st')} ${variable('no name')}`],
      ['if', `${variable('run')} == "x" && ${variable('a-b')} == "y"`],
      ['end'],
      ['executeScript', `return ${variable('a-b')}`],
      ['assert', 'run', `${variable('a-b')}${variable('nbsp')}!`],
    ),
  );
  expect(made?.actions).toMatchObject([
    { type: 'extract', into: 'run2' },
    { type: 'extract', into: 'a_b2' },
    { type: 'extract', into: 'a_b' },
    { type: 'script', into: '_1st' },
    { type: 'comment', text: `{{ run2 }} {{ a_b2 }} {{ a_b }} {{ _1st }} ${variable('no name')}` },
    { type: 'if', condition: '$string(run2) = "x" and $string(a_b2) = "y"' },
    { type: 'end' },
    { type: 'wait', value: 'window.steploomValues = {{ { "a_b2": a_b2 } }}' },
    { type: 'script', code: 'return steploomValues.a_b2' },
    { type: 'assert', expected: '{{ $string(run2) = $string(a_b2) & "\u00A0!" }}' },
  ]);
});

const SHADOWED = `import { test, expect } from '@playwright/test';
const text = \`order-\${Date.now()}\`;
async function find(page, text) { await page.getByLabel('Find').fill(text); }
test('finds', async ({ page }) => {
  const $id = \`id-\${Date.now()}\`;
  const run = Date.now();
  await page.goto('/');
  await find(page, \`lamp-\${Date.now()}\`);
  await find(page, \`desk-\${Date.now()}\`);
  await page.getByLabel('Note').fill(text + $id + run);
  let name = \`a-\${Date.now()}\`;
  if (await page.getByText('Taken').isVisible()) { name = \`b-\${Date.now()}\`; }
  await page.getByLabel('Name').fill(name);
});
`;

test('a name that means several things in code of Playwright is a variable for each of them', async () => {
  await using shop = await openShop();
  const [made] = await imported(shop.author, 'playwright-codegen', SHADOWED);
  expect(made?.notes).toEqual([]);
  expect(made?.actions).toMatchObject([
    { type: 'script', code: expect.stringContaining('order-'), into: 'text' },
    { type: 'script', code: expect.stringContaining('id-'), into: '_id' },
    { type: 'script', into: 'run2' },
    { type: 'visit' },
    { type: 'script', code: expect.stringContaining('lamp-'), into: 'text2' },
    { type: 'fill', value: '{{ text2 }}' },
    { type: 'script', code: expect.stringContaining('desk-'), into: 'text3' },
    { type: 'fill', value: '{{ text3 }}' },
    { type: 'fill', value: '{{ text }}{{ _id }}{{ run2 }}' },
    { type: 'script', code: expect.stringContaining('a-'), into: 'name' },
    { type: 'if', matcher: 'toBeVisible' },
    { type: 'script', code: expect.stringContaining('b-'), into: 'name' },
    { type: 'end' },
    { type: 'fill', value: '{{ name }}' },
  ]);
});
