import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ask, got, MOCKED_PAGES, mock, title, visit } from './mock-pages.ts';
import { flat, states, useRunner } from './runner-fixture.ts';

const runner = useRunner(MOCKED_PAGES);

describe('what the result of a mock says', () => {
  test('of two mocks that fit a request the later answers, and both say so', async () => {
    const { actions } = await runner.passes([
      visit(),
      mock('/orders', { body: 'first' }),
      mock('**/ord*', { body: 'second' }),
      ask('/orders'),
      got('/second$/'),
      mock('/never', { body: 'nothing' }),
    ]);
    expect(actions.map(({ note }) => note)).toEqual([
      undefined,
      'A later mock answered 1 request that fits this one, too.',
      'It answered 1 request that an earlier mock fits, too.',
      undefined,
      undefined,
      'No request asked for it.',
    ]);
  });

  test('a mock that is for so many requests fails when none asks, and says when fewer do', async () => {
    const { outcome, actions } = await runner.run([
      visit(),
      mock('/orders', { body: 'some', times: 3 }),
      mock('/never', { body: 'none', times: 1 }),
      ask('/orders'),
    ]);
    expect([outcome, states(actions)]).toEqual(['failed', ['passed', 'passed', 'failed', 'passed']]);
    expect(actions[1]?.note).toBe('It answered 1 of 3 requests.');
    expect(actions[2]?.error?.message).toBe('No request asked for it before the test ended.');
  });

  test('where something else fails, a mock without requests only says so', { tags: 'full' }, async () => {
    const group = [{ type: 'group', title: 'All' }, mock('/never', { body: 'none', times: 1 }), { type: 'end' }];
    const { outcome, actions } = await runner.run([visit(), ...group, { ...title('No'), timeoutMs: 1 }]);
    expect([outcome, states(actions)]).toEqual(['failed', ['passed', 'passed', 'failed']]);
    expect(flat(actions)[2]?.note).toBe('No request asked for it.');
  });

  test.each([
    [
      'is no JSON',
      { path: '/text', change: 'body', length: '5' },
      /GET \S+\/text was not changed: it is no JSON \(text\/plain\)\.$/,
    ],
    [
      'is too large',
      { path: '/large', change: 'body', length: '20000000' },
      /: it has 20 MB, and at most 5 MB can be changed\.$/,
    ],
    [
      'comes to nothing',
      { change: 'body.items[price > 99]' },
      /was not changed: “body\.items\[price > 99\]” has no value for it\.$/,
    ],
    ['is an error', { change: '$number(body)' }, /\/orders was not changed: /],
  ])(
    'an answer whose change %s reaches the page as it is, and fails the mock',
    { tags: 'full' },
    async (_what, fields, message) => {
      const { path, change, length } = { path: '/orders', length: '/^\\d\\d$/', ...fields };
      const measure = `fetch('${path}').then(answer => answer.text()).then(text => tell(text.length))`;
      const bad = await runner.fails([visit(), mock(path, { change }), { type: 'script', code: measure }, got(length)]);
      expect([bad.type, bad.error.message]).toEqual(['mock', expect.stringMatching(message)]);
    },
  );

  test('a stream of events passes as it is, and one without an end fails at the limit of the mock', {
    tags: 'full',
  }, async () => {
    const listen = "new Promise(done => { new EventSource('/events').onmessage = event => done(tell(event.data)); })";
    const stream = await runner.fails([
      visit(),
      mock('/events', { change: 'body' }),
      { type: 'script', code: listen },
      got('first'),
    ]);
    expect(stream.error.message).toMatch(/was not changed: it is a stream of events, which has no end\.$/);
    const endless = await runner.fails([
      visit(),
      mock('/endless', { change: 'body', timeoutMs: 400 }),
      ask('/endless'),
      got('failed'),
    ]);
    expect(endless.error.message).toMatch(/^GET \S+\/endless was not answered within 0\.4 s\.$/);
  });

  test('what changes an answer goes nowhere that the window would not go', { tags: 'full' }, async () => {
    const bad = await runner.fails([visit(), mock('/away', { change: 'body' }), ask('/away'), got('failed')]);
    expect([bad.type, bad.error.message]).toEqual(['mock', expect.stringMatching(/169\.254\.169\.254/)]);
  });

  test('a mock shows no secret of its body, headers or address', { tags: 'full' }, async () => {
    const items = [{ name: 'KEY', kind: 'secret', value: 'winter-Tree-0815' }];
    await runner.call('createEnvironment', { name: 'Mocks', items });
    const results = await runner.run(
      [
        visit(),
        mock('/orders?key={{secret.KEY}}', { body: '{{secret.KEY}}', headers: { 'X-Key': '{{secret.KEY}}' } }),
        mock('/orders', { change: '$error($join(["winter-Tree-08", "15"]))' }),
        ask('/orders'),
        { ...got('nothing'), timeoutMs: 1 },
      ],
      { environment: 'Mocks' },
    );
    expect(results.outcome).toBe('failed');
    expect(JSON.stringify(results)).not.toContain('0815');
  });
});

