import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { HAR_PAGES, startCounting } from './har-pages.ts';
import { ask, got, mock, reached, title, visit } from './mock-pages.ts';
import { type ActionInput, states, useRunner } from './runner-fixture.ts';

const runner = useRunner(HAR_PAGES);

beforeEach(() => {
  reached.length = 0;
  startCounting();
});

const har = (file: string, fields: object = {}): ActionInput => ({ type: 'replayHar', file, ...fields });
const recording = (file: string, fields: object = {}) => har(file, { update: true, ...fields });
const pathOf = (file: string) => join(runner.app.folder, 'files', file);
const textOf = (file: string) => readFile(pathOf(file), 'utf8');

async function put(file: string, content: unknown): Promise<void> {
  await mkdir(join(pathOf(file), '..'), { recursive: true });
  await writeFile(pathOf(file), typeof content === 'string' ? content : JSON.stringify(content));
}

const entry = (url: string, response: object, request: object = {}) => ({
  request: { method: 'GET', url, headers: [], ...request },
  response: { status: 200, headers: [{ name: 'Content-Type', value: 'text/plain' }], content: {}, ...response },
});

describe('answers that were recorded', () => {
  test('a run records what pages get, and the same test without the server has the same answers', async () => {
    const asking = [visit(), ask('/orders'), got('/Tea/'), ask('/text'), got('/words/')];
    const recorded = await runner.passes([recording('har/orders.har'), ...asking]);
    expect(recorded.actions[0]?.note).toBe(
      'Recorded 3 answers into files/har/orders.har; without “Record anew” the action answers from it.',
    );
    expect(reached).toEqual(['GET /orders', 'GET /text']);
    reached.length = 0;
    const replayed = await runner.passes([har('har/orders.har'), ...asking]);
    expect([reached, replayed.actions[0]?.note]).toEqual([[], undefined]);
  });

  test('only what fits is recorded and replayed; what is not in the file fails, and the result names it', async () => {
    await runner.passes([
      visit(),
      recording('har/text.har', { url: '**/text' }),
      ask('/orders'),
      ask('/text'),
      got('/words/'),
    ]);
    const { actions } = await runner.passes([
      visit(),
      har('har/text.har'),
      ask('/text'),
      got('200 text/plain words'),
      ask('/orders'),
      got('failed'),
    ]);
    expect(actions[1]?.note).toMatch(/^files\/har\/text\.har has no answer for GET http:\S+\/orders\.$/);
  });

  test('what is not in the file goes to an earlier mock or its server where that is said, and later mocks win', async () => {
    await put('har/one.har', { log: { entries: [entry(`${runner.origin}/text`, { content: { text: 'recorded' } })] } });
    await runner.passes([
      visit(),
      mock('/packed', { body: 'mocked' }),
      har('har/one.har', { notFound: 'fallback' }),
      ask('/text'),
      got('200 text/plain recorded'),
      ask('/packed'),
      got('/mocked/'),
      ask('/orders'),
      got('/Tea/'),
      mock('/text', { body: 'later' }),
      ask('/text'),
      got('/later/'),
      { type: 'stopMocking' },
      ask('/text'),
      got('/words/'),
    ]);
  });

  test('the same request gets its answers in turn, bodies tell requests apart, redirects are followed', async () => {
    const post = (body: string) => ask('/echo', `{ method: 'POST', body: '${body}' }`);
    const asking = [
      ask('/counted'),
      got('/count 1/'),
      ask('/counted'),
      got('/count 2/'),
      post('tea'),
      got('/got tea/'),
      post('cups'),
      got('/got cups/'),
      ask('/moved'),
      got('/Tea/'),
      visit('/went'),
      title('Inner'),
    ];
    await runner.passes([visit(), recording('har/turns.har'), ...asking]);
    reached.length = 0;
    await runner.passes([visit(), har('har/turns.har'), ...asking]);
    expect(reached).toEqual([]);
    await runner.passes([visit(), har('har/turns.har'), post('milk'), got('failed'), post('cups'), got('/got cups/')]);
  });

  test('a recording holds no secret, cookie or credential, and answers requests with secrets all the same', {
    tags: 'full',
  }, async () => {
    const items = [{ name: 'KEY', kind: 'secret', value: 'winter-Tree-0815' }];
    await runner.call('createEnvironment', { name: 'Recorded', items });
    const asking = [
      {
        type: 'script',
        code: "ask('/session?key={{secret.KEY}}', { headers: { Authorization: 'Bearer abcdef-123' } })",
      },
      got('/asked/'),
      { type: 'script', code: "ask('/echo', { method: 'POST', body: 'key={{secret.KEY}}' })" },
      got('/got key=/'),
    ];
    const fill = { type: 'visit', url: '/?key={{secret.KEY}}' };
    const options = { environment: 'Recorded' };
    await runner.passes([fill, recording('har/secret.har'), ...asking], options);
    const text = await textOf('har/secret.har');
    for (const secret of ['winter', '0815', 'let-me-in', 'abcdef', 'd2ludGVyLVRyZWUt'])
      expect(text).not.toContain(secret);
    await runner.passes([fill, har('har/secret.har'), ...asking], options);
  });

  test('where the app is elsewhere now, its recorded answers are the same', { tags: 'full' }, async () => {
    await put('har/elsewhere.har', {
      log: {
        _appUrl: 'https://shop.example',
        entries: [
          entry('https://shop.example/text', { content: { text: 'recorded' } }),
          entry('https://shop.example/moved', { status: 302, headers: [{ name: 'Location', value: '/text' }] }),
        ],
      },
    });
    await runner.passes([
      visit(),
      har('har/elsewhere.har'),
      ask('/text'),
      got('/recorded/'),
      ask('/moved'),
      got('/recorded/'),
    ]);
  });

  test('files of other tools are read: packed and binary bodies, bodies beside them, what was never answered', {
    tags: 'full',
  }, async () => {
    await put('har/beside.txt', 'from a file');
    const headers = [
      { name: ':status', value: '200' },
      { name: 'content-encoding', value: 'br' },
      { name: 'content-length', value: '3' },
      { name: 'Content-Type', value: 'text/plain' },
    ];
    await put('har/foreign.har', {
      log: {
        version: '1.2',
        entries: [
          entry(`${runner.origin}/text`, { status: 0 }),
          entry(`${runner.origin}/text`, { status: 304 }),
          entry(`${runner.origin}/text`, {
            headers,
            content: { text: Buffer.from('recorded').toString('base64'), encoding: 'base64' },
          }),
          entry(`${runner.origin}/orders`, { content: { _file: 'beside.txt' } }),
          entry(`${runner.origin}/packed`, { content: { _file: '../../project.json' } }),
          { nonsense: true },
        ],
      },
    });
    const { outcome, actions } = await runner.run(
      [
        visit(),
        har('har/foreign.har'),
        ask('/text'),
        got('200 text/plain recorded'),
        ask('/orders'),
        got('200 text/plain from a file'),
        ask('/packed'),
        got('failed'),
      ],
      { context: 'live' },
    );
    expect([outcome, actions[1]?.state]).toEqual(['failed', 'failed']);
    expect(actions[1]?.error?.message).toContain('/packed could not be answered');
  });
});

