/** Whole tests of other tools. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { KNOWN_COMMANDS } from '../../../server/exchange/selenium-side.ts';
import { imported } from '../../support/imported-tests.ts';
import { side, variable } from '../../support/selenium-side.ts';
import { openShop } from '../../support/shop.ts';

test('a project of Selenium IDE becomes tests with blocks, frames, keys and variables', async () => {
  await using shop = await openShop();
  const [made] = await imported(
    shop.author,
    'selenium-side',
    side(
      ['open', '/basket'],
      ['setWindowSize', '1280x720'],
      ['type', 'id=user', 'ann'],
      ['sendKeys', 'name=search', `lamp${variable('KEY_ENTER')}`],
      ['storeText', 'css=.total', 'total'],
      ['if', `${variable('total')} > 5`],
      ['click', 'linkText=Pay'],
      ['elseIf', `"${variable('total')}" === "none"`],
      ['echo', `The total is ${variable('total')}`],
      ['end'],
      ['selectFrame', 'index=1'],
      ['click', '//button[1]'],
      ['selectFrame', 'relative=parent'],
      ['verifyText', 'css=h1', 'glob:Order *'],
      ['assertConfirmation', 'Sure?'],
      ['flyToTheMoon', 'now'],
    ),
  );
  expect(made?.notes).toEqual(['“flyToTheMoon | now” was left out. The command “flyToTheMoon” is not known.']);
  expect(made?.actions).toMatchObject([
    { type: 'visit', url: 'https://shop.example/basket' },
    { type: 'emulate', width: 1280, height: 720 },
    { type: 'fill', locator: expect.stringContaining('[id="user"]'), value: 'ann' },
    { type: 'fill', value: 'lamp', keyByKey: true },
    { type: 'press', key: 'Enter' },
    { type: 'extract', from: 'text', into: 'total' },
    { type: 'if', condition: '$number(total) > 5' },
    { type: 'click', locator: "getByRole('link', { name: 'Pay', exact: true }).first()" },
    { type: 'else' },
    { type: 'if', condition: 'total = "none"' },
    { type: 'comment', text: 'The total is {{ total }}' },
    { type: 'end' },
    { type: 'end' },
    { type: 'dialog', accept: true, message: 'Sure?' },
    { type: 'click', locator: "locator('iframe, frame').nth(1).contentFrame().locator('xpath=//button[1]').first()" },
    { type: 'assert', matcher: 'toHaveText', expected: '/^Order .*$/s', onFailure: 'continue' },
    { type: 'comment', disabled: true, text: 'flyToTheMoon | now' },
  ]);
});

test('every documented command of Selenium IDE is taken over or told', { tags: 'full' }, async () => {
  await using shop = await openShop();
  for (const command of KNOWN_COMMANDS) {
    const [made] = await imported(shop.author, 'selenium-side', side([command, 'id=one', 'id=two']));
    expect(
      made?.actions.every(action => action.disabled !== true || String(action.comment ?? '') !== ''),
      command,
    ).toBe(true);
  }
});

test('a recorded dialog of Selenium IDE becomes one answer, and its tabs are gone to by their handles', async () => {
  await using shop = await openShop();
  const project = side(
    ['chooseOkOnNextConfirmation'],
    ['click', 'id=delete'],
    ['assertConfirmation', 'Sure?'],
    ['webdriverChooseOkOnVisibleConfirmation'],
    ['click', 'id=rename'],
    ['assertPrompt', 'Name?'],
    ['webdriverAnswerOnVisiblePrompt', '', 'Ann'],
    ['assertAlert', 'Done'],
    ['click', 'linkText=Help'],
    ['storeWindowHandle', 'root'],
    ['selectWindow', `handle=${variable('win1')}`],
    ['click', 'id=contents'],
    ['close'],
    ['selectWindow', `handle=${variable('root')}`],
  );
  const opening = project.tests[0]?.commands[8];
  if (opening !== undefined)
    Object.assign(opening, { opensWindow: true, windowHandleName: 'win1', windowTimeout: 2000 });
  const [made] = await imported(shop.author, 'selenium-side', project);
  expect(made?.actions).toMatchObject([
    { type: 'dialog', accept: true, message: 'Sure?' },
    { type: 'click' },
    { type: 'dialog', accept: true, text: 'Ann', message: 'Name?' },
    { type: 'dialog', accept: true, message: 'Done' },
    { type: 'click' },
    { type: 'click', locator: "getByRole('link', { name: 'Help', exact: true }).first()" },
    { type: 'click' },
    { type: 'closeTab' },
    { type: 'switchTab', tab: '0' },
  ]);
});

test('a project of Selenium IDE is read with broken lines, scripts on variables and commands out of order', async () => {
  await using shop = await openShop();
  const project = side(
    ['type', 'id=note', 'one\\ntwo'],
    ['assertText', 'css=p', 'one\\ntwo'],
    ['executeScript', `return ${variable('total')} * 2`, 'twice'],
    ['assertElementNotPresent', 'css=.error'],
    ['click', 'css=.row'],
  );
  const commands: unknown[] = project.tests[0]?.commands ?? [];
  Object.assign(commands[4] ?? {}, { targets: 'xpath=//tr', value: null });
  commands.push({ target: 'id=lost' }, 7);
  const [made] = await imported(shop.author, 'selenium-side', project);
  expect(made?.actions).toMatchObject([
    { type: 'fill', value: 'one\ntwo' },
    { type: 'assert', matcher: 'toHaveText', expected: '/^\\s*one\\s*two\\s*$/' },
    { type: 'wait', until: 'script', value: 'window.steploomValues = {{ { "total": total } }}' },
    { type: 'script', code: 'return steploomValues.total * 2', into: 'twice' },
    { type: 'assert', matcher: 'toHaveCount', locator: "locator('.error')", expected: '0' },
    { type: 'click', locator: "locator('.row').first()", fallbacks: ["locator('xpath=//tr')"] },
    { type: 'comment', disabled: true },
    { type: 'comment', disabled: true, text: '7' },
  ]);
  expect(made?.notes).toHaveLength(2);
});

test('the mouse of Selenium IDE clicks, drags and moves away, and its keys are added to a text', async () => {
  await using shop = await openShop();
  const [made] = await imported(
    shop.author,
    'selenium-side',
    side(
      ['mouseDownAt', 'id=row', '20.83,26'],
      ['mouseMoveAt', 'id=row', '20.83,26'],
      ['mouseUpAt', 'id=row', '20.83,26'],
      ['mouseDownAt', 'id=row', '4,5'],
      ['mouseMoveAt', 'id=bin', '6,7'],
      ['mouseUpAt', 'id=bin', '6,7'],
      ['mouseOver', 'id=menu'],
      ['mouseOut', 'id=menu'],
      ['mouseDown', 'id=row'],
      ['type', 'id=note', 'one'],
      ['sendKeys', 'id=note', ' two'],
      ['sendKeys', 'id=other', 'three'],
    ),
  );
  expect(made?.actions).toMatchObject([
    { type: 'click', locator: expect.stringContaining('[id="row"]'), position: { x: 21, y: 26 } },
    {
      type: 'drag',
      locator: expect.stringContaining('[id="row"]'),
      target: expect.stringContaining('[id="bin"]'),
      position: { x: 4, y: 5 },
      targetPosition: { x: 6, y: 7 },
    },
    { type: 'hover', locator: expect.stringContaining('[id="menu"]') },
    { type: 'hover', locator: "locator('body')", position: { x: 0, y: 0 } },
    { type: 'comment', disabled: true, text: 'mouseDown | id=row' },
    { type: 'fill', value: 'one' },
    { type: 'fill', value: ' two', keyByKey: true },
    { type: 'fill', value: 'three', keyByKey: true },
  ]);
});

test('lists, presence and variables of Selenium IDE mean here what they mean there', async () => {
  await using shop = await openShop();
  const [made] = await imported(
    shop.author,
    'selenium-side',
    side(
      ['addSelection', 'id=colours', 'label=Red'],
      ['addSelection', 'id=colours', 'label=Blue'],
      ['removeSelection', 'id=colours', 'label=Red'],
      ['select', 'id=size', 'index=2'],
      ['waitForElementPresent', 'name=token', '5000'],
      ['waitForElementNotPresent', 'css=.busy', '5000'],
      ['store', `${variable('base')}/login`, 'page'],
      ['open', variable('page')],
      ['echo', variable('rows[0].name')],
      ['assert', variable('total'), `${variable('count')} rows`],
      ['forEach', variable('rows'), 'row'],
      ['end'],
      ['executeScript', 'return 1', 'a-b'],
      ['click', 'css=a:contains("Pay")'],
      ['click', 'jquery=.row'],
    ),
  );
  const list = 'locator(\'[id="colours"]\').first()';
  expect(made?.actions).toMatchObject([
    { type: 'select', locator: list, values: ['Red'] },
    { type: 'select', locator: list, values: ['Red', 'Blue'] },
    { type: 'select', locator: list, values: ['Blue'] },
    { type: 'extract', from: 'text', locator: expect.stringMatching(/size.*locator\('option'\)\.nth\(2\)$/) },
    { type: 'select', values: ['{{ chosenOption }}'] },
    { type: 'assert', matcher: 'toHaveCount', expected: '0', not: true, timeoutMs: 5000 },
    { type: 'assert', matcher: 'toHaveCount', locator: "locator('.busy')", expected: '0', timeoutMs: 5000 },
    { type: 'wait', until: 'script', value: 'window.steploomValues = {{ { "base": base } }}' },
    { type: 'script', code: 'steploomValues.base + "/login"', into: 'page' },
    { type: 'visit', url: '{{ page }}' },
    { type: 'comment', text: '{{ rows[0].name }}' },
    { type: 'assert', matcher: 'toPassScript', expected: '{{ $string(total) = $string(count) & " rows" }}' },
    { type: 'loop', rows: '{{ [rows.{ "row": $ }] }}' },
    { type: 'end' },
    { type: 'script', into: 'a_b' },
    { type: 'click', locator: 'locator(\'a:has-text("Pay")\').first()' },
    { type: 'comment', disabled: true, text: 'click | jquery=.row' },
  ]);
});

test('older and newer projects of Selenium IDE are read: their words, tabs in the back, empty tests, other spellings', async () => {
  await using shop = await openShop();
  const project = side(
    ['click', 'linkText=Help'],
    ['click', 'id=go'],
    ['acceptConfirmation'],
    ['clickAndWait', 'id=next'],
    ['waitForPageToLoad'],
    ['wait for element visible', 'id=done'],
    ['//fly to the moon', 'now'],
    ['assertLocation', 'https://shop.example/done'],
  );
  Object.assign(project.tests[0]?.commands[0] ?? {}, { opensWindow: true, windowHandleName: 'win1' });
  const tests: unknown[] = project.tests;
  tests.push({ name: null }, { name: 7, commands: null });
  const [made, ...others] = await imported(shop.author, 'selenium-side', `\uFEFF${JSON.stringify(project)}`);
  expect(made?.notes).toEqual([]);
  expect(made?.actions).toMatchObject([
    { type: 'click' },
    { type: 'switchTab', tab: '0' },
    { type: 'dialog', accept: true },
    { type: 'click' },
    { type: 'click' },
    { type: 'wait', until: 'load' },
    { type: 'wait', until: 'visible' },
    { type: 'comment', disabled: true },
    { type: 'assert', matcher: 'toHaveURL' },
  ]);
  expect(others).toMatchObject([{ name: 'Imported test' }, { name: '7' }]);
});

const SHARED_PAGE = `import { test, expect, type Page } from '@playwright/test';
const BASE = process.env.BASE_URL || 'http://localhost:3000';
const user = \`user-\${Date.now()}\`;
test.describe.serial('Orders', () => {
  let page: Page;
  const row = (name: string) => page.getByRole('row', { name });
  async function signIn(tab: Page) {
    await tab.goto(\`\${BASE}/sign-in\`);
    await tab.fill('#user', user);
  }
  async function find(text: string) { await page.getByLabel('Find').fill(text); }
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage({ ignoreHTTPSErrors: true });
    await signIn(page);
  });
  test.afterAll(async () => { await page?.close(); });
  test('are listed', async () => {
    console.log('orders');
    await page.waitForSelector('.orders', { state: 'attached', timeout: 5000 });
    const notice = page.getByText('Welcome');
    if (await notice.isVisible().catch(() => false)) {
      await notice.click();
    } else {
      await page.reload();
    }
    await page.getByText('Later').click().catch(() => {});
    const count = await page.locator('tr').count();
    expect(count).toBeGreaterThan(0);
    expect(await row('Lamp').textContent()).toContain('5');
    expect(page.url()).toContain('/orders?');
    await expect(row('Lamp')).toBeAttached();
    await expect(page).toHaveURL(new RegExp(\`/\${'orders'}$\`));
    await find(\`order-\${Date.now()}\`);
    const [help] = await Promise.all([page.waitForEvent('popup'), page.getByText('Help').click()]);
    await help.reload();
  });
});
`;

test('tests of Playwright that share a page, ask what is there and compare by themselves are imported whole', async () => {
  await using shop = await openShop();
  const [made] = await imported(shop.author, 'playwright-codegen', SHARED_PAGE);
  expect(made?.notes).toEqual([]);
  const lamp = "getByRole('row', { name: 'Lamp' })";
  expect(made?.actions).toMatchObject([
    { type: 'script', code: expect.stringContaining('Date.now()'), into: 'user' },
    { type: 'visit', url: '{{ env.BASE_URL ?? "http://localhost:3000" }}/sign-in' },
    { type: 'fill', locator: "locator('#user')", value: '{{ user }}' },
    {
      type: 'assert',
      matcher: 'toHaveCount',
      locator: "locator('.orders')",
      expected: '0',
      not: true,
      timeoutMs: 5000,
    },
    { type: 'if', matcher: 'toBeVisible', locator: "getByText('Welcome')" },
    { type: 'click' },
    { type: 'else' },
    { type: 'reload' },
    { type: 'end' },
    { type: 'if', matcher: 'toBeVisible', locator: "getByText('Later')" },
    { type: 'click' },
    { type: 'end' },
    { type: 'assert', matcher: 'toHaveCount', locator: "locator('tr')", expected: '0', not: true },
    { type: 'assert', matcher: 'toContainText', locator: lamp, expected: '5' },
    { type: 'assert', matcher: 'toHaveURL', expected: '/\\/orders\\?/' },
    { type: 'assert', matcher: 'toHaveCount', locator: lamp, expected: '0', not: true },
    { type: 'assert', matcher: 'toHaveURL', expected: '/\\/orders$/' },
    { type: 'script', code: expect.stringContaining('order-'), into: 'text' },
    { type: 'fill', locator: "getByLabel('Find')", value: '{{ text }}' },
    { type: 'click', locator: "getByText('Help')" },
    { type: 'reload' },
  ]);
});

test('the tests that Playwright brings to start with are imported whole', async () => {
  await using shop = await openShop();
  const code = await readFile(new URL('exchanged/demo-todo-app.txt', import.meta.url), 'utf8');
  const made = await imported(shop.author, 'playwright-codegen', code);
  expect(made.flatMap(({ name, notes }) => notes.map(note => `${name}: ${note}`))).toEqual([]);
  expect(made).toHaveLength(24);
  const byName = (name: string) => made.find(one => one.name.endsWith(`› ${name}`))?.actions;
  const title = (index: number) => `getByTestId('todo-title').nth(${index})`;
  expect(byName('should append new items to the bottom of the list')?.slice(1)).toMatchObject([
    { type: 'comment', text: 'Create 3 items.' },
    { type: 'comment', text: 'create a new todo locator' },
    { type: 'fill', locator: "getByPlaceholder('What needs to be done?')", value: 'buy some cheese' },
    { type: 'press', key: 'Enter' },
    { type: 'fill', value: 'feed the cat' },
    { type: 'press', key: 'Enter' },
    { type: 'fill', value: 'book a doctors appointment' },
    { type: 'press', key: 'Enter' },
    { type: 'comment', text: 'create a todo count locator' },
    { type: 'comment' },
    { type: 'assert', matcher: 'toBeVisible' },
    { type: 'assert', matcher: 'toHaveText', expected: '3 items left' },
    { type: 'assert', matcher: 'toContainText', expected: '3' },
    { type: 'assert', matcher: 'toHaveText', expected: '/3/' },
    { type: 'comment', text: 'Check all items in one call.' },
    { type: 'assert', matcher: 'toHaveCount', expected: '3' },
    { type: 'assert', matcher: 'toHaveText', locator: title(0), expected: 'buy some cheese' },
    { type: 'assert', matcher: 'toHaveText', locator: title(1), expected: 'feed the cat' },
    { type: 'assert', matcher: 'toHaveText', locator: title(2), expected: 'book a doctors appointment' },
    {
      type: 'wait',
      until: 'script',
      value: "(e => {\n    return JSON.parse(localStorage['react-todos']).length === e;\n  })(3)",
    },
  ]);
  expect(byName('should clear text input field when an item is added')).toContainEqual(
    expect.objectContaining({ matcher: 'toHaveValue', expected: '' }),
  );
  expect(byName('should save edits on blur')).toContainEqual(expect.objectContaining({ type: 'press', key: 'Tab' }));
  expect(byName('should allow me to mark all items as completed')?.at(-1)).toMatchObject({ type: 'wait' });
  expect(JSON.stringify(made)).not.toContain(': any');
});
