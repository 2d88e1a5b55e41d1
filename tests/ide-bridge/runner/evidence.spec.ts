import { beforeAll, describe, expect, test } from 'vitest';
import { type ActionInput, flat, useRunner } from './runner-fixture.ts';

const runner = useRunner(
  {
    '/': '<title>Shop</title><h1>Shop</h1>',
    '/asks': `<title>Asks</title><script>
    const ask = (path, more) => fetch(path, more).catch(() => {});
    const asked = Promise.all([ask('/broken?id=1', { method: 'POST' }), ask('/none'), ask('/cut'), ask('/')]);
  </script>`,
    '/broken': (_request, response) => response.writeHead(500).end(),
    '/cut': request => request.socket.destroy(),
    '/leaves': '<title>Leaves</title><script>fetch("/silent"); location.href = "/"</script>',
    '/silent': () => {},
    '/late': (_request, response) => void setTimeout(() => response.end('<title>Late</title>'), 6_500),
    // Not to be found, it would be in the console.
    '/favicon.ico': ({ url }, response) => response.writeHead(url?.includes('?') ? 404 : 204).end(),
    '/silent-link': '<title>Link</title><a href="/silent">Away</a>',
    '/pay': `<title>Pay</title><button onclick="alert('Card declined')">Pay</button>`,
    '/troubled': `<title>Troubled</title><script>
      for (const text of 'abcdef') setTimeout(new Function('throw new Error("' + text + '")\\n//# sourceURL=http://ads.example/x.js'));
      for (let times = 0; times < 3; times += 1) setTimeout(() => { throw new Error('basket is empty') });
    </script>`,
    '/speaks': '<title>Speaks</title><script>console.warn("key very-secret"); none()</script>',
    '/says-much': '<title>Much</title><script>console.log("x".repeat(9_993) + "very-secret")</script>',
    '/noisy': `<title>Noisy</title><script>fetch('/late-none')</script>
      <button onclick="fetch('/broken?by=click', { method: 'POST' }); fetch('/none')">Order</button>
      <button onclick="throw new Error('no basket')">Break</button>`,
    '/late-none': (_request, response) => void setTimeout(() => response.writeHead(404).end(), 400),
    '/news': `<title>News</title><style>.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden }</style>
      <div role="dialog" aria-label="Cookies">We use cookies</div><p role="alert">Beta</p><p role="alert" hidden>Never</p>
      <p class="hidden" role="alert">News</p><div aria-live="polite" id="polite"></div>
      <button onclick="setTimeout(() => { document.body.append(bad.content.cloneNode(true)); fetch('/broken') }, 50)">Pay</button>
      <button onclick="document.querySelector('dialog').showModal()">Close account</button>
      <button onclick="polite.textContent = 'Draft saved'">Save</button>
      <iframe srcdoc="<button onclick='parent.polite.textContent = &quot;Draft sent&quot;'>Send</button>"></iframe>
      <template id="bad"><p role="alert">Card  declined, very-secret</p></template>
      <dialog><h2>Are you sure?</h2><button>No</button></dialog>`,
    '/orders': (_request, response) => response.writeHead(302, { location: '/sign-in?next=orders' }).end(),
    '/routed': '<title>Routed</title><script>setTimeout(() => history.replaceState(null, "", "/start"), 50)</script>',
    '/sign-in': '<title>Sign in</title><h1>Sign in</h1><a href="/orders">Orders</a><a href="/">Shop</a>',
    '/dialogs': `<title>Dialogs</title>
    <button onclick="this.textContent = 'Pressed'">Press</button>
    <script>onbeforeunload = event => event.preventDefault()</script>`,
  },
  { context: 'fresh' },
);

const visit = (url = '/') => ({ type: 'visit', url });
const missing = { type: 'click', locator: '#no', timeoutMs: 50 };
const script = (code: string) => ({ type: 'script', code });
const comment = { type: 'comment', text: 'a' };
const quiet = { type: 'wait', until: 'idle' };

