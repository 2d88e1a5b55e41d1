import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const page =
  (title: string, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<title>${title}</title><h1>${title}</h1>`);

const unchanged = (request: IncomingMessage, response: ServerResponse) => {
  const head = { etag: '"1"', 'content-type': 'text/html', 'cache-control': 'no-cache' };
  if (request.headers['if-none-match'] === '"1"') response.writeHead(304, head).end();
  else response.writeHead(200, head).end('<title>Kept</title>');
};

const runner = useRunner({
  '/': '<title>Home</title><h1>Home</h1>',
  '/gone': page('Gone', 404),
  '/down': page('Down', 503),
  '/empty': (_request, response) => response.writeHead(404).end(),
  '/nothing': (_request, response) => response.writeHead(204).end(),
  '/moved': (_request, response) => response.writeHead(302, { location: '/gone' }).end(),
  '/kept': unchanged,
});

const visit = (url: string, expectStatus?: string) => ({ type: 'visit', url, ...(expectStatus && { expectStatus }) });
const title = (expected: string) => ({ type: 'assert', matcher: 'toHaveTitle', expected });

describe('the status of a page', () => {
  test('a page may be expected with an error, and without a status any will do', () =>
    runner.passes([
      visit('/gone'),
      visit('/gone', '404'),
      title('Gone'),
      visit('/down', '5xx'),
      { type: 'reload', expectStatus: '{{ 500 + 3 }}' },
      visit('/', '200, 404'),
      visit('/moved', '404'),
      { type: 'reload' },
      title('Gone'),
    ]));

  test('a page with another status fails its visit, after all redirects', async () => {
    const { error, state, title: said } = await runner.fails([visit('/moved', '2xx')]);
    expect([state, said, error]).toEqual([
      'failed',
      'Go to /moved, and expect the status 2xx',
      expect.objectContaining({
        message: expect.stringContaining('Expected /moved to be answered with the status 2xx, but it is 404.'),
        expected: '2xx',
        actual: '404',
      }),
    ]);
    const again = await runner.fails([visit('/down'), { type: 'reload', expectStatus: 200 }]);
    expect(again.error.message).toContain(
      `Expected ${runner.origin}/down to be answered with the status 200, but it is 503.`,
    );
  });

  test('an error or “no content” is a status also where there is no page to show', async () => {
    await runner.passes([visit('/'), visit('/empty', '404'), visit('/'), visit('/nothing', '204'), visit('/', '200')]);
    expect((await runner.fails([visit('/empty', '200')])).error.actual).toBe('404');
    expect((await runner.fails([visit('/empty')])).error.message).toContain('an error status and without a page');
  });

  test('a page that the server says is unchanged has the status that it had', () =>
    runner.passes([visit('/kept', '200'), visit('/kept', '200'), { type: 'reload', expectStatus: '200' }]));

  test('a way within the page asks no server, and the failure says so', async () => {
    const { error } = await runner.fails([visit('/'), visit('/#there', '200')]);
    expect(error).toMatchObject({
      message:
        'Expected /#there to be answered with the status 200, but no server was asked: the browser had the page already.',
      actual: 'none',
    });
  });

  test('what is computed and is no status is told', async () => {
    const { error } = await runner.fails([visit('/', '{{ "fine" }}')]);
    expect(error.message).toBe('“fine” is not an HTTP status; write 201, 2xx or 200, 404.');
  });

  test('a server that is not there fails a visit as it does without a status', async () => {
    const { error, state } = await runner.fails([visit('http://127.0.0.1:9/', '200')]);
    expect([state, error.message]).toEqual(['error', expect.stringContaining('could not be opened')]);
  });
});
