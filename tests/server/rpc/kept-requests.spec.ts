import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

/** Sends in an order that is not the one of the answers. */
const PAGE = `<title>Orders</title><label>Key <input></label><button onclick="
  const key = document.querySelector('input').value;
  const sent = [
    fetch('/slow', { method: 'POST', headers: { 'x-order': 'for ' + key }, body: JSON.stringify({ key }) }),
    fetch('/long'), fetch('/picture'), fetch('/missing'), fetch('/broken').catch(() => {}),
  ];
  fetch('/never').catch(() => {});
  const read = sent.map(each => each.then(answer => answer?.text()));
  Promise.all(read).then(() => { document.querySelector('output').textContent = 'Sent'; })">Send</button><output></output>`;

const MUCH = 'x'.repeat(1_000_000);

const runner = useRunner(
  {
    '/': PAGE,
    '/export': `<title>Export</title><button onclick="fetch('/json'); fetch('/much')">Export</button>`,
    '/much': (_request, response) => response.setHeader('content-type', 'text/plain').end(MUCH),
    '/slow': (request, response) => {
      request.resume();
      const answer = () =>
        response.setHeader('content-type', 'application/x-orders').end(`order of ${request.headers['x-order']}`);
      setTimeout(answer, 150);
    },
    '/long': (_request, response) => response.setHeader('content-type', 'text/plain').end('x'.repeat(20_123)),
    '/json': (_request, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(Array(10_000).fill('y'))),
    '/picture': (_request, response) =>
      response.setHeader('content-type', 'image/png').end(Buffer.from([137, 80, 78, 71, 0])),
    '/broken': (_request, response) => response.destroy(),
    '/never': () => {},
  },
  { context: 'fresh' },
);

const Facts = z.object({
  requests: z.array(z.looseObject({ method: z.string(), url: z.string(), status: z.number().optional() })),
});
const Message = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z
    .object({ mediaType: z.string(), sizeBytes: z.number(), text: z.string().optional(), cut: z.number().optional() })
    .optional(),
});
const Found = z.object({ found: z.array(z.number()) });
const Exchange = z.object({ request: Message, response: Message.optional() });

/** What the run of a test that sends them has kept. */
async function keptOf(runId: string, moment: number) {
  const { client, service } = runner.app;
  const read = async (path: string) =>
    (
      await fetch(`${service.url}/api/moments/${runId}/${moment}${path}`, {
        headers: { authorization: `Bearer ${client.token}` },
      })
    ).text();
  const { requests } = Facts.parse(JSON.parse(await read('')));
  const paths = requests.map(({ url }) => new URL(url).pathname);
  const exchange = (path: string) => read(`/requests/${paths.indexOf(path)}`);
  return {
    requests,
    paths,
    exchange,
    find: async (text: string) => {
      const reply = Found.parse(JSON.parse(await read(`/requests?text=${encodeURIComponent(text)}`)));
      return reply.found.map(index => paths[index]);
    },
    read,
    parsed: async (path: string) => Exchange.parse(JSON.parse(await exchange(path))),
  };
}

let kept: Awaited<ReturnType<typeof keptOf>>;

beforeAll(async () => {
  await runner.call('createEnvironment', {
    name: 'Orders',
    items: [{ name: 'KEY', kind: 'secret', value: 'very-secret' }],
  });
  const actions = [
    { type: 'visit', url: '/' },
    { type: 'fill', locator: "getByLabel('Key')", value: '{{secret.KEY}}' },
    { type: 'click', locator: "getByRole('button')" },
    { type: 'assert', locator: "getByText('Sent')", matcher: 'toBeVisible' },
  ];
  const { runId } = await runner.run(actions, { environment: 'Orders' });
  kept = await keptOf(runId, 3);
});

test('requests of an action stand in the order in which they were sent, each with how it ended', () => {
  expect(kept.paths).toEqual(['/slow', '/long', '/picture', '/missing', '/broken', '/never']);
  const [slow, , , missing, broken, never] = kept.requests;
  expect(slow).toMatchObject({ method: 'POST', status: 200, type: 'fetch', ms: expect.any(Number) });
  expect(missing).toMatchObject({ status: 404 });
  expect(broken).toMatchObject({ failure: expect.stringContaining('net::ERR') });
  expect(broken?.status).toBeUndefined();
  expect(never).toEqual({ method: 'GET', url: expect.stringContaining('/never'), type: 'fetch' });
});

test('headers and bodies of a request are told when asked for, without secrets', async () => {
  expect(await kept.exchange('/slow')).not.toContain('very-secret');
  const { request, response } = await kept.parsed('/slow');
  expect(request.headers).toContainEqual({ name: 'x-order', value: 'for ••••' });
  expect(request.body).toMatchObject({ text: '{"key":"••••"}' });
  expect(response?.headers).toContainEqual({ name: 'content-type', value: 'application/x-orders' });
  // A type that nobody knows, and a text all the same.
  expect(response?.body).toMatchObject({ mediaType: 'application/x-orders', text: 'order of for ••••' });
});

test('a long text is told as a whole, of a body that is no text type and size alone, and what was not answered has none', async () => {
  const long = (await kept.parsed('/long')).response?.body;
  expect(long).toEqual({ mediaType: 'text/plain', sizeBytes: 20_123, text: 'x'.repeat(20_123) });
  expect((await kept.parsed('/picture')).response?.body).toEqual({ mediaType: 'image/png', sizeBytes: 5 });
  for (const path of ['/broken', '/never']) expect((await kept.parsed(path)).response, path).toBeUndefined();
});

test('requests are found by what is in their bodies, without secrets, and not by nothing or by too much', async () => {
  expect(await kept.find('{"KEY":')).toEqual(['/slow']);
  expect(await kept.find('Order OF for')).toEqual(['/slow']);
  expect(await kept.find('xxxx')).toEqual(['/long']);
  expect(await kept.find('very-secret')).toEqual([]);
  for (const text of ['', 'x'.repeat(201)])
    expect(await kept.read(`/requests?text=${text}`)).toContain('must have 1 to 200 characters');
});

test('the last action may ask for much: its body is waited for, and JSON is told as a whole', async () => {
  const { runId } = await runner.passes([
    { type: 'visit', url: '/export' },
    { type: 'click', locator: "getByRole('button')" },
  ]);
  const { parsed } = await keptOf(runId, 2);
  expect((await parsed('/much')).response?.body).toMatchObject({ sizeBytes: MUCH.length });
  // The page needs the whole of it.
  expect((await parsed('/json')).response?.body?.text).toHaveLength(40_001);
});
