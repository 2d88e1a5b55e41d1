// @module-tag full
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { boundBrowser, debuggedBrowser, type ForeignBrowser, launchedServer } from '../../support/foreign-browsers.ts';
import { portOf } from '../../support/port-of.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const PASSWORD = 'spring-Rain-4711';
const KEY = 'key-of-Ann-0815';
const ASKED_FOR = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`;

interface Seen {
  path: string;
  authorization: string | undefined;
  key: string | undefined;
}

/** What a page brings with it: its own frames, one of another site that shows the application, workers and a tab. */
const PARTS: Record<string, string> = {
  '/ours': `<title>Ours</title><h1>Stock</h1><iframe src="/ours-frame"></iframe><iframe src="http://localhost:PORT/else"></iframe>
    <script>new Worker('/ours-worker.js'); new SharedWorker('/ours-shared.js'); fetch('/ours-data');</script><a href="/ours-tab" target="_blank">Tab</a>`,
  '/ours-frame': '<iframe srcdoc="<script>fetch(\'/ours-from-frame\')</script>"></iframe>',
  '/else': '<iframe src="http://127.0.0.1:PORT/ours-far"></iframe>',
  '/ours-far': '<script>fetch("/ours-from-far")</script>',
  '/ours-worker.js': 'fetch("/ours-from-worker")',
  '/ours-shared.js': 'fetch("/ours-from-shared")',
  '/ours-tab': '<title>Tab</title><script>fetch("/ours-from-tab")</script>',
  '/theirs': `<title>Theirs</title><iframe src="/theirs-frame"></iframe>
    <script>fetch('/theirs-data').then(() => fetch('/theirs-end'))</script>`,
};
const OURS = ['data', 'far', 'frame', 'from-far', 'from-frame', 'from-shared', 'from-tab', 'from-worker', 'tab'];

let seen: Seen[] = [];
let asks = false;
/** An application that asks for a user name and a password, or takes what comes. */
const server = createServer(({ url: path = '', headers }, response) => {
  seen.push({ path, authorization: headers.authorization, key: headers['x-key']?.toString() });
  const isOpen = !asks || path === '/else' || headers.authorization === ASKED_FOR;
  if (!isOpen) response.setHeader('www-authenticate', 'Basic realm="Stock"');
  const body = (PARTS[path] ?? '').replaceAll('PORT', String(portOf(server)));
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
  response.writeHead(isOpen ? 200 : 401, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
});
beforeAll(() => new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  return new Promise<void>(resolve => void server.close(() => resolve()));
});
beforeEach(() => {
  seen = [];
});

const origin = () => `http://127.0.0.1:${portOf(server)}`;
const of = (who: string) => seen.filter(({ path }) => path.startsWith(who));
const until = (path: string) => expect.poll(() => of(path), { timeout: 30_000 }).not.toEqual([]);

async function shopIn({ endpoint }: ForeignBrowser, auth: object): Promise<Shop> {
  const shop = await openShop({ appUrl: origin(), attachTo: readBrowserEndpoint(endpoint, '--connect') });
  await shop.author.do('configureAuth', auth);
  await shop.author.do('navigateUrl', { url: '/ours' });
  await shop.author.perform({ type: 'click', locator: 'a' });
  return shop;
}

describe.each([
  ['a browser of a Playwright server', launchedServer],
  ['a browser that a script shares', boundBrowser],
  ['a browser with a debugging port', debuggedBrowser],
])('in %s', (_name, start) => {
  it('configured headers are sent by our pages, frames, workers and tabs, and by no page of others', async () => {
    asks = false;
    await using browser = await start();
    await using _shop = await shopIn(browser, { method: 'header', headers: { 'X-Key': KEY } });
    for (const part of OURS) await until(`/ours-${part}`);
    await browser.visit(`${origin()}/theirs`);
    await until('/theirs-end');
    expect(of('/ours').filter(({ key }) => key !== KEY)).toEqual([]);
    expect(of('/theirs').filter(({ key }) => key !== undefined)).toEqual([]);
  });

  it('user name and password are sent by our pages and by no page of others', async () => {
    asks = true;
    await using browser = await start();
    const roles = [{ role: 'customer', username: 'ann', password: PASSWORD }];
    await using _shop = await shopIn(browser, { method: 'basic', roles });
    const isKnown = (part: string) => of(`/ours-${part}`).some(({ authorization }) => authorization === ASKED_FOR);
    // Chromium itself answers no such question of a frame in a page of another site.
    const asked = OURS.filter(part => !part.endsWith('far'));
    await expect.poll(() => asked.filter(part => !isKnown(part)), { timeout: 30_000 }).toEqual([]);
    // They are refused, as ever.
    await browser.visit(`${origin()}/theirs`).catch(() => {});
    await until('/theirs');
    expect(of('/theirs').filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  });
});
