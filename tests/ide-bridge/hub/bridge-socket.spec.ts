import { once } from 'node:events';
import { connect } from 'node:net';
import { chromium } from 'playwright';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { QUIET_ARGUMENTS } from '../../../ide-bridge/browser/launch/browser-arguments.ts';
import { CLOSE_CODES } from '../../../model/protocol/channel/close-codes.ts';
import { startService } from '../../../server/main.ts';
import { CHROMIUM } from '../../support/browser.ts';
import { openIdePage, openProvenSocket, sessionHeader, signIn } from '../../support/ide-page.ts';
import { servePages } from '../../support/serve-pages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { linkOf, startTestApp, type TestApp } from '../../support/test-app.ts';

const anotherPage = (app: TestApp) => openIdePage({ link: linkOf(app.service), projectId: 'shop' });

/** The status line of a request for a socket. */
async function askForSocket(app: Pick<TestApp, 'service'>, headers: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(app.service.url).port), '127.0.0.1');
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  socket.write(['GET /bridge HTTP/1.1', ...upgrade, key, ...headers, '', ''].join('\r\n'));
  const [chunk] = await once(socket, 'data');
  socket.destroy();
  return String(chunk).split('\r\n')[0]?.split(' ')[1] ?? '';
}

describe('the socket of the pages', () => {
  it('the socket opens only for pages of its own origin', async () => {
    await using app = await startTestApp({ withIde: false });
    const { url } = app.service;
    const { host } = new URL(url);
    expect(await askForSocket(app, [`Host: ${host}`, `Origin: ${url}`])).toBe('101');
    expect(await askForSocket(app, [`Host: ${host}`])).toBe('403');
    expect(await askForSocket(app, [`Host: ${host}`, 'Origin: null'])).toBe('403');
    expect(await askForSocket(app, [`Host: ${host}`, 'Origin: http://evil.test'])).toBe('403');
    expect(await askForSocket(app, [`Host: evil.test:${host.split(':')[1]}`, `Origin: ${url}`])).toBe('403');
  });

  it('the socket refuses cross-site and DNS-rebound pages, even in a browser where a person is signed in', {
    tags: ['full'],
  }, async () => {
    await using app = await startTestApp({ withIde: false });
    const { port } = new URL(app.service.url);
    await using foreign = await servePages({ '/': '<title>Another site</title>' });
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [...QUIET_ARGUMENTS, '--host-resolver-rules=MAP evil.test 127.0.0.1'],
      chromiumSandbox: process.getuid?.() !== 0,
    });
    try {
      const page = await browser.newPage();
      await page.goto(linkOf(app.service));
      await page.getByText('Connected', { exact: true }).waitFor();
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
      // Nor does a page at another port of this machine sign anybody in or out, or find what is kept here.
      await page.goto(foreign.url);
      const file = `fetch('${app.service.url}/api/session', { credentials: 'include' }).then(r => r.status, () => 'blocked')`;
      expect(await page.evaluate(file)).toBe('blocked');
      expect(await page.evaluate('localStorage.length')).toBe(0);
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
      headers: { ...sessionHeader(page.session), origin: app.service.url },
    });
    expect(await page.closed()).toBe(CLOSE_CODES.signedOut);
    await using fast = await anotherPage(app);
    for (let count = 0; count < 30; count++) fast.report({});
    expect(await fast.closed()).toBe(CLOSE_CODES.misused);
  });

  it('the service drops a page that does not read its messages', async () => {
    await using app = await startTestApp({ hubLimits: { unreadBytes: 100_000 } });
    const socket = await openProvenSocket(app.service.url, await signIn(linkOf(app.service)));
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
    const session = await signIn(linkOf(app.service));
    for (let round = 0; round < 100; round++) {
      const socket = await openProvenSocket(app.service.url, session);
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

  it('people stay signed in when the service restarts, but not when it has moved to another port', async () => {
    await using workspace = await temporaryDirectory();
    const start = (port: number) => startService({ workspaceFolder: workspace.path, port, logLevel: 'silent' });
    const first = await start(0);
    const { url } = first;
    const session = await signIn(linkOf(first));
    await first.dispose();
    const signedIn = async (at: string, headers = {}) => (await fetch(`${at}/api/session`, { headers })).json();
    const second = await start(Number(new URL(url).port));
    expect(second.url).toBe(url);
    expect(await signedIn(url, sessionHeader(session))).toEqual({ signedIn: true, signInBy: 'code' });
    expect(await signedIn(url)).toEqual({ signedIn: false, signInBy: 'code' });
    await second.dispose();
    const third = await start(0);
    try {
      expect(third.url).not.toBe(url);
      expect(await signedIn(third.url, sessionHeader(session))).toEqual({ signedIn: false, signInBy: 'code' });
      const file = `${third.url}/api/screenshots/none.png?projectId=shop`;
      expect((await fetch(file, { headers: sessionHeader(session) })).status).toBe(401);
      // Whoever was at the old port may forge what its pages would send: it is still a session of that port.
      const replayed = await openProvenSocket(third.url, session);
      const make = { name: 'createToken', arguments: { projectId: 'shop', name: 'x', access: 'write' } };
      replayed.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: make }));
      const answers: unknown[] = [];
      replayed.on('message', data => answers.push(String(data)));
      const [code] = await once(replayed, 'close');
      expect([code, answers]).toEqual([CLOSE_CODES.signedOut, []]);
      const { port } = new URL(third.url);
      expect(await askForSocket({ service: third }, [`Host: 127.0.0.1:${port}`, `Origin: ${url}`])).toBe('403');
    } finally {
      await third.dispose();
    }
  });
});
