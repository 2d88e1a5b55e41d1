import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { membersArea, SIGN_IN } from '../../support/members-area.ts';
import { type ActionInput, useRunner } from './runner-fixture.ts';
import { KINDS, storesPages } from './stores-page.ts';

vi.setConfig({ testTimeout: 300_000 });

const area = membersArea({ ann: 'spring-Rain-4711' });
const runner = useRunner({ ...area.pages, ...storesPages() });

const visit = (url: string) => ({ type: 'visit', url });
const shows = (locator: string, expected: string) => ({
  type: 'assert',
  matcher: 'toHaveText',
  locator,
  expected,
  timeoutMs: 15_000,
});

/** Looks for what is left of those kinds, and leaves as much itself. Default: all kinds that can be removed. */
const looksAndLeaves = (kinds: readonly string[] = []): ActionInput[] => [
  visit(kinds.length === 0 ? '/stores' : `/stores?kinds=${encodeURIComponent(kinds.join())}`),
  shows('#found', 'Found: nothing'),
  { type: 'click', locator: 'button' },
  shows('#left', 'Left: all'),
];

/** What went wrong, and how many windows were opened for it. */
async function runAll(tests: readonly string[], options: object = {}) {
  const browser = await sharedBrowser();
  let windows = 0;
  const count = () => {
    windows += 1;
  };
  browser.on('context', count);
  await runner.call('runTests', { tests, ...options });
  await runner.until(({ state }) => !['starting', 'running'].includes(state));
  browser.off('context', count);
  const { items } = await runner.results();
  const errors = items.flatMap(({ error, actions }) => [error, ...actions.map(each => each.error)]);
  const wrong = errors.flatMap(error => error?.actual ?? error?.message ?? []);
  return { wrong, windows, ran: items.length };
}

const writeAll = (tests: readonly (readonly ActionInput[])[], more: object = {}) =>
  Promise.all(tests.map(actions => runner.write({ ...more, actions })));

const timesOf = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

