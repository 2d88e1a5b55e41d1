import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { openLiveViewer } from '../../support/live-viewer.ts';
import type { ApiClient } from '../../support/running-steploom.ts';

const pageOf = (name: string) => `<!doctype html><title>${name}</title><h1>${name}</h1><button>Send</button>`;

const letGo: (() => void)[] = [];

const runner = useRunner(
  {
    '/one': pageOf('One'),
    '/two': pageOf('Two'),
    '/three': pageOf('Three'),
    '/sets': (_request, response) =>
      response.writeHead(200, { 'set-cookie': 'who=ann', 'content-type': 'text/html' }).end(pageOf('Sets')),
    '/tells': (request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(request.headers.cookie ?? 'nobody')),
    '/held': (_request, response) => void letGo.push(() => response.end('done')),
  },
  { isAnew: true },
);

const Opened = z.looseObject({ window: z.string().optional(), opened: z.boolean() });
const State = z.looseObject({
  app: z.looseObject({ open: z.boolean(), url: z.string().optional() }),
  windows: z
    .array(
      z.looseObject({
        name: z.string(),
        isYours: z.boolean(),
        open: z.boolean(),
        url: z.string().optional(),
        users: z.array(z.looseObject({ by: z.string(), since: z.iso.datetime() })),
      }),
    )
    .optional(),
});

const openWindow = async (client: ApiClient, window = 'own') =>
  (await client.call('openIDE', { window }, Opened)).window;
const goTo = (client: ApiClient, url: string) =>
  client.call('navigateUrl', { url }, z.looseObject({ title: z.string() }));
const titleFor = async (client: ApiClient) =>
  (await client.call('getPageInfo', {}, z.looseObject({ title: z.string() }))).title;
const stateFor = (client: ApiClient) => client.call('getIDEState', {}, State);

