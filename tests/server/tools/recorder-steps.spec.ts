/** Recordings of Chrome: what a step says is taken over or told, and blocks are never flattened. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { imported } from '../../support/imported-tests.ts';
import { side } from '../../support/selenium-side.ts';
import { openShop } from '../../support/shop.ts';

const Exported = z.object({ text: z.string(), notes: z.array(z.string()) });

test('fields of steps are taken over, or told once', async () => {
  await using shop = await openShop();
  const selectors = [['#a']];
  const [made] = await imported(shop.author, 'chrome-recorder', {
    title: 'Steps',
    timeout: 7_000,
    steps: [
      { type: 'setViewport', width: 400, height: 700 },
      { type: 'navigate', url: 'https://shop.example/', assertedEvents: [{ type: 'navigation' }] },
      { type: 'click', selectors, offsetX: 4, offsetY: 5, duration: 900, deviceType: 'touch', timeout: 100 },
      { type: 'click', selectors, button: 'auxiliary' },
      { type: 'click', selectors, target: 'https://shop.example/help' },
      { type: 'waitForElement', selectors, attributes: { href: '/a' }, properties: { open: true } },
      { type: 'waitForExpression', expression: 'ready', frame: [0], target: 'main' },
      { type: 'hover', selectors, surprise: 1 },
    ],
  });
  expect(made?.actions).toMatchObject([
    { type: 'emulate', width: 400, height: 700 },
    { type: 'visit', timeoutMs: 7_000 },
    { type: 'click', timeoutMs: 100 },
    { type: 'comment', disabled: true, comment: 'The auxiliary button of the mouse cannot be pressed here.' },
    { type: 'switchTab', tab: 'https://shop.example/help' },
    { type: 'click', timeoutMs: 7_000 },
    { type: 'switchTab', tab: '0' },
    { type: 'wait', until: 'visible' },
    { matcher: 'toHaveAttribute', attribute: 'href', expected: '/a' },
    { type: 'comment', disabled: true, comment: 'Properties of elements are not checked.' },
    { type: 'comment', disabled: true, comment: expect.stringContaining('not in its frames') },
    { type: 'hover' },
  ]);
  const notes = made?.notes.join('\n') ?? '';
  for (const told of ['touch', 'How long', 'in their middle', 'leads to another page', '“surprise”'])
    expect(notes).toContain(told);
});

test('a recording that is exported leaves conditions and loops out as a whole', async () => {
  await using shop = await openShop({ withIde: false });
  await shop.author.module('A');
  const click = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}' })` });
  const actions = [
    { type: 'if', condition: '1 = 1' },
    click('Yes'),
    { type: 'else' },
    click('No'),
    { type: 'end' },
    { type: 'loop', times: '2' },
    click('Again'),
    { type: 'end' },
    { type: 'group', title: 'Pay' },
    click('Pay'),
    { type: 'end' },
    { type: 'if', condition: '1 = 1', disabled: true },
    click('Off'),
    { type: 'end' },
  ];
  const { testCode } = await shop.author.test('m1', 'Blocks', { actions });
  const { text, notes } = await shop.author.client.call(
    'exportTest',
    { testCode, format: 'chrome-recorder' },
    Exported,
  );
  expect(text.match(/aria\/\w+/g)).toEqual(['aria/Pay']);
  expect(notes).toEqual([
    expect.stringMatching(
      /^Action 1 .* is missing: a recording has no conditions, so what is in it is missing, too\.$/,
    ),
    expect.stringMatching(/^Action 6 .* is missing: a recording has no loops/),
    expect.stringMatching(/^Action 9 /),
  ]);
});

test('attributes and what dialogs say are checked in projects of Selenium IDE, and speed is told', async () => {
  await using shop = await openShop();
  const project = side(
    ['setSpeed', '10'],
    ['assertAttribute', 'css=a@href', '/a'],
    ['click', 'id=go'],
    ['verifyConfirmation', 'glob:Delete *?'],
    ['click', 'id=go'],
    ['assertAlert', 'regexp:^Done'],
  );
  const [made] = await imported(shop.author, 'selenium-side', project);
  expect(made?.actions).toMatchObject([
    { matcher: 'toHaveAttribute', attribute: 'href', expected: '/a' },
    { type: 'dialog', comment: 'Its text is not checked: glob:Delete *?' },
    { type: 'click' },
    { type: 'dialog', comment: 'Its text is not checked: regexp:^Done' },
    { type: 'click' },
  ]);
  expect(made?.notes).toHaveLength(3);
});
