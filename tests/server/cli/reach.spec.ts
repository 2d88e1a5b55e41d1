import { readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProjectId } from '../../../model/names/codes.ts';
import { startService } from '../../../server/main.ts';
import { ServerFile } from '../../../server/service/server-file.ts';
import { readTls } from '../../../server/service/tls-files.ts';
import { steploom } from '../../support/command-line.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const PEM_FOLDER = resolve(import.meta.dirname, '../../fixtures/tls');
const pem = (name: string) => join(PEM_FOLDER, name);
const OWN = { certFile: pem('own.pem'), keyFile: pem('own.key') };

describe('the files for HTTPS', () => {
  it('readTls returns the chain, the key and the certificate of the server itself', async () => {
    const { cert, key, certificate } = await readTls({ certFile: pem('chain.pem'), keyFile: pem('issued.key') });
    expect(cert.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(certificate.match(/BEGIN CERTIFICATE/g)).toHaveLength(1);
    expect(key).toContain('BEGIN PRIVATE KEY');
  });

  it.each([
    ['a missing certificate', 'none.pem', 'own.key', /--tls-cert .*none\.pem: there is no such file\.$/],
    ['a folder', '.', 'own.key', /--tls-cert .*: it cannot be read \(EISDIR\)\.$/],
    ['a missing key', 'own.pem', 'none.key', /--tls-key .*none\.key: there is no such file\.$/],
    ['swapped files', 'own.key', 'own.pem', /holds no certificate .* but a key; are the two files swapped\?$/],
    [
      'two certificates',
      'own.pem',
      'own.pem',
      /holds no private key .* but a certificate; are the two files swapped\?$/,
    ],
    [
      'the key of another certificate',
      'own.pem',
      'other.key',
      /The key .*other\.key does not belong to the certificate/,
    ],
    ['a key with a passphrase', 'own.pem', 'locked.key', /is protected by a passphrase/],
  ])('readTls refuses %s and says why', async (_what, cert, key, words) => {
    const reading = readTls({ certFile: pem(cert), keyFile: pem(key) });
    await expect(reading).rejects.toMatchObject({ kind: 'invalid-params', message: expect.stringMatching(words) });
  });

  it.each([
    ['2000-01-01', /is valid only from .*; no client would accept it yet/],
    ['2200-01-01', /expired on .*; no client would accept it\./],
  ])('readTls refuses a certificate that is not valid on %s', async (day, words) => {
    await expect(readTls(OWN, new Date(day))).rejects.toThrow(words);
  });
});

/** The workspace of a project that has a password, and what it takes to serve it. */
async function openWorkspace(password = 'long grass by the river') {
  const workspace = await temporaryDirectory();
  const service = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent' });
  const project = await service.workspace.create({ projectId: ProjectId.parse('shop'), name: 'Shop' });
  if (password !== '') await project.password.set(password);
  await service.dispose();
  return workspace;
}

describe('other machines', () => {
  it.each([
    ['without TLS', { host: '0.0.0.0' }, 'must not go unencrypted'],
    ['with both TLS and insecure HTTP', { host: '0.0.0.0', insecureHttp: true, tlsFiles: OWN }, 'exclude each other'],
    ['when no host is given', { insecureHttp: true }, 'does nothing without --host'],
    ['with an empty host', { host: '' }, '--host needs an address'],
    ['with a wrong key', { tlsFiles: { ...OWN, keyFile: pem('other.key') } }, 'does not belong to the certificate'],
    ['without a password', { host: '0.0.0.0', insecureHttp: true }, 'The project "shop" has no password'],
    ['without a password, even over HTTPS', { host: '::', tlsFiles: OWN }, 'The project "shop" has no password'],
  ])('the service does not start for other machines %s', async (_what, reach, words) => {
    await using workspace = await openWorkspace('');
    const starting = startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent', ...reach });
    await expect(starting).rejects.toMatchObject({ kind: 'invalid-params', message: expect.stringContaining(words) });
    await expect(stat(join(workspace.path, '.steploom', 'server.json'))).rejects.toThrow();
    // What was opened for it is closed again.
    const again = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent' });
    expect(again.workspace.closed()).toEqual([]);
    await again.dispose();
  });

  it('steploom open --host names the next step when a password or the TLS key is missing', async () => {
    await using workspace = await openWorkspace('');
    const tls = ['--tls-cert', pem('own.pem'), '--tls-key', pem('own.key')];
    const open = ['open', '--port', '0', '--host', '0.0.0.0'];
    expect(await steploom(workspace.path, ...open, ...tls)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('\nNext: steploom password --project shop\n'),
    });
    const half = await steploom(workspace.path, ...open, ...tls.slice(0, 2));
    expect(half).toMatchObject({ exitCode: 2, stderr: 'HTTPS needs both --tls-cert FILE and --tls-key FILE.\n' });
  });
});