describe('a window of its own', () => {
  test('a caller that opens one acts in it alone, and others go on in the shared one', async () => {
    const { client } = runner.app;
    const agent = await runner.app.clientWith('write');
    await goTo(client, '/one');
    expect(await openWindow(agent)).toMatch(/^write \d+$/);
    expect(await agent.failure('getPageInfo', {})).toMatchObject({ data: { reason: 'app-not-open' } });
    await goTo(agent, '/two');
    expect([await titleFor(client), await titleFor(agent)]).toEqual(['One', 'Two']);
    await goTo(agent, '/sets');
    expect((await goTo(client, '/tells')).title).toBe('nobody');
    expect((await goTo(agent, '/tells')).title).toBe('who=ann');
  });

  test('the state of the IDE lists it with who uses it, and closeIDE gives it back', async () => {
    const { client } = runner.app;
    const agent = await runner.app.clientWith('write');
    await goTo(client, '/one');
    expect((await stateFor(client)).windows).toBeUndefined();
    await openWindow(agent, 'checkout');
    await goTo(agent, '/two');
    const [seen] = (await stateFor(client)).windows ?? [];
    expect(seen).toMatchObject({
      name: 'checkout',
      isYours: false,
      open: true,
      users: [{ by: expect.stringMatching(/^write/) }],
    });
    expect(seen?.url).toMatch(/\/two$/);
    const own = await stateFor(agent);
    expect([own.app.url, own.windows?.[0]?.isYours]).toEqual([expect.stringMatching(/\/two$/), true]);
    expect(await agent.call('closeIDE', {}, z.unknown())).toEqual({ closedWindow: 'checkout' });
    expect([await titleFor(agent), (await stateFor(client)).windows]).toEqual(['One', undefined]);
  });

  test('calls of one wait for no other, and each has a run of its own', { tags: 'full' }, async () => {
    const { client } = runner.app;
    const agent = await runner.app.clientWith('write');
    await openWindow(agent);
    await goTo(agent, '/one');
    const held = goTo(client, '/held');
    held.catch(() => {});
    await expect.poll(() => letGo.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await goTo(agent, '/two')).title).toBe('Two');
    const testCode = await runner.write([{ type: 'assert', matcher: 'toHaveTitle', expected: 'Two' }]);
    const ran = await agent.call(
      'runTest',
      { testId: testCode, context: 'live', wait: 20 },
      z.looseObject({ state: z.string() }),
    );
    expect(ran.state).toBe('passed');
    letGo.at(-1)?.();
    await held;
  });

  test('what a person does in a window is recorded for whoever records there', { tags: 'full' }, async () => {
    const { client } = runner.app;
    const agent = await runner.app.clientWith('write');
    const [first, second] = [await runner.write([]), await runner.write([])];
    await openWindow(agent, 'apart');
    const begin = (caller: ApiClient, testId: string, url: string) =>
      caller.call('startRecording', { moduleId: runner.moduleCode, testId, url }, z.looseObject({ state: z.string() }));
    expect((await begin(client, first, '/one')).state).toBe('recording');
    expect((await begin(agent, second, '/two')).state).toBe('recording');
    const recorded = (caller: ApiClient) =>
      caller.call(
        'stopRecording',
        {},
        z.looseObject({ testId: z.string(), actions: z.array(z.looseObject({ url: z.string() })) }),
      );
    expect(await recorded(client)).toMatchObject({ testId: first, actions: [{ url: '/one' }] });
    expect(await recorded(agent)).toMatchObject({ testId: second, actions: [{ url: '/two' }] });
  });

  test('a live view shows the window that it asks for, and a person who takes it over stops only its callers', {
    tags: 'full',
  }, async () => {
    const { client } = runner.app;
    const agent = await runner.app.clientWith('write');
    await openWindow(agent, 'apart');
    await goTo(client, '/one');
    await goTo(agent, '/two');
    const { service, ide } = runner.app;
    await using viewer = await openLiveViewer(service.url, ide?.session ?? '', 'shop', 'apart');
    expect((await viewer.notice('page')).url).toMatch(/\/two$/);
    viewer.send({ kind: 'take-over' });
    await viewer.notice('held');
    expect(await agent.failure('navigateUrl', { url: '/three' })).toMatchObject({ data: { reason: 'taken-over' } });
    expect((await goTo(client, '/three')).title).toBe('Three');
  });
});

