import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { pageProcesses } from '../../support/browser-processes.ts';
import { useRunner } from './runner-fixture.ts';

const SHOP = `<title>Shop</title><button>Save order</button><button>Save draft</button><button disabled>Pay</button>
  <button hidden>Ghost</button><button style="position:fixed;left:0;top:300px">Below</button>
  <div id="cover" style="position:fixed;left:0;top:290px;width:300px;height:100px;background:#eee"></div>
  <label>Colour <select><option>Red</option><option>Green</option></select></label><label>Age <input type="number"></label><label>Born <input type="date"></label>
  <label>Fixed <input readonly></label><label><input type="checkbox"> Terms</label><h1>Title</h1>
  <button id="flicker">Flicker</button>
  <style>@keyframes move { to { margin-left: 900px } } #flicker { animation: move 3s linear infinite alternate }</style>`;

const PAGES: Parameters<typeof useRunner>[0] = {
  '/': SHOP,
  '/plots': '<title>Plots</title><h1 id="new">New plots</h1><button>Add plot</button><a href="/">Add pot</a>',
  '/silent': () => {},
  '/veiled': `<title>Veiled</title><button>Order</button><div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#eee">
    <button style="position:absolute;inset:0">Accept</button></div>`,
  '/half': '<title>Half</title><img src="/silent">',
  '/busy': '<title>Busy</title><button onclick="while (true);">Hang</button><h1>Busy</h1>',
  '/blocked': `<title>Blocked</title><h1>Blocked</h1><script>
    setInterval(() => { const end = performance.now() + 900; while (performance.now() < end); }, 1_000)</script>`,
  '/calm': '<title>Calm</title><h1>Calm</h1>',
  '/alerts': '<title>Alerts</title><button onclick="while (true) alert(1);">Alert</button>',
  '/throws':
    '<title>Throws</title><img src="/none.png" onerror=\'setTimeout(() => { throw new TypeError("broken page") })\'>',
  '/leaves': '<title>Leaves</title><script>setTimeout(() => window.close(), 1500)</script>',
  '/shut': `<title>Shut</title><pay-card></pay-card><script>
    document.querySelector('pay-card').attachShadow({ mode: 'closed' }).innerHTML = '<button>Pay now</button>'</script>`,
  '/gone': '<title>Gone</title><button onclick="window.close()">Close</button>',
};
const runner = useRunner(PAGES);

