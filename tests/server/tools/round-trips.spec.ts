/** Each kind of action goes through the formats of other tools and back: what a format cannot hold is said. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ACTION_KINDS } from '../../../model/actions/index.ts';
import { MATCHER_NAMES, matcherRule } from '../../../model/actions/matchers.ts';
import { imported } from '../../support/imported-tests.ts';
import { openShop, type Shop } from '../../support/shop.ts';

type Fields = { type: string } & Record<string, unknown>;

const BUTTON = "getByRole('button', { name: 'Save' })";
const FIELD = "getByLabel('Size')";
const END = { type: 'end' };

const SAMPLES: readonly (readonly Fields[])[] = [
  [{ type: 'visit', url: 'https://shop.example/basket' }],
  [{ type: 'visit', url: 'https://shop.example/basket', expectStatus: '404' }],
  [{ type: 'click', locator: BUTTON }],
  [{ type: 'click', locator: BUTTON, modifiers: ['Shift'], timeoutMs: 2_000 }],
  [{ type: 'click', locator: "locator('canvas')", position: { x: 12, y: 30 } }],
  [{ type: 'dblclick', locator: BUTTON }],
  [{ type: 'rightClick', locator: BUTTON }],
  [{ type: 'hover', locator: "getByText('Menu', { exact: true })" }],
  [{ type: 'fill', locator: FIELD, value: 'ann {x}' }],
  [{ type: 'press', key: 'Control+Shift+K' }],
  [{ type: 'press', key: 'Enter', locator: FIELD }],
  [{ type: 'select', locator: FIELD, values: ['Large'] }],
  [{ type: 'select', locator: "getByTestId('size')", values: ['Large'] }],
  [{ type: 'select', locator: "locator('#size')", values: ['Large'] }],
  [{ type: 'select', locator: FIELD, values: ['Large', 'Small'] }],
  [{ type: 'check', locator: FIELD }],
  [{ type: 'uncheck', locator: FIELD }],
  [{ type: 'upload', locator: FIELD, files: ['pictures/cat.png'] }],
  [{ type: 'drag', locator: BUTTON, target: FIELD }],
  [{ type: 'drag', locator: BUTTON, position: { x: 3, y: 4 }, offset: { x: 120, y: -5 } }],
  [{ type: 'paste', locator: FIELD, value: 'one' }],
  [{ type: 'paste', locator: FIELD, value: 'one', html: '<b>one</b>' }],
  [{ type: 'scroll', locator: BUTTON }],
  [{ type: 'scroll', x: 0, y: 300 }],
  [{ type: 'scroll', locator: FIELD, x: 0, y: 300 }],
  [{ type: 'wait', until: 'visible', locator: BUTTON }],
  [{ type: 'wait', until: 'hidden', locator: BUTTON }],
  [{ type: 'wait', until: 'enabled', locator: BUTTON }],
  [{ type: 'wait', until: 'load' }],
  [{ type: 'wait', until: 'idle' }],
  [{ type: 'wait', until: 'url', value: '/basket' }],
  [{ type: 'wait', until: 'time', value: '500' }],
  [{ type: 'wait', until: 'script', value: 'window.ready' }],
  ...MATCHER_NAMES.map(matcher => [assertion(matcher)]),
  [{ ...assertion('toHaveText'), not: true, onFailure: 'continue' }],
  [{ type: 'extract', from: 'text', locator: FIELD, into: 'size' }],
  [{ type: 'script', code: 'document.title' }],
  [{ type: 'request', method: 'GET', url: 'https://shop.example/api' }],
  [{ type: 'request', method: 'GET', url: 'https://shop.example/api', repeatUntil: 'status = 200' }],
  [{ type: 'group', title: 'Pay' }, { type: 'click', locator: BUTTON }, END],
  [{ type: 'if', condition: '1 = 1' }, { type: 'reload' }, { type: 'else' }, { type: 'goBack' }, END],
  [{ type: 'loop', times: '2' }, { type: 'reload' }, END],
  [{ type: 'goBack' }],
  [{ type: 'goForward' }],
  [{ type: 'reload' }],
  [
    { type: 'visit', url: 'https://shop.example/' },
    { type: 'newTab', url: 'https://shop.example/help' },
  ],
  [{ type: 'newTab' }, { type: 'switchTab', tab: '0' }, { type: 'click', locator: BUTTON }],
  [{ type: 'newTab' }, { type: 'closeTab' }],
  [
    { type: 'dialog', accept: true, text: 'Ann' },
    { type: 'click', locator: BUTTON },
  ],
  [
    { type: 'dialog', accept: false },
    { type: 'click', locator: BUTTON },
  ],
  [{ type: 'download' }, { type: 'click', locator: BUTTON }],
  [
    { type: 'download', expectText: 'Ann', expectFile: 'sizeBytes > 3' },
    { type: 'click', locator: BUTTON },
  ],
  [
    { type: 'click', locator: BUTTON },
    { type: 'expectRequest', url: '**/api/orders', status: '201' },
  ],
  [
    { type: 'click', locator: BUTTON },
    { type: 'expectRequest', url: '**/api/orders', method: 'POST' },
  ],
  ...[
    { url: '**/api/orders', count: 2 },
    { url: '**/api/orders', method: 'POST', status: '201', count: 1 },
    { url: '/\\/api\\/(orders|items)/', not: true },
    { url: '**/api/orders', status: '2xx, 404', not: true },
    { url: '**/api/orders', status: '201', maxMs: 500, expression: 'request.body.total = 3', into: 'order' },
    { url: '**/api/orders', expression: '$contains(response.body.name, "Ann") or response.status = 204' },
  ].map(check => [
    { type: 'click', locator: BUTTON },
    { type: 'expectRequest', ...check },
  ]),
  [{ type: 'fill', locator: FIELD, value: '{{ $uppercase("ann") }} and {{ $totp("GEZDGNBV") }}' }],
  [{ type: 'if', condition: '$number("1") = 1' }, { type: 'reload' }, END],
  [{ type: 'loop', while: '$number("1") = 2' }, { type: 'reload' }, END],
  [
    {
      type: 'request',
      method: 'GET',
      url: 'https://shop.example/api',
      expectBody: 'body.name = "Ann"',
      into: 'person',
    },
    { type: 'fill', locator: FIELD, value: '{{ person.body.name }}' },
  ],
  [{ type: 'clipboard', value: 'copied' }],
  [{ type: 'emulate', width: 390, height: 844 }],
  [{ type: 'emulate', colorScheme: 'dark', reducedMotion: 'reduce', media: 'print' }],
  [{ type: 'emulate', network: 'offline' }],
  [{ type: 'emulate', latitude: 48.2, longitude: -16.37 }],
  [{ type: 'mock', url: '**/api/orders', status: '500', body: '{"problem":"none left"}' }],
  [{ type: 'mock', url: '**/*.{png,jpg}', method: 'GET', abort: 'connectionrefused', times: '2' }],
  [{ type: 'mock', url: '/\\/api\\/orders/', change: 'body', headers: { 'X-Mocked': 'yes' }, delayMs: 300 }],
  [
    { type: 'mock', url: '**/logo.svg', file: 'pictures/logo.svg' },
    { type: 'stopMocking', url: '**/logo.svg' },
  ],
  [{ type: 'stopMocking' }],
  [{ type: 'replayHar', file: 'har/shop.har' }],
  [{ type: 'replayHar', file: 'har/shop.har', url: '**/api/**', notFound: 'fallback' }],
  [{ type: 'replayHar', file: 'har/shop.har', url: '/\\/api\\//', update: true }],
  [
    { type: 'clock', do: 'set', time: '2030-01-01T09:00:00Z' },
    { type: 'clock', do: 'run', by: '5 min' },
    { type: 'clock', do: 'skip', by: '1 h' },
    { type: 'clock', do: 'pause', time: '2030-01-01T10:00:00+01:00' },
    { type: 'clock', do: 'resume' },
    { type: 'clock', do: 'hold', time: '2030-01-01T12:00:00' },
  ],
  [
    { type: 'storage', of: 'cookie', operation: 'set', name: 'theme', value: 'dark', expires: '2090-12-31T00:00:00Z' },
    { type: 'storage', of: 'cookie', operation: 'remove', name: 'theme' },
    { type: 'storage', of: 'cookie', operation: 'clear' },
  ],
  [
    { type: 'storage', of: 'localStorage', operation: 'set', name: 'theme', value: 'dark' },
    { type: 'storage', of: 'sessionStorage', operation: 'remove', name: 'theme' },
    { type: 'storage', of: 'sessionStorage', operation: 'clear' },
  ],
  [{ type: 'storage', of: 'localStorage', operation: 'read', name: 'theme', into: 'theme' }],
  [{ type: 'storage', of: 'cookie', operation: 'read', name: 'theme', into: 'theme' }],
  ...(['cookie', 'localStorage', 'sessionStorage'] as const).flatMap(of =>
    [{ expected: 'dark' }, { expected: '/^d/', not: true }, {}, { not: true }, { expected: 'dark', timeoutMs: 50 }].map(
      fields => [{ type: 'storage', of, operation: 'check', name: 'theme', ...fields }],
    ),
  ),
  [{ type: 'storage', of: 'cookie', operation: 'check', name: 'theme', domain: 'shop.example', expected: 'dark' }],
  [{ type: 'screenshot', name: 'basket', fullPage: true }],
  [{ type: 'checkAccessibility' }],
  [
    {
      ...{ type: 'checkAccessibility', standard: 'wcag21aa', locator: BUTTON, exclude: ["locator('.ad')", FIELD] },
      ...{ disabledRules: ['color-contrast'], leastImpact: 'serious', onFailure: 'continue' },
    },
  ],
  [{ type: 'comment', text: 'Now it is paid.' }],
  [{ type: 'pause' }],
  [{ type: 'plugTest', test: 't1' }],
];

