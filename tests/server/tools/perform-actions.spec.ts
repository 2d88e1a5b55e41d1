import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { startTestApp } from '../../support/test-app.ts';
import { McpClient } from '../rpc/mcp-client.ts';

const runner = useRunner(
  {
    '/': `<title>Sign in</title><h1>Sign in</h1><form action="/home"><label>Email <input name="email"></label>
    <label>Password <input type="password"></label><button>Sign in</button></form>
    <a href="/help" target="_blank">Help</a>
    <button onclick="alert('Mind the gap')">Warn</button>
    <button onclick="fetch('/gone').then(() => { document.querySelector('#said').textContent = 'No stock' })">Ask</button>
    <p id="said"></p>`,
    '/home': '<title>Home</title><h1>Welcome</h1><nav><a href="/">Sign out</a></nav>',
    '/help': '<title>Help</title><h1>How it works</h1>',
    '/endless': () => {},
    '/members': '<title>Members</title><script>document.title = document.cookie || "Nobody"</script>',
    '/let-in': (_request, response) => void response.setHeader('set-cookie', 'who=ada').end('<title>In</title>'),
    '/gone': (_request, response) => void response.writeHead(503).end(),
  },
  // One spec wants nothing open before it.
  { isAnew: true },
);

const Reply = z.strictObject({
  state: z.string(),
  done: z.array(z.looseObject({ actionIndex: z.number(), title: z.string() })),
  failed: z
    .object({
      actionIndex: z.number(),
      type: z.string(),
      title: z.string(),
      error: z.looseObject({ message: z.string(), candidates: z.array(z.string()).optional() }),
    })
    .optional(),
  notDone: z.array(z.string()).optional(),
  page: z.object({ url: z.string(), title: z.string().optional() }),
  came: z.array(z.string()).optional(),
  changed: z.array(z.string()).optional(),
  went: z.array(z.string()).optional(),
  openedTabs: z.array(z.string()).optional(),
  closedTabs: z.array(z.string()).optional(),
  failedRequests: z.array(z.looseObject({ url: z.string(), status: z.number() })).optional(),
  pageErrors: z.array(z.looseObject({ message: z.string() })).optional(),
  omitted: z.string().optional(),
  kept: z.object({ moduleCode: z.string(), testCode: z.string(), actions: z.number() }).optional(),
  warning: z.string().optional(),
});

const perform = (actions: object[], more: object = {}) =>
  runner.app.client.call('performActions', { actions, ...more }, Reply);
const refOf = (lines: readonly string[] = [], what: string): string =>
  lines.find(line => line.includes(what))?.split(' ')[0] ?? `no ${what} in ${lines.join('; ')}`;
const titlesOf = (done: readonly { title: string }[]) => done.map(({ title }) => title);

test('an agent explores a sign-in and keeps it as a test in two calls, with nothing open before', async () => {
  const seen = await perform([{ type: 'visit', url: '/' }]);
  expect(seen.page.title).toBe('Sign in');
  const kept = await perform(
    [
      { type: 'visit', url: '/' },
      { type: 'fill', locator: refOf(seen.came, '"Email"'), value: 'ada@example.com' },
      { type: 'fill', locator: refOf(seen.came, '"Password"'), value: 'not a secret' },
      { type: 'click', locator: refOf(seen.came, 'button "Sign in"') },
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Home' },
    ],
    { keepAs: { moduleCode: 'Members', name: 'Sign in' } },
  );
  expect(kept).toMatchObject({ state: 'passed', page: { title: 'Home' }, kept: { actions: 5 } });
  // What worked is stored: nobody has to read the page once more.
  expect(kept.came).toBeUndefined();
  const Stored = z.object({ actions: z.array(z.looseObject({ locator: z.string().optional() })) });
  const { moduleCode, testCode } = kept.kept ?? { moduleCode: '', testCode: '' };
  const { actions } = await runner.app.client.call('getActions', { moduleCode, testCode }, Stored);
  expect(actions.map(({ locator }) => locator)).toEqual([
    undefined,
    "getByRole('textbox', { name: 'Email' })",
    "getByRole('textbox', { name: 'Password' })",
    "getByRole('button', { name: 'Sign in' })",
    undefined,
  ]);
  expect((await runner.runStored(testCode)).outcome).toBe('passed');
});

