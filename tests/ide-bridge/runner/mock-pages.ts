import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer } from '../browser/app-fixture.ts';
import type { ActionInput } from './runner-fixture.ts';

/** Requests that reached the server. */
export const reached: string[] = [];

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const counting =
  (reply: Reply): Reply =>
  (request, response) => {
    reached.push(`${request.method} ${request.url}`);
    reply(request, response);
  };

const json = (value: unknown, headers = {}): Reply =>
  counting((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value)),
  );

const ASK = `<p id="got"></p><script>
  const tell = text => { document.getElementById('got').textContent = text; };
  const ask = (path, options) => fetch(path, options)
    .then(async answer => [answer.status, answer.headers.get('content-type'), await answer.text()].join(' '), () => 'failed')
    .then(tell);
</script>`;

/** An app whose pages tell what their requests got. */
export const MOCKED_PAGES: Record<string, Answer> = {
  '/': `<title>Orders</title>${ASK}`,
  '/other': counting((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Other</title>${ASK}<script>ask('/orders')</script>`),
  ),
  '/framed': '<title>Framed</title><iframe src="/inner" title="Inner"></iframe>',
  '/inner': counting((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Inner</title>'),
  ),
  '/orders': json({ items: [{ name: 'Tea', price: 3 }], total: 3 }, { 'x-kept': 'yes' }),
  '/text': counting((_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('words')),
  '/packed': counting((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync('{"total":4}')),
  ),
  '/moved': counting((_request, response) => response.writeHead(302, { location: '/orders' }).end()),
  '/away': counting((_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  ),
  '/large': counting((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify('x'.repeat(19_999_998))),
  ),
  '/events': counting((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: first\n\n');
  }),
  '/endless': counting((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('[1,');
  }),
  '/worker-page': `<title>Worker</title>${ASK}<script>
    const ready = navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)
      .then(() => navigator.serviceWorker.controller ?? new Promise(done => { navigator.serviceWorker.oncontrollerchange = done; }));
  </script>`,
  '/worker.js': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(`
      self.onactivate = event => event.waitUntil(clients.claim());
      self.onfetch = event => event.respondWith(fetch(event.request));`),
};

export const visit = (url = '/') => ({ type: 'visit', url });
export const mock = (url: string, fields: object): ActionInput => ({ type: 'mock', url, ...fields });
export const ask = (path: string, options = '{}') => ({ type: 'script', code: `ask('${path}', ${options})` });
export const got = (expected: string, fields: object = {}) => ({
  type: 'assert',
  matcher: 'toHaveText',
  locator: '#got',
  expected,
  ...fields,
});
export const title = (expected: string) => ({ type: 'assert', matcher: 'toHaveTitle', expected });
