import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest, startService } from './start-service.ts';

const BODY = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getModules","arguments":{}}}';

/** Host lines and whether they name the service. */
const HOSTS: [string, (port: number) => string[], boolean][] = [
  ['127.0.0.1', port => [`Host: 127.0.0.1:${port}`], true],
  ['LOCALHOST', port => [`Host: LOCALHOST:${port}`], true],
  ['[::1]', port => [`Host: [::1]:${port}`], true],
  ['no port', () => ['Host: 127.0.0.1'], false],
  ['another port', () => ['Host: 127.0.0.1:1'], false],
  ['a dot at the end', port => [`Host: localhost.:${port}`], false],
  ['a name that begins alike', port => [`Host: 127.0.0.1.evil.test:${port}`], false],
  ['a foreign name', port => [`Host: evil.test:${port}`], false],
  ['two Hosts', port => [`Host: 127.0.0.1:${port}`, `Host: 127.0.0.1:${port}`], false],
  ['none', () => [], false],
  ['half an address', port => [`Host: [::1:${port}`], false],
  ['a number for the address', port => [`Host: 2130706433:${port}`], false],
];

const ORIGINS: [string, (port: number) => string[], boolean][] = [
  ['none', () => [], true],
  ['its own', port => [`Origin: http://127.0.0.1:${port}`], true],
  ['its own in capitals', port => [`ORIGIN: HTTP://LOCALHOST:${port}`], true],
  ['null', () => ['Origin: null'], false],
  ['a foreign one', port => [`Origin: http://evil.test:${port}`], false],
  ['one that begins alike', port => [`Origin: http://127.0.0.1:${port}.evil.test`], false],
  ['two', port => [`Origin: http://127.0.0.1:${port}`, `Origin: http://127.0.0.1:${port}`], false],
  ['no address', () => ['Origin: http://['], false],
];

interface Kind {
  name: string;
  line: string;
  headers: string[];
  body: string;
  /** For a request that may pass. */
  status: number;
}

/** Every way in. A socket is asked for as a page would; none is served yet, so that a request for one finds nothing. */
const kindsOf = (token: string): Kind[] => {
  const authorization = `Authorization: Bearer ${token}`;
  const close = 'Connection: close';
  const type = ['Content-Type: application/json', `Content-Length: ${BODY.length}`];
  const upgrade = ['Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  return [
    { name: 'GET /', line: 'GET / HTTP/1.1', headers: [close], body: '', status: 200 },
    { name: 'POST', line: 'POST /api/mcp HTTP/1.1', headers: [authorization, close, ...type], body: BODY, status: 200 },
    {
      name: 'file',
      line: 'GET /api/runs/r1/run.json HTTP/1.1',
      headers: [authorization, close],
      body: '',
      status: 404,
    },
    { name: 'upgrade', line: 'GET /bridge HTTP/1.1', headers: [...upgrade, authorization], body: '', status: 404 },
  ];
};

describe('every Host with every Origin', () => {
  let app: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    app = await startService();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const ask = async ({ line, headers, body }: Kind, lines: string[]): Promise<{ status: number; reply: string }> => {
    const reply = await rawRequest(
      app.service.port,
      `${line}\r\n${[...lines, ...headers].join('\r\n')}\r\n\r\n${body}`,
    );
    return { status: Number(reply.slice(9, 12)), reply };
  };

  function expectRefusal({ status, reply }: { status: number; reply: string }): void {
    expect(status).toBe(403);
    expect(reply).toContain('"reason":"host-refused"');
    expect(reply).not.toMatch(/access-control|set-cookie|1\.2\.3/i);
  }

  const rows = HOSTS.flatMap(([host, hostLines, isOwnHost]) =>
    ORIGINS.map(([origin, originLines, isOwn]) => {
      const lines = (port: number) => [...hostLines(port), ...originLines(port)];
      return { host, origin, lines, isIn: isOwnHost && isOwn };
    }),
  );

  it.each(rows)('all endpoints decide alike on Host $host with Origin $origin', async ({ lines, isIn }) => {
    for (const kind of kindsOf(app.write)) {
      const before = app.calls.length;
      const answer = await ask(kind, lines(app.service.port));
      expect(app.calls.length - before).toBe(isIn && kind.name === 'POST' ? 1 : 0);
      if (isIn) expect([kind.name, answer.status]).toEqual([kind.name, kind.status]);
      else expectRefusal(answer);
    }
  });

  it.each([
    ['a whole address', 'GET http://127.0.0.1:PORT/ HTTP/1.1'],
    ['a foreign address', 'GET http://evil.test/ HTTP/1.1'],
    ['an address of HTTPS', 'POST https://127.0.0.1:PORT/api/mcp HTTP/1.1'],
    ['a star', 'OPTIONS * HTTP/1.1'],
  ])('the service refuses %s in the request line', async (_what, line) => {
    const { port } = app.service;
    const kind = {
      name: '',
      line: line.replace('PORT', String(port)),
      headers: ['Connection: close'],
      body: '',
      status: 0,
    };
    expect((await ask(kind, [`Host: 127.0.0.1:${port}`])).status).toBe(403);
  });

  it('the service still answers calls after all the refused requests', async () => {
    expect((await app.call('getModules')).status).toBe(200);
  });
});