describe('performActions', () => {
  beforeEach(async () => {
    await runner.call('navigateUrl', { url: '/' });
  });

  test('performActions tells the elements that came, went and changed', async () => {
    const { changed, came } = await perform([{ type: 'fill', locator: "getByLabel('Email')", value: 'ada' }]);
    expect(came).toBeUndefined();
    expect(changed).toEqual([expect.stringMatching(/^e\d+ textbox "Email".* = "ada"$/)]);
    const script = { type: 'script', code: "document.querySelector('h1').textContent = 'Hello'" };
    const next = await perform([script]);
    expect([next.came, next.went]).toEqual([
      [expect.stringMatching(/^e\d+ heading "Hello"$/)],
      [expect.stringMatching(/^e\d+ heading "Sign in"$/)],
    ]);
  });

  test('performActions tells all of a page that it visits, whatever was open before', async () => {
    const all = ['heading "Sign in"', 'textbox "Email"', 'button "Warn"'];
    const { came = [] } = await perform([{ type: 'visit', url: '/' }]);
    expect(all.filter(what => !came.some(line => line.includes(what)))).toEqual([]);
  });

  test('performActions takes what a page gave up as it was left for no failure', { tags: ['full'] }, async () => {
    const ask = { type: 'script', code: "void fetch('/endless').catch(() => {})" };
    const { failedRequests } = await perform([ask, { type: 'visit', url: '/home' }]);
    expect(failedRequests).toBeUndefined();
  });

  test('performActions tells a tab and a dialog that were opened', { tags: ['full'] }, async () => {
    const { openedTabs, page } = await perform([{ type: 'click', locator: "getByRole('link', { name: 'Help' })" }]);
    expect([openedTabs, page.title]).toEqual([[`${runner.origin}/help`], 'Help']);
    const { closedTabs } = await perform([{ type: 'closeTab' }]);
    expect(closedTabs).toEqual([`${runner.origin}/help`]);
    const { done } = await perform([{ type: 'click', locator: "getByRole('button', { name: 'Warn' })" }]);
    expect(done).toMatchObject([{ dialogs: [{ type: 'alert', message: 'Mind the gap' }] }]);
  });

  test('performActions waits for what an action asked of the server, and tells what failed there', {
    tags: ['full'],
  }, async () => {
    const { failedRequests, came } = await perform([
      { type: 'click', locator: "getByRole('button', { name: 'Ask' })" },
    ]);
    expect(failedRequests).toMatchObject([{ method: 'GET', url: `${runner.origin}/gone`, status: 503 }]);
    expect(came).toEqual([expect.stringContaining('No stock')]);
  });

  test('performActions stops at the first failure and says what was done and what not, and keeps what worked', {
    tags: ['full'],
  }, async () => {
    const click = (name: string) => ({
      type: 'click',
      locator: `getByRole('button', { name: '${name}' })`,
      timeoutMs: 300,
    });
    const fill = { type: 'fill', locator: "getByLabel('Email')", value: 'ada' };
    const { state, done, failed, notDone, kept } = await perform([fill, click('Sign im'), click('Warn')], {
      keepAs: { moduleCode: runner.moduleCode, name: 'As far as it went' },
    });
    expect([state, titlesOf(done), notDone]).toEqual([
      'error',
      [expect.stringContaining('“Email”')],
      ['Click button “Warn”'],
    ]);
    expect(failed).toMatchObject({ actionIndex: 1, type: 'click', error: { candidates: expect.any(Array) } });
    expect(kept).toMatchObject({ moduleCode: runner.moduleCode, actions: 1 });
  });

  test('performActions refuses wrong actions all at once, before the first is done', async () => {
    const wrong = [
      { type: 'fill', locator: "getByLabel('Email')", value: 'ada' },
      { type: 'clik', locator: '#a' },
      { type: 'plugTest', test: 't1' },
      { type: 'assert', matcher: 'toHaveTxt', locator: 'h1', expected: 'x' },
    ];
    const { code, message, data } = await runner.app.client.failure('performActions', { actions: wrong });
    expect([code, data.field]).toEqual([-32602, 'actions[1].type']);
    expect(message).toContain('toHaveTxt');
    const alone = await runner.app.client.failure('performActions', { actions: [{ type: 'download' }] });
    expect(alone.data.field).toBe('actions[0].type');
    const unknown = { actions: [{ type: 'click', locator: 'e99999' }] };
    expect((await runner.app.client.failure('performActions', unknown)).data).toMatchObject({
      reason: 'not-found',
      field: 'actions[0].locator',
    });
    const nowhere = { actions: wrong.slice(0, 1), keepAs: { moduleCode: 'm99', name: 'x' } };
    expect((await runner.app.client.failure('performActions', nowhere)).data.field).toBe('keepAs.moduleCode');
    expect(JSON.stringify(await runner.call('getPageElements'))).not.toContain('ada');
  });
});