describe('windows that tests use one after the other', () => {
  let codes: string[] = [];

  beforeAll(async () => {
    codes = await writeAll(timesOf(6, looksAndLeaves()));
  });

  test('a window is used again, and has nothing of the test before', async () => {
    const kinds = ['cookies', 'localStorage', 'sessionStorage', 'indexedDB', 'window name', 'length of the history'];
    const tests = await writeAll(timesOf(3, looksAndLeaves(kinds)));
    const { wrong, windows } = await runAll(tests);
    expect(wrong).toEqual([]);
    expect(windows).toBeLessThan(3);
  });

  test('nothing of another test is found in some thirty places', { tags: 'full' }, async () => {
    const { wrong, windows, ran } = await runAll(codes);
    expect({ wrong, ran }).toEqual({ wrong: [], ran: 6 });
    expect(windows).toBeLessThan(ran);
  });

  test('each test has a window of its own where the run, the project or a tag asks for it', {
    tags: 'full',
  }, async () => {
    const { wrong, windows } = await runAll(codes, { isolation: 'fresh' });
    expect(wrong).toEqual([]);
    expect(windows).toBeGreaterThan(4);
    const apart = await writeAll(timesOf(4, looksAndLeaves()), { tags: ['@isolation:fresh'] });
    expect((await runAll(apart)).windows).toBeGreaterThan(2);
    await runner.call('editProject', { settings: { isolation: 'fresh' } });
    expect((await runAll(codes)).windows).toBeGreaterThan(4);
    await runner.call('editProject', { settings: { isolation: 'clean' } });
    const [untold = ''] = await writeAll([[visit('/stores')]], { tags: ['@isolation:none'] });
    await expect(runAll([untold])).rejects.toThrow('@isolation:none of “A test” says no way to keep tests apart');
  });

  test('a test that fails leaves no window to another one, nor to its own retry', { tags: 'full' }, async () => {
    const fails = [...looksAndLeaves(), { type: 'assert', matcher: 'toHaveTitle', expected: 'Else', timeoutMs: 50 }];
    const { wrong, windows } = await runAll([...(await writeAll(timesOf(4, fails))), ...codes.slice(0, 1)], {
      retries: 1,
    });
    expect(wrong.every(each => !each.startsWith('Found'))).toBe(true);
    // Some are there before.
    expect(windows).toBeGreaterThan(5);
  });

  test('tabs, endless scripts and open questions of a test are gone in the next one', { tags: 'full' }, async () => {
    const tabs = [
      visit('/stores/tabs'),
      { type: 'click', locator: 'button' },
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'A tab' },
    ];
    const names = [visit('/stores/names'), { type: 'switchTab', tab: 'Names' }, shows('output', 'Unknown')];
    const asks = [visit('/stores'), { type: 'script', code: 'setTimeout(() => alert("Still here?"))' }];
    const loops = [visit('/stores'), { type: 'script', code: 'setTimeout(() => { for (;;); })' }];
    const tests = await writeAll([tabs, names, tabs, names, asks, looksAndLeaves(), loops, looksAndLeaves()]);
    expect((await runAll(tests)).wrong).toEqual([]);
  });

  const FILLS = `const store = await caches.open('kept');
    for (let at = 0; at < 20; at += 1) await store.put('/kept/' + at, new Response(new Blob([new Uint8Array(25_000_000)])));`;
  const script = (code: string) => ({ type: 'script', code });
  test.for<[string, ActionInput[]]>([
    ['full stores', [visit('/stores/full'), shows('output', 'full')]],
    ['half a gigabyte', [visit('/stores'), { ...script(FILLS), timeoutMs: 60_000 }]],
    ['twenty tabs', [visit('/stores/tabs?20'), { type: 'click', locator: 'button' }, shows('h1', 'A tab')]],
    ['a domain of its own', [visit('/stores'), script('document.domain = location.hostname; localStorage.own = 1')]],
    ['a download under way', [visit('/stores'), script("location.href = '/stores/endless-file'")]],
    ['a site that is pinned', [visit('/stores/pinned'), shows('h1', 'Pinned')]],
    ['a print dialog', [visit('/stores'), script('setTimeout(() => print())')]],
    ['a stopped script', [visit('/stores'), script('setTimeout(() => { debugger; })')]],
    ['a window that closes itself', [visit('/stores'), script('setTimeout(() => close(), 20)')]],
  ])('the tests after one that leaves %s find nothing of it', { tags: 'full' }, async ([, leaves]) => {
    const looks = looksAndLeaves(['space taken', 'localStorage', 'sessionStorage', 'places in the history', 'opener']);
    const [worst = '', ...tests] = await writeAll([leaves, looks, looks]);
    const [again = ''] = await writeAll([leaves]);
    const { wrong, ran } = await runAll([worst, ...tests, again, ...(await writeAll([looks]))]);
    expect({ wrong, ran }).toEqual({ wrong: [], ran: 5 });
  });

  test.for(['service workers', 'shared workers', 'hints'])(
    'what only another window forgets is not found by the next tests: %s',
    { tags: 'full' },
    async kind => {
      expect(KINDS).toContain(kind);
      const tests = await writeAll(timesOf(4, looksAndLeaves([kind])));
      expect((await runAll(tests)).wrong).toEqual([]);
    },
  );

  test.for(['/stores/unheard', '/stores/framed'])(
    'session storage is empty after pages that cannot be asked to clear it: %s',
    { tags: 'full' },
    async address => {
      const leaves = [visit(`${address}?kinds=sessionStorage`), ...looksAndLeaves(['sessionStorage']).slice(1)];
      const { wrong, windows } = await runAll(await writeAll(timesOf(4, leaves)));
      expect(wrong).toEqual([]);
      expect(windows).toBeLessThan(4);
    },
  );

  test('a name and password in an address are not sent for the next test', { tags: 'full' }, async () => {
    const address = `${runner.origin.replace('//', '//ann:secret@')}/stores/guarded`;
    const enters = [visit(address), shows('h1', 'In')];
    const tells = [visit('/stores/told'), shows('h1', 'Nothing')];
    const tests = await writeAll([enters, tells, tells, enters, tells, tells]);
    expect((await runAll(tests)).wrong).toEqual([]);
  });

  test('a test begins with an empty clipboard', { tags: 'full' }, async () => {
    const copies = [visit('/stores'), { type: 'clipboard', value: 'Code 4711' }];
    const isEmpty = [visit('/stores'), { type: 'clipboard', expected: '' }];
    const tests = await writeAll([copies, isEmpty, copies, isEmpty]);
    expect((await runAll(tests)).wrong).toEqual([]);
  });

  test('tests that leave now this and now that, in any order, find nothing of each other', {
    tags: 'full',
  }, async () => {
    const some = () => KINDS.filter(() => Math.random() < 0.3);
    const tests = await writeAll(Array.from({ length: 40 }, () => looksAndLeaves(some())));
    const { wrong, ran } = await runAll(tests, { workers: 2 });
    expect({ wrong, ran }).toEqual({ wrong: [], ran: 40 });
  });
});

describe('windows of a role', () => {
  beforeEach(() => {
    area.signIns.length = 0;
  });

  test('each test begins signed in, whatever the last one did to what is stored', { tags: 'full' }, async () => {
    const signInTest = await runner.write({ name: 'Sign in', actions: SIGN_IN });
    const roles = [{ role: 'ann', username: 'ann', password: 'spring-Rain-4711' }];
    await runner.call('configureAuth', { method: 'form', roles, signInTest });
    const isSignedIn = [
      visit('/'),
      shows('h1', 'Hello ann'),
      shows('#stored', 'ann,ann'),
      { type: 'script', code: "localStorage.user = 'max'; sessionStorage.clear(); document.cookie = 'other=1';" },
    ];
    const tests = await writeAll(timesOf(5, isSignedIn), { role: 'ann' });
    expect((await runAll(tests)).wrong).toEqual([]);
    expect(area.signIns).toEqual(['ann']);
    await runner.call('configureAuth', { method: 'none' });
  });
});
