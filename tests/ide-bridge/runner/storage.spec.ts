import { describe, expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': `<title>Stored</title><button onclick="setTimeout(() => localStorage.setItem('cart', 'three apples'), 300)">Later</button>`,
  '/sent': (request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(request.headers.cookie),
  '/given': (_request, response) =>
    response
      .writeHead(200, { 'set-cookie': 'session=s-4711; HttpOnly; Path=/', 'content-type': 'text/html' })
      .end('Given'),
  '/patched': `<title>Patched</title><script>
    Storage.prototype.getItem = () => 'fake'; Storage.prototype.setItem = () => { throw new Error('never'); };</script>`,
  '/sandboxed': (_request, response) =>
    response
      .writeHead(200, { 'content-security-policy': 'sandbox allow-scripts', 'content-type': 'text/html' })
      .end('Alone'),
});

const visit = (url = '/') => ({ type: 'visit', url });
const storage = (of: string, operation: string, fields: object = {}) => ({ type: 'storage', of, operation, ...fields });
const cookie = (operation: string, fields: object = {}) => storage('cookie', operation, fields);
const local = (operation: string, fields: object = {}) => storage('localStorage', operation, fields);
const session = (operation: string, fields: object = {}) => storage('sessionStorage', operation, fields);
const passes = (expected: string) => ({ type: 'assert', matcher: 'toPassScript', expected });
const SOON = { timeoutMs: 300 };

describe('cookies', () => {
  test('are set before the first page, with all that they can have, and read though scripts cannot', async () => {
    const { actions } = await runner.passes(
      [
        cookie('set', { name: 'theme', value: 'dark', expires: '2090-12-31' }),
        cookie('set', { name: 'token', value: 'a b', httpOnly: true, sameSite: 'Strict', path: '/' }),
        visit('/sent'),
        { type: 'assert', matcher: 'toContainText', locator: 'body', expected: 'theme=dark' },
        { type: 'assert', matcher: 'toContainText', locator: 'body', expected: 'token=a b' },
        passes('document.cookie === "theme=dark"'),
        cookie('read', { name: 'token', into: 'token' }),
        passes('"{{ token }}" === "a b"'),
        cookie('check', { name: 'theme', expected: '/^D/i' }),
        cookie('remove', { name: 'theme' }),
        cookie('check', { name: 'theme', not: true }),
        cookie('clear'),
        cookie('check', { name: 'token', not: true }),
      ],
      { context: 'fresh' },
    );
    expect(actions.filter(({ type }) => type === 'storage').map(({ title }) => title)).toEqual([
      'Set the cookie “theme” to “dark”',
      'Set the cookie “token” to “a b”',
      'Store the cookie “token” as token',
      'Check that the cookie “theme” is “/^D/i”',
      'Remove the cookie “theme”',
      'Check that the cookie “theme” is not there',
      'Remove all cookies',
      'Check that the cookie “token” is not there',
    ]);
  });

  test('that a server sets are waited for, and those of another domain are told apart', async () => {
    await runner.passes([
      visit('/given'),
      cookie('check', { name: 'session', expected: 's-4711' }),
      cookie('set', { name: 'session', value: 'other', domain: '.shop.example' }),
      cookie('check', { name: 'session', expected: 'other', domain: 'shop.example' }),
      cookie('remove', { name: 'session', domain: 'shop.example' }),
      cookie('check', { name: 'session', domain: '.shop.example', not: true }),
      cookie('check', { name: 'session', expected: 's-4711' }),
    ]);
  });

  test('that no browser takes are told at their fields', async () => {
    const past = await runner.fails([visit(), cookie('set', { name: 'a', value: 'b', expires: '{{ "2001-01-01" }}' })]);
    expect(past.error.message).toBe('The cookie would be gone at once: it ends at 2001-01-01, which has passed.');
    const foreign = await runner.fails([visit(), cookie('set', { name: 'a', value: 'b'.repeat(5_000) })]);
    expect(foreign.error.message).toMatch(/The browser does not take the cookie “a” for .*: .*longer than 4096/);
    const computed = await runner.fails([visit(), cookie('set', { name: 'a', value: '{{ "b;c" }}' })]);
    expect(computed.error.message).toBe('"value": the value of a cookie has no “;” and no line ends.');
  });
});

