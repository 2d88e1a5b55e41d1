import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { servePages } from '../../ide-bridge/browser/app-fixture.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Reply = z.object({
  requests: z.array(
    z.strictObject({
      number: z.number(),
      method: z.string(),
      url: z.string(),
      type: z.string(),
      status: z.number().optional(),
      reason: z.string().optional(),
      ms: z.number().optional(),
      sizeBytes: z.number().optional(),
      mocked: z.boolean().optional(),
      at: z.string(),
    }),
  ),
  total: z.number(),
  omitted: z.string().optional(),
});

const ASKS = `<title>Asks</title><script>
  const ask = (path, more) => fetch(path, more).then(reply => reply.text()).catch(() => {});
  const gone = new AbortController();
  const asked = Promise.all([ask('/moved'), ask('/broken?key=very-secret', { method: 'POST' }), ask('/cut'),
    fetch('/endless', { signal: gone.signal }).then(() => gone.abort())]);
</script>`;

let pages: Awaited<ReturnType<typeof servePages>>;
let shop: Shop;

beforeAll(async () => {
  pages = await servePages({
    '/': '<title>Plain</title>',
    '/asks': ASKS,
    '/hello.txt': (_request, response) => response.setHeader('content-length', 5).end('hello'),
    '/moved': (_request, response) => response.writeHead(302, { location: '/hello.txt' }).end(),
    '/broken': (_request, response) => response.writeHead(500).end(),
    '/cut': request => request.socket.destroy(),
    '/endless': (_request, response) => response.writeHead(200).flushHeaders(),
    '/silent': () => {},
    '/waits': '<title>Waits</title><script>fetch("/silent?for=ever")</script>',
    '/floods': `<title>Floods</title><script>
      const ask = number => fetch('/hello.txt?' + number);
      const done = (async () => {
        for (let at = 0; at < 1199; at += 100) await Promise.all(Array.from({ length: 100 }, (_, index) => ask(at + index)));
        await ask(1200);
      })();</script>`,
    '/talks': `<title>Talks</title><script>
      const asked = Promise.all([
        fetch('/told', { method: 'POST', body: 'my very-secret word' }).then(reply => reply.text()),
        fetch('/drawn').then(reply => reply.arrayBuffer()), fetch('/drawn?blob').then(reply => reply.blob()), fetch('/moved').then(reply => reply.text()),
        fetch('/endless').then(reply => { reply.body.getReader(); }),
      ]);</script>`,
    '/told': (_request, response) =>
      response.setHeader('content-type', 'text/plain').end(`${'x'.repeat(95)}very-secret and more`),
    '/drawn': (_request, response) => response.setHeader('content-type', 'image/png').end(Buffer.from([137, 0])),
    '/favicon.ico': (_request, response) => response.writeHead(204).end(),
  });
  shop = await openShop({ appUrl: pages.origin });
  await shop.author.environment('Keys', [{ name: 'KEY', kind: 'secret', value: 'very-secret' }]);
});

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const log = (args: object = {}) => shop.author.client.call('getNetworkLog', args, Reply);
const visit = (url: string, role = 'none') => shop.author.do('navigateUrl', { url, role });
const script = (code: string) => shop.author.perform({ type: 'script', code, timeoutMs: 60_000 });
const eventually = (read: () => unknown) => expect.poll(read, { timeout: 20_000 });
const pathOf = ({ url }: { url: string }) => url.replace(pages.origin, '');