function assertion(matcher: (typeof MATCHER_NAMES)[number]): Fields {
  const needs: Readonly<Record<string, object>> = {
    toHaveCount: { expected: '3' },
    toHaveAttribute: { attribute: 'href', expected: '/basket' },
    toHaveCSS: { attribute: 'color', expected: 'rgb(0, 0, 0)' },
    toHaveURL: { expected: '/basket' },
    toHaveTitle: { expected: 'Basket' },
    toMatchAriaSnapshot: { expected: '- button "Save"' },
    toPassScript: { expected: 'window.ready' },
    toHaveScreenshot: { expected: 'basket' },
  };
  const { subject, expected } = matcherRule(matcher);
  const isOfPage = subject === 'page' || subject === 'script';
  const fields = { type: 'assert', matcher, ...(isOfPage ? {} : { locator: BUTTON }) };
  return { ...fields, ...(expected === 'none' ? {} : { expected: 'Save' }), ...needs[matcher] };
}

/** What comes back says the same in other words. */
const SAME: Readonly<Record<string, (fields: Fields) => Fields[]>> = {
  'playwright-test': fields => {
    // What it plugs is written out.
    if (fields.type === 'plugTest') return [{ type: 'reload' }];
    // What it got has a name in code.
    if (fields.type === 'request') return [{ into: 'response', ...fields }];
    if (fields.until === 'enabled') return [{ type: 'assert', matcher: 'toBeEnabled', locator: fields.locator }];
    return fields.type === 'newTab' && 'url' in fields
      ? [{ type: 'newTab' }, { type: 'visit', url: fields.url }]
      : [fields];
  },
  'chrome-recorder': ({ matcher, ...fields }) => {
    if (matcher === 'toPassScript') return [{ type: 'wait', until: 'script', value: fields.expected }];
    if (matcher === 'toBeVisible') return [{ type: 'wait', until: 'visible', locator: fields.locator }];
    if (matcher === 'toBeHidden' || fields.until === 'hidden')
      return [{ type: 'assert', matcher: 'toHaveCount', expected: '0', locator: fields.locator }];
    return [matcher === undefined ? fields : { ...fields, matcher }];
  },
};