describe('local and session storage', () => {
  test('are set, read, checked, removed and emptied by themselves', async () => {
    const { actions } = await runner.passes([
      visit(),
      local('set', { name: 'theme', value: 'dark' }),
      session('set', { name: 'theme', value: 'light “</script>”\n' }),
      passes('localStorage.theme === "dark" && sessionStorage.theme.startsWith("light")'),
      local('read', { name: 'theme', into: 'theme' }),
      local('read', { name: 'nothing', into: 'nothing' }),
      passes('"{{ theme }}" === "dark" && "{{ nothing ?: "none" }}" === "none"'),
      local('remove', { name: 'theme' }),
      local('check', { name: 'theme', not: true }),
      session('check', { name: 'theme', expected: '/^light/' }),
      session('clear'),
      passes('sessionStorage.length === 0'),
    ]);
    expect(actions.slice(1, 3).map(({ title }) => title)).toEqual([
      'Set “theme” of the local storage to “dark”',
      'Set “theme” of the session storage to “light “</script>”\n”',
    ]);
  });

  test('are waited for, and what is there instead is shown', async () => {
    await runner.passes([
      visit(),
      local('clear'),
      { type: 'click', locator: 'button' },
      local('check', { name: 'cart', expected: 'three apples' }),
    ]);
    const wrong = await runner.fails([visit(), { ...local('check', { name: 'cart', expected: 'pears' }), ...SOON }]);
    expect(wrong.error).toMatchObject({
      message: 'Expected “cart” of the local storage to be “pears”, but it is “three apples”.',
      expected: 'pears',
      actual: 'three apples',
    });
    const none = await runner.fails([visit(), { ...session('check', { name: 'cart' }), ...SOON }]);
    expect(none.error.message).toBe('Expected “cart” of the session storage to be there, but there is none.');
  });

  test('are those of the browser, whatever a page has put in their place', async () => {
    await runner.passes([
      visit('/patched'),
      local('set', { name: 'real', value: 'yes' }),
      local('check', { name: 'real', expected: 'yes' }),
    ]);
  });

  test.each(['about:blank', '/sandboxed'])('are missing on %s, which is said', async url => {
    const { error } = await runner.fails([visit(url), local('set', { name: 'a', value: 'b' })]);
    expect(error.message).toMatch(/ has no local storage: only pages of a site have one/);
  });

  test('that are full take no more, which is said', { tags: 'full' }, async () => {
    const fill = { type: 'script', code: 'localStorage.full = "x".repeat(5_000_000)' };
    const { error } = await runner.fails([
      visit(),
      local('clear'),
      fill,
      local('set', { name: 'a', value: 'b'.repeat(900_000) }),
    ]);
    expect(error.message).toMatch(/The local storage of .* is full: a site has about 5 MB\./);
  });
});

test('a secret that is stored and read is shown nowhere', async () => {
  const items = [{ name: 'KEY', kind: 'secret', value: 'spring-Wind-4711' }];
  await runner.call('createEnvironment', { name: 'Keys', items });
  const options = { environment: 'Keys' };
  const puts = [
    cookie('set', { name: 'key', value: '{{secret.KEY}}' }),
    local('set', { name: 'key', value: '{{secret.KEY}}' }),
  ];
  const { actions } = await runner.passes([visit(), ...puts, cookie('read', { name: 'key', into: 'key' })], options);
  expect(actions[1]?.title).toBe('Set the cookie “key” to “••••”');
  const wrong = { ...local('check', { name: 'key', expected: '{{ key }}-not' }), ...SOON };
  const failed = await runner.fails([visit(), cookie('read', { name: 'key', into: 'key' }), ...puts, wrong], options);
  expect(JSON.stringify([await runner.results(), failed])).not.toContain('spring-Wind');
});

test('what is stored is gone in the next test, which has the same window', { tags: 'full' }, async () => {
  const leaves = [
    visit(),
    cookie('set', { name: 'left', value: 'a', domain: 'shop.example' }),
    cookie('set', { name: 'left', value: 'b' }),
    local('set', { name: 'left', value: 'c' }),
    session('set', { name: 'left', value: 'd' }),
  ];
  const finds = [
    visit(),
    ...[{ domain: 'shop.example' }, {}].map(fields => cookie('check', { name: 'left', not: true, ...fields })),
    local('check', { name: 'left', not: true }),
    session('check', { name: 'left', not: true }),
  ];
  const tests = [
    await runner.write(leaves),
    await runner.write([...finds, ...leaves.slice(1)]),
    await runner.write(finds),
  ];
  await runner.call('runTests', { tests });
  await runner.until(({ state }) => !['starting', 'running'].includes(state));
  expect((await runner.results()).items.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed']);
});

test.each([
  [cookie('set', { name: 'a' }), /\.value": storage "set" of a cookie needs "value"/],
  [local('read', { name: 'a' }), /\.into": storage "read" of the local storage needs "into"/],
  [local('clear', { name: 'a' }), /\.name": storage "clear" of the local storage takes no "name"/],
  [local('set', { name: 'a', value: 'b', secure: true }), /\.secure": .* takes no "secure"/],
  [cookie('check', { name: 'a', expected: '/(/' }), /\.expected": .*not a regular expression/],
  [cookie('set', { name: 'a b', value: 'c' }), /\.name": a cookie has a name without spaces/],
  [cookie('set', { name: 'a', value: 'b;c' }), /\.value": the value of a cookie has no “;”/],
  [
    cookie('set', { name: 'a', value: 'b', domain: 'https://a.example' }),
    /\.domain": a domain is written shop.example/,
  ],
  [cookie('set', { name: 'a', value: 'b', path: 'basket' }), /\.path": the path of a cookie begins with “\/”/],
  [cookie('set', { name: 'a', value: 'b', expires: 'soon' }), /\.expires": a time is written/],
  [cookie('set', { name: 'a', value: 'b', sameSite: 'None' }), /\.secure": .*must be secure/],
  [
    cookie('set', { name: '__Secure-a', value: 'b' }),
    /\.secure": a cookie whose name begins with __Secure- must be secure/,
  ],
  [cookie('set', { name: '__Host-a', value: 'b', secure: true, path: '/a' }), /\.path": .* has the path “\/”/],
  [
    cookie('set', { name: '__Host-a', value: 'b', secure: true, domain: '.a.example' }),
    /\.domain": .* belongs to one host/,
  ],
])('%j is refused', async (action, message) => {
  await expect(runner.write([action])).rejects.toThrow(message);
});