describe('who has which window', () => {
  const inSession = (client: ApiClient, session: string, name: string, args: object) =>
    client
      .post(
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        { 'Mcp-Session-Id': session },
      )
      .then(response => response.json())
      .then((reply: unknown) =>
        z.object({ result: z.unknown().optional(), error: z.unknown().optional() }).parse(reply),
      );

  test('sessions of the same token have windows of their own, which go with the session', async () => {
    const { client } = runner.app;
    const agent = await runner.app.clientWith('write');
    await inSession(agent, 'a', 'openIDE', { window: 'own' });
    await inSession(agent, 'b', 'openIDE', { window: 'own' });
    await inSession(agent, 'a', 'navigateUrl', { url: '/one' });
    await inSession(agent, 'b', 'navigateUrl', { url: '/two' });
    const urls = async () => ((await stateFor(client)).windows ?? []).map(({ url }) => url?.replace(/^.*\//, ''));
    expect(await urls()).toEqual(['one', 'two']);
    const left = await fetch(agent.apiUrl, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${agent.token}`, 'Mcp-Session-Id': 'a' },
    });
    expect([left.status, await urls()]).toEqual([204, ['two']]);
    const late = await agent.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'Mcp-Session-Id': 'a' });
    expect([late.status, await late.json()]).toMatchObject([404, { error: { data: { reason: 'session-ended' } } }]);
  });

  test('initialize names a session, and a client without one keeps to its token', async () => {
    const { client } = runner.app;
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } };
    const begun = await client.post(initialize, { accept: 'application/json, text/event-stream' });
    expect(begun.headers.get('mcp-session-id')).toMatch(/^[0-9a-f-]{36}$/);
    const other = await client.post(initialize, { accept: 'application/json, text/event-stream' });
    expect(other.headers.get('mcp-session-id')).not.toBe(begun.headers.get('mcp-session-id'));
  });

  test('a name that another token has is refused with who has it, and the same token shares it', async () => {
    const [one, other] = [await runner.app.clientWith('write'), await runner.app.clientWith('write')];
    await openWindow(one, 'checkout');
    const refusal = await other.failure('openIDE', { window: 'checkout' });
    expect(refusal).toMatchObject({ data: { reason: 'busy', field: 'window' } });
    expect(refusal.message).toMatch(/“checkout” by write \d+ since \d\d:\d\d UTC/);
    await goTo(one, '/one');
    await inSession(one, 'a', 'openIDE', { window: 'checkout' });
    expect(JSON.stringify(await inSession(one, 'a', 'getPageInfo', {}))).toContain('One');
  });

  test('a token has at most four windows and a project eight, and the refusal says who has them', {
    tags: 'full',
  }, async () => {
    const [one, other, third] = [
      await runner.app.clientWith('write'),
      await runner.app.clientWith('write'),
      await runner.app.clientWith('write'),
    ];
    for (const client of [one, other])
      for (const session of ['a', 'b', 'c', 'd']) await inSession(client, session, 'openIDE', { window: 'own' });
    const ofToken = JSON.stringify(await inSession(one, 'e', 'openIDE', { window: 'own' }));
    expect(ofToken).toMatch(/4 windows are in use, as many as one token may have/);
    const ofProject = await third.failure('openIDE', { window: 'own' });
    expect(ofProject.message).toMatch(/8 windows are in use, as many as a project may have: “write \d+” by write/);
  });

  test('programs close no window of others; a person does, and its caller gets a new one with the next call', async () => {
    const { client } = runner.app;
    const agent = await runner.app.clientWith('write');
    await openWindow(agent, 'apart');
    await goTo(agent, '/two');
    expect(await client.failure('closeIDE', { window: 'apart' })).toMatchObject({ data: { reason: 'forbidden' } });
    const none = { name: 'closeIDE', arguments: { projectId: 'shop', window: 'gone' } };
    await expect(runner.app.ide?.request('tools/call', none)).rejects.toThrow(
      'There is no window “gone”. Open are: apart.',
    );
    await runner.app.ide?.request('tools/call', {
      name: 'closeIDE',
      arguments: { projectId: 'shop', window: 'apart' },
    });
    expect((await stateFor(client)).windows).toBeUndefined();
    expect(await agent.failure('getPageInfo', {})).toMatchObject({ data: { reason: 'app-not-open' } });
    expect((await goTo(agent, '/three')).title).toBe('Three');
  });

  test('a window whose role cannot be signed in is not kept', async () => {
    const agent = await runner.app.clientWith('write');
    const refusal = await agent.failure('openIDE', { window: 'own', role: 'nobody' });
    expect(['not-found', 'invalid-project', 'invalid-params']).toContain(refusal.data.reason);
    expect((await stateFor(agent)).windows).toBeUndefined();
  });

  test('what is about a window of its own is refused without one', async () => {
    const agent = await runner.app.clientWith('write');
    expect(await agent.failure('openIDE', { device: 'iPhone 15' })).toMatchObject({ data: { field: 'window' } });
    expect(await agent.failure('openIDE', { window: 'own', device: 'iPhone 1500' })).toMatchObject({
      data: { field: 'device' },
    });
    await agent.call('openIDE', { window: 'own', device: 'iPhone 15' }, Opened);
    const info = z.looseObject({ viewport: z.looseObject({ width: z.number() }) });
    expect((await agent.call('getPageInfo', {}, info)).viewport.width).toBe(393);
  });
});
