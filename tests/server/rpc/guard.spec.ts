import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../server/rpc/access/guard.ts';
import { rawRequest, startService } from './start-service.ts';

const BODY = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** What comes back for headers given line by line. */
async function statusFor(lines: (port: number) => string[], allowedHosts: string[] = []) {
  await using app = await startService({ allowedHosts });
  const { port } = app.service;
  const headers = [
    ...lines(port),
    `Authorization: Bearer ${app.write}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    'Connection: close',
  ];
  const reply = await rawRequest(port, `POST /api/mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${BODY}`);
  const isRefusal = /^HTTP\/1.1 403 [\s\S]+"code":-32000,[\s\S]+"reason":"host-refused"/.test(reply);
  return isRefusal ? 'refused' : Number(reply.slice(9, 12));
}

describe('the guard', () => {
  it.each([
    ['127.0.0.1', (port: number) => [`Host: 127.0.0.1:${port}`]],
    ['localhost', (port: number) => [`Host: localhost:${port}`]],
    ['LocalHost in other letters', (port: number) => [`HOST: LocalHost:${port}`]],
    ['[::1]', (port: number) => [`Host: [::1]:${port}`]],
    ['its own page', (port: number) => [`Host: localhost:${port}`, `Origin: http://localhost:${port}`]],
    [
      'its own page under another own name',
      (port: number) => [`Host: localhost:${port}`, `Origin: http://127.0.0.1:${port}`],
    ],
  ])('the guard lets %s pass', async (_, lines) => {
    expect(await statusFor(lines)).toBe(200);
  });

  const own = (port: number) => `Host: 127.0.0.1:${port}`;
  it.each([
    ['a foreign name', (port: number) => [`Host: evil.test:${port}`]],
    ['no port', () => ['Host: 127.0.0.1']],
    ['another port', (port: number) => [`Host: 127.0.0.1:${port + 1}`]],
    ['a name that begins alike', (port: number) => [`Host: localhost.evil.test:${port}`]],
    ['a name that ends alike', (port: number) => [`Host: evil-localhost:${port}`]],
    ['a dot at the end', (port: number) => [`Host: localhost.:${port}`]],
    ['user information', (port: number) => [`Host: evil@localhost:${port}`]],
    ['another loopback address', (port: number) => [`Host: 127.0.0.2:${port}`]],
    ['all addresses', (port: number) => [`Host: 0.0.0.0:${port}`]],
    ['no Host', () => []],
    ['an empty Host', () => ['Host:']],
    ['two Hosts', (port: number) => [own(port), own(port)]],
    ['a foreign Host besides', (port: number) => [own(port), 'Host: evil.test']],
    ['half an address', () => ['Host: [::1']],
    ['a Host of brackets', () => [`Host: ${'['.repeat(500)}`]],
    ['a Host of bytes', () => ['Host: \x80\xff%00']],
    ['a Host that is a path', () => ['Host: ../../etc']],
    ['a forwarded Host', (port: number) => ['Host: evil.test', `X-Forwarded-Host: localhost:${port}`]],
    ['a foreign Origin', (port: number) => [own(port), 'Origin: http://evil.test']],
    ['the Origin null', (port: number) => [own(port), 'Origin: null']],
    ['an empty Origin', (port: number) => [own(port), 'Origin:']],
    ['the Origin of another port', (port: number) => [own(port), 'Origin: http://127.0.0.1:1']],
    ['the Origin of no port', (port: number) => [own(port), 'Origin: http://127.0.0.1']],
    ['another scheme', (port: number) => [own(port), `Origin: ws://127.0.0.1:${port}`]],
    ['an extension', (port: number) => [own(port), 'Origin: chrome-extension://abcdefghijklmnop']],
    ['two Origins', (port: number) => [own(port), `Origin: http://localhost:${port}`, 'Origin: http://evil.test']],
    ['a malformed Origin', (port: number) => [own(port), 'Origin: http://[']],
  ])('the guard refuses a request with %s', async (_, lines) => {
    expect(await statusFor(lines)).toBe('refused');
  });

  it.each([
    ['steploom.test', 'steploom.test', 200],
    ['Steploom.test', 'https://STEPLOOM.test', 200],
    ['steploom.test', 'steploom.test:PORT', 200],
    ['steploom.test', 'steploom.test:1', 'refused'],
    ['steploom.test:8443', 'https://steploom.test:8443', 200],
    ['steploom.test:8443', 'steploom.test', 'refused'],
    ['steploom.test', 'other.steploom.test', 'refused'],
  ])('when the host %s is allowed, a request to %s results in %s', async (allowed, used, expected) => {
    const name = used.replace('https://', '');
    const lines = (port: number) => [
      `Host: ${name.replace('PORT', String(port))}`,
      ...(used.startsWith('https:') ? [`Origin: ${used}`] : []),
    ];
    expect(await statusFor(lines, [allowed])).toBe(expected);
  });

  it('the guard refuses a whole address in the request line', async () => {
    await using app = await startService();
    const { port } = app.service;
    const reply = await rawRequest(
      port,
      `GET http://evil.test/api/health HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1.1 403 /);
  });

  it.each(['/', '/landing.css', '/api/health', '/api/none', '/.well-known/x'])('the guard protects %s', async path => {
    await using app = await startService();
    const reply = await rawRequest(
      app.service.port,
      `GET ${path} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1.1 403 /);
    expect(reply).not.toContain('1.2.3');
  });

  it('the guard shows only a short, printable part of a foreign host name', () => {
    const guard = createGuard({ port: 80 });
    const message = guard({ rawHeaders: ['Host', `a\u0007é\u202e${'x'.repeat(1_000)}`], url: '/' })?.message ?? '';
    expect(message.length).toBeLessThan(160);
    expect(message).toMatch(/^[\x20-\x7e]+$/);
  });

  it('the guard accepts host names without a port on port 80', () => {
    const guard = createGuard({ port: 80 });
    expect(guard({ rawHeaders: ['Host', 'localhost', 'Origin', 'http://localhost'], url: '/' })).toBeUndefined();
  });
});
