import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { addressFault, guardedLookup, reachOf } from '../../../server/test-management/http/addresses.ts';
import { exchange } from '../../../server/test-management/http/exchange.ts';
import { retryAfterMs, sendPatiently } from '../../../server/test-management/http/patient.ts';
import { hastyPatience } from '../../support/feature-server.ts';
import { portOf } from '../../support/port-of.ts';

const limits = { signal: new AbortController().signal, mostBytes: 1_000 };

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${portOf(server)}`),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('addresses', () => {
  it.each([
    ['127.0.0.1', 'private'],
    ['::1', 'private'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['93.184.216.34', 'public'],
    ['2606:4700::1', 'public'],
    ['169.254.169.254', 'forbidden'],
    ['::ffff:169.254.169.254', 'forbidden'],
    ['64:ff9b::a9fe:a9fe', 'forbidden'],
    ['fe80::1', 'forbidden'],
    ['fd00:ec2::254', 'forbidden'],
    ['100.100.100.200', 'forbidden'],
    ['0.0.0.0', 'forbidden'],
    ['::', 'forbidden'],
    ['224.0.0.1', 'forbidden'],
    ['255.255.255.255', 'forbidden'],
  ])('the address %s counts as %s', (address, reach) => {
    expect(reachOf(address)).toBe(reach);
  });

  it('an address is judged by what its name resolves to, not by the name', async () => {
    const rule = { hostname: 'localhost', isEncrypted: true, onlyPublic: true };
    const error = await new Promise(resolve =>
      guardedLookup(rule)('localhost', { all: true }, found => resolve(found)),
    );
    expect(String(error)).toMatch(/A public server points to localhost \(.*\) in a private network/);
    expect(addressFault('127.0.0.1', { ...rule, onlyPublic: false })).toBeUndefined();
    expect(addressFault('93.184.216.34', { ...rule, isEncrypted: false, onlyPublic: false })).toMatch(/https only/);
  });
});

describe('an exchange', () => {
  it('an answer that is too large is refused, whether or not its length is announced', async () => {
    await using served = await serve((request, response) => {
      if (request.url === '/said') response.setHeader('content-length', '5000');
      response.write('x'.repeat(2_500));
      response.end('x'.repeat(2_500));
    });
    for (const path of ['/said', '/unsaid']) {
      const outcome = await exchange({ method: 'GET', url: new URL(path, served.url) }, limits);
      expect(outcome).toMatchObject({ kind: 'fault', message: expect.stringMatching(/larger than 0\.001 MB/) });
    }
  });

  it('a port without TLS and an answer that is not HTTP are reported', async () => {
    const tcp = createTcpServer(socket => socket.on('error', () => {}).end('220 mail ready\r\n'));
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const address = tcp.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const tls = await exchange({ method: 'GET', url: new URL(`https://127.0.0.1:${port}`) }, limits);
    expect(tls).toMatchObject({ kind: 'fault', isUnsent: true });
    const plain = await exchange({ method: 'GET', url: new URL(`http://127.0.0.1:${port}`) }, limits);
    expect(plain).toMatchObject({ kind: 'fault', message: expect.stringMatching(/is not HTTP|cut the connection/) });
    tcp.close();
  });

  const FEATURE = 'Feature: Cart\n';
  const packed = (pack: (bytes: Buffer) => Buffer, text: string | Buffer = FEATURE) => pack(Buffer.from(text));
  const ask = async (encoding: string, body: Buffer) => {
    await using served = await serve((_request, response) => {
      response.setHeader('content-encoding', encoding).end(body);
    });
    return await exchange({ method: 'GET', url: served.url }, limits);
  };

  it.each([
    ['gzip', packed(gzipSync)],
    ['x-gzip', packed(gzipSync)],
    ['GZIP', packed(gzipSync)],
    ['br', packed(brotliCompressSync)],
    ['deflate', packed(deflateSync)],
    ['deflate', packed(deflateRawSync)],
    ['gzip, br', packed(brotliCompressSync, packed(gzipSync))],
    ['identity', Buffer.from(FEATURE)],
  ])('an answer that comes packed by %s although nobody asked for that is read', async (encoding, body) => {
    expect(await ask(encoding, body)).toMatchObject({ kind: 'answer', body: Buffer.from(FEATURE) });
  });

  it('an answer without a body is read whatever its encoding', async () => {
    expect(await ask('gzip', Buffer.alloc(0))).toMatchObject({ kind: 'answer', body: Buffer.alloc(0) });
  });

  const BOMB = Buffer.alloc(1_000_000);
  it.each([
    ['gzip', packed(gzipSync, BOMB)],
    ['br', packed(brotliCompressSync, BOMB)],
    ['gzip, gzip', packed(gzipSync, packed(gzipSync, BOMB))],
    ['gzip, gzip', packed(gzipSync, Buffer.concat(Array.from({ length: 200 }, () => gzipSync(''))))],
  ])('an answer that is small only while it is packed by %s is refused', async (encoding, body) => {
    expect(body.length).toBeLessThan(limits.mostBytes * 2);
    expect(await ask(encoding, body)).toMatchObject({
      kind: 'fault',
      message: expect.stringMatching(/larger than 0\.001 MB/),
    });
  });

  it.each([
    ['gzip', 'gzip', Buffer.from(FEATURE)],
    ['gzip', 'gzip', packed(gzipSync).subarray(0, -9)],
    ['gzip, br', 'gzip', packed(brotliCompressSync)],
  ])('an answer that says %s and is not packed so is refused, naming %s', async (encoding, named, body) => {
    expect(await ask(encoding, body)).toMatchObject({
      kind: 'fault',
      message: `The answer (200) says that it is encoded as ${named}, but it is not, or it is cut off.`,
    });
  });

  it.each(['zstd', 'gzip, aws-chunked', 'gzip, gzip, gzip, gzip, gzip'])(
    'an answer encoded as %s is refused',
    async encoding => {
      expect(await ask(encoding, packed(gzipSync))).toMatchObject({
        kind: 'fault',
        message: `The answer (200) is encoded as ${encoding}, which was not asked for and cannot be read.`,
      });
    },
  );

  it('a certificate that is not trusted is reported', async () => {
    const pem = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/tls', name));
    const server = createHttpsServer({ cert: pem('own.pem'), key: pem('own.key') }, (_request, response) =>
      response.end(),
    );
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const outcome = await exchange({ method: 'GET', url: new URL(`https://localhost:${portOf(server)}`) }, limits);
    server.close();
    expect(outcome).toMatchObject({
      kind: 'fault',
      isUnsent: true,
      message: expect.stringMatching(/certificate of localhost:\d+ is not trusted .*NODE_EXTRA_CA_CERTS/),
    });
  });

  it('an exchange ends with its signal while the server stays silent', async () => {
    const silent = createTcpServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const signal = AbortSignal.timeout(200);
    await expect(
      exchange({ method: 'GET', url: new URL(`https://127.0.0.1:${port}`) }, { ...limits, signal }),
    ).rejects.toThrow(/timeout/i);
    await expect(
      exchange({ method: 'GET', url: new URL('http://127.0.0.1') }, { ...limits, signal }),
    ).rejects.toThrow();
    silent.close();
  });
});