describe('getNetworkLog', () => {
  it('getNetworkLog is refused before any app window was opened', async () => {
    await using closed = await openShop();
    expect(await closed.author.refusal('getNetworkLog')).toMatch(/^app-not-open: .*navigateUrl/);
  });

  it('getNetworkLog lists each request with its status, time and size, and masks secrets', async () => {
    await visit('/asks');
    await script('await asked');
    await eventually(async () => (await log()).requests.filter(({ ms }) => ms !== undefined)).toHaveLength(6);
    const { requests, total } = await log();
    expect(total).toBe(6);
    const told = requests.map(({ method, type, status, ...entry }) => [pathOf(entry), method, type, status]);
    expect(told[0]).toEqual(['/asks', 'GET', 'document', 200]);
    expect(told.slice(1).sort()).toEqual([
      ['/broken?key=••••', 'POST', 'fetch', 500],
      ['/cut', 'GET', 'fetch', undefined],
      ['/endless', 'GET', 'fetch', 200],
      ['/hello.txt', 'GET', 'fetch', 200],
      ['/moved', 'GET', 'fetch', 302],
    ]);
    const named = (path: string) => requests.find(request => pathOf(request) === path);
    expect(named('/hello.txt')).toMatchObject({ sizeBytes: 5 });
    expect(named('/endless')).toMatchObject({ reason: 'net::ERR_ABORTED' });
    expect(named('/cut')?.reason).toMatch(/^net::ERR_/);
    expect(requests.map(({ at }) => at)).toEqual(requests.map(({ at }) => new Date(at).toISOString()).sort());
  });

  it('getNetworkLog filters by failure, by a word and by time', async () => {
    await visit('/asks');
    await script('await asked');
    const failed = async () => (await log({ onlyFailed: true })).requests.map(pathOf).sort();
    await eventually(failed).toEqual(['/broken?key=••••', '/cut']);
    expect((await log({ filter: 'post' })).requests.map(pathOf)).toEqual(['/broken?key=••••']);
    expect((await log({ filter: 'DOCUMENT' })).requests.map(pathOf)).toEqual(['/asks']);
    const newest = await log({ limit: 1 });
    expect([newest.requests.length, newest.total]).toEqual([1, 6]);
    const [last] = newest.requests;
    expect((await log({ since: last?.at })).requests).toEqual([]);
    const refusal = await shop.author.refusal('getNetworkLog', { since: 'yesterday' });
    expect(refusal).toMatch(/^invalid-params: .*"since"/);
  });

  it('the network log starts anew with each window and shows a pending request without an end', async () => {
    await visit('/waits');
    await eventually(async () => (await log()).requests.map(pathOf)).toEqual(['/waits', '/silent?for=ever']);
    const [, pending] = (await log()).requests;
    expect([pending?.status, pending?.reason, pending?.ms]).toEqual([undefined, undefined, undefined]);
  });

  it('the network log keeps the newest thousand requests, and its answer without a limit is short', {
    tags: 'full',
  }, async () => {
    await visit('/floods');
    await script('await done');
    await eventually(async () => (await log({ limit: 1 })).requests[0]?.ms).toEqual(expect.any(Number));
    const all = await log({ limit: 1000 });
    expect([all.total, all.requests.length]).toEqual([1000, 1000]);
    expect(all.requests.slice(-1).map(pathOf)).toEqual(['/hello.txt?1200']);
    const short = await log();
    expect(short.requests.slice(-1)).toEqual(all.requests.slice(-1));
    expect(JSON.stringify(short).length).toBeLessThan(20_000);
    expect(short.requests.length).toBeLessThanOrEqual(100);
  });

  it('getNetworkLog still shows the requests of a tab after it is closed', async () => {
    await visit('/');
    await shop.author.perform({ type: 'newTab', url: '/hello.txt' });
    await shop.author.perform({ type: 'closeTab' });
    expect((await log()).requests.map(pathOf)).toEqual(['/', '/hello.txt']);
  });
});

const Message = z.strictObject({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z
    .strictObject({
      mediaType: z.string(),
      sizeBytes: z.number(),
      text: z.string().optional(),
      cut: z.number().optional(),
    })
    .optional(),
  reason: z.string().optional(),
});
const Exchange = z.strictObject({ request: Message, response: Message.optional() });

describe('getNetworkRequest', () => {
  const numberOf = async (path: string) => (await log()).requests.findLast(each => pathOf(each) === path)?.number;
  const exchange = async (path: string, args: object = {}) =>
    shop.author.client.call('getNetworkRequest', { number: await numberOf(path), ...args }, Exchange);

  it('getNetworkRequest is refused before any app window was opened', async () => {
    await using closed = await openShop();
    expect(await closed.author.refusal('getNetworkRequest', { number: 1 })).toMatch(/^app-not-open: .*navigateUrl/);
  });

  it('getNetworkRequest tells headers and bodies of a request, masked before they are cut, and why one is missing', async () => {
    await visit('/talks');
    await script('await asked');
    const { request, response } = await exchange('/told');
    expect(request.body).toMatchObject({ sizeBytes: 19, text: 'my •••• word' });
    expect(response?.headers).toContainEqual({ name: 'content-type', value: 'text/plain' });
    expect(response?.body?.text).toMatch(/^x{95}•••• and more$/);
    const short = await exchange('/told', { maxCharacters: 97 });
    expect(short.response?.body).toMatchObject({ text: `${'x'.repeat(95)}••`, cut: 11 });
    expect((await exchange('/drawn')).response?.body).toEqual({ mediaType: 'image/png', sizeBytes: 2 });
    expect((await exchange('/drawn?blob')).response).toMatchObject({ reason: 'the browser has not kept it' });
    expect((await exchange('/moved')).response).toMatchObject({ reason: 'a redirect has none' });
    expect((await exchange('/endless')).response).toMatchObject({ reason: 'it is still under way' });
  });

  it('getNetworkRequest says that the body is gone with its page, and which numbers there are', async () => {
    await visit('/hello.txt');
    const before = await numberOf('/hello.txt');
    await shop.author.perform({ type: 'visit', url: '/' });
    const gone = await shop.author.client.call('getNetworkRequest', { number: before }, Exchange);
    expect(gone.response?.body).toBeUndefined();
    expect(gone.response?.reason).toBe('the page that asked for it was left before it was read');
    const last = (await log()).requests.at(-1)?.number ?? 0;
    expect(await shop.author.refusal('getNetworkRequest', { number: last + 5 })).toBe(
      `not-found: The network log has no request ${last + 5}; it has ${before} to ${last}.`,
    );
  });
});
