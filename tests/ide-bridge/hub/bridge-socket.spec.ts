import { once } from 'node:events';
import { connect } from 'node:net';
import { chromium } from 'playwright';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { QUIET_ARGUMENTS } from '../../../ide-bridge/browser/browser-arguments.ts';
import { CLOSE_CODES } from '../../../model/protocol/channel/channel.ts';
import { startService } from '../../../server/main.ts';
import { CHROMIUM } from '../../support/browser.ts';
import { openIdePage, signIn } from '../../support/ide-page.ts';
import { servePages } from '../../support/serve-pages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { linkOf, startTestApp, type TestApp } from '../../support/test-app.ts';

const anotherPage = (app: TestApp) => openIdePage({ link: linkOf(app.service), projectId: 'shop' });

/** The status line of a request for a socket. */
async function askForSocket(app: TestApp, headers: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(app.service.url).port), '127.0.0.1');
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  socket.write(['GET /bridge HTTP/1.1', ...upgrade, key, ...headers, '', ''].join('\r\n'));
  const [chunk] = await once(socket, 'data');
  socket.destroy();
  return String(chunk).split('\r\n')[0]?.split(' ')[1] ?? '';
}

describe('the socket of the pages', () => {
  it('the socket opens only for its own origin with the cookie of a signed-in person', async () => {
    await using app = await startTestApp({ withIde: false });
    const { url } = app.service;
    const { host } = new URL(url);
    const cookie = `Cookie: ${await signIn(linkOf(app.service))}`;
    const own = [`Host: ${host}`, `Origin: ${url}`];
    expect(await askForSocket(app, [...own, cookie])).toBe('101');
    expect(await askForSocket(app, own)).toBe('401');
    expect(await askForSocket(app, [...own, `${cookie}x`])).toBe('401');
    expect(await askForSocket(app, [...own, cookie, cookie])).not.toBe('500');
    expect(await askForSocket(app, [...own, `Authorization: Bearer ${app.client.token}`])).toBe('401');
    expect(await askForSocket(app, [`Host: ${host}`, cookie])).toBe('403');
    expect(await askForSocket(app, [`Host: ${host}`, 'Origin: null', cookie])).toBe('403');
    expect(await askForSocket(app, [`Host: ${host}`, 'Origin: http://evil.test', cookie])).toBe('403');
    expect(await askForSocket(app, [`Host: evil.test:${host.split(':')[1]}`, `Origin: ${url}`, cookie])).toBe('403');
  });

  it('the socket refuses cross-site and DNS-rebound pages, even in a browser where a person is signed in', async () => {
    await using app = await startTestApp({ withIde: false });
    const { port } = new URL(app.service.url);
    await using foreign = await servePages({ '/': '<title>Another site</title>' });
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [...QUIET_ARGUMENTS, '--host-resolver-rules=MAP evil.test 127.0.0.1'],
      chromiumSandbox: process.getuid?.() !== 0,
    });
    try {
      const context = await browser.newContext();
      const [name = '', value = ''] = (await signIn(linkOf(app.service))).split('=');
      await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/', sameSite: 'Strict', httpOnly: true }]);
      const page = await context.newPage();
      const socketFrom = async (address: string, target: string): Promise<string> => {
        await page.goto(address);
        const script = `new Promise(done => { const socket = new WebSocket('${target}');
          socket.onopen = () => done('open'); socket.onerror = () => done('closed'); })`;
        return z.string().parse(await page.evaluate(script));
      };
      const target = `ws://127.0.0.1:${port}/bridge`;
      expect(await socketFrom(app.service.url, target)).toBe('open');
      expect(await socketFrom(foreign.url, target)).toBe('closed');
      expect(await socketFrom(foreign.url.replace('127.0.0.1', 'evil.test'), target)).toBe('closed');
      expect(await socketFrom(`http://evil.test:${port}/`, `ws://evil.test:${port}/bridge`)).toBe('closed');
      // Nor does a page at another port of this machine sign anybody in or out, or read a file with the cookie.
      await page.goto(foreign.url);
      const file = `fetch('${app.service.url}/api/session', { credentials: 'include' }).then(r => r.status, () => 'blocked')`;
      expect(await page.evaluate(file)).toBe('blocked');
    } finally {
      await browser.close();
    }
  });

  it.each([
    ['broken JSON', '{"jsonrpc":'],
    ['a list', '[]'],
    ['a message of another protocol', '{"jsonrpc":"1.0","id":1,"method":"ide/hello"}'],
    ['a __proto__ key', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":{}}}'],
    ['an unknown notice', '{"jsonrpc":"2.0","method":"ide/whatever","params":{}}'],
    ['too much at once', `{"jsonrpc":"2.0","id":1,"method":"x","params":"${'x'.repeat(1_100_000)}"}`],
  ])('a page that sends %s is disconnected, and the other pages stay connected', async (_name, text) => {
    await using app = await startTestApp();
    await using page = await anotherPage(app);
    page.sendText(text);
    expect([CLOSE_CODES.misused, 1009]).toContain(await page.closed());
    expect(await app.ide?.request('project/close', {})).toEqual({});
  });

  it('the socket closes when its user signs out or sends messages faster than a person could', async () => {
    await using app = await startTestApp({ hubLimits: { messagesPerSecond: 1, messageBurst: 20 } });
    await using page = await anotherPage(app);
    await fetch(`${app.service.url}/api/sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: page.cookie, origin: app.service.url },
    });
    expect(await page.closed()).toBe(CLOSE_CODES.signedOut);
    await using fast = await anotherPage(app);
    for (let count = 0; count < 30; count++) fast.report({});
    expect(await fast.closed()).toBe(CLOSE_CODES.misused);
  });

  it('the service drops a page that does not read its messages', async () => {
    await using app = await startTestApp({ hubLimits: { unreadBytes: 100_000 } });
    const cookie = await signIn(linkOf(app.service));
    const socket = new WebSocket(`${app.service.url.replace('http', 'ws')}/bridge`, {
      headers: { cookie, origin: app.service.url },
    });
    await once(socket, 'open');
    socket.pause();
    for (let index = 0; index < 30; index++)
      await app.client.call('createModule', { name: `${index}`, comment: 'y'.repeat(9_000) }, z.unknown());
    // Each answer is the whole project: more than the sockets of the machine hold between two processes.
    for (let id = 1; id <= 60; id++)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'project/open', params: { projectId: 'shop' } }));
    // Nobody tells a paused socket that it was closed: it is gone from the list of those who are told.
    await expect.poll(() => socket.bufferedAmount, { timeout: 20_000 }).toBe(0);
    socket.resume();
    await once(socket, 'close');
    expect(await app.ide?.request('project/close', {})).toEqual({});
  });

  it('cutting the socket 100 times in the middle of work leaves no page open and applies no edit twice', async () => {
    await using app = await startTestApp({ withIde: false });
    const cookie = await signIn(linkOf(app.service));
    for (let round = 0; round < 100; round++) {
      const socket = new WebSocket(`${app.service.url.replace('http', 'ws')}/bridge`, {
        headers: { cookie, origin: app.service.url },
      });
      await once(socket, 'open');
      const send = (id: number, method: string, params: object) =>
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      send(1, 'ide/hello', {});
      send(2, 'project/open', { projectId: 'shop' });
      send(3, 'tools/call', { name: 'createModule', arguments: { projectId: 'shop', name: `Round ${round}` } });
      if (round % 2 === 0) await once(socket, 'message');
      socket.terminate();
    }
    const State = z.object({ open: z.boolean(), ides: z.array(z.unknown()) });
    await expect.poll(() => app.client.call('getIDEState', {}, State)).toEqual({ open: false, ides: [] });
    const Modules = z.object({ modules: z.array(z.object({ name: z.string() })), total: z.number() });
    const { modules } = await app.client.call('getModules', { limit: 1_000 }, Modules);
    expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length);
    expect(modules.length).toBeGreaterThan(0);
  });

  it('people stay signed in when the service restarts', async () => {
    await using workspace = await temporaryDirectory();
    const start = (port: number) => startService({ workspaceFolder: workspace.path, port, logLevel: 'silent' });
    const first = await start(0);
    const { url } = first;
    const cookie = await signIn(linkOf(first));
    await first.dispose();
    const second = await start(Number(new URL(url).port));
    try {
      expect(second.url).toBe(url);
      const session = async (headers = {}) => (await fetch(`${url}/api/session`, { headers })).json();
      expect(await session({ cookie })).toEqual({ signedIn: true, signInBy: 'code' });
      expect(await session()).toEqual({ signedIn: false, signInBy: 'code' });
    } finally {
      await second.dispose();
    }
  });
});
