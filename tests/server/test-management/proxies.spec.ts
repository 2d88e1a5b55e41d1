import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAMPLE_CLIENT } from '../../../server/sample-tm/tm-accounts.ts';
import { exchange } from '../../../server/test-management/http/exchange.ts';
import { follow } from '../../../server/test-management/http/follow.ts';
import { readProxies } from '../../../server/test-management/http/proxies.ts';
import { steploom, steploomProcess } from '../../support/command-line.ts';
import { portOf } from '../../support/port-of.ts';
import { startProxy } from '../../support/proxy.ts';
import { startSampleTm } from '../../support/sample-tm/start-sample-tm.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/tls');
const limits = { signal: new AbortController().signal, mostBytes: 1_000 };
const HTTPS = new URL('https://steploom.test/export?filter=1');
const PRIVATE = new URL('http://10.0.0.1/export?filter=1');
const PASSWORD = 'canary-p@ss';
const ENCODED = encodeURIComponent(PASSWORD);

async function listening<Server extends ReturnType<typeof createServer>>(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const serve = (listener: RequestListener) => listening(createServer(listener));

/** TLS in front of a port that speaks plain HTTP. */
function encrypt(port: number) {
  const pem = (name: string) => readFileSync(join(FIXTURES, name));
  const server = createHttpsServer({ cert: pem('own.pem'), key: pem('own.key') });
  server.on('secureConnection', socket => {
    const plain = connect(port, '127.0.0.1').on('error', () => socket.destroy());
    socket.on('error', () => plain.destroy());
    plain.pipe(socket).pipe(plain);
  });
  server.removeAllListeners('request');
  return listening(server);
}

describe('proxies of the environment', () => {
  const both = { HTTPS_PROXY: 'http://secure.example:1', HTTP_PROXY: 'plain.example:2' };
  it.each([
    ['https://tm.example/', both, 'secure.example:1'],
    ['http://tm.example/', both, 'plain.example:2'],
    ['https://tm.example/', { ...both, https_proxy: 'http://small.example:3' }, 'small.example:3'],
    ['https://tm.example/', { HTTP_PROXY: 'http://plain.example' }, undefined],
    ['https://tm.example/', { HTTPS_PROXY: ' ' }, undefined],
    ['https://localhost:8443/', both, undefined],
    ['http://127.0.0.2/', both, undefined],
    ['http://[::1]/', both, undefined],
    ['https://tm.example/', { ...both, NO_PROXY: '*' }, undefined],
    ['https://tm.example/', { ...both, no_proxy: 'tm.example' }, undefined],
    ['https://jira.tm.example/', { ...both, NO_PROXY: 'other, TM.example' }, undefined],
    ['https://jira.tm.example/', { ...both, NO_PROXY: '.tm.example' }, undefined],
    ['https://jira.tm.example/', { ...both, NO_PROXY: '*.tm.example' }, undefined],
    ['https://atm.example/', { ...both, NO_PROXY: 'tm.example' }, 'secure.example:1'],
    ['https://tm.example/', { ...both, NO_PROXY: 'tm.example:8443' }, 'secure.example:1'],
    ['https://tm.example:8443/', { ...both, NO_PROXY: 'tm.example:8443' }, undefined],
    ['http://10.1.2.3/', { ...both, NO_PROXY: '10.0.0.0/8' }, undefined],
    ['http://10.1.2.3/', { ...both, NO_PROXY: '10.1.2.3' }, undefined],
    ['http://10.1.2.3/', { ...both, NO_PROXY: '10.1.0.0/24' }, 'plain.example:2'],
    ['http://[fd00::1]/', { ...both, NO_PROXY: 'fd00::/8' }, undefined],
  ])('the proxy for %s with the environment %j is %s', (address, environment, host) => {
    expect(readProxies(environment).proxyFor(new URL(address))?.url?.host).toBe(host);
  });

  it('readProxies returns the secrets of a proxy address and no URL for an invalid one', () => {
    const { secrets } = readProxies({ HTTPS_PROXY: `http://ann:${ENCODED}@proxy.example:1` });
    expect(secrets).toEqual([ENCODED, PASSWORD, Buffer.from(`ann:${PASSWORD}`).toString('base64')]);
    const odd = readProxies({ HTTPS_PROXY: 'socks5://proxy.example:1', HTTP_PROXY: 'http://[' });
    expect([odd.proxyFor(HTTPS), odd.proxyFor(PRIVATE)]).toEqual([
      { variable: 'HTTPS_PROXY', url: undefined },
      { variable: 'HTTP_PROXY', url: undefined },
    ]);
  });
});

describe('a request through a proxy', () => {
  const proxied = (host: string) =>
    readProxies({ HTTPS_PROXY: `http://ann:${ENCODED}@${host}`, HTTP_PROXY: `http://ann:${ENCODED}@${host}` });

  it('a plain request passes through the proxy, and its credentials go to no other host', async () => {
    await using served = await serve((asked, response) => {
      if (asked.headers.host === '10.0.0.1') response.writeHead(302, { location: 'http://10.0.0.2/moved' });
      response.end('here');
    });
    await using proxy = await startProxy({ targetPort: served.port });
    const request = { method: 'GET', url: PRIVATE, credentials: { authorization: 'Bearer x' } } as const;
    const outcome = await follow(request, { ...limits, proxies: proxied(proxy.host) });
    expect(outcome).toMatchObject({ kind: 'answer', status: 200, isPublic: false, body: Buffer.from('here') });
    const credentials = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`;
    expect(proxy.seen).toEqual([
      { asked: `GET ${PRIVATE.href}`, credentials, authorization: 'Bearer x' },
      { asked: 'GET http://10.0.0.2/moved', credentials, authorization: undefined },
    ]);
  });

  it('an encrypted request through a proxy still checks the certificate of the host', async () => {
    await using served = await serve((_asked, response) => void response.end());
    await using secure = await encrypt(served.port);
    await using proxy = await startProxy({ targetPort: secure.port });
    const outcome = await exchange({ method: 'GET', url: HTTPS }, { ...limits, proxies: proxied(proxy.host) });
    expect(proxy.seen).toMatchObject([{ asked: 'CONNECT steploom.test:443', authorization: undefined }]);
    expect(outcome).toMatchObject({
      kind: 'fault',
      isUnsent: true,
      message: expect.stringMatching(
        /^Through the proxy 127.*\(HTTPS_PROXY\): The certificate of steploom\.test is not/,
      ),
    });
  });

  it.each([
    [403, /^The proxy 127\.0\.0\.1:\d+ \(HTTPS?_PROXY\) refused the connection to .* with 403\. Allow it there/],
    [
      407,
      /refused the connection to .* with 407: it wants a user name and password\. Write valid ones into HTTPS?_PROXY\./,
    ],
    [502, /refused the connection to steploom\.test with 502/],
  ])('a proxy that answers %s is reported with its address and what to do', async (answer, message) => {
    await using proxy = await startProxy({ targetPort: 1, answer });
    const urls = answer === 407 ? [HTTPS, PRIVATE] : [HTTPS];
    for (const url of urls) {
      const outcome = await exchange({ method: 'GET', url }, { ...limits, proxies: proxied(proxy.host) });
      expect(outcome).toMatchObject({ kind: 'fault', isUnsent: true, message: expect.stringMatching(message) });
      expect(JSON.stringify(outcome)).not.toMatch(/canary|ann:/);
    }
  });

  it('a proxy that cannot be reached and an address that is not a proxy are reported', async () => {
    for (const url of [HTTPS, PRIVATE]) {
      const outcome = await exchange({ method: 'GET', url }, { ...limits, proxies: proxied('127.0.0.1:9') });
      expect(outcome).toMatchObject({
        isUnsent: true,
        message: expect.stringMatching(/^The proxy 127\.0\.0\.1:9 \(HTTPS?_PROXY\) cannot be reached \(ECONNREFUSED\)/),
      });
    }
    const odd = readProxies({ HTTPS_PROXY: `socks5://ann:${PASSWORD}@proxy.example` });
    expect(await exchange({ method: 'GET', url: HTTPS }, { ...limits, proxies: odd })).toMatchObject({
      message: expect.stringMatching(/^HTTPS_PROXY holds no address of a proxy\. Set it to one/),
    });
  });

  it('no request through a proxy goes to link-local or, unencrypted, to public addresses', async () => {
    await using proxy = await startProxy({ targetPort: 1 });
    for (const url of ['https://169.254.169.254/', 'http://93.184.216.34/']) {
      const outcome = await exchange({ method: 'GET', url: new URL(url) }, { ...limits, proxies: proxied(proxy.host) });
      expect(outcome).toMatchObject({ kind: 'fault', isUnsent: true });
    }
    expect(proxy.seen).toEqual([]);
  });

  it('a name that only the proxy knows is asked by https, and told so for a request without encryption', async () => {
    await using proxy = await startProxy({ targetPort: 1, answer: 502 });
    const url = new URL('http://known-to-the-proxy.invalid/export');
    const outcome = await exchange({ method: 'GET', url }, { ...limits, proxies: proxied(proxy.host) });
    expect(outcome).toMatchObject({
      kind: 'fault',
      isUnsent: true,
      message: expect.stringMatching(
        /^The name known-to-the-proxy\.invalid was not found on this machine \(E\w+\)\. The proxy 127\.0\.0\.1:\d+ \(HTTP_PROXY\) may know it, but without encryption .* Write https:\/\/ in the URL/,
      ),
    });
    expect(JSON.stringify(outcome)).not.toMatch(/canary|ann:/);
    expect(proxy.seen).toEqual([]);
    const encrypted = new URL('https://known-to-the-proxy.invalid/export');
    await exchange({ method: 'GET', url: encrypted }, { ...limits, proxies: proxied(proxy.host) });
    expect(proxy.seen).toMatchObject([{ asked: 'CONNECT known-to-the-proxy.invalid:443' }]);
  });

  it('a request ends with its signal while the proxy stays silent', async () => {
    await using proxy = await startProxy({ targetPort: 1, answer: 'silent' });
    const controller = new AbortController();
    const asking = exchange(
      { method: 'GET', url: HTTPS },
      { ...limits, signal: controller.signal, proxies: proxied(proxy.host) },
    );
    await expect.poll(() => proxy.seen.length, { timeout: 60_000 }).toBe(1);
    controller.abort(new Error('enough'));
    await expect(asking).rejects.toThrow('enough');
  });

  it('steploom sync works through a proxy and never prints its password', { tags: 'full' }, async () => {
    await using tm = await startSampleTm();
    await using secure = await encrypt(Number(new URL(tm.url).port));
    await using proxy = await startProxy({ targetPort: secure.port });
    const folder = await temporaryDirectory();
    const settings = {
      projectId: 'shop',
      type: 'xray-cloud',
      fileListUrl: 'https://steploom.test/api/v2/export/cucumber?filter=10001&fz=true',
      ...SAMPLE_CLIENT,
    };
    await steploom(folder.path, 'init', 'shop');
    await steploom(folder.path, 'call', 'configureFeatureServer', JSON.stringify(settings));
    const environment = {
      HTTPS_PROXY: `http://ann:${ENCODED}@${proxy.host}`,
      NODE_EXTRA_CA_CERTS: join(FIXTURES, 'own.pem'),
    };
    const line = ['--workspace', folder.path, 'sync'];
    const synced = await steploomProcess(folder.path, environment, ...line);
    expect(synced).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/4 features: 4 new/) });
    expect(proxy.seen.map(({ asked }) => asked)).toEqual(['CONNECT steploom.test:443', 'CONNECT steploom.test:443']);
    const direct = await steploomProcess(folder.path, { ...environment, NO_PROXY: 'steploom.test' }, ...line);
    expect(direct).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/Signing in failed: The name steploom\.test/),
    });
    await proxy[Symbol.asyncDispose]();
    const alone = await steploomProcess(folder.path, environment, ...line);
    expect(alone).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/Signing in failed: The proxy 127\.0\.0\.1:\d+ \(HTTPS_PROXY\) cannot be reached/),
    });
    for (const { stdout, stderr } of [synced, direct, alone]) expect(stdout + stderr).not.toContain('canary');
    await folder[Symbol.asyncDispose]();
  });
});
