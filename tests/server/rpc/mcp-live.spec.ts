import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { LEGACY, McpClient, modernHeaders, modernMeta } from './mcp-client.ts';

const runner = useRunner({ '/': '<title>Page</title><h1>Home</h1>' });
const client = () => new McpClient({ url: runner.app.client.apiUrl, token: runner.app.client.token });

const Event = z.object({
  method: z.string().optional(),
  params: z
    .object({
      progressToken: z.string(),
      progress: z.number(),
      total: z.number().optional(),
      message: z.string().optional(),
    })
    .optional(),
  result: z.unknown().optional(),
});

const eventsOf = (text: string) =>
  text
    .split('\n')
    .filter(line => line.startsWith('data: '))
    .map(line => Event.parse(JSON.parse(line.slice('data: '.length))));

const slow = [
  { type: 'visit', url: '/' },
  { type: 'wait', until: 'time', value: 3_500 },
];

describe('an MCP client with a live browser', () => {
  test('an MCP client gets a screenshot as a picture', async () => {
    await runner.call('navigateUrl', { url: '/' });
    const { result } = await client().legacy('tools/call', { name: 'getScreenshot', arguments: {} });
    expect(result).toMatchObject({
      content: [
        { type: 'image', mimeType: 'image/jpeg', data: expect.stringMatching(/^\/9j\//) },
        { type: 'text', text: expect.stringContaining('"width":1280') },
      ],
    });
  });

  test('an MCP client gets the progress of a run that it waits for, then its result', async () => {
    const testId = await runner.write(slow);
    const params = { name: 'runTest', arguments: { testId, wait: 25 }, _meta: { progressToken: 'p1' } };
    const response = await client().post({ method: 'tools/call', params }, { 'mcp-protocol-version': LEGACY });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsOf(await response.text());
    const steps = events.flatMap(({ params: progress }) => progress ?? []);
    expect(steps.length).toBeGreaterThan(0);
    expect(new Set(steps.map(({ progressToken }) => progressToken))).toEqual(new Set(['p1']));
    const values = steps.map(({ progress }) => progress);
    expect(values).toEqual(values.toSorted((left, right) => left - right));
    expect(JSON.stringify(events.at(-1)?.result)).toContain('passed');
  });

  test('an MCP client that accepts no stream gets the result in one piece', async () => {
    const testId = await runner.write([{ type: 'visit', url: '/' }]);
    const params = { name: 'runTest', arguments: { testId, wait: 25 }, _meta: { progressToken: 'p2' } };
    const headers = { 'mcp-protocol-version': LEGACY, accept: 'application/json' };
    const response = await client().post({ method: 'tools/call', params }, headers);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(JSON.stringify(await response.json())).toContain('passed');
  });

  test.each([
    ['modern', 'with'],
    ['modern', 'without'],
    ['legacy', 'with'],
    ['legacy', 'without'],
  ] as const)('a %s client %s progress that goes away ends the run that it waits for', async (era, progress) => {
    const testId = await runner.write(slow);
    const params = { name: 'runTest', arguments: { testId, wait: 25 } };
    const _meta = {
      ...(era === 'modern' ? modernMeta() : {}),
      ...(progress === 'with' ? { progressToken: 'p3' } : {}),
    };
    const { apiUrl, token } = runner.app.client;
    const leaving = new AbortController();
    const call = new McpClient({ url: apiUrl, token, signal: leaving.signal }).post(
      { method: 'tools/call', params: { ...params, _meta } },
      era === 'modern' ? modernHeaders('tools/call', params) : { 'mcp-protocol-version': LEGACY },
    );
    const gone = call.then(response => response.text()).catch(() => undefined);
    await runner.until(({ action }) => action?.type === 'wait');
    leaving.abort();
    await gone;
    const { reason } = await runner.until(status => status.state === 'stopped');
    expect(reason).toContain('cancelled the call');
    expect((await client().legacy('ping')).result).toEqual({});
  });

  test('a call that its client cancels by the id ends its run, and nobody else ends it so', async () => {
    const testId = await runner.write(slow);
    const legacy = { 'mcp-protocol-version': LEGACY };
    const params = { name: 'runTest', arguments: { testId, wait: 25 } };
    const waiting = client().post({ id: 77, method: 'tools/call', params }, legacy);
    await runner.until(({ action }) => action?.type === 'wait');
    const cancel = { id: undefined, method: 'notifications/cancelled', params: { requestId: 77 } };
    const stranger = await runner.app.clientWith('write');
    await new McpClient({ url: stranger.apiUrl, token: stranger.token }).post(cancel, legacy);
    await client().post({ ...cancel, params: { requestId: 78 } }, legacy);
    expect(await runner.status()).toMatchObject({ state: 'running' });
    expect((await client().post(cancel, legacy)).status).toBe(202);
    await runner.until(status => status.state === 'stopped');
    expect(await (await waiting).json()).toMatchObject({ id: 77 });
  });

  test('a call of 2026-07-28 that its client cancels by the id ends its run', async () => {
    const testId = await runner.write(slow);
    const params = { name: 'runTest', arguments: { testId, wait: 25 } };
    const waiting = client().post(
      { id: 79, method: 'tools/call', params: { ...params, _meta: modernMeta() } },
      modernHeaders('tools/call', params),
    );
    await runner.until(({ action }) => action?.type === 'wait');
    const method = 'notifications/cancelled';
    const cancel = { id: undefined, method, params: { requestId: 79, _meta: modernMeta() } };
    expect((await client().post(cancel, modernHeaders(method, {}))).status).toBe(202);
    await runner.until(status => status.state === 'stopped');
    expect(await (await waiting).json()).toMatchObject({ id: 79 });
  });

  test('a run goes on when its plain caller is only disconnected', { tags: ['full'] }, async () => {
    const testId = await runner.write(slow);
    const leaving = new AbortController();
    const { apiUrl, token } = runner.app.client;
    const params = { name: 'runTest', arguments: { testId, wait: 25 } };
    const plain = new McpClient({ url: apiUrl, token, signal: leaving.signal });
    const gone = plain.post({ method: 'tools/call', params }, { accept: 'application/json' }).catch(() => undefined);
    await runner.until(({ action }) => action?.type === 'wait');
    leaving.abort();
    await gone;
    await runner.until(status => status.state === 'passed');
  });

  test('progress has the number of actions as its total, and never goes beyond it', { tags: ['full'] }, async () => {
    const testId = await runner.write(slow);
    const params = { name: 'runTest', arguments: { testId, wait: 25 }, _meta: { progressToken: 'p5' } };
    const response = await client().post({ method: 'tools/call', params }, { 'mcp-protocol-version': LEGACY });
    const steps = eventsOf(await response.text()).flatMap(({ params: progress }) => progress ?? []);
    expect(steps.length).toBeGreaterThan(1);
    for (const { progress, total } of steps) {
      expect(total).toBe(2);
      expect(progress).toBeLessThanOrEqual(2);
    }
  });

  test('the last run is listed as a resource once there is one', async () => {
    await runner.run([{ type: 'comment', text: 'one' }]);
    const { result } = await client().legacy('resources/list');
    expect(JSON.stringify(result)).toContain('steploom://runs/last');
  });

  test('a run that fails answers the call that waited for it with the reason', async () => {
    const testId = await runner.write([
      { type: 'visit', url: '/' },
      { type: 'click', locator: "getByRole('heading', { name: 'Homes' })", timeoutMs: 300 },
    ]);
    const End = z.object({
      state: z.string(),
      failure: z.object({
        message: z.string(),
        candidates: z.array(z.string()),
        screenshot: z.string(),
        action: z.object({ actionIndex: z.number(), testCode: z.string(), type: z.string() }),
      }),
    });
    const { state, failure } = await runner.app.client.call('runTest', { testId, wait: 25 }, End);
    expect([state, failure.action]).toMatchObject(['error', { actionIndex: 1, testCode: testId, type: 'click' }]);
    expect(failure.message).toMatch(/^Heading “Home” is there; .*\. No element matches/);
    expect(failure.candidates).toContain("getByRole('heading', { name: 'Home' })");
    const { token } = runner.app.client;
    const picture = await fetch(failure.screenshot, { headers: { authorization: `Bearer ${token}` } });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/')]);
  });

  test('a batch of 50 calls brings no warning of the runtime', async () => {
    await runner.call('navigateUrl', { url: '/' });
    const warnings: string[] = [];
    const note = ({ message }: Error) => warnings.push(message);
    process.on('warning', note);
    const { apiUrl, token } = runner.app.client;
    const params = { name: 'getPageInfo', arguments: {} };
    const batch = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    const response = await fetch(apiUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(batch),
    });
    expect(await response.json()).toHaveLength(50);
    await new Promise(resolve => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