beforeAll(async () => {
  const items = [{ name: 'KEY', kind: 'secret', value: 'very-secret' }];
  await runner.call('createEnvironment', { name: 'Keys', items });
});

describe('failed requests', () => {
  test('a failure lists the requests that failed during its action or the one before it', async () => {
    const { origin } = runner;
    const requests = [
      { method: 'POST', url: `${origin}/broken?id=1`, status: 500 },
      { method: 'GET', url: `${origin}/none`, status: 404 },
      { method: 'GET', url: `${origin}/cut`, reason: expect.stringMatching(/^net::ERR_/) },
    ];
    const earlier = await runner.fails([visit('/asks'), quiet, script('1'), script('throw "no"')]);
    expect(earlier.error.failedRequests).toBeUndefined();
    const itself = [visit(), script('await fetch("/none"); throw "no"')];
    expect((await runner.fails(itself)).error.failedRequests).toEqual([requests[1]]);
    const before = await runner.fails([visit('/asks'), comment, script('await asked; throw "no"')]);
    expect(before.error.failedRequests).toHaveLength(3);
    expect(before.error.failedRequests).toEqual(expect.arrayContaining(requests));
  });

  test('a failure lists requests that nobody has answered, and says so', async () => {
    const asks = script('fetch("/silent"); return 1');
    const { error } = await runner.fails([visit(), asks, { type: 'click', locator: '#no', timeoutMs: 1_500 }]);
    const unanswered = { method: 'GET', url: `${runner.origin}/silent`, unansweredMs: expect.any(Number) };
    expect(error.failedRequests).toEqual([unanswered]);
    expect(error.message).toMatch(/^GET \/silent was not answered within [\d.]+ s\. No element /);
  });

  test('a failure does not list requests that the page itself cancelled', { tags: ['full'] }, async () => {
    const { error } = await runner.fails([visit('/leaves'), quiet, missing]);
    expect(error.failedRequests).toBeUndefined();
  });

  test('a failure lists the last five of many failed requests and shows no secret in them', async () => {
    const code = 'for (let i = 0; i < 9; i++) await fetch("/no" + i + "?key=very-secret"); throw "no"';
    const { error } = await runner.fails([visit(), script(code)], { environment: 'Keys' });
    const urls = error.failedRequests?.map(({ url }) => url.replace(runner.origin, ''));
    expect(urls).toEqual([4, 5, 6, 7, 8].map(index => `/no${index}?key=••••`));
  });
});

test('the console of a run can be fetched, each entry with its test and row', { tags: ['full'] }, async () => {
  const data = { rows: [{ path: '/' }, { path: '/speaks' }] };
  const { runId, items } = await runner.run({ data, actions: [visit('{{path}}'), quiet] });
  const { client, service } = runner.app;
  const headers = { authorization: `Bearer ${client.token}` };
  const response = await fetch(`${service.url}/api/runs/${runId}/console.ndjson`, { headers });
  const lines = (await response.text()).trimEnd().split('\n');
  const { testCode } = items[1] ?? {};
  const entry = { itemIndex: 1, testCode, row: 1, url: `${runner.origin}/speaks`, line: 1, at: expect.any(String) };
  expect(lines.map(line => JSON.parse(line))).toEqual([
    { ...entry, level: 'warning', text: 'key ••••' },
    { ...entry, level: 'error', text: 'ReferenceError: none is not defined' },
  ]);
});

test('a failure does not list the console error of a missing favicon', { tags: ['full'] }, async () => {
  const code = 'await fetch("/favicon.ico?v=2"); await fetch("/none"); throw "no"';
  const { error } = await runner.fails([visit(), script(code)]);
  expect(error.consoleErrors).toEqual([expect.stringContaining(`${runner.origin}/none`)]);
});

