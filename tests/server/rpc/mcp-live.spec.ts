import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { LEGACY, McpClient, modernHeaders, modernMeta } from './mcp-client.ts';

const runner = useRunner({ '/': '<title>Page</title><h1>Home</h1>' });
const client = () => new McpClient({ url: runner.app.client.apiUrl, token: runner.app.client.token });

const Event = z.object({
  method: z.string().optional(),
  params: z.object({ progressToken: z.string(), progress: z.number(), message: z.string().optional() }).optional(),
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

  test('the run and the service go on when an MCP client closes the stream of its call', { tags: 'full' }, async () => {
    const testId = await runner.write(slow);
    const params = { name: 'runTest', arguments: { testId, wait: 25 } };
    const meta = { ...modernMeta(), progressToken: 'p3' };
    const response = await client().post(
      { method: 'tools/call', params: { ...params, _meta: meta } },
      modernHeaders('tools/call', params),
    );
    const stream = response.body?.getReader();
    await stream?.read();
    await stream?.cancel();
    await runner.until(status => status.state === 'passed');
    expect((await client().legacy('ping')).result).toEqual({});
  });
});