describe('how long requests are mocked', () => {
  test('stopMocking ends the mocks of an address, or all, and says what they answered', async () => {
    const { actions } = await runner.passes([
      visit(),
      mock('/orders', { body: 'first' }),
      mock('**/text', { body: 'second' }),
      ask('/orders'),
      { type: 'stopMocking', url: '/orders' },
      ask('/orders'),
      got('/Tea/'),
      ask('/text'),
      got('/second$/'),
      { type: 'stopMocking' },
      ask('/text'),
      got('/words$/'),
      { type: 'stopMocking' },
    ]);
    expect(actions[4]?.note).toBe('1 mock ended, after 1 request in all.');
    expect(actions[9]?.note).toBe('1 mock ended, after 1 request in all.');
    expect(actions[12]?.note).toBe('Nothing was mocked.');
    const unknown = await runner.fails([
      visit(),
      mock('/text', { body: 'x' }),
      { type: 'stopMocking', url: '/orders' },
    ]);
    expect(unknown.error.message).toBe('“/orders” is not mocked: what is mocked is /text.');
  });

  test('what a test mocks ends with it, in the same window and in the next test', async () => {
    const asks = [visit(), ask('/orders'), got('/Tea/')];
    await runner.passes([visit(), mock('/orders', { body: 'mocked' }), ask('/orders'), got('/mocked$/')]);
    await runner.passes(asks.slice(1));
    await runner.run([visit(), mock('**', { abort: 'failed' })]);
    expect(await runner.run(asks)).toMatchObject({ outcome: 'passed' });
  });

  test('a run that is stopped mocks nothing any more, and what was to come late is not awaited', {
    tags: 'full',
  }, async () => {
    const code = await runner.write([
      visit(),
      mock('/orders', { body: 'late', delayMs: 500_000 }),
      ask('/orders'),
      got('anything', { timeoutMs: 60_000 }),
    ]);
    await runner.call('runTest', { testId: code, context: 'live' });
    await runner.until(({ action }) => action?.type === 'script');
    await runner.call('stopTest');
    await runner.until(({ state }) => state === 'stopped');
    await runner.passes([got('/Tea/')]);
  });

  test('what a plugged test or the test before each mocks is in force in the test, and said at its end', {
    tags: 'full',
  }, async () => {
    const plugged = await runner.write({ name: 'Mocks', actions: [mock('/text', { body: 'plugged' })] });
    const Created = z.object({ module: z.object({ moduleCode: z.string() }) });
    const { module } = await runner.app.client.call('createModule', { name: 'Hooked' }, Created);
    const { moduleCode } = module;
    const before = await runner.write({
      name: 'Before each',
      moduleCode,
      actions: [visit(), mock('/orders', { body: 'hooked' }), mock('/never', { body: 'none', times: 1 })],
    });
    await runner.call('editModule', { moduleCode, before });
    const actions = [
      { type: 'plugTest', test: plugged },
      ask('/text'),
      got('/plugged$/'),
      ask('/orders'),
      got('/hooked$/'),
    ];
    await runner.runStored(await runner.write({ name: 'Uses them', moduleCode, actions }));
    const Hooked = z.object({
      outcome: z.string(),
      before: z.object({
        state: z.string(),
        actions: z.array(z.object({ state: z.string(), note: z.string().optional() })),
      }),
      actions: z.array(z.object({ state: z.string() })),
    });
    const results = await runner.app.client.call('getTestResults', {}, Hooked);
    expect(results).toMatchObject({
      outcome: 'failed',
      before: { state: 'failed', actions: [{ state: 'passed' }, { state: 'passed' }, { state: 'failed' }] },
      actions: [{ state: 'passed' }, {}, { state: 'passed' }, {}, { state: 'passed' }],
    });
  });

  test('what performAction mocks stays to stopMocking or the next run, and its requests are marked', async () => {
    await runner.call('navigateUrl', { url: '/' });
    const perform = (action: object) => runner.call('performAction', { action });
    await perform(mock('/orders', { body: 'live' }));
    await perform(ask('/orders'));
    expect(await perform(got('/live$/'))).toMatchObject({ state: 'passed' });
    const Log = z.object({ requests: z.array(z.object({ url: z.string(), mocked: z.boolean().optional() })) });
    const { requests } = await runner.app.client.call('getNetworkLog', { filter: '/orders' }, Log);
    expect(requests.at(-1)).toEqual({ url: `${runner.origin}/orders`, mocked: true });
    expect(await perform({ type: 'stopMocking' })).toMatchObject({ note: '1 mock ended, after 1 request in all.' });
    await perform(ask('/orders'));
    expect(await perform(got('/Tea/'))).toMatchObject({ state: 'passed' });
    await perform(mock('/orders', { body: 'live' }));
    await runner.passes([ask('/orders'), got('/Tea/')]);
  });
});

test.each([
  ['a glob whose braces do not pair', { url: '{{ "**/{a" }}', body: 'x' }, /braces that do not fit/],
  ['a status that is none', { url: '/orders', status: '{{ 99 }}' }, /“99” is no status of an answer/],
  ['a file that is not there', { url: '/orders', file: '{{ "no.json" }}' }, /no\.json/],
  [
    'a header of two lines',
    { url: '/orders', headers: { A: '{{ $join(["x", "y"], "\\n") }}' } },
    /must be a single line/,
  ],
  ['a number of requests that is none', { url: '/orders', body: 'x', times: '{{ "many" }}' }, /a whole number/],
])(
  'a mock with %s, which only a run knows, says so and mocks nothing',
  { tags: 'full' },
  async (_what, fields, message) => {
    const { url, ...rest } = fields;
    const { error } = await runner.fails([visit(), mock(url, rest)]);
    expect(error.message).toMatch(message);
  },
);