describe('a dialog that nobody expected', () => {
  test('the result of an action lists the dialogs that opened during it', async () => {
    const results = await runner.run([
      visit('/dialogs'),
      script('alert("Saved"); confirm("Sure?")'),
      script('prompt("Name?"); throw "no"'),
    ]);
    const [, asking, failed] = results.actions;
    expect(asking).toMatchObject({
      state: 'passed',
      dialogs: [
        { type: 'alert', message: 'Saved', answer: 'dismissed' },
        { type: 'confirm', message: 'Sure?', answer: 'dismissed' },
      ],
    });
    expect(failed).toMatchObject({ state: 'error', dialogs: [{ type: 'prompt', message: 'Name?' }] });
    expect(results.actions[0]).not.toHaveProperty('dialogs');
  });

  test('the result says that the question whether to leave the page was accepted', { tags: ['full'] }, async () => {
    const live = { context: 'live' };
    await runner.passes([visit('/dialogs'), { type: 'click', locator: 'button' }]);
    const { actions } = await runner.passes([visit()], live);
    expect(actions[0]?.dialogs).toEqual([{ type: 'beforeunload', message: '', answer: 'accepted' }]);
    expect((await runner.passes([visit()], live)).actions[0]).not.toHaveProperty('dialogs');
  });
});

describe('errorHash', () => {
  const wrongTitle = { type: 'assert', matcher: 'toHaveTitle', expected: 'Welcome {{name}}', timeoutMs: 50 };

  test('the same error has the same hash in any row, test or action, and another error has another', {
    tags: 'full',
  }, async () => {
    const rows = await runner.run({
      data: { rows: [{ name: 'Ann' }, { name: 'Bob' }] },
      actions: [visit(), wrongTitle],
    });
    const hashes = rows.items.map(({ actions }) => actions[1]?.error?.errorHash);
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(hashes[1]).toBe(hashes[0]);
    const clicked = await runner.fails([visit(), missing]);
    const hovered = await runner.fails([visit(), comment, { ...missing, type: 'hover', timeoutMs: 100 }]);
    expect(hovered.error.errorHash).toBe(clicked.error.errorHash);
    expect(clicked.error.errorHash).not.toBe(hashes[0]);
  });

  test('errors of blocks and errors before the first action have a hash as well', { tags: ['full'] }, async () => {
    const { actions } = await runner.run([visit(), { type: 'loop', times: '{{ "many" }}' }, { type: 'end' }]);
    expect(actions[1]?.error).toMatchObject({ errorHash: expect.any(String), message: expect.any(String) });
    expect(actions[1]?.screenshot).toBeDefined();
    const unready = { parameters: [{ name: 'a', default: '{{ nothing.here() }}' }], actions: [comment] };
    expect((await runner.run(unready)).error).toMatchObject({ errorHash: expect.any(String) });
  });
});

describe('results', () => {
  test('the results say which branch of an if ran', async () => {
    const branches = await runner.passes([
      { type: 'if', condition: '1 = 1' },
      comment,
      { type: 'else' },
      { type: 'end' },
      { type: 'if', condition: '1 = 2' },
      { type: 'else' },
      comment,
      { type: 'end' },
      { type: 'if', condition: '1 = 2' },
      comment,
      { type: 'end' },
    ]);
    expect(branches.actions.map(({ branch }) => branch)).toEqual(['then', 'else', 'none']);
  });

  test('the results name plugged tests, even those that did not run', { tags: ['full'] }, async () => {
    const inner = await runner.write({ name: 'Sign in', actions: [script('throw 1')] });
    const plug = { type: 'plugTest', test: inner };
    const { actions } = await runner.run([visit(), plug, plug]);
    expect(flat(actions).map(({ title }) => title)).toEqual([
      'Go to /',
      `Plug test case ${inner} “Sign in”`,
      expect.any(String),
      `Plug test case ${inner} “Sign in”`,
    ]);
  });

  test('the results list a skipped test of a suite, which runs when it is started by itself', {
    tags: 'full',
  }, async () => {
    const left = await runner.write({ name: 'Left out', skip: true, role: 'admin', actions: [comment] });
    const other = await runner.write({ name: 'Other', actions: [comment] });
    const plugs = [left, other].map(each => ({ type: 'plugTest', test: each }));
    const { items, outcome } = await runner.run({ name: 'All', type: 'suite', actions: plugs });
    expect([outcome, ...items.map(({ title, state }) => `${title} ${state}`)]).toEqual([
      'passed',
      'Left out skipped',
      'Other passed',
    ]);
    expect((await runner.runStored(left)).actions).toMatchObject([{ state: 'passed' }]);
    const shown = await runner.call('getTests', { moduleCode: runner.moduleCode, filter: 'Left out' });
    expect(shown).toMatchObject({ tests: [{ testCode: left, skip: true, role: 'admin' }] });
  });
});

