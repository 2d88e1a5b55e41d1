import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from './runner-fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, JSON_TYPE).end(JSON.stringify(body));

const later =
  (ms: number, answer: (response: ServerResponse) => void) => (_request: IncomingMessage, response: ServerResponse) =>
    void setTimeout(() => answer(response), ms);

const posting = (url: string, body: object) =>
  `fetch('${url}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(${JSON.stringify(body)}) })`;

const button = (name: string, code: string) => `<button onclick='${code.replaceAll("'", '&quot;')}'>${name}</button>`;

const SAVE = posting('/api/orders', { item: 'tea', amount: 2 });

const runner = useRunner({
  '/': `<title>Requests</title><label>Text <input></label> <iframe src="/frame"></iframe>
    ${button('Save', SAVE)} ${button('Nothing', '0')} ${button('Save later', `setTimeout(() => ${SAVE}, 400)`)}
    ${button('Save and leave', `${SAVE}.then(answer => answer.json()).then(() => { location.href = '/next' })`)}
    ${button('Thrice', "for (const n of [1, 2, 3]) fetch('/api/count?n=' + n)")}
    ${button('Moved', "fetch('/moved')")} ${button('Slow', "fetch('/slow')")} ${button('Cut', "fetch('/cut').catch(() => {})")}
    ${button('Beacon', "navigator.sendBeacon('/beacon', 'left')")} ${button('Broken', "fetch('/broken')")}
    ${button('Text', "fetch('/text')")} ${button('Zipped', "fetch('/zipped')")} ${button('Large', "fetch('/large')")}
    ${button('Endless', "fetch('/endless')")} ${button('Send', "fetch('/echo', { method: 'POST', body: document.querySelector('input').value })")}
    ${button('Worker', "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(known => known.active.postMessage('go'))")}
    ${button('Strange', "fetch('/x?' + 'a'.repeat(40) + '!')")}
    <form action="/form" method="post"><input type="hidden" name="word" value="one"><button>Submit</button></form>
    <a href="/tab" target="_blank">Tab</a>`,
  '/frame': `<title>Frame</title>${button('Inside', "fetch('/api/inside')")}`,
  '/tab': `<title>Tab</title><script>fetch('/api/tab')</script>`,
  '/next': later(100, response => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Next</title>')),
  '/polling': `<title>Polling</title><script>setInterval(() => fetch('/api/poll'), 50)</script>`,
  '/form': '<title>Sent</title>',
  '/api/orders': (request, response) =>
    request.method === 'POST' ? json(response, { id: 7, total: 3 }, 201) : json(response, [{ id: 7 }]),
  '/api/count': (_request, response) => json(response, {}),
  '/api/inside': (_request, response) => json(response, {}),
  '/api/tab': (_request, response) => json(response, {}),
  '/api/poll': (_request, response) => json(response, {}),
  '/api/worker': (_request, response) => json(response, {}),
  '/worker.js': (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end("self.addEventListener('message', event => event.waitUntil(fetch('/api/worker')))"),
  '/moved': (_request, response) => response.writeHead(302, { location: '/api/orders' }).end('moved'),
  '/slow': later(400, response => json(response, {})),
  '/cut': (_request, response) => response.destroy(),
  '/beacon': (_request, response) => response.writeHead(204).end(),
  '/broken': (_request, response) => json(response, { problem: 'no stock' }, 500),
  '/text': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('plain words'),
  '/zipped': (_request, response) =>
    response
      .writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
      .end(gzipSync(JSON.stringify({ word: 'unpacked' }))),
  '/large': (_request, response) => response.end(Buffer.alloc(20_000_000, 'x')),
  '/endless': (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('begun'),
  '/echo': (request, response) => void request.pipe(response),
  '/x': (_request, response) => response.end('x'),
});

const visit = (url = '/') => ({ type: 'visit', url });
const click = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}', exact: true })` });
const sent = (url: string, fields: object = {}) => ({ type: 'expectRequest', url, ...fields });
const TEXT = "getByLabel('Text')";
const BRIEF = { timeoutMs: 300 };
const holds = (text: string, expected: string) => [
  { type: 'fill', locator: TEXT, value: text },
  { type: 'assert', matcher: 'toHaveValue', locator: TEXT, expected },
];

describe('expectRequest', () => {
  test('what a click has sent is checked afterwards, with its answer, by several rows, and kept', async () => {
    const { actions } = await runner.passes([
      visit(),
      click('Save'),
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Requests' },
      sent('/api/orders', { method: 'POST', status: '2xx' }),
      sent('**/orders', {
        count: 1,
        expression: "request.body.item = 'tea' and response.body.total = request.body.amount + 1",
        into: 'order',
      }),
      ...holds(
        '{{order.response.body.id}} {{order.response.status}} {{order.request.method}} {{order.request.headers."content-type"}}',
        '7 201 POST application/json',
      ),
    ]);
    expect(actions.slice(3, 5).map(({ title }) => title)).toEqual([
      'Check that the request POST /api/orders is sent, answered with 2xx',
      "Check that the request **/orders is sent once, with request.body.item = 'tea' and response.body.total = request.body.amount + 1, stored as order",
    ]);
    expect(actions[4]?.call).toMatchObject({
      method: 'POST',
      url: `${runner.origin}/api/orders`,
      requestBody: '{"item":"tea","amount":2}',
      status: 201,
      body: '{"id":7,"total":3}',
    });
  });

  test('a request that is sent later is waited for, and one of an earlier action does not count', async () => {
    await runner.passes([visit(), click('Save later'), sent('/api/orders', { status: 201 })]);
    const { error, state } = await runner.fails([
      visit(),
      click('Save'),
      sent('/api/orders'),
      click('Nothing'),
      sent('/api/orders', BRIEF),
    ]);
    expect([state, error]).toEqual([
      'failed',
      expect.objectContaining({
        message: 'Expected the request “/api/orders”, but it was not sent within 0.3 s. No other was sent either.',
        expected: '“/api/orders”',
        actual: 'not sent',
      }),
    ]);
  });

  test('what was sent instead is named, the nearest first, and what is wrong with an answer', async () => {
    const other = await runner.fails([visit(), click('Save'), sent('/api/orders', { method: 'PUT', ...BRIEF })]);
    expect(other.error.message).toMatch(
      /^Expected the request PUT “\/api\/orders”, but it was not sent within 0\.3 s\. Nearest to it is POST http\S+\/api\/orders → 201\.$/,
    );
    expect(other.error.log).toEqual([expect.stringMatching(/^POST http\S+ → 201, \d+ ms$/)]);
    const wrong = { expression: 'response.body.total = 4 and request.body.items', ...BRIEF };
    expect((await runner.fails([visit(), click('Save'), sent('/api/orders', wrong)])).error).toMatchObject({
      message:
        'Expected the request “/api/orders” to satisfy “response.body.total = 4 and request.body.items”, but it does not, response.body.total is 3, request.body.items is not there.',
      actual: 'response.body.total is 3, request.body.items is not there',
    });
  });

  test.each([
    ['status', { status: 200 }, 'to be answered with the status 200, but it is 201', '201'],
    ['number', { count: 2 }, 'Expected 2 requests “/api/orders”, but there was 1.', '1'],
    ['absence', { not: true }, 'Expected no request “/api/orders”, but there was one: POST http', /^POST http/],
  ])('a request whose %s is another one fails the check', { tags: 'full' }, async (_what, fields, message, actual) => {
    const { error } = await runner.fails([visit(), click('Save'), sent('/api/orders', { ...fields, ...BRIEF })]);
    expect(error.message).toContain(message);
    expect(error.actual).toMatch(actual);
  });

  test('exactly so many requests are sent, or none, until the page rests', { tags: 'full' }, async () => {
    await runner.passes([
      visit(),
      click('Thrice'),
      sent('/api/count?n=*', { count: 3 }),
      sent('/api/count?n=2', { count: 1 }),
      sent('/api/none', { not: true }),
      sent('/api/count?n=*', { status: '4xx', not: true }),
    ]);
    const { error } = await runner.fails([visit(), click('Thrice'), sent('/api/count?n=*', { count: 2 })]);
    expect(error.message).toBe('Expected 2 requests “/api/count?n=*”, but there were 3.');
  });

  test('a page that never rests is looked at until the time is over', { tags: 'full' }, async () => {
    await runner.passes([
      visit('/polling'),
      sent('/api/none', { not: true, timeoutMs: 800 }),
      sent('/api/poll', { status: 200 }),
    ]);
    const { error } = await runner.fails([visit('/polling'), sent('/api/poll', { count: 2, timeoutMs: 800 })]);
    expect(error.message).toMatch(/^Expected 2 requests “\/api\/poll”, but there were \d+\.$/);
  });

  test('requests of forms, beacons, frames, other tabs and service workers count', { tags: 'full' }, async () => {
    await runner.passes([
      visit(),
      click('Submit'),
      sent('/form', { method: 'POST', status: 200, expression: "request.body = 'word=one'" }),
      visit(),
      click('Beacon'),
      sent('/beacon', { method: 'POST' }),
      { type: 'click', locator: "frameLocator('iframe').getByRole('button', { name: 'Inside' })" },
      sent('/api/inside', { status: 200 }),
      click('Worker'),
      sent('/api/worker', { status: 200 }),
      { type: 'click', locator: "getByRole('link', { name: 'Tab' })" },
      sent('/tab', { status: 200 }),
      sent('/api/tab', { status: 200 }),
    ]);
  });

  test('each redirect is a request of its own, without a body', { tags: 'full' }, () =>
    runner.passes([
      visit(),
      click('Moved'),
      sent('/moved', { status: 302, into: 'moved' }),
      sent('/api/orders', { status: 200, expression: 'response.body[0].id = 7' }),
      ...holds('{{moved.response.noBody}}', 'a redirect has none'),
    ]),
  );

  test('an answer must be there in time, however slow it is', { tags: 'full' }, async () => {
    await runner.passes([visit(), click('Slow'), sent('/slow', { maxMs: 30_000 })]);
    const { error } = await runner.fails([visit(), click('Slow'), sent('/slow', { maxMs: 100, timeoutMs: 1_500 })]);
    expect(error.message).toMatch(/to be answered within 100 ms, but it took \d{3,} ms\.$/);
    const open = await runner.fails([visit(), click('Slow'), sent('/slow', { status: 200, timeoutMs: 100 })]);
    expect(open.error.message).toMatch(/to be answered in full within 0\.1 s: GET http\S+\/slow → no answer yet\.$/);
  });

  test('a request that fails has no answer, and says why', { tags: 'full' }, async () => {
    await runner.passes([
      visit(),
      click('Cut'),
      sent('/cut'),
      sent('/cut', { expression: 'response = null and failure', into: 'cut' }),
      ...holds('{{$contains(cut.failure, "net::ERR_")}}', 'true'),
    ]);
    const { error } = await runner.fails([visit(), click('Cut'), sent('/cut', { status: 200, ...BRIEF })]);
    expect(error.message).toMatch(/to be answered with the status 200, but it failed: net::ERR_\w+\.$/);
  });

  test('bodies are JSON or text, unpacked, and what cannot be had says why', { tags: 'full' }, async () => {
    await runner.passes([
      visit(),
      click('Text'),
      sent('/text', { expression: "response.body = 'plain words'" }),
      click('Zipped'),
      sent('/zipped', { expression: "response.body.word = 'unpacked'" }),
      click('Broken'),
      sent('/broken', { status: 500, expression: "response.body.problem = 'no stock'" }),
      click('Endless'),
      sent('/endless', { expression: 'response.status = 200' }),
      click('Large'),
      sent('/large', { into: 'large' }),
      ...holds('{{large.response.noBody}}', 'it has 20 MB, and at most 5 MB are read'),
    ]);
    const { error } = await runner.fails([
      visit(),
      click('Large'),
      sent('/large', { expression: "response.body = 'x'", timeoutMs: 2_000 }),
    ]);
    expect(error.message).toMatch(/; its body cannot be had, since it has 20 MB, and at most 5 MB are read\.$/);
  });

  test('an answer is known after its page was left at once', { tags: 'full' }, () =>
    runner.passes([
      { type: 'script', code: '"orders"', into: 'word' },
      visit(),
      click('Save and leave'),
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Next' },
      sent('/api/{{word}}', { method: 'POST', expression: 'response.body.id = 7' }),
    ]),
  );

  test('secrets that a page sends are not shown', { tags: 'full' }, async () => {
    const items = [{ name: 'KEY', kind: 'secret', value: 'winter-Sand-2847' }];
    await runner.call('createEnvironment', { name: 'Sent', items });
    const results = await runner.run(
      [
        visit(),
        { type: 'fill', locator: TEXT, value: '{{secret.KEY}}' },
        click('Send'),
        sent('/echo', { expression: "response.body = 'other'", ...BRIEF }),
      ],
      { environment: 'Sent' },
    );
    expect(results.actions[3]?.error?.message).toContain('response.body is “••••”');
    expect(JSON.stringify(results)).not.toContain('2847');
  });

  test('a pattern that goes on without end is given up, and the service goes on', { tags: 'full' }, async () => {
    const { state, error } = await runner.fails([visit(), click('Strange'), sent('/(a+)+$/')]);
    expect([state, error.message]).toEqual(['error', expect.stringMatching(/takes too long to compare with http/)]);
  });

  test.each([
    [{ url: '{{ "/(/" }}' }, /is not a regular expression/],
    [{ url: '/x', status: '{{ "often" }}' }, /“often” is not an HTTP status/],
  ])('a computed field that is wrong is told: %j', { tags: 'full' }, async (fields, message) => {
    const { state, error } = await runner.fails([visit(), { type: 'expectRequest', ...fields }]);
    expect([state, error.message]).toEqual(['error', expect.stringMatching(message)]);
  });

  test('stopping the run ends the wait for a request', { tags: 'full' }, async () => {
    const code = await runner.write([visit(), sent('/api/none', { timeoutMs: 60_000 })]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'expectRequest');
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
  });

  test('in the open window it looks at what the last action has sent, and answers with what it keeps', async () => {
    const Reply = z.looseObject({ state: z.string(), value: z.unknown().optional() });
    const perform = (action: object) => runner.app.client.call('performAction', { action }, Reply);
    await runner.call('navigateUrl', { url: '/' });
    await perform(click('Save'));
    const order = await perform(sent('/api/orders', { into: 'order' }));
    expect(order).toMatchObject({ state: 'passed', value: { response: { status: 201, body: { id: 7 } } } });
    await perform(click('Nothing'));
    expect(await perform(sent('/api/orders', BRIEF))).toMatchObject({ state: 'failed' });
  });
});
