import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { QUIET_ARGUMENTS } from '../../../ide-bridge/browser/launch/browser-arguments.ts';
import { CHROMIUM } from '../../support/browser.ts';
import { servePages } from '../../support/serve-pages.ts';
import { startService } from './start-service.ts';

type Service = Awaited<ReturnType<typeof startService>>;

/** A browser for which evil.test is this machine, as after DNS rebinding, and nothing is between pages and it. */
const launchRebound = () =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...QUIET_ARGUMENTS,
      '--host-resolver-rules=MAP evil.test 127.0.0.1',
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
    ],
    chromiumSandbox: process.getuid?.() !== 0,
  });

interface Attack {
  /** Scheme, host and port at which the page tries to reach the service. */
  target: string;
  /** A token that got out: even with it no page may call. */
  token: string;
}

/** All that a page can do to call a tool, as it would be written in one; tells what it learned of each try. */
const ATTACK = `async ({ target, token }) => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getModules","arguments":{}}}';
  const url = target + '/api/mcp';
  const tryFetch = async options => {
    try {
      const response = await fetch(url, { method: 'POST', body, ...options });
      return response.status + ((await response.text()).includes('"result"') ? ' read' : ' refused');
    } catch {
      return 'blocked';
    }
  };
  const tryForm = async () => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'sink' });
    const form = Object.assign(document.createElement('form'), {
      action: url, method: 'post', target: 'sink', enctype: 'text/plain',
    });
    form.append(Object.assign(document.createElement('input'), { name: body.slice(0, -1), value: '}' }));
    document.body.append(frame, form);
    const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
    form.submit();
    await loaded;
    return 'sent';
  };
  const trySocket = () => new Promise(resolve => {
    const socket = new WebSocket(target.replace('http', 'ws') + '/bridge');
    socket.onopen = () => resolve('open');
    socket.onerror = () => resolve('closed');
  });
  return {
    json: await tryFetch({ headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + token } }),
    text: await tryFetch({ headers: { 'Content-Type': 'text/plain' } }),
    blind: await tryFetch({ mode: 'no-cors', credentials: 'include', headers: { 'Content-Type': 'text/plain' } }),
    form: await tryForm(),
    beacon: navigator.sendBeacon(url, body) ? 'sent' : 'blocked',
    socket: await trySocket(),
  };
}`;

const attack = async (page: Page, given: Attack): Promise<Record<string, string>> =>
  z.record(z.string(), z.string()).parse(await page.evaluate(`(${ATTACK})(${JSON.stringify(given)})`));

const refusals = ({ lines }: Service) => lines.filter(line => line.includes('host-refused')).length;

describe('a page in a real browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchRebound();
  });
  afterAll(() => browser.close());

  it('a page reaches no tool under a host name that was rebound to this machine', async () => {
    await using app = await startService();
    const page = await browser.newPage();
    const target = `http://evil.test:${app.service.port}`;
    expect((await page.goto(`${target}/`))?.status()).toBe(403);
    const learned = await attack(page, { target, token: app.write });
    expect(learned).toMatchObject({ json: '403 refused', text: '403 refused', blind: '403 refused', socket: 'closed' });
    await expect.poll(() => refusals(app), { timeout: 20_000 }).toBeGreaterThanOrEqual(7);
    expect(app.calls).toEqual([]);
  });

  it.each(['evil.test', '127.0.0.1'])('a page from another origin, %s, reaches no tool', async name => {
    await using app = await startService();
    await using pages = await servePages({ '/': '<title>Another site</title><body>' });
    const page = await browser.newPage();
    await page.goto(`http://${name}:${new URL(pages.url).port}/`);
    const learned = await attack(page, { target: app.service.url, token: app.write });
    expect(learned.json).toBe('blocked');
    expect(learned.text).toBe('blocked');
    expect(learned.socket).toBe('closed');
    expect(learned.blind).not.toContain('read');
    // What the browser let go out met the guard: the question before JSON, text, form, beacon and socket.
    await expect.poll(() => refusals(app), { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
    expect(app.calls).toEqual([]);
  });

  it('a page at the address of the service calls tools, but only as JSON with a token', async () => {
    await using app = await startService();
    const page = await browser.newPage();
    await page.goto(app.service.url);
    const own = { target: app.service.url, token: app.write };
    const ask = (headers: Record<string, string>) =>
      page.evaluate(
        async ([url, sent]) =>
          (
            await fetch(`${url}/api/mcp`, {
              method: 'POST',
              headers: sent,
              body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getModules","arguments":{}}}',
            })
          ).status,
        [own.target, headers] as const,
      );
    const type = { 'Content-Type': 'application/json' };
    expect(await ask({ ...type, Authorization: `Bearer ${own.token}` })).toBe(200);
    expect(await ask({ 'Content-Type': 'text/plain', Authorization: `Bearer ${own.token}` })).toBe(415);
    expect(await ask(type)).toBe(401);
    expect(app.calls).toHaveLength(1);
    expect(refusals(app)).toBe(0);
  });
});
