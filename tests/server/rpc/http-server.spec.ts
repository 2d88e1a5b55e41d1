import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { OWNER_SECRET, rawRequest, startService } from './start-service.ts';

const isAddress = (value: unknown): value is { port: number } =>
  typeof value === 'object' && value !== null && 'port' in value;

/** A port that is taken for as long as the result lives. */
async function takePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!isAddress(address)) throw new Error('no port');
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

describe('the web server', () => {
  it('the health check names projects to those who may use them, and none to strangers', async () => {
    await using app = await startService({ projectIds: ['shop', 'bank'] });
    const ask = async (bearer?: string) => {
      const headers = new Headers(bearer === undefined ? [] : [['authorization', `Bearer ${bearer}`]]);
      const response = await fetch(`${app.service.url}/api/health`, { headers });
      return { status: response.status, body: await response.json() };
    };
    const state = { status: 'ok', release: '1.2.3' };
    expect(await ask()).toEqual({ status: 200, body: state });
    expect(await ask(OWNER_SECRET)).toEqual({ status: 200, body: { ...state, projects: ['shop', 'bank'] } });
    expect(await ask(app.read)).toEqual({ status: 200, body: { ...state, projects: ['shop'] } });
    expect(await ask('svcmcp_unknown')).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  });

  it('the landing page names the API and how to get a token, with a style sheet and no script', async () => {
    await using app = await startService();
    const response = await fetch(app.service.url);
    const page = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(page).toContain(`${app.service.url}/api/mcp`);
    expect(page).toContain('token create');
    expect(page).not.toMatch(/<script|style="|<style|onclick/);
    const style = await fetch(new URL(/href="(\/[^"]+\.css)"/.exec(page)?.[1] ?? '/none', app.service.url));
    expect(style.headers.get('content-type')).toContain('text/css');
  });

  it('every response has strict security headers and does not reveal the software behind it', async () => {
    await using app = await startService();
    for (const path of ['/', '/api/health', '/api/mcp', '/none']) {
      const { headers } = await fetch(app.service.url + path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|upgrade-insecure-requests/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it.each([
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-authorization-server/api/mcp'],
    ['POST', '/register'],
    ['GET', '/authorize'],
    ['POST', '/token'],
    ['GET', '/api/none'],
    ['POST', '/api/health'],
    ['GET', '/none.html'],
    ['GET', '/%ff'],
    ['GET', '/.well-known/%ff'],
    ['GET', '/..%2f..%2fetc/passwd'],
  ])('the server answers %s %s with 404 in JSON', async (method, path) => {
    await using app = await startService();
    const response = await fetch(app.service.url + path, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({ error: 'not-found' });
  });

  it('the server listens on the loopback address only', async () => {
    await using app = await startService();
    expect(app.service.server.address()).toMatchObject({ address: '127.0.0.1', port: app.service.port });
    expect(app.service.url).toBe(`http://127.0.0.1:${app.service.port}`);
  });

  it('the server uses the next free port when its own is taken', async () => {
    await using taken = await takePort();
    await using app = await startService({ port: taken.port });
    expect(app.service.port).toBeGreaterThan(taken.port);
    expect(app.service.port).toBeLessThanOrEqual(taken.port + 20);
    expect((await fetch(`${app.service.url}/api/health`)).status).toBe(200);
  });

  it('the server does not start on an address that the machine does not have', async () => {
    await expect(startService({ host: '192.0.2.1' })).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  });

  it('closing the server stops calls under way and answers their callers', async () => {
    const app = await startService();
    const held = app.call('waitForPageReady');
    await expect.poll(() => app.calls.length).toBe(1);
    await Promise.all([app.service.dispose(), app.service.dispose()]);
    expect((await held).body).toMatchObject({ error: { code: -32000, data: { reason: 'stopped' } } });
    await expect(fetch(app.service.url)).rejects.toThrow();
  });

  it('the server closes although a client holds its connection with half a request', async () => {
    const app = await startService();
    const socket = connect(app.service.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('POST /api/mcp HTTP/1.1\r\nHost: ');
    await app.service.dispose();
    if (!socket.closed) await once(socket, 'close');
    expect(socket.closed).toBe(true);
  });

  it('the server answers 408 when the rest of a request does not arrive in time', async () => {
    await using app = await startService({ limits: { headersTimeoutMs: 50, requestTimeoutMs: 100 } });
    const replies = [
      rawRequest(app.service.port, 'POST /api/mcp HTTP/1.1\r\nHost: '),
      rawRequest(
        app.service.port,
        `POST /api/mcp HTTP/1.1\r\nHost: localhost:${app.service.port}\r\nContent-Length: 5\r\n\r\n{`,
      ),
    ];
    for (const reply of await Promise.all(replies)) expect(reply).toMatch(/^HTTP\/1.1 408 /);
  });

  it('the server goes on with an edit after its caller has left', async () => {
    await using app = await startService();
    const caller = new AbortController();
    const call = fetch(`${app.service.url}/api/mcp`, {
      method: 'POST',
      signal: caller.signal,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${app.write}` },
      body: JSON.stringify([
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'waitForPageReady' } },
        { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'createModule', arguments: { name: 'Sales' } } },
      ]),
    });
    await expect.poll(() => app.calls.length).toBe(1);
    caller.abort();
    await expect(call).rejects.toThrow();
    app.releaseHeld();
    await expect.poll(() => app.calls.map(({ tool }) => tool.name)).toEqual(['waitForPageReady', 'createModule']);
  });
});

describe('the log', () => {
  it('tokens, other headers and request bodies never reach the log', async () => {
    await using app = await startService();
    await app.call('search', { text: 'hunter2' }, { headers: { Cookie: 'session=abc123' } });
    await app.call('search', { text: 5 }, { token: `${app.read}x` });
    await app.post('{"hunter2');
    await app.call('getRun');
    const log = app.lines.join('');
    expect(app.lines.length).toBeGreaterThan(3);
    for (const secret of [app.write, app.read.slice(0, 20), 'hunter2', 'abc123', 'Bearer'])
      expect(log).not.toContain(secret);
  });
});