const visit = (url = '/') => ({ type: 'visit', url });
const button = (name: string) => `getByRole('button', { name: '${name}' })`;
const fine = { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop' };

/** Actions that fail on the shop page, and what is told. */
const CASES: readonly [string, { type: string; [field: string]: unknown }, RegExp][] = [
  [
    'is missing',
    { type: 'click', locator: button('Delete') },
    /^No element matches button “Delete” on http.*\/ \(looked for 0\.6 s\)\.$/,
  ],
  [
    'is one of several',
    { type: 'click', locator: button('Save') },
    /^2 elements match button “Save” on http.*; exactly one is needed\.$/,
  ],
  ['is disabled', { type: 'click', locator: button('Pay') }, /^button “Pay” on http.* is disabled\.$/],
  [
    'is hidden',
    { type: 'click', locator: "getByText('Ghost')" },
    /^Button “Ghost” is there, but hidden \(display: none\)\. “Ghost” on http.* is there, but not visible\.$/,
  ],
  [
    'is covered',
    { type: 'click', locator: button('Below') },
    /^button “Below” on http.* is covered by locator\('#cover'\)\.$/,
  ],
  ['keeps moving', { type: 'click', locator: '#flicker' }, /^#flicker on http.* keeps moving\.$/],
  [
    'is no input',
    { type: 'fill', locator: 'h1', value: 'x' },
    /^h1 on http.* takes no text: it is not an <input>, not a <textarea> and not editable\.$/,
  ],
  [
    'is a checkbox',
    { type: 'fill', locator: "getByLabel('Terms')", value: 'x' },
    /is an input of type checkbox, which takes no text\.$/,
  ],
  [
    'takes numbers',
    { type: 'fill', locator: "getByLabel('Age')", value: 'x' },
    /^field “Age” on http.* takes only numbers\.$/,
  ],
  [
    'is a date',
    { type: 'fill', locator: "getByLabel('Born')", value: '31.12.2026' },
    /^field “Born” on http.* does not take this value; dates are written 2026-12-31,/,
  ],
  [
    'is read-only',
    { type: 'fill', locator: "getByLabel('Fixed')", value: 'x' },
    /^field “Fixed” on http.* is read-only\.$/,
  ],
  ['is no list', { type: 'select', locator: 'h1', values: 'x' }, /is not a list to choose from/],
  [
    'has no such option',
    { type: 'select', locator: "getByLabel('Colour')", values: 'Blue' },
    /^field “Colour” on http.* has no option “Blue”; it has “Red”, “Green”\.$/,
  ],
  [
    'takes one option',
    { type: 'select', locator: "getByLabel('Colour')", values: ['Red', 'Green'] },
    /takes only one option\.$/,
  ],
  ['is no checkbox', { type: 'check', locator: 'h1' }, /^h1 on http.* is not a checkbox or radio button\.$/],
  ['has no value', { type: 'extract', from: 'value', locator: 'h1', into: 'x' }, /^h1 on http.* has no value: /],
  ['does not come', { type: 'wait', until: 'visible', locator: '#no' }, /^No element matches #no on http/],
  ['does not go', { type: 'wait', until: 'hidden', locator: 'h1' }, /^h1 did not become hidden within 0\.6 s\.$/],
  [
    'is not the address',
    { type: 'wait', until: 'url', value: '/thanks' },
    /^The page did not come to \/thanks within 0\.6 s; it is at http.*\/\.$/,
  ],
  ['is no key', { type: 'press', key: '{{ "Entr" }}' }, /^There is no key “Entr”\. Did you mean "Enter"\? A key is /],
  [
    'does not fit',
    { type: 'extract', from: 'title', into: 'x', pattern: '\\d+' },
    /^The pattern \/\\d\+\/ does not match “Shop”\.$/,
  ],
  ['fails in the page', { type: 'script', code: 'null.value' }, /^The script failed: TypeError: /],
  ['fails with a text', { type: 'script', code: 'throw "no more"' }, /^The script failed: no more\.$/],
  ['does not parse', { type: 'wait', until: 'script', value: '{{ "let a = ;" }}' }, /^The JavaScript does not parse: /],
  [
    'does not end',
    { type: 'script', code: 'await new Promise(() => {})' },
    /^The script was still running after 0\.6 s\.$/,
  ],
  ['has no address', { type: 'visit', url: '{{ "http://" }}' }, /^"http:\/\/" is not an address\.$/],
  [
    'is no web page',
    { type: 'visit', url: '{{ "file:" }}///etc/passwd' },
    /shows http and https addresses only, not file:/,
  ],
];

describe('a message in plain words', () => {
  test('the message of a failed action says what is wrong with its element or value', { tags: ['full'] }, async () => {
    const actions = CASES.map(([, action]) => ({ timeoutMs: 600, onFailure: 'continue', ...action }));
    const results = await runner.run([visit(), ...actions], { screenshots: 'off' });
    for (const [index, [name, , message]] of CASES.entries()) {
      const result = results.actions[index + 1];
      expect.soft(result?.error?.message, name).toMatch(message);
      expect.soft(result?.state, name).toBe('error');
    }
    // Other buttons have nothing in common with the one that is missing.
    expect(results.actions[1]?.error?.candidates).toBeUndefined();
    expect(results.actions[2]?.error?.candidates).toEqual([button('Save order'), button('Save draft')]);
  });

  test('what comes near is what a fallback finds, then what has the same name, then names that are alike or have half their words in common', async () => {
    const missing = { type: 'click', timeoutMs: 300, onFailure: 'continue' };
    const actions = [
      visit('/plots'),
      { ...missing, locator: "getByRole('link', { name: 'Add plot' })", fallbacks: ['#new'] },
      { ...missing, locator: "getByRole('link', { name: 'Add plat' })" },
      { ...missing, locator: "getByRole('button', { name: 'Remove plot' })" },
      { ...missing, locator: "getByRole('button', { name: 'Sign out' })" },
    ];
    const results = await runner.run(actions, { screenshots: 'off' });
    expect(results.actions.slice(1).map(({ error }) => error?.candidates)).toEqual([
      ['#new', button('Add plot'), "getByRole('link', { name: 'Add pot' })"],
      ["getByRole('link', { name: 'Add pot' })"],
      [button('Add plot')],
      undefined,
    ]);
    expect(results.actions[1]?.error?.message).toContain(
      'Its fallback #new finds heading “New plots”, which is not used',
    );
  });

  test('who fills a list or clicks an option of it is told at once to use select', async () => {
    // Longer than this test may take.
    const patient = { timeoutMs: 120_000, onFailure: 'continue' };
    const fill = { type: 'fill', locator: "getByLabel('Colour')", value: 'Green', ...patient };
    const options = ["getByRole('option', { name: 'Green' })", "getByText('Green')", 'option >> nth=1'];
    const clicks = options.map(locator => ({ type: 'click', locator, ...patient }));
    const [, filled, ...clicked] = (await runner.run([visit(), fill, ...clicks], { screenshots: 'off' })).actions;
    expect(filled?.error?.message).toMatch(
      /^field “Colour” on http\S+ is a list to choose from \(<select>\), which takes no text: use select\.$/,
    );
    for (const { error } of clicked)
      expect(error?.message).toMatch(/ on http\S+ is an option of a list \(<select>\), .*: use select on the list\.$/);
    expect(clicked).toHaveLength(options.length);
  });

  test('a wrong pattern is refused with the reason before the action is stored', async () => {
    const actions = [{ type: 'extract', from: 'title', into: 'x', pattern: '(' }];
    const refused = await runner.app.client.failure('createTest', {
      name: 'Bad',
      moduleCode: runner.moduleCode,
      actions,
    });
    expect(refused.message).toBe('"actions[0].pattern": “(” is not a regular expression: Unterminated group.');
  });

  test('the message names the element that covers another one', async () => {
    const order = { type: 'click', locator: button('Order'), timeoutMs: 3_000 };
    const hide = { type: 'script', code: "document.querySelector('[role=dialog] button').remove()" };
    const { actions } = await runner.run([visit('/veiled'), { ...order, onFailure: 'continue' }, hide, order]);
    const [accept, dialog] = [1, 3].map(at => actions[at]?.error?.message);
    expect(accept).toMatch(/^button “Order” on http\S+ is covered by getByRole\('button', [^<]*'Accept' \}\)\.$/);
    expect(dialog).toMatch(/^button “Order” on http\S+ is covered by getByRole\('dialog', [^<]*'Cookies' \}\)\.$/);
  });

  test('the message names the address that could not be opened or loaded in time', { tags: ['full'] }, async () => {
    const closed = createServer();
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise(resolve => closed.close(resolve));
    const refused = await runner.fails([visit(`http://127.0.0.1:${port}/x`)]);
    expect(refused.error.message).toMatch(
      new RegExp(`^http://127\\.0\\.0\\.1:${port}/x could not be opened: nothing answers at`),
    );

    const silent = await runner.fails([{ ...visit('/silent'), timeoutMs: 300 }]);
    expect(silent.error.message).toMatch(/\/silent was not loaded within 0\.3 s\.$/);
    const half = await runner.fails([{ ...visit('/half'), timeoutMs: 1_000 }]);
    expect(half.error.message).toMatch(
      /\/half was not loaded within 1 s\. GET \/silent was not answered within .* s\.$/,
    );
  });
});

const HANGS = /^The page http.*\/busy does not answer; (?:a script on it may be|.* is) in an endless loop\.$/;

describe('a page that hangs', () => {
  const impatient = useRunner(PAGES, { context: 'fresh', pageLimits: { hangsAfterMs: 2_000, answerMs: 1_500 } });

  test('a page that hangs in its own script ends the action, and the next run works', { tags: 'full' }, async () => {
    const hang = { type: 'click', locator: button('Hang'), timeoutMs: 1_000 };
    const clicked = await impatient.run([visit('/busy'), hang, { ...fine, timeoutMs: 300 }]);
    expect(clicked.outcome).toBe('error');
    const later = await impatient.fails([
      visit('/busy'),
      { type: 'script', code: 'setTimeout(() => { while (true); }, 50)' },
      { type: 'wait', until: 'time', value: 300 },
      { type: 'click', locator: '#no', timeoutMs: 300 },
    ]);
    expect(later.error.message).toMatch(HANGS);
    await impatient.passes([visit(), fine]);
  });

  test('a page that hangs ends an assertion or condition with an error, and the next run works', {
    tags: 'full',
  }, async () => {
    const stick = [
      visit('/busy'),
      { type: 'script', code: 'setTimeout(() => { while (true); }, 50)' },
      { type: 'wait', until: 'time', value: 300 },
    ];
    const asserted = await impatient.fails([
      ...stick,
      { type: 'assert', matcher: 'toBeVisible', locator: 'h1', timeoutMs: 2_000 },
    ]);
    const message = expect.stringMatching(HANGS);
    expect(asserted).toMatchObject({ state: 'error', error: { message } });
    const looked = await impatient.run([
      ...stick,
      { type: 'if', matcher: 'toBeVisible', locator: 'h1', timeoutMs: 2_000 },
      { type: 'end' },
    ]);
    expect(looked.actions[3]?.error?.message).toEqual(message);
    await impatient.passes([visit(), fine]);
  });

  test('a script of the test that never ends is cut off, and the next run works', { tags: 'full' }, async () => {
    const { error } = await impatient.fails([visit(), { type: 'script', code: 'while (true);', timeoutMs: 300 }]);
    expect(error.message).toBe('The script was still running after 0.3 s.');
    await impatient.passes([visit(), fine]);
  });

  test('a page that opens dialogs without end does not pass, and the next run works', { tags: 'full' }, async () => {
    const results = await impatient.run([
      visit('/alerts'),
      { type: 'click', locator: button('Alert'), timeoutMs: 500, onFailure: 'continue' },
      { type: 'assert', matcher: 'toHaveTitle', expected: 'x', timeoutMs: 300 },
    ]);
    expect(results.outcome).not.toBe('passed');
    await impatient.passes([visit(), fine]);
  });
});

/** To all processes in which pages live. */
function signal(name: NodeJS.Signals): void {
  for (const { pid } of pageProcesses()) process.kill(pid, name);
}

const BLOCKED = /^For [\d.]+ s of the last [\d.]+ s the page was blocked by its own scripts\. /;

describe('a page that does not come to answer', () => {
  const other = { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Other', timeoutMs: 4_000 };
  const missing = { type: 'click', locator: button('None'), timeoutMs: 4_000 };
  const alone = useRunner(PAGES, { context: 'fresh', ownBrowser: true });

  test.each([
    ['an assertion', other],
    ['an action', missing],
  ])(
    'the first sentence about %s says that the page was blocked by its own scripts',
    { tags: 'full' },
    async (_what, action) => {
      const { error } = await runner.fails([visit('/blocked'), action]);
      expect(error.message).toMatch(BLOCKED);
    },
  );

  test('a machine that gives the page no time is not told as scripts of the page', { tags: 'full' }, async () => {
    await alone.passes([visit('/calm')]);
    const failing = alone.fails([visit('/calm'), other]);
    const stopped = setInterval(() => {
      signal('SIGSTOP');
      setTimeout(() => signal('SIGCONT'), 900);
    }, 1_000);
    const { error } = await failing.finally(() => clearInterval(stopped));
    expect(error.message).not.toMatch(BLOCKED);
  });
});

describe('an element that no locator reaches', () => {
  test('the message says that an element is in a closed shadow root', async () => {
    const pay = { type: 'click', locator: button('Pay now'), timeoutMs: 300 };
    const { error } = await runner.fails([visit('/shut'), pay]);
    expect(error.message).toMatch(/It may be in the closed shadow root of <pay-card>, which no locator reaches\.$/);
    const other = await runner.fails([visit('/shut'), { ...pay, locator: button('Cancel') }]);
    expect(other.error.message).not.toContain('shadow');
  });

  test('the message says that the tab of an element has closed', async () => {
    const close = { type: 'click', locator: button('Close') };
    const open = { type: 'script', code: "window.open('/gone')", into: 'nothing' };
    const { error } = await runner.fails([visit(), open, close, { ...close, timeoutMs: 300 }]);
    expect(error.message).toMatch(/^The tab http\S+\/gone has closed\. No element matches button “Close” /);
  });
});

describe('a page that closes itself', () => {
  test('the run continues in the previous tab when a page closes itself', { tags: 'full' }, () =>
    runner.passes([
      visit(),
      { type: 'script', code: "window.open('/gone')", into: 'nothing' },
      { type: 'click', locator: button('Close') },
      { type: 'assert', matcher: 'toBeVisible', locator: button('Save order') },
      { type: 'script', code: "window.open('/leaves')", into: 'nothing' },
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Leaves' },
      { type: 'hover', locator: button('Save order') },
    ]),
  );
});

test('a failure lists console errors of the page, which fail nothing by themselves', async () => {
  const settled = [visit('/throws'), { type: 'wait', until: 'idle' }];
  await runner.passes(settled);
  const missing = { type: 'click', locator: '#no', timeoutMs: 50 };
  const { error } = await runner.fails([...settled, missing], { context: 'fresh' });
  expect(error.consoleErrors).toEqual([
    expect.stringMatching(/^Failed to load resource: .* 404 .*\(http.*\/none\.png/),
    expect.stringMatching(/^TypeError: broken page \(http.*\/throws:\d+\)$/),
  ]);
});