describe('the context of performActions', () => {
  const members = { type: 'visit', url: '/members' };

  test('performActions says of a window with cookies that what it keeps will not start from there', async () => {
    await perform([{ type: 'visit', url: '/let-in' }]);
    const name = 'As ada';
    const live = await perform([members], { keepAs: { moduleCode: runner.moduleCode, name } });
    expect(live).toMatchObject({ page: { title: 'who=ada' }, warning: expect.stringContaining('context: "fresh"') });
    const fresh = await perform([members], {
      context: 'fresh',
      keepAs: { moduleCode: runner.moduleCode, name: 'New' },
    });
    expect(fresh.page.title).toBe('Nobody');
    expect(fresh.warning).toBeUndefined();
    const again = await perform([members], { keepAs: { moduleCode: runner.moduleCode, name: 'Again' } });
    expect(again.warning).toBeUndefined();
  });

  test('performActions performs tests that are plugged in, and keeps them as such', async () => {
    const test = await runner.write([members, { type: 'assert', matcher: 'toHaveTitle', expected: 'Nobody' }]);
    const plugged = [
      { type: 'plugTest', test },
      { type: 'visit', url: '/help' },
    ];
    const reply = await perform(plugged, {
      context: 'fresh',
      keepAs: { moduleCode: runner.moduleCode, name: 'Plugs' },
    });
    expect(reply).toMatchObject({ state: 'passed', page: { title: 'Help' }, kept: { actions: 2 } });
    expect((await runner.runStored(reply.kept?.testCode ?? '')).outcome).toBe('passed');
  });
});

test('what performActions has opened can be looked at without an IDE', async () => {
  await using app = await startTestApp({ withIde: false, pages: { '/': '<title>Page</title><button>Save</button>' } });
  const call = (name: string, args: object = {}) => app.client.call(name, args, z.unknown());
  expect((await app.client.failure('getPageElements', {})).data.reason).toBe('ide-not-open');
  await call('performActions', { actions: [{ type: 'visit', url: '/' }] });
  expect(await call('getPageElements')).toMatchObject({ total: 1 });
  expect(await call('getScreenshot', { as: 'file' })).toMatchObject({ mimeType: 'image/jpeg' });
  expect(await call('getPageInfo')).toMatchObject({ title: 'Page' });
  for (const name of ['getConsoleLog', 'getNetworkLog', 'waitForPageReady', 'getAppUrl', 'refreshPage'])
    await call(name);
  const action = { type: 'click', locator: 'button' };
  expect(await call('performAction', { action })).toMatchObject({ state: 'passed' });
});

test('with the lean list a sign-in is explored, kept and run in three calls and under 3.5k tokens', async () => {
  const { apiUrl: url, token } = runner.app.client;
  const mcp = new McpClient({ url: `${url}?tools=lean`, token });
  const replies: unknown[] = [(await mcp.legacy('tools/list')).result];
  const call = async (name: string, args: object) => {
    const { result } = await mcp.legacy('tools/call', { name, arguments: args });
    replies.push(args, result);
    return JSON.stringify(result);
  };
  await call('performActions', { actions: [{ type: 'visit', url: '/' }] });
  const actions = [
    { type: 'visit', url: '/' },
    { type: 'fill', locator: "getByLabel('Email')", value: 'ada@example.com' },
    { type: 'click', locator: "getByRole('button', { name: 'Sign in' })" },
    { type: 'assert', matcher: 'toHaveTitle', expected: 'Home' },
  ];
  const keepAs = { moduleCode: 'Lean', name: 'Sign in' };
  const kept = await call('performActions', { actions, keepAs, context: 'fresh' });
  const testId = /"testCode\\":\\"(t\d+)/.exec(kept)?.[1];
  expect(await call('runTest', { testId, wait: 25 })).toContain('passed');
  expect(JSON.stringify(replies).length / 4).toBeLessThan(3_500);
});