const Exported = z.object({ text: z.string(), notes: z.array(z.string()) });
const Imported = z.object({ tests: z.array(z.object({ testCode: z.string(), notes: z.array(z.string()) })) });
const IMPORTED_AS: Readonly<Record<string, string>> = { 'playwright-test': 'playwright-codegen' };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ withIde: false });
  await shop.author.module('A');
  await shop.author.test('m1', 'Plugged', { actions: [{ type: 'reload' }] });
});
afterAll(() => shop[Symbol.asyncDispose]());

async function thereAndBack(format: string, actions: readonly Fields[]) {
  const { author } = shop;
  const { testCode } = await author.test('m1', 'Sample', { actions });
  const { text, notes } = await author.client.call('exportTest', { testCode, format }, Exported);
  try {
    const as = { format: IMPORTED_AS[format] ?? format, text };
    const { tests } = await author.client.call('importTests', as, Imported);
    const [made] = tests;
    const back = await author.actions({ moduleCode: 'm2', testCode: made?.testCode ?? '' });
    return { notes: [...notes, ...(made?.notes ?? [])], back };
  } catch (error) {
    return { notes: [...notes, String(error)], back: [] };
  }
}

/** Without what is made anew, and, for recordings, which have selectors, without locators. */
function compared(fields: Record<string, unknown>, format: string): string {
  const { actionId: _id, actionIndex: _index, fallbacks: _fallbacks, ...own } = fields;
  const { locator: _locator, ...others } = own;
  const kept: Record<string, unknown> = format === 'chrome-recorder' ? others : own;
  return JSON.stringify(
    Object.keys(kept)
      .sort()
      .map(name => [name, kept[name]]),
  );
}

