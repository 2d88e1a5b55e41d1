import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serveStdio } from '../../../server/stdio/stdio-bridge.ts';

const Address = z.object({ port: z.number() });
const LONG = { timeout: 20_000 };

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${Address.parse(server.address()).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A bridge between a spec and the addresses that it finds, one after the other. */
function startBridge(urls: string[], options: { finishMs?: number } = {}) {
  const input = new PassThrough();
  const sent: unknown[] = [];
  const logged: string[] = [];
  const stop = new AbortController();
  const served = serveStdio({
    lines: createInterface({ input }),
    send: line => sent.push(JSON.parse(line)),
    log: text => logged.push(text),
    token: 'svcmcp_token',
    findService: async () => ({ url: (urls.length > 1 ? urls.shift() : urls[0]) ?? '' }),
    signal: stop.signal,
    ...options,
  });
  const write = (message: object) => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return { sent, logged, write, served, end: () => input.end(), stop: () => stop.abort() };
}

const event = (message: object) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;

test('the bridge passes on progress as it comes, then the answer', async () => {
  const streams: ServerResponse[] = [];
  await using service = await serve((_request, response) => {
    streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
    response.write(event({ method: 'notifications/progress', params: { progress: 1 } }));
  });
  const bridge = startBridge([service.url]);
  bridge.write({ id: 1, method: 'tools/call' });
  await expect.poll(() => bridge.sent, LONG).toEqual([expect.objectContaining({ method: 'notifications/progress' })]);
  streams[0]?.end(event({ id: 1, result: {} }));
  bridge.end();
  await bridge.served;
  expect(bridge.sent[1]).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('the bridge aborts a request when its client cancels it', async () => {
  let come = 0;
  let left = 0;
  await using service = await serve((request, response) => {
    if (request.headers['mcp-method'] === 'notifications/cancelled') response.writeHead(202).end();
    else {
      come += 1;
      response.on('close', () => void left++);
    }
  });
  const bridge = startBridge([service.url]);
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  bridge.write({ id: 'a', method: 'tools/call', params: { name: 'Ü', _meta } });
  bridge.write({ id: 'b', method: 'tools/call', params: { name: 'x', _meta } });
  await expect.poll(() => come, LONG).toBe(2);
  bridge.write({ method: 'notifications/cancelled', params: { requestId: 'a', _meta } });
  await expect.poll(() => left, LONG).toBe(1);
  expect(bridge.sent).toEqual([]);
  bridge.stop();
  await bridge.served;
  await expect.poll(() => left, LONG).toBe(2);
  expect(bridge.sent).toEqual([]);
});

test('the bridge gives up what takes too long once its client has left, and finishes the rest', async () => {
  const streams: ServerResponse[] = [];
  let left = 0;
  await using service = await serve((request, response) => {
    if (request.method === 'DELETE') {
      response.writeHead(204).end();
      return;
    }
    streams.push(response);
    response.on('close', () => void (response.writableFinished || left++));
  });
  const patient = startBridge([service.url], { finishMs: 60_000 });
  patient.write({ id: 1, method: 'tools/call' });
  await expect.poll(() => streams.length, LONG).toBe(1);
  patient.end();
  streams[0]?.end('{"jsonrpc":"2.0","id":1,"result":{}}');
  await patient.served;
  expect(patient.sent).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  const bridge = startBridge([service.url], { finishMs: 1 });
  bridge.write({ id: 2, method: 'tools/call' });
  await expect.poll(() => streams.length, LONG).toBe(2);
  bridge.end();
  await bridge.served;
  await expect.poll(() => left, LONG).toBe(1);
  expect([bridge.sent, bridge.logged]).toEqual([[], []]);
});

test('the bridge sends the headers that MCP requires', async () => {
  const headers: unknown[] = [];
  await using service = await serve((request, response) => {
    const { authorization, 'mcp-protocol-version': revision, 'mcp-method': method, 'mcp-name': name } = request.headers;
    headers.push({ authorization, revision, method, name });
    response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } }));
  });
  const bridge = startBridge([service.url]);
  const ask = async (method: string, params: object) => {
    bridge.write({ id: 1, method, params });
    const count = headers.length + 1;
    await expect.poll(() => bridge.sent.length, LONG).toBe(count);
  };
  await ask('tools/list', {});
  await ask('initialize', {});
  await ask('tools/list', {});
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  await ask('tools/call', { name: 'Ü', _meta });
  const authorization = 'Bearer svcmcp_token';
  expect(headers).toEqual([
    { authorization },
    { authorization },
    { authorization, revision: '2025-06-18' },
    { authorization, revision: '2026-07-28', method: 'tools/call', name: '=?base64?w5w=?=' },
  ]);
  bridge.end();
  await bridge.served;
});

test('the bridge looks for the service again when nothing listens, and reports when there is none', async () => {
  const gone = await serve(() => {});
  await gone[Symbol.asyncDispose]();
  await using service = await serve((_request, response) => response.end('{"jsonrpc":"2.0","id":1,"result":{}}'));
  const bridge = startBridge([gone.url, service.url, gone.url]);
  bridge.write({ id: 1, method: 'ping' });
  await expect.poll(() => bridge.sent, LONG).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  bridge.write({ id: 2, method: 'ping' });
  bridge.end();
  await bridge.served;
  expect(bridge.sent[1]).toMatchObject({
    id: 2,
    error: { code: -32603, message: expect.stringContaining('ECONNREFUSED') },
  });
  expect(bridge.logged).toEqual([expect.stringContaining('ping did not reach Steploom')]);
});

test('the bridge answers a request with an error when its service dies', async () => {
  await using service = await serve((_request, response) => response.destroy());
  const bridge = startBridge([service.url]);
  bridge.write({ id: 1, method: 'ping' });
  bridge.end();
  await bridge.served;
  expect(bridge.sent).toEqual([expect.objectContaining({ id: 1, error: expect.objectContaining({ code: -32603 }) })]);
});