describe('what a recording is kept for', () => {
  test('a test that does not get to its end leaves the file that is there as it is, and makes one where there is none', async () => {
    await put('har/kept.har', { log: { entries: [] } });
    const before = await textOf('har/kept.har');
    const failing = (file: string) => [
      visit(),
      recording(file),
      ask('/text'),
      got('/words/'),
      { ...title('No'), timeoutMs: 1 },
    ];
    const kept = await runner.run(failing('har/kept.har'), { context: 'live' });
    expect(kept.actions[1]?.note).toBe('files/har/kept.har is as it was, since the test did not come to its end.');
    expect(await textOf('har/kept.har')).toBe(before);
    const made = await runner.run(failing('har/made.har'), { context: 'live' });
    expect([states(made.actions).at(-1), made.actions[1]?.note]).toEqual([
      'failed',
      expect.stringContaining('files/har/made.har'),
    ]);
    expect(await textOf('har/made.har')).toContain('words');
  });

  test('actions that are performed one by one are recorded until mocking is stopped', { tags: 'full' }, async () => {
    const perform = (action: ActionInput) => runner.call('performAction', { action });
    await perform(visit());
    await perform(recording('har/by-hand.har'));
    await perform(ask('/text'));
    await perform(got('/words/'));
    expect(await perform(recording('har/other.har'))).toMatchObject({ state: 'error' });
    expect(await perform({ type: 'stopMocking' })).toMatchObject({ state: 'passed' });
    expect(await textOf('har/by-hand.har')).toContain('words');
  });

  test.each([
    ['is not there', 'har/none.har', undefined, /there is no file files\/har\/none\.har.*“Record anew” makes it/],
    ['is no JSON', 'har/broken.har', 'words', /files\/har\/broken\.har is no HAR file/],
    ['has no entries', 'har/empty.har', '{"log":{}}', /is no HAR file: it has no “log”/],
    ['is too large', 'har/large.har', `"${'x'.repeat(50_000_001)}"`, /has 51 MB, and a HAR file may have 50 MB/],
  ])('a file that %s is told', { tags: 'full' }, async (_what, file, content, message) => {
    if (content !== undefined) await put(file, content);
    const { type, error } = await runner.fails([visit(), har(file)]);
    expect([type, error.message]).toEqual(['replayHar', expect.stringMatching(message)]);
  });

  test('what is no HAR file by its name, and a pattern that cannot be read, are refused before anything runs', async () => {
    for (const [action, message] of [
      [har('orders.json'), /“orders\.json” is no HAR file: its name has to end with \.har/],
      [har('../out.har'), /file/],
      [har('a.har', { url: '/(/' }), /url/],
    ] as const)
      await expect(runner.write([action])).rejects.toThrow(message);
  });
});