describe('waiting for a busy server', () => {
  const now = Date.parse('2026-11-22T10:00:00Z');
  const busy = (retryAfter?: string) => ({
    kind: 'answer' as const,
    url: new URL('http://127.0.0.1'),
    status: 429,
    contentType: '',
    retryAfter,
    location: undefined,
    isPublic: false,
    body: Buffer.alloc(0),
  });
  const wait = async (retryAfter: string | undefined, leftMs: number) => {
    const pauses: number[] = [];
    const sending = { ...hastyPatience(pauses), now: () => now, signal: limits.signal, leftMs: () => leftMs };
    const { outcome: _outcome, ...sent } = await sendPatiently(async () => busy(retryAfter), {
      ...sending,
      mayRepeat: () => true,
    });
    return { ...sent, pauses };
  };

  it.each([
    ['30', 30_000],
    [' 5 ', 5_000],
    ['Sun, 22 Nov 2026 10:00:20 GMT', 20_000],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('the header Retry-After: %s asks for a pause of %s ms', (text, ms) => {
    expect(retryAfterMs(text, now)).toBe(ms);
  });

  it('a busy server is waited for as long as it asks, up to a minute and within the time left', async () => {
    expect(await wait('60', 600_000)).toEqual({ tries: 4, pauses: [60_000, 60_000, 60_000] });
    expect(await wait('61', 600_000)).toEqual({ tries: 1, pauses: [], askedMs: 61_000 });
    expect(await wait('30', 20_000)).toEqual({ tries: 1, pauses: [], askedMs: 30_000 });
    expect(await wait(undefined, 1_500)).toEqual({ tries: 2, pauses: [1_000] });
    expect(await wait('soon', 600_000)).toEqual({ tries: 4, pauses: [1_000, 2_000, 4_000] });
  });
});
