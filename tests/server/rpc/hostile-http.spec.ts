import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from './messages.ts';
import { startService } from './start-service.ts';

type Service = Awaited<ReturnType<typeof startService>>;

const BODY = JSON.stringify(request({ params: { name: 'createModule', arguments: { name: 'Sales' } } }));
const headers = (app: Service, ...more: string[]) =>
  [`Host: localhost:${app.service.port}`, `Authorization: Bearer ${app.write}`, 'Content-Type: application/json']
    .concat(more)
    .join('\r\n');

/** Also after a reset, which `once` of node:events would throw. */
const closed = (socket: Socket): Promise<void> =>
  new Promise(resolve => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });

/** Sends bytes and ends its side; all that comes back until the other side closes. */
async function talk(app: Service, bytes: string | Buffer): Promise<string> {
  const socket = connect(app.service.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', chunk => chunks.push(chunk)).on('error', () => undefined);
  socket.end(bytes);
  await closed(socket);
  return Buffer.concat(chunks).toString('latin1');
}

const statuses = (reply: string): number[] =>
  [...reply.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));

describe('malformed HTTP requests', () => {
  let app: Service;
  beforeAll(async () => {
    app = await startService();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const post = (...more: string[]) => `POST /api/mcp HTTP/1.1\r\n${headers(app, ...more)}\r\n\r\n`;

  it.each([
    ['an unknown method', () => `FETCH / HTTP/1.1\r\n${headers(app)}\r\n\r\n`, [400]],
    ['a method in lower case', () => `get / HTTP/1.1\r\n${headers(app)}\r\n\r\n`, [400]],
    ['no HTTP at all', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    ['another protocol', () => 'GET / GOPHER/1.0\r\n\r\n', [400]],
    ['a space in the path', () => `GET /a b HTTP/1.1\r\n${headers(app)}\r\n\r\n`, [400]],
    ['a NUL in a header', () => `GET / HTTP/1.1\r\nHost: local\0host\r\n\r\n`, [400]],
    ['a header without a colon', () => `GET / HTTP/1.1\r\n${headers(app)}\r\nbroken\r\n\r\n`, [400]],
    ['a header with a space before the colon', () => `GET / HTTP/1.1\r\n${headers(app, 'X-A : 1')}\r\n\r\n`, [400]],
    ['a folded header', () => `${post('Content-Length: 0', 'Transfer-Encoding:\r\n chunked')}0\r\n\r\n`, [400]],
    ['20 KB of headers', () => `GET / HTTP/1.1\r\n${headers(app, `X-Long: ${'x'.repeat(20_000)}`)}\r\n\r\n`, [431]],
    ['a path of 20 KB', () => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${headers(app)}\r\n\r\n`, [431]],
    ['two lengths', () => `${post('Content-Length: 3', `Content-Length: ${BODY.length}`)}${BODY}`, [400]],
    ['two lengths in one header', () => `${post(`Content-Length: ${BODY.length}, 3`)}${BODY}`, [400]],
    ['a negative length', () => `${post('Content-Length: -1')}${BODY}`, [400]],
    ['a length with a sign', () => `${post(`Content-Length: +${BODY.length}`)}${BODY}`, [400]],
    ['length and chunks', () => `${post('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${BODY}`, [400]],
    ['chunks of another kind', () => `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`, [400]],
    ['chunks within another encoding', () => `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`, [400]],
    ['an invalid chunk size', () => `${post('Transfer-Encoding: chunked')}zz\r\n${BODY}\r\n0\r\n\r\n`, [400]],
    ['a chunk longer than it says', () => `${post('Transfer-Encoding: chunked')}3\r\n${BODY}\r\n0\r\n\r\n`, [400]],
  ])('a request with %s is refused and runs no tool', async (_what, bytes, expected) => {
    const calls = app.calls.length;
    const reply = await talk(app, bytes());
    expect(statuses(reply)).toEqual(expected);
    expect(app.calls.length).toBe(calls);
  });

  it.each(['GET', 'PUT', 'TRACE', 'PROPFIND'])('a %s request with a body gets 405 and runs no tool', async method => {
    const calls = app.calls.length;
    const line = `${method} /api/mcp HTTP/1.1\r\n${headers(app, `Content-Length: ${BODY.length}`, 'Connection: close')}`;
    expect(statuses(await talk(app, `${line}\r\n\r\n${BODY}`))).toEqual([405]);
    expect(app.calls.length).toBe(calls);
  });

  it('a request that is hidden in the body of another one does not run', async () => {
    const hidden = `POST /api/mcp HTTP/1.1\r\n${headers(app, `Content-Length: ${BODY.length}`, 'Connection: close')}\r\n\r\n${BODY}`;
    const calls = app.calls.length;
    const outer = post(`Content-Length: ${hidden.length}`, 'Connection: close');
    expect(statuses(await talk(app, outer + hidden))).toEqual([400]);
    expect(app.calls.length).toBe(calls);
  });

  it.each([
    '/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/../../package.json',
    '/..\\..\\package.json',
    '/..%5c..%5cpackage.json',
    '/%00',
    '/landing.css%00.json',
    '/api/runs/..%2f..%2ftokens.json/run.json',
    '/api/runs/r1/..%2f..%2f..%2ftokens.json',
    '/api/runs/r1/%2e%2e/%2e%2e/secrets.json',
    '/api/runs/r1//etc/passwd',
    '/api/screenshots/..%2fsecrets.json',
    '/api/screenshots/%00.jpg',
    '/.steploom/secrets.json',
    '//evil.test/',
    '/%ff%fe',
    '/%',
  ])('a request for %s finds no file', async path => {
    const reply = await talk(app, `GET ${path} HTTP/1.1\r\n${headers(app, 'Connection: close')}\r\n\r\n`);
    expect(statuses(reply)).toEqual([404]);
    expect(reply).not.toMatch(/root:|"name": "steploom"|location:/i);
    expect(reply).toContain('application/json');
  });

  it('the service survives a thousand randomly changed requests', { tags: 'full' }, async () => {
    // A fixed row of numbers: what fails here fails everywhere.
    let state = 20_261_121;
    const next = (limit: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % limit;
    };
    const good = Buffer.from(`${post(`Content-Length: ${BODY.length}`, 'Connection: close')}${BODY}`);
    const changed = (): Buffer => {
      const bytes = Buffer.from(good);
      for (let times = 1 + next(3); times > 0; times--) bytes[next(bytes.length)] = next(256);
      return next(4) === 0 ? bytes.subarray(0, next(bytes.length)) : bytes;
    };
    const found = new Set<number>();
    for (let round = 0; round < 25; round++) {
      const replies = await Promise.all(Array.from({ length: 40 }, () => talk(app, changed())));
      for (const status of replies.flatMap(statuses)) found.add(status);
    }
    expect([...found].filter(status => status >= 300 && (status < 400 || status > 499))).toEqual([]);
    expect(found.size).toBeGreaterThan(4);
    expect((await app.call('getModules')).status).toBe(200);
  });
});

describe('clients that never finish', () => {
  const limits = { headersTimeoutMs: 300, requestTimeoutMs: 500, keepAliveTimeoutMs: 300 };

  it('silent, slow and idle clients are disconnected and keep nobody else waiting', async () => {
    await using app = await startService({ limits });
    const { port } = app.service;
    const head = `POST /api/mcp HTTP/1.1\r\n${headers(app, 'Content-Length: 1000')}\r\n\r\n`;
    const beginnings = ['', 'POST /api', 'POST /api/mcp HTTP/1.1\r\nHost: ', head, `${head}{"jsonrpc":`];
    const sockets = Array.from({ length: 200 }, (_, index) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined).resume();
      socket.write(beginnings[index % beginnings.length] ?? '');
      return socket;
    });
    for (let call = 0; call < 20; call++) expect((await app.call('getModules')).status).toBe(200);
    await Promise.all(sockets.map(closed));
  });

  it('a client that never finishes its headers is disconnected although it keeps sending bytes', async () => {
    await using app = await startService({ limits });
    const socket = connect(app.service.port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    const drip = setInterval(() => socket.writable && socket.write('X'), 20);
    socket.write(`POST /api/mcp HTTP/1.1\r\n${headers(app)}\r\nX-Slow: `);
    await closed(socket);
    clearInterval(drip);
    expect(app.calls).toEqual([]);
  });

  /** Sends a body for as long as anybody takes it; what is answered. */
  function sendWithoutEnd(app: Service) {
    const socket = connect(app.service.port, '127.0.0.1');
    const chunk = `3e8\r\n${'x'.repeat(1_000)}\r\n`;
    const send = () => {
      while (socket.writable && socket.write(chunk));
    };
    const reply = new Promise<string>(resolve => socket.once('data', data => resolve(data.toString())));
    socket.on('error', () => undefined).on('drain', send);
    socket.write(`POST /api/mcp HTTP/1.1\r\n${headers(app, 'Transfer-Encoding: chunked')}\r\n\r\n`);
    send();
    return { socket, reply };
  }

  it('a client that sends an endless body is answered 413', async () => {
    await using app = await startService({ limits: { bodyBytes: 1_000 } });
    const { socket, reply } = sendWithoutEnd(app);
    expect(statuses(await reply)).toEqual([413]);
    socket.destroy();
    expect(app.calls).toEqual([]);
  });

  it('a client that keeps sending an endless body is disconnected', async () => {
    await using app = await startService({ limits: { ...limits, bodyBytes: 1_000 } });
    await closed(sendWithoutEnd(app).socket);
    expect((await app.call('getModules')).status).toBe(200);
    expect(app.calls).toHaveLength(1);
  });
});
