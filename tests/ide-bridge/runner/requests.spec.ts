import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { servePages } from '../browser/app-fixture.ts';
import { useRunner } from './runner-fixture.ts';

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
};

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));

const echo = async (request: IncomingMessage, response: ServerResponse) =>
  json(response, { method: request.method, headers: request.headers, body: await read(request) });

const to = (location: string, status: number) => (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(status, { location }).end('moved');

const runner = useRunner({
  '/': '<title>Home</title><label>Text <input></label>',
  '/echo': (request, response) => void echo(request, response),
  '/sign-in': (_request, response) => response.writeHead(200, { 'set-cookie': 'user=ann; Path=/' }).end('in'),
  '/orders': (_request, response) => json(response, { status: 'open', total: 3, items: [{ price: 4 }] }, 201),
  '/list': (_request, response) => json(response, [1, 2, 3]),
  '/text': (_request, response) => response.end('plain words'),
  '/broken': (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
  '/error': (_request, response) => json(response, { problem: 'no stock' }, 500),
  '/silent': () => {},
  '/large': (_request, response) => response.end('x'.repeat(5_000_001)),
  '/token': (_request, response) => json(response, { access_token: 'abc-123', kind: 'day' }),
  '/moved': to('/echo', 302),
  '/kept': to('/echo', 307),
  '/circle': to('/circle', 302),
  '/to-link-local': to('http://169.254.169.254/latest/meta-data/', 302),
});

const visit = { type: 'visit', url: '/' };
const request = (method: string, url: string, fields: object = {}) => ({ type: 'request', method, url, ...fields });
const holds = (text: string, expected: string) => [
  { type: 'fill', locator: 'input', value: text },
  { type: 'assert', matcher: 'toHaveValue', locator: 'input', expected },
];

describe('request', () => {
  test('a request calls the app and stores status, headers and body', () =>
    runner.passes([
      visit,
      request('GET', '/orders', { into: 'answer' }),
      ...holds(
        '{{answer.status}} {{answer.body.items[0].price}} {{answer.headers."content-type"}}',
        '201 4 application/json; charset=utf-8',
      ),
      request('GET', `${runner.origin}/text`, { into: 'words' }),
      ...holds('{{words.body}}', 'plain words'),
      request('GET', '/broken', { into: 'broken', expectBody: 'body = \'{"a":\'' }),
    ]));

  test('a request sends text, JSON and headers, and values cannot break the JSON', () =>
    runner.passes([
      visit,
      { type: 'script', code: "'a\"b'", into: 'name' },
      request('POST', '/echo', {
        body: { user: '{{name}}', tags: ['{{name}}', 1, null] },
        headers: { 'X-Name': 'n-{{ 1 + 1 }}' },
        expectBody: `method = 'POST' and headers."x-name" = 'n-2' and headers."content-type" = 'application/json'
          and $eval(body.body).user = 'a"b' and $eval(body.body).tags[0] = 'a"b'`,
      }),
      request('PUT', '/echo', { body: '{"n": {{ 2 + 3 }}}', expectBody: `body.body = '{"n":5}' and method = 'PUT'` }),
      request('PATCH', '/echo', {
        body: 'words {{ 1 + 1 }}',
        headers: { 'Content-Type': 'text/csv' },
        expectBody: `body.body = 'words 2' and headers."content-type" = 'text/csv'`,
      }),
      request('DELETE', '/echo', { expectBody: `method = 'DELETE' and body.body = ''` }),
    ]));

  test('a request shares cookies with the page both ways, also in a test of type api', async () => {
    const hasCookie = { expectBody: `headers.cookie = 'user=ann'` };
    const actions = [
      request('POST', '/sign-in'),
      request('GET', '/echo', hasCookie),
      visit,
      { type: 'assert', matcher: 'toPassScript', expected: `document.cookie === 'user=ann'` },
    ];
    await runner.passes(actions);
    expect(await runner.run({ type: 'api', actions: actions.slice(0, 2) })).toMatchObject({ outcome: 'passed' });
  });

  test('a request expects a status below 400 unless the action names another one', async () => {
    await runner.passes([
      request('GET', '/error', { expectStatus: 500 }),
      request('GET', '/error', { expectStatus: '404, 5xx' }),
      request('GET', '/orders', { expectStatus: '{{ 200 + 1 }}' }),
    ]);
    const failed = await runner.fails([request('GET', '/error')]);
    expect(failed).toMatchObject({
      state: 'failed',
      error: {
        message: `Expected GET ${runner.origin}/error to answer with the status below 400, but it is 500.`,
        expected: 'below 400',
        actual: '500',
        log: ['{"problem":"no stock"}'],
      },
    });
    expect((await runner.fails([request('GET', '/orders', { expectStatus: 200 })])).error.actual).toBe('201');
  });

  test('a request checks the body by its field names and fails when the check does not hold', async () => {
    await runner.passes([
      request('GET', '/orders', { expectBody: `total = 3 and status = 'open' and body.items[price = 4]` }),
      request('GET', '/list', { expectBody: '$sum(body) = 6 and status = 200' }),
    ]);
    const wrong = await runner.fails([request('GET', '/orders', { expectBody: 'total > 3' })]);
    expect(wrong).toMatchObject({
      state: 'failed',
      error: {
        message: `Expected the response of ${runner.origin}/orders to satisfy “total > 3”, but it does not.`,
        actual: '{"status":"open","total":3,"items":[{"price":4}]}',
      },
    });
    const missing = await runner.fails([request('GET', '/orders', { expectBody: 'sum = 3' })]);
    expect([missing.state, missing.error.message]).toEqual(['failed', expect.stringMatching(/No value is called sum/)]);
  });

  test('a request follows redirects as browsers do unless it expects the redirect itself', () =>
    runner.passes([
      request('POST', '/moved', { body: 'x', expectBody: `method = 'GET' and body.body = ''` }),
      request('POST', '/kept', { body: 'x', expectBody: `method = 'POST' and body.body = 'x'` }),
      request('GET', '/moved', { expectStatus: 302, into: 'moved', expectBody: `headers.location = '/echo'` }),
    ]));

  test('a request does not pass credentials on when it is redirected to another origin', async () => {
    await using other = await servePages({ '/echo': (got, response) => void echo(got, response) });
    await using first = await servePages({ '/': to(`${other.origin}/echo`, 307) });
    const headers = { Authorization: 'Bearer 1', 'X-Kept': 'yes' };
    const expectBody = `$not($exists(headers.authorization)) and headers."x-kept" = 'yes'`;
    await runner.passes([request('GET', first.origin, { headers, expectBody })]);
  });

  test.each<[string, () => string, RegExp]>([
    ['Steploom itself', () => runner.app.service.url, /is Steploom itself/],
    [
      'Steploom by another host name',
      () => runner.app.service.url.replace('127.0.0.1', 'localhost'),
      /is Steploom itself/,
    ],
    ['a link-local address', () => 'http://169.254.169.254/', /169\.254\.169\.254 is a link-local address/],
    ['a link-local address written as a number', () => 'http://2852039166/', /is a link-local address/],
    ['a link-local IPv6 address', () => 'http://[fe80::1]/', /is a link-local address/],
    ['a link-local address wrapped in IPv6', () => 'http://[::ffff:169.254.169.254]/', /is a link-local address/],
    ['an address that redirects to a link-local one', () => '/to-link-local', /is a link-local address/],
    ['an address other than http and https', () => 'about:blank', /only http and https addresses are, not about:/],
    ['an address that redirects to itself', () => '/circle', /was sent on 20 times, as in a loop\.$/],
    ['an address whose answer is too long', () => '/large', /answered with 6 MB; at most 5 MB are read\.$/],
    ['a port where nothing listens', () => 'http://127.0.0.1:9/', /nothing answers at 127\.0\.0\.1:9/],
  ])('a request to %s fails with the reason', async (_what, url, message) => {
    const { state, error } = await runner.fails([request('GET', url())]);
    expect([state, error.message]).toEqual(['error', expect.stringMatching(message)]);
  });

  test('a request ends at its time limit and when the run is stopped', async () => {
    const { error } = await runner.fails([request('GET', '/silent', { timeoutMs: 300 })]);
    expect(error.message).toMatch(/^GET http\S+\/silent was not answered within 0\.3 s\.$/);
    const code = await runner.write([request('GET', '/silent', { timeoutMs: 60_000 })]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'request');
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
  });

  test('a run keeps what a request sent and was answered, and nothing that lets anybody in', async () => {
    const items = [{ name: 'KEY', kind: 'secret', value: 'winter-Tree-0815' }];
    await runner.call('createEnvironment', { name: 'Calls', items });
    const headers = { Authorization: 'Basic abcd', 'X-Trace': 'n-{{ 1 + 1 }}' };
    const { actions } = await runner.run(
      [
        request('POST', '/echo?key={{secret.KEY}}', { headers, body: { name: 'Ann', password: 'open sesame' } }),
        request('GET', '/token'),
        request('GET', '/moved'),
        request('GET', 'http://127.0.0.1:9/'),
      ],
      { environment: 'Calls' },
    );
    const [posted, token, moved, refused] = actions.map(({ call }) => call);
    expect(posted).toMatchObject({
      method: 'POST',
      url: `${runner.origin}/echo?key=••••`,
      requestHeaders: { Authorization: '••••', 'X-Trace': 'n-2', 'content-type': 'application/json' },
      requestBody: '{"name":"Ann","password":"••••"}',
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.stringContaining('"x-trace":"n-2"'),
    });
    expect(token?.body).toBe('{"access_token":"••••","kind":"day"}');
    expect(moved).toMatchObject({ url: `${runner.origin}/moved`, answeredBy: `${runner.origin}/echo`, status: 200 });
    expect(refused).toEqual({ method: 'GET', url: 'http://127.0.0.1:9/' });
    expect(JSON.stringify(actions)).not.toMatch(/0815|sesame|abcd|abc-123/);
  });

  test('the bodies that a run keeps are cut, and of very many only the status is kept', async () => {
    const body = 'x'.repeat(30_000);
    const each = [{ type: 'loop', times: '60' }, request('POST', '/echo', { body }), { type: 'end' }];
    const { actions } = await runner.run(each);
    const calls = actions.flatMap(({ actions: inner = [] }) => inner).map(({ call }) => call);
    expect(calls).toHaveLength(60);
    expect(calls[0]).toMatchObject({ requestBody: expect.stringMatching(/^x{5000}…$/), status: 200 });
    expect(Object.keys(calls.at(-1) ?? {}).sort()).toEqual(['method', 'status', 'url']);
  });

  test('a request shows no secret that it sends or receives', async () => {
    const items = [{ name: 'KEY', kind: 'secret', value: 'autumn-Leaf-4711' }];
    await runner.call('createEnvironment', { name: 'Keys', items });
    const options = { environment: 'Keys' };
    const headers = { Authorization: 'Bearer {{secret.KEY}}' };
    const failed = await runner.fails([request('GET', '/echo', { headers, expectStatus: 404 })], options);
    expect(failed.error.log?.join()).toContain('Bearer ');
    expect(JSON.stringify(failed)).not.toContain('4711');
    await runner.passes(
      [request('GET', '/echo', { headers, expectBody: `headers.authorization = 'Bearer ' & 'autumn-Leaf-' & '4711'` })],
      options,
    );
  });
});

test('what is one expression in a JSON body keeps its type, whatever quotes and commas it holds', () =>
  runner.passes([
    visit,
    { type: 'script', code: '({ age: 4, isNew: true, tags: ["a", "b"], name: \'A "b"\', none: null })', into: 'it' },
    request('POST', '/echo', {
      into: 'object',
      body: {
        age: '{{ it.age }}',
        isNew: '{{ it.isNew }}',
        tags: '{{ it.tags }}',
        none: '{{ it.none }}',
        text: '{{ it.age }} years',
        joined: '{{ $join(["x", "y"], ", ") }}',
        name: '{{ it.name }}',
      },
    }),
    ...holds(
      '{{object.body.body}}',
      '{"age":4,"isNew":true,"tags":["a","b"],"none":null,"text":"4 years","joined":"x, y","name":"A \\"b\\""}',
    ),
    request('POST', '/echo', {
      into: 'bare',
      body: '{"age": {{ it.age }}, "name": "{{ $join(["x"], ",") }} {{ it.name }}"}',
    }),
    ...holds('{{bare.body.body}}', '{"age":4,"name":"x A \\"b\\""}'),
  ]));
