import { describe, expect, test } from 'vitest';
import { ACTION_PAGES } from './action-pages.ts';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner(ACTION_PAGES);

const visit = (url: string) => ({ type: 'visit', url });
const notes = (expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator: '#notes', expected });
const script = (expected: string) => ({ type: 'assert', matcher: 'toPassScript', expected, timeoutMs: 2_000 });
const heading = (expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator: 'h1', expected });

describe('visit', () => {
  test('a visit accepts relative and absolute addresses', () =>
    runner.passes([visit('/second'), heading('Second'), visit(`${runner.origin}/`), heading('Home')]));

  test('relative addresses start at the app that the test names', async () => {
    await runner.call('createEnvironment', {
      name: 'Two apps',
      items: [{ name: 'SHOP', kind: 'app', value: `${runner.origin}/shop/` }],
    });
    const actions = [
      visit('basket'),
      heading('Basket'),
      { type: 'assert', matcher: 'toHaveURL', expected: '/shop/basket' },
      { type: 'wait', until: 'url', value: '/shop/basket' },
    ];
    const results = await runner.run({ app: 'SHOP', actions }, { environment: 'Two apps' });
    expect(results).toMatchObject({ outcome: 'passed' });
  });

  test('a path such as /en/us counts as an address, not as a regular expression', { tags: ['full'] }, () =>
    runner.passes([
      visit('/en/us'),
      { type: 'assert', matcher: 'toHaveURL', expected: '/en/us', timeoutMs: 1_000 },
      { type: 'assert', matcher: 'toHaveURL', expected: '/en/gi', not: true },
      { type: 'assert', matcher: 'toHaveURL', expected: `${runner.origin}/en/us` },
      { type: 'assert', matcher: 'toHaveURL', expected: '/EN.us$/i' },
      visit('/'),
      { type: 'assert', matcher: 'toHaveURL', expected: runner.origin },
    ]),
  );

  test('a visit ends on the page that the first one forwards to while it loads', () =>
    runner.passes([visit('/forward'), heading('Second')]));
});

describe('the pointer', () => {
  const button = "getByRole('button')";
  test('the pointer clicks once, twice and with the right button, and hovers', () =>
    runner.passes([
      visit('/pointer'),
      { type: 'hover', locator: button },
      notes('mouseover'),
      { type: 'click', locator: button, position: { x: 12, y: 7 } },
      notes('mouseover click+12,7'),
      { type: 'rightClick', locator: button },
      notes('mouseover click+12,7 contextmenu'),
      { type: 'dblclick', locator: button, position: { x: 1, y: 1 } },
      notes('mouseover click+12,7 contextmenu click+1,1 click+1,1 dblclick'),
    ]));

  test('a click holds the modifier keys that the action names', () =>
    runner.passes([
      visit('/pointer'),
      { type: 'click', locator: button, modifiers: ['Shift', 'Alt'], position: { x: 5, y: 5 } },
      { type: 'rightClick', locator: button, modifiers: ['Control'] },
      notes('mouseover+shift+alt click+shift+alt+5,5 contextmenu+control'),
    ]));
});

describe('fields', () => {
  const value = (locator: string, expected: string) => ({ type: 'assert', matcher: 'toHaveValue', locator, expected });

  test('text is typed into inputs, number and date fields, text areas and editable elements', () =>
    runner.passes([
      visit('/form'),
      { type: 'fill', locator: "getByLabel('Name')", value: 'Ann' },
      { type: 'fill', locator: "getByLabel('Age')", value: 42 },
      { type: 'fill', locator: "getByLabel('Born')", value: '2001-02-03' },
      { type: 'fill', locator: "getByLabel('Story')", value: 'one\ntwo' },
      { type: 'fill', locator: "getByRole('textbox', { name: 'Rich' })", value: 'rich' },
      value('#name', 'Ann'),
      value('#age', '42'),
      value("getByLabel('Born')", '2001-02-03'),
      value('textarea', 'one\ntwo'),
      { type: 'assert', matcher: 'toHaveText', locator: '[contenteditable]', expected: 'rich' },
      { type: 'fill', locator: '#name', value: '' },
      value('#name', ''),
    ]));

  test('keys are pressed in a given element or wherever the focus is', () =>
    runner.passes([
      visit('/form'),
      { type: 'press', locator: '#name', key: 'End' },
      { type: 'press', key: 'X' },
      { type: 'press', key: 'Control+A Backspace' },
      value('#name', ''),
      notes('End X Control A Backspace'),
    ]));

  test('options are selected by label or by value, several at once', () =>
    runner.passes([
      visit('/form'),
      { type: 'select', locator: "getByLabel('Colour')", values: 'Green' },
      value('#colour', 'g'),
      { type: 'select', locator: "getByLabel('Colour')", values: ['r'] },
      value('#colour', 'r'),
      { type: 'select', locator: "getByLabel('Sizes')", values: ['S', 'L'] },
      script("[...document.getElementById('sizes').selectedOptions].map(o => o.value).join() === 'S,L'"),
    ]));

  test('checkboxes, radio buttons and custom checkboxes are ticked and unticked', () => {
    const box = (name: string) => `getByRole('checkbox', { name: '${name}' })`;
    const ticked = (locator: string, not = false) => ({ type: 'assert', matcher: 'toBeChecked', locator, not });
    return runner.passes([
      visit('/form'),
      { type: 'check', locator: box('Terms') },
      { type: 'uncheck', locator: box('News') },
      { type: 'check', locator: box('Custom') },
      ticked(box('Terms')),
      ticked(box('News'), true),
      ticked(box('Custom')),
      { type: 'uncheck', locator: box('Custom') },
      ticked(box('Custom'), true),
      { type: 'check', locator: "getByLabel('Plan A')" },
      ticked("getByLabel('Plan A')"),
    ]);
  });
});