/** Asks as a client would that trusts only the certificate. */
function askSecurely(url: string, ca: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((done, reject) => {
    request(url, { ca, headers, agent: false }, response => {
      response.resume().on('end', () => done(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

describe('a service with HTTPS', () => {
  it('an HTTPS service answers clients that trust its certificate and the commands of its workspace', async () => {
    await using workspace = await openWorkspace('');
    const service = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent', tlsFiles: OWN });
    try {
      expect(service.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
      const own = await readFile(pem('own.pem'), 'utf8');
      expect(await askSecurely(`${service.url}/api/health`, own)).toBe(200);
      expect(await askSecurely(`${service.url}/api/health`, own, { Origin: service.url })).toBe(200);
      expect(await askSecurely(`${service.url}/api/health`, own, { Origin: 'http://evil.test' })).toBe(403);
      const created = await steploom(workspace.path, 'token', 'create', '--name', 'ci', '--access', 'read');
      expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^svcmcp_/) });
      const called = await steploom(workspace.path, 'call', 'getModules');
      expect(JSON.parse(called.stdout)).toMatchObject({ modules: [] });
      expect((await steploom(workspace.path, 'verify', '--repair')).exitCode).toBe(0);
      const { stdout } = await steploom(workspace.path, 'doctor');
      expect(stdout).toContain(service.url);
      expect(stdout).toMatch(/✓ Videos {5}/);
      expect((await steploom(workspace.path, 'open')).stdout).toContain(`Steploom is ready: ${service.url}/#code=`);
    } finally {
      await service.dispose();
    }
  });

  it('commands reach an HTTPS service whatever issuer and host name its certificate has', async () => {
    await using workspace = await openWorkspace('');
    const tlsFiles = { certFile: pem('chain.pem'), keyFile: pem('issued.key') };
    const service = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent', tlsFiles });
    try {
      expect((await steploom(workspace.path, 'call', 'getModules')).exitCode).toBe(0);
    } finally {
      await service.dispose();
    }
  });

  it('commands treat a service as not running when its certificate is not the recorded one', async () => {
    await using workspace = await openWorkspace('');
    const service = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent', tlsFiles: OWN });
    try {
      const path = join(workspace.path, '.steploom', 'server.json');
      const content = ServerFile.parse(JSON.parse(await readFile(path, 'utf8')));
      const { certificate } = await readTls({ certFile: pem('chain.pem'), keyFile: pem('issued.key') });
      await writeFile(path, JSON.stringify({ ...content, certificate }));
      expect((await steploom(workspace.path, 'doctor')).stdout).toContain('not running');
      const { certificate: _, ...without } = content;
      await writeFile(path, JSON.stringify(without));
      expect((await steploom(workspace.path, 'doctor')).stdout).toContain('not running');
    } finally {
      await service.dispose();
    }
  });
});

/** An address of this machine that others could reach. */
const outward = Object.values(networkInterfaces())
  .flatMap(addresses => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe('a service that other machines reach', () => {
  it.skipIf(outward === undefined)('a service on one address accepts local commands as the owner', async () => {
    await using workspace = await openWorkspace();
    const reach = { host: outward, insecureHttp: true };
    const service = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent', ...reach });
    try {
      expect(service.url).toBe(`http://${outward}:${new URL(service.url).port}`);
      expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
      expect((await steploom(workspace.path, 'token', 'list')).exitCode).toBe(0);
    } finally {
      await service.dispose();
    }
  });

  it('a service that listens on all addresses accepts requests to each of them', async () => {
    await using workspace = await openWorkspace();
    const reach = { host: '0.0.0.0', insecureHttp: true, allowedHosts: ['steploom.test'] };
    const service = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent', ...reach });
    try {
      const { port } = new URL(service.url);
      for (const host of ['127.0.0.1', 'localhost', outward ?? '127.0.0.1'])
        expect((await fetch(`http://${host}:${port}/api/health`)).status).toBe(200);
      expect((await steploom(workspace.path, 'token', 'list')).exitCode).toBe(0);
    } finally {
      await service.dispose();
    }
  });
});
