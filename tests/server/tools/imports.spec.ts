/** Whole tests of other tools. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { KNOWN_COMMANDS } from '../../../server/exchange/selenium-side.ts';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

/** As Selenium IDE writes it. */
const variable = (name: string) => ['$', '{', name, '}'].join('');

const side = (...commands: readonly (readonly [command: string, target?: string, value?: string])[]) => ({
  id: '1',
  version: '2.0',
  name: 'Shop',
  url: 'https://shop.example',
  tests: [
    {
      id: 't',
      name: 'Basket',
      commands: commands.map(([command, target = '', value = '']) => ({
        id: 'c',
        command,
        target,
        targets: [],
        value,
      })),
    },
  ],
});

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
  expect(made?.notes).toEqual([
    'A dialog is answered, but its text “Sure?” is not checked.',
    '“flyToTheMoon | now” was left out. The command “flyToTheMoon” is not known.',
  ]);
  expect(made?.actions).toMatchObject([
    { type: 'visit', url: 'https://shop.example/basket' },
    { type: 'fill', locator: expect.stringContaining('[id="user"]'), value: 'ann' },
    { type: 'fill', value: 'lamp' },
    { type: 'press', key: 'Enter' },
    { type: 'extract', from: 'text', into: 'total' },
    { type: 'if', condition: 'total > 5' },
    { type: 'click', locator: "getByRole('link', { name: 'Pay', exact: true }).first()" },
    { type: 'else' },
    { type: 'if', condition: 'total = "none"' },
    { type: 'comment', text: 'The total is {{ total }}' },
    { type: 'end' },
    { type: 'end' },
    { type: 'dialog', accept: true, comment: 'Its text is not checked: Sure?' },
    { type: 'click', locator: "locator('iframe').nth(1).contentFrame().locator('xpath=//button[1]').first()" },
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
    { type: 'dialog', accept: true, comment: 'Its text is not checked: Sure?' },
    { type: 'click' },
    { type: 'dialog', accept: true, text: 'Ann', comment: 'Its text is not checked: Name?' },
    { type: 'dialog', accept: true, comment: 'Its text is not checked: Done' },
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
    { type: 'assert', matcher: 'toHaveText', expected: 'one\ntwo' },
    { type: 'wait', until: 'script', value: 'window.steploomValues = {{ { "total": total } }}' },
    { type: 'script', code: 'return steploomValues.total * 2', into: 'twice' },
    { type: 'assert', matcher: 'toHaveCount', locator: "locator('.error')", expected: '0' },
    { type: 'click', locator: "locator('.row').first()", fallbacks: ["locator('xpath=//tr')"] },
    { type: 'comment', disabled: true },
    { type: 'comment', disabled: true, text: '7' },
  ]);
  expect(made?.notes).toHaveLength(2);
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
