import { describe, expect, test } from 'vitest';
import { isAppError } from '../../../model/errors/errors.ts';
import { readActionLines } from '../../../server/verbs/read-actions.ts';

const one = (line: string) => {
  const [action] = readActionLines(line);
  return action;
};

const refusalOf = (line: string): string => {
  try {
    readActionLines(line);
    return 'taken';
  } catch (error) {
    if (!isAppError(error, 'invalid-params')) throw error;
    return error.message;
  }
};

const text = (words: string) => ({ name: { by: 'text', text: words } });
const role = (name: string, label?: string) => ({ name: { by: 'role', role: name, name: label } });

describe('a line is read as an action', () => {
  test.each([
    ['open /login', 'visit', { url: '/login' }, {}],
    ['goto http://localhost:3000/', 'visit', { url: 'http://localhost:3000/' }, {}],
    ['click e3', 'click', {}, { locator: { name: { by: 'ref', ref: 'e3' } } }],
    ['click button "Save as"', 'click', {}, { locator: role('button', 'Save as') }],
    ['click button Save', 'click', {}, { locator: role('button', 'Save') }],
    ['click menu', 'click', {}, { locator: role('menu') }],
    ['click "Save as"', 'click', {}, { locator: text('Save as') }],
    ['click #save', 'click', {}, { locator: { name: { by: 'locator', locator: '#save' } } }],
    [
      `click getByRole('row', { name: "Ann's" }).getByText('Edit').first()`,
      'click',
      {},
      {
        locator: { name: { by: 'locator', locator: `getByRole('row', { name: "Ann's" }).getByText('Edit').first()` } },
      },
    ],
    ['click [name="q"]', 'click', {}, { locator: { name: { by: 'locator', locator: '[name="q"]' } } }],
    ['fill Email ann@example.com', 'fill', { value: 'ann@example.com' }, { locator: text('Email') }],
    ['fill textbox Email "Ann B."', 'fill', { value: 'Ann B.' }, { locator: role('textbox', 'Email') }],
    ['fill searchbox boots', 'fill', { value: 'boots' }, { locator: role('searchbox') }],
    [
      'fill Password {{ secret.pass word }}',
      'fill',
      { value: '{{ secret.pass word }}' },
      { locator: text('Password') },
    ],
    [
      String.raw`fill Note "one\ntwo \"three\" C:\temp"`,
      'fill',
      { value: 'one\ntwo "three" C:\temp' },
      { locator: text('Note') },
    ],
    [String.raw`fill Path C:\new\table`, 'fill', { value: String.raw`C:\new\table` }, { locator: text('Path') }],
    ['fill Note \'as "it" is\'', 'fill', { value: 'as "it" is' }, { locator: text('Note') }],
    ['fill e5 x --key-by-key', 'fill', { value: 'x', keyByKey: true }, { locator: { name: { by: 'ref', ref: 'e5' } } }],
    ['fill e5 -- --x', 'fill', { value: '--x' }, { locator: { name: { by: 'ref', ref: 'e5' } } }],
    ['select Country Ireland', 'select', { values: ['Ireland'] }, { locator: text('Country') }],
    ['select Toppings Ham Olives', 'select', { values: ['Ham', 'Olives'] }, { locator: text('Toppings') }],
    ['press Enter', 'press', { key: 'Enter' }, {}],
    ['press textbox Search Enter', 'press', { key: 'Enter' }, { locator: role('textbox', 'Search') }],
    [
      'drag e1 e2',
      'drag',
      {},
      { locator: { name: { by: 'ref', ref: 'e1' } }, target: { name: { by: 'ref', ref: 'e2' } } },
    ],
    ['drag e1 --offset 120,-4', 'drag', { offset: { x: 120, y: -4 } }, { locator: { name: { by: 'ref', ref: 'e1' } } }],
    ['dialog accept "Ann B."', 'dialog', { accept: true, text: 'Ann B.' }, {}],
    ['dialog dismiss', 'dialog', { accept: false }, {}],
    ['mock GET /api/orders 500', 'mock', { method: 'GET', url: '/api/orders', status: '500' }, {}],
    ['mock /api/orders \'[{"id": 1}]\' --times 2', 'mock', { url: '/api/orders', body: '[{"id": 1}]', times: '2' }, {}],
    [
      'mock /api/a --headers "X-A: 1" --headers X-B=2',
      'mock',
      { url: '/api/a', headers: { 'X-A': '1', 'X-B': '2' } },
      {},
    ],
    ['wait 500', 'wait', { until: 'time', value: '500' }, {}],
    ['wait idle', 'wait', { until: 'idle' }, {}],
    ['wait "Order placed"', 'wait', { until: 'visible' }, { locator: text('Order placed') }],
    ['wait button Save enabled', 'wait', { until: 'enabled' }, { locator: role('button', 'Save') }],
    ['expect heading "Hello ann"', 'assert', { matcher: 'toBeVisible' }, { locator: role('heading', 'Hello ann') }],
    [
      'expect e7 text "Hello ann"',
      'assert',
      { matcher: 'toHaveText', expected: 'Hello ann' },
      { locator: { name: { by: 'ref', ref: 'e7' } } },
    ],
    ['expect text "Thank you"', 'assert', { matcher: 'toBeVisible' }, { locator: text('Thank you') }],
    ['expect button text Save', 'assert', { matcher: 'toHaveText', expected: 'Save' }, { locator: role('button') }],
    [
      'expect not button Save enabled',
      'assert',
      { matcher: 'toBeEnabled', not: true },
      { locator: role('button', 'Save') },
    ],
    [
      'expect checkbox News unchecked',
      'assert',
      { matcher: 'toBeChecked', not: true },
      { locator: role('checkbox', 'News') },
    ],
    [
      'expect link Docs attribute href /docs',
      'assert',
      { matcher: 'toHaveAttribute', attribute: 'href', expected: '/docs' },
      { locator: role('link', 'Docs') },
    ],
    ['expect listitem count 3', 'assert', { matcher: 'toHaveCount', expected: '3' }, { locator: role('listitem') }],
    ['expect url /home', 'assert', { matcher: 'toHaveURL', expected: '/home' }, {}],
    ['expect title "Home | Shop"', 'assert', { matcher: 'toHaveTitle', expected: 'Home | Shop' }, {}],
    ['expect request POST /api/orders 201', 'expectRequest', { method: 'POST', url: '/api/orders', status: '201' }, {}],
    ['expect no request /api/track', 'expectRequest', { url: '/api/track', not: true }, {}],
    ['expect request /api/orders --count 2', 'expectRequest', { url: '/api/orders', count: 2 }, {}],
    [
      'click Delete --in row "Ann B."',
      'click',
      {},
      { locator: { ...text('Delete'), within: role('row', 'Ann B.').name } },
    ],
    [
      'click button Delete in row "Ann B."',
      'click',
      {},
      { locator: { ...role('button', 'Delete'), within: role('row', 'Ann B.').name } },
    ],
    ['click Edit --nth 2', 'click', {}, { locator: { ...text('Edit'), nth: 2 } }],
    [
      'click Save --timeout-ms 900 --actor clerk',
      'click',
      { timeoutMs: 900, actor: 'clerk' },
      { locator: text('Save') },
    ],
  ])('%s', (line, type, fields, elements) => {
    expect(one(line)).toEqual({ type, fields, elements });
  });

  test('comments and empty lines are nothing', () => {
    expect(readActionLines('# sign in\r\n\r\n  back  \n')).toEqual([{ type: 'goBack', fields: {}, elements: {} }]);
  });
});

describe('what is no action is refused with what would be', () => {
  test.each([
    ['clik e3', 'Line 1: There is no verb "clik". Did you mean click'],
    ['click', 'The element is missing. Usage: click <element>'],
    ['fill Email', '<text> is missing. Usage: fill <element> <text>'],
    ['fill Email ann now', '"now" is one word too many; what has spaces needs quotes'],
    ['fill Email "ann', 'Line 1: the quote " is not closed'],
    ["click getByRole('button'", 'a parenthesis that is not closed'],
    ['click Save --fast', 'click has no option --fast'],
    ['click Save --nth 0', '--nth takes a number from 1'],
    ['dialog maybe', 'A dialog is not answered with "maybe"'],
    ['back\nclick', 'Line 2: The element is missing'],
  ])('%s', (line, message) => {
    expect(refusalOf(line)).toContain(message);
  });
});