const SELLER = { actor: 'Shop owner' };
const TRADE: readonly Fields[] = [
  { type: 'visit', url: 'https://shop.example/' },
  { type: 'visit', url: 'https://shop.example/orders', ...SELLER },
  { type: 'mock', url: '**/api/stock', status: '500', ...SELLER },
  { type: 'download', ...SELLER },
  { type: 'click', locator: BUTTON },
  { type: 'click', locator: BUTTON, ...SELLER },
  { type: 'expectRequest', url: '**/api/orders', status: '201' },
  { type: 'dialog', accept: true, text: 'Ann', ...SELLER },
  { type: 'clock', do: 'set', time: '2030-01-01T09:00:00Z', ...SELLER },
  { type: 'storage', of: 'cookie', operation: 'clear', ...SELLER },
  { type: 'assert', matcher: 'toHaveText', locator: FIELD, expected: 'Paid', ...SELLER },
  { type: 'reload', actor: 'Lager' },
  { type: 'newTab', ...SELLER },
  { type: 'visit', url: 'https://shop.example/help', ...SELLER },
  { type: 'reload' },
  { type: 'switchTab', tab: '0', ...SELLER },
  { type: 'reload', ...SELLER },
];
const ACTORS = [{ name: 'Buyer' }, { name: 'Shop owner', device: 'iPhone 13' }, { name: 'Lager' }];

test.each([
  ['playwright-test', ACTORS],
  ['json', ACTORS],
])('%s holds who acts', async (format, actors) => {
  const { author } = shop;
  const { testCode } = await author.test('m1', 'Trade', { actions: TRADE, actors: ACTORS });
  const { text, notes } = await author.client.call('exportTest', { testCode, format }, Exported);
  const [made] = await imported(author, IMPORTED_AS[format] ?? format, text);
  expect([...notes, ...(made?.notes ?? [])]).toEqual([]);
  expect(made?.actors).toEqual(actors);
  const compare = (list: readonly Record<string, unknown>[] = []) => list.map(fields => compared(fields, format));
  expect(compare(made?.actions)).toEqual(compare(TRADE));
});

test('code has a window for each actor, which a plugged test is given', async () => {
  const { author } = shop;
  const plugged = await author.test('m1', 'Pack', {
    actions: [{ type: 'reload' }, { type: 'click', locator: BUTTON, actor: 'Buyer' }],
    actors: [{ name: 'Buyer' }],
  });
  const { testCode } = await author.test('m1', 'Send', {
    actors: [{ name: 'Buyer' }, { name: '2nd buyer!' }, { name: '買' }],
    actions: [
      { type: 'plugTest', test: plugged.testCode, actor: '2nd buyer!' },
      { type: 'if', matcher: 'toBeVisible', locator: BUTTON, actor: '買' },
      { type: 'request', method: 'GET', url: 'https://shop.example/api' },
      END,
    ],
  });
  const { text } = await author.client.call('exportTest', { testCode, format: 'playwright-test' }, Exported);
  expect(text).toContain(
    '}, { Buyer: buyerPage }: Record<string, Page> = {}) {\n  await page.reload();\n  await buyerPage.',
  );
  expect(text).toContain("test('Send', async ({ page, browser }) => {");
  expect(text).toContain('const actor2ndBuyerPage = await actor2ndBuyerContext.newPage();');
  expect(text).toContain('await pack(actor2ndBuyerPage, vars, {}, { Buyer: page });');
  expect(text).toContain('if (await expect(actor3Page.getByRole');
  expect(text).toContain('  const response = await page.request.fetch(');
  expect(text).toContain('  await actor2ndBuyerContext.close();\n  await actor3Context.close();\n});');
});

test('a recording leaves out what others than the first actor do, and says so', async () => {
  const { author } = shop;
  const { testCode } = await author.test('m1', 'Recorded', { actions: TRADE.slice(0, 2), actors: ACTORS });
  const { text, notes } = await author.client.call('exportTest', { testCode, format: 'chrome-recorder' }, Exported);
  expect(text).not.toContain('/orders');
  expect(notes).toEqual([
    expect.stringMatching(/^Action 2 \(Shop owner: .*is missing: a recording has the window of one person/),
  ]);
});

test('every kind is among the samples', () => {
  const kinds = new Set(SAMPLES.flat().map(({ type }) => type));
  const ofSuites = ['plugScenario', 'plugFeature', 'plugTags'];
  expect(Object.keys(ACTION_KINDS).filter(kind => !kinds.has(kind) && !ofSuites.includes(kind))).toEqual([]);
});

test.each([
  ['playwright-test', 115],
  ['chrome-recorder', 23],
  ['json', SAMPLES.length],
])('%s holds each kind of action there and back, or says what it cannot', { tags: 'full' }, async (format, least) => {
  const silent: string[] = [];
  let held = 0;
  for (const actions of SAMPLES) {
    const { back, notes } = await thereAndBack(format, actions);
    const wanted = actions.flatMap(fields => (SAME[format] ?? (same => [same]))(fields));
    const [before, after] = [wanted, back].map(list => list.map(fields => compared(fields, format)));
    if (String(before) === String(after)) held += 1;
    else if (notes.length === 0) silent.push(`${before} came back as ${after}`);
  }
  expect(silent).toEqual([]);
  expect(held).toBeGreaterThanOrEqual(least);
});