describe('wait', () => {
  test('a wait ends once an element appears, disappears or is enabled, or an address or script fits', () =>
    runner.passes([
      visit('/late'),
      { type: 'wait', until: 'visible', locator: "getByText('Soon here')" },
      { type: 'wait', until: 'hidden', locator: '#gone' },
      { type: 'wait', until: 'enabled', locator: '#go' },
      { type: 'wait', until: 'url', value: '/late/done?x=1' },
      { type: 'wait', until: 'url', value: '**/late/*' },
      { type: 'wait', until: 'url', value: '/late\\/done/' },
      { type: 'wait', until: 'script', value: 'window.ready' },
    ]));

  test('a wait lasts until the page has loaded and its requests have ended', () =>
    runner.passes([
      visit('/asks'),
      { type: 'wait', until: 'load' },
      { type: 'wait', until: 'idle' },
      { type: 'assert', matcher: 'toHaveText', locator: '#p', expected: 'answered', timeoutMs: 1 },
    ]));

  test('a wait for a fixed time may be longer than the time limit of an action', () =>
    runner.passes([{ type: 'wait', until: 'time', value: 60, timeoutMs: 20 }]));
});

describe('values from the page', () => {
  test('an extract stores text, value, attribute, count, address, title or the result of a script', () => {
    const extract = (from: string, fields: object) => ({ type: 'extract', from, ...fields });
    return runner.passes([
      visit('/text'),
      extract('text', { locator: '#code', into: 'text' }),
      extract('text', { locator: '#code', into: 'number', pattern: 'no\\. (\\d+)' }),
      extract('text', { locator: '#code', into: 'word', pattern: '[a-z]+$' }),
      extract('value', { locator: "getByLabel('Code')", into: 'value' }),
      extract('attribute', { locator: '#link', attribute: 'href', into: 'href' }),
      extract('attribute', { locator: '#link', attribute: 'title', into: 'empty' }),
      extract('count', { locator: 'li', into: 'count' }),
      extract('url', { into: 'url' }),
      extract('title', { into: 'title' }),
      extract('script', { code: '({ a: [1, 2] })', into: 'object' }),
      visit('/form'),
      {
        type: 'fill',
        locator: 'textarea',
        value: '{{text}}|{{number}}|{{word}}|{{value}}|{{href}}|{{empty}}|{{count}}|{{title}}|{{object.a[1]}}',
      },
      {
        type: 'assert',
        matcher: 'toHaveValue',
        locator: 'textarea',
        expected: 'Order no. 4711 placed|4711|placed| A-1 |/second||2|Page|2',
      },
      visit('{{url}}'),
      { type: 'assert', matcher: 'toHaveURL', expected: '/text' },
    ]);
  });

  test('an extract takes text out of web components as it is shown', () =>
    runner.passes([
      visit('/cards'),
      { type: 'extract', from: 'text', locator: 'li', into: 'text' },
      script('`{{text}}` === "First: Order 4711\\nfor Ada"'),
    ]));

  test('a script stores the value of an expression, a return statement or a promise', () =>
    runner.passes([
      visit('/'),
      { type: 'script', code: '1 + 1', into: 'sum' },
      { type: 'script', code: 'const a = 20;\nreturn a + 1;', into: 'statements' },
      { type: 'script', code: 'await new Promise(done => setTimeout(() => done("late"), 20))', into: 'promised' },
      { type: 'script', code: 'document.title = "Done" // a remark', into: 'remark' },
      { type: 'script', code: 'void 0', into: 'nothing' },
      script('"{{sum}},{{statements}},{{promised}},{{remark}},{{nothing ?: ""}}" === "2,21,late,Done,"'),
    ]));
});