test('no screenshot is taken of a page that is still waiting for its server', { tags: 'full' }, async () => {
  const { actions } = await runner.run([{ ...visit('/late'), timeoutMs: 4_000 }]);
  expect(actions[0]?.error?.message).toMatch(/\/late was not loaded within 4 s\.$/);
  expect(actions[0]?.screenshot).toBeUndefined();
});

test('the rest of a secret is masked where a long console line was cut', async () => {
  await runner.passes([visit('/says-much')], { environment: 'Keys' });
  const log = JSON.stringify(await runner.call('getConsoleLog'));
  expect(log).toContain('xx••••… (10004 characters)');
  expect(log).not.toContain('very');
});

describe('what explains a failure', () => {
  const title = { type: 'assert', matcher: 'toHaveTitle', expected: 'Paid', timeoutMs: 50 };

  test('a click that worked and waits for its page is told as such', async () => {
    const away = { type: 'click', locator: "getByRole('link')", timeoutMs: 1_500 };
    const { error } = await runner.fails([visit('/silent-link'), away]);
    expect(error.message.replace(runner.origin, '')).toBe(
      'The action on link was done, but /silent, which it leads to, did not answer within 1.5 s.',
    );
  });

  test('the alert of the action before stands with the failure, and that of an earlier one does not', async () => {
    const pay = { type: 'click', locator: 'button' };
    const { error } = await runner.fails([visit('/pay'), pay, { ...title, expected: 'Pay' }, title]);
    expect(error.message).toMatch(
      /^The page said “Card declined” \(alert\) during action 2 \(Click button\)\. Expected /,
    );
    const later = await runner.fails([visit('/pay'), pay, script('1'), script('2'), title]);
    expect(later.error.message).not.toContain('Card declined');
  });

  test('errors of the app come before those of others, equal ones are folded, and the last is told in a sentence', async () => {
    const { error } = await runner.fails([visit('/troubled'), quiet, title]);
    expect(error.message).toMatch(/ The page had an error: Error: basket is empty \(http.*\/troubled:\d+\)\.$/);
    expect(error.consoleErrors?.[0]).toMatch(/^Error: basket is empty \(.*\) \(3 times\)$/);
    expect(error.consoleErrors?.slice(1).map(line => line.replace(/ \(.*/, ''))).toEqual(
      ['c', 'd', 'e', 'f'].map(text => `Error: ${text}`),
    );
  });

  test('a failed request of the app is told in a sentence when there is no error', { tags: ['full'] }, async () => {
    const { error } = await runner.fails([visit(), script('await fetch("/broken", { method: "POST" })'), title]);
    expect(error.message.replace(runner.origin, '')).toMatch(/^POST \/broken was answered with 500\. Expected /);
  });

  test('the failed request of the action before comes before what fails while the page loads', {
    tags: 'full',
  }, async () => {
    const order = { type: 'click', locator: "getByRole('button', { name: 'Order' })" };
    const { error } = await runner.fails([visit('/noisy'), order, { ...title, timeoutMs: 700 }]);
    expect(error.message).toMatch(/^POST \/broken\?by=click was answered with 500\. Expected /);
    const crash = { type: 'click', locator: "getByRole('button', { name: 'Break' })" };
    const thrown = await runner.fails([visit('/noisy'), crash, { ...title, timeoutMs: 700 }]);
    expect(thrown.error.message).toMatch(/^The page had an error: Error: no basket .*\. Expected /);
  });

  test('a request that waits since long ago is told behind what failed', async () => {
    const asks = script('fetch("/silent"); return 1');
    const { error } = await runner.fails([visit(), asks, script('1'), script('2'), { ...title, timeoutMs: 700 }]);
    expect(error.message).toMatch(/^Expected .* GET \/silent was not answered within [\d.]+ s\.$/);
  });

  test('a failure on another page than the one asked for names both', { tags: 'full' }, async () => {
    const orders = { type: 'click', locator: "getByText('Order 1')", timeoutMs: 50 };
    const redirected = await runner.fails([visit('/orders'), orders]);
    expect(redirected.error.message).toMatch(/^The page was asked for \/orders and came to \/sign-in\. No element /);
    const address = { type: 'assert', matcher: 'toHaveURL', expected: '/routed', timeoutMs: 500 };
    const arrived = { type: 'wait', until: 'url', value: '/start' };
    const routed = await runner.fails([visit('/routed'), arrived, address]);
    expect(routed.error.message).toMatch(/^The page was asked for \/routed and came to \/start\. Expected /);
    const link = { type: 'click', locator: "getByRole('link', { name: 'Orders' })" };
    const followed = await runner.fails([visit('/sign-in'), link, title]);
    expect(followed.error.message).toMatch(/^Expected .* The page was asked for \/orders and came to \/sign-in\.$/);
    const left = { type: 'click', locator: "getByRole('link', { name: 'Shop' })" };
    const later = await runner.fails([visit('/orders'), left, title]);
    expect(later.error.message).not.toContain('came to');
  });

  const press = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}' })` });
  const told = async (...actions: ActionInput[]) =>
    (await runner.fails([visit('/news'), ...actions], { environment: 'Keys' })).error.message;
  const late = { ...title, timeoutMs: 500 };

  test('an alert that came since the action before is quoted, without secrets', async () => {
    const declined =
      /^The page showed “Card declined, ••••” \(alert\)\. GET \/broken was answered with 500\. Expected /;
    expect(await told(press('Pay'), late)).toMatch(declined);
  });

  test('dialogs and texts said politely are quoted as well, and what was there before is not', {
    tags: 'full',
  }, async () => {
    expect(await told(press('Pay'), { ...missing, timeoutMs: 500 })).toMatch(/^The page showed “Card .* No element /);
    expect(await told(press('Close account'), late)).toMatch(
      /^The page showed “Are you sure\?” \(dialog\)\. Expected /,
    );
    expect(await told(press('Save'), late)).toMatch(/^Expected .* The page showed “Draft saved” \(status\)\.$/);
    const shown = { type: 'assert', matcher: 'toBeVisible', locator: "getByText('Card declined')" };
    expect(await told(press('Pay'), shown, press('Save'), press('Save'), late)).not.toContain('declined');
    expect(await told(late)).toMatch(/^The page showed “Beta” \(alert\)\. Expected /);
    expect(await told(script('1'), late)).toMatch(/^Expected /);
  });

  test('what was there before is known whoever presses, at whatever place and in whatever frame', {
    tags: 'full',
  }, async () => {
    const atCorner = { ...press('Save'), position: { x: 2, y: 2 } };
    expect(await told(atCorner, late)).toMatch(/^Expected .* The page showed “Draft saved” \(status\)\.$/);
    const inFrame = { type: 'click', locator: "frameLocator('iframe').getByRole('button', { name: 'Send' })" };
    expect(await told(inFrame, late)).toMatch(/^Expected .* The page showed “Draft sent” \(status\)\.$/);
  });

  test('errors of a page that was left before do not come along', { tags: ['full'] }, async () => {
    const { error } = await runner.fails([visit('/troubled'), quiet, visit(), script('1'), title]);
    expect(error.consoleErrors).toBeUndefined();
    expect(error.message).not.toContain('basket');
  });
});
