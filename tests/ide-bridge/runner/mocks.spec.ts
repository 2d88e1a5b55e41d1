import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask, got, MOCKED_PAGES, mock, reached, title, visit } from './mock-pages.ts';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner(MOCKED_PAGES);

beforeEach(() => {
  reached.length = 0;
});

const JSON_TYPE = 'application/json; charset=utf-8';

describe('what mocked requests get', () => {
  test('a mock answers with status, headers and a JSON body whose texts hold values', async () => {
    await runner.passes([
      visit(),
      { type: 'script', code: '\'A "b"\'', into: 'name' },
      mock('/orders', { status: 201, body: { name: '{{name}}' } }),
      ask('/orders'),
      got(`201 ${JSON_TYPE} {"name":"A \\"b\\""}`),
      mock('**/orders*', { headers: { 'Content-Type': 'text/csv' }, body: 'a,b' }),
      ask('/orders?page=2'),
      got('200 text/csv a,b'),
    ]);
    expect(reached).toEqual([]);
  });

  test('a pattern that would never be done with an address is given up, and the server answers', async () => {
    const { error } = await runner.fails([
      visit(),
      mock('/^(.+)+!$/', { status: 418 }),
      ask('/orders?name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
      got('/^200/'),
    ]);
    expect(error.message).toContain('takes too long to compare with');
  });

  test('a mock takes its own method only, and no more requests than it is for', async () => {
    const { actions } = await runner.passes([
      visit(),
      mock('/orders', { method: 'POST', status: 409, times: 1 }),
      ask('/orders', "{ method: 'POST' }"),
      got('/^409/'),
      ask('/orders'),
      got('/^200/'),
      ask('/orders', "{ method: 'POST' }"),
      got('/^200/'),
    ]);
    expect(reached).toEqual(['GET /orders', 'POST /orders']);
    expect(actions[1]?.note).toBeUndefined();
  });

  test('requests fail in the way that the mock says, and others come late', { tags: 'full' }, async () => {
    await runner.passes([
      visit(),
      mock('**/text', { abort: 'connectionrefused' }),
      ask('/text'),
      got('failed'),
      mock('/orders', { delayMs: 150 }),
      ask('/orders'),
      got('/^200 .*Tea/'),
      mock('/orders', { delayMs: 150, body: 'late' }),
      ask('/orders'),
      got('200 text/plain; charset=utf-8 late'),
    ]);
    expect(reached).toEqual(['GET /orders']);
    const refused = await runner.fails([mock('**', { abort: 'connectionrefused' }), visit()]);
    expect(refused.error.message).toMatch(/refused/i);
  });

  test('an expression changes the JSON of the real answer, also a packed one and one behind a redirect', async () => {
    await runner.passes([
      visit(),
      mock('/orders', {
        change: `{ "total": body.total + 1, "was": status, "by": request.method, "kept": headers."x-kept" }`,
        status: 202,
      }),
      ask('/orders'),
      got('202 application/json {"total":4,"was":200,"by":"GET","kept":"yes"}'),
      mock('/packed', { change: 'body.total * 2' }),
      ask('/packed'),
      got('200 application/json 8'),
      { type: 'stopMocking', url: '/orders' },
      mock('/moved', { change: 'body.items.name' }),
      ask('/moved'),
      got('200 application/json "Tea"'),
    ]);
  });

  test('a change can use what was sent and the values of the test', { tags: 'full' }, () =>
    runner.passes([
      visit(),
      { type: 'script', code: '5', into: 'more' },
      mock('/orders', { change: '{ "sum": body.total + more + request.body.count }' }),
      ask('/orders', "{ method: 'POST', body: '{\"count\":7}' }"),
      got('/ {"sum":15}$/'),
    ]),
  );

  test('a mock answers with a file of the project by its type, and says when that is gone', {
    tags: 'full',
  }, async () => {
    const file = join(runner.app.folder, 'files/answers/orders.json');
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, '[1]');
    const fromFile = mock('/orders', { file: 'answers/orders.json' });
    await runner.passes([visit(), fromFile, ask('/orders'), got('200 application/json [1]')]);
    await runner.call('performAction', { action: fromFile });
    await rm(file);
    await runner.call('performAction', { action: ask('/orders') });
    expect(await runner.call('performAction', { action: got('failed') })).toMatchObject({ state: 'passed' });
    await runner.call('performAction', { action: { type: 'stopMocking' } });
    const gone = await runner.fails([fromFile]);
    expect(gone).toMatchObject({ type: 'mock', error: { message: expect.stringContaining('answers/orders.json') } });
  });

  test('documents, frames and tabs that open later are mocked as well, and nothing else of the window', async () => {
    await runner.passes([
      visit('/framed'),
      mock('/inner', { body: '<title>Mocked</title><p id="inner">Mocked frame</p>' }),
      { type: 'reload' },
      { type: 'assert', matcher: 'toBeVisible', locator: "frameLocator('iframe').locator('#inner')" },
      { type: 'newTab', url: '/inner' },
      title('Mocked'),
      mock('**', { body: '<title>Everything</title>' }),
      visit('/'),
      title('Everything'),
      { type: 'closeTab' },
    ]);
    expect(reached).toEqual(['GET /inner']);
    // The window is made as new, whatever was mocked in it.
    await runner.run([visit(), title('Orders')]).then(({ outcome }) => expect(outcome).toBe('passed'));
  });

  test('what a service worker requests for its page is mocked', { tags: 'full' }, async () => {
    await runner.passes([
      visit('/worker-page'),
      { type: 'script', code: 'ready' },
      mock('/orders', { body: 'for the worker' }),
      ask('/orders'),
      got('200 text/plain; charset=utf-8 for the worker'),
      { type: 'stopMocking' },
    ]);
    expect(reached).toEqual([]);
  });

  test('a redirect that is mocked is followed by the page', { tags: 'full' }, async () => {
    await runner.passes([
      visit(),
      mock('/other', { status: 302, headers: { Location: '/?moved' } }),
      visit('/other'),
      title('Orders'),
      { type: 'assert', matcher: 'toHaveURL', expected: '/?moved' },
    ]);
  });

  test('a mock that begins while a page loads neither stops nor misses it', { tags: 'full' }, () =>
    runner.passes([
      visit(),
      { type: 'script', code: "void setTimeout(() => { location.href = '/other' })" },
      mock('/orders', { body: 'mocked' }),
      title('Other'),
      got('/^200 /'),
      ask('/orders'),
      got('200 text/plain; charset=utf-8 mocked'),
    ]),
  );
});
