// @module-tag full
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LIMIT_MS = 600_000;

const execute = promisify(execFile);

let place: TemporaryDirectory;
let tarball: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  place = await temporaryDirectory();
  env = { ...process.env, NO_COLOR: '1', STEPLOOM_WORKSPACE: '', npm_config_cache: join(place.path, 'cache') };
  const packed = await execute('npm', ['pack', '--json', '--pack-destination', place.path], { cwd: ROOT, env });
  const from = packed.stdout.indexOf('[');
  const [{ filename }] = z.tuple([z.object({ filename: z.string() })]).parse(JSON.parse(packed.stdout.slice(from)));
  tarball = join(place.path, filename);
}, LIMIT_MS);

afterAll(() => place[Symbol.asyncDispose]());

const emptyFolder = async (name: string): Promise<string> => {
  const folder = join(place.path, name);
  await execute('mkdir', [folder]);
  return folder;
};

it('the package holds what was built and nothing of the machine that built it', async () => {
  const folder = await emptyFolder('unpacked');
  await execute('tar', ['-xzf', tarball, '-C', folder]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const names = files.map(file => file.slice(folder.length + '/package/'.length));
  expect(names).toEqual(expect.arrayContaining(['bin/steploom.mjs', 'dist/cli.js', 'dist/ide/index.html', 'LICENSE']));
  expect(names.filter(name => /^(tests|features|ide|model)\/|\.ts$/.test(name))).toEqual([]);
  for (const file of files.filter(name => /\.(m?js|map|json|html|css)$/.test(name)))
    expect(await readFile(file, 'utf8'), file).not.toContain(ROOT);
});

it('npx makes a project, runs it and opens the page in an empty folder', { timeout: LIMIT_MS }, async () => {
  const folder = await emptyFolder('empty');
  const steploom = (...words: string[]) => execute('npx', ['--yes', `file:${tarball}`, ...words], { cwd: folder, env });
  await steploom('init', 'shop');
  await steploom('call', 'createModule', '{"name":"A"}');
  await steploom('call', 'createTest', '{"moduleCode":"m1","name":"One","actions":[{"type":"comment","text":"x"}]}');
  const { stdout } = await steploom('run', '--reporter', 'junit');
  expect(stdout).toContain('tests="1"');
  const opened = spawn('npx', ['--yes', `file:${tarball}`, 'open', '--no-open', '--json', '--port', '0'], {
    cwd: folder,
    env,
    detached: true,
  });
  try {
    const [line] = await once(createInterface({ input: opened.stdout }), 'line');
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(line)));
    const page = await fetch(new URL('/', url));
    expect([page.status, (await page.text()).includes('<script type="module"')]).toEqual([200, true]);
  } finally {
    if (opened.pid !== undefined) process.kill(-opened.pid, 'SIGINT');
    await once(opened, 'close');
  }
});

it('npx opens the page in an empty folder, and ends with SIGTERM', { timeout: LIMIT_MS }, async () => {
  const folder = await emptyFolder('opened');
  const words = ['--yes', `file:${tarball}`, 'open', '--no-open', '--headless', '--port', '0'];
  const opened = spawn('npx', words, { cwd: folder, env, detached: true });
  const closed = once(opened, 'close');
  try {
    const address = await addressIn(createInterface({ input: opened.stdout }));
    const page = await fetch(address);
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const code = await fetch(new URL(script, address));
    expect([page.status, code.status, code.headers.get('content-type')]).toEqual([
      200,
      200,
      expect.stringContaining('javascript'),
    ]);
    // To all of them, as a terminal and a CI server do it: npx alone would go and leave the service behind.
    if (opened.pid !== undefined) process.kill(-opened.pid, 'SIGTERM');
    await closed;
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  } finally {
    if (opened.pid !== undefined && opened.exitCode === null && opened.signalCode === null)
      process.kill(-opened.pid, 'SIGKILL');
  }
});

async function addressIn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error('The service ended before it was ready.');
}

it('the shell script runs a suite of the sample by the package, and leaves its report', {
  timeout: LIMIT_MS,
}, async () => {
  const folder = await emptyFolder('repository');
  const workspace = join(folder, 'e2e');
  await execute('mkdir', [join(folder, '.git')]);
  await execute('cp', ['-r', join(ROOT, 'server/sample/project'), `${workspace}-copy`]);
  await execute('mkdir', [workspace]);
  await execute('mv', [`${workspace}-copy`, join(workspace, 'sample')]);
  const words = ['ci', 'shell', 'Smoke', '--workers', '2', '--retries', '1', '--write'];
  const options = { cwd: folder, env: { ...env, STEPLOOM_WORKSPACE: workspace } };
  const { stderr } = await execute('npx', ['--yes', `file:${tarball}`, ...words], options);
  expect(stderr).toContain('STEPLOOM_SECRET_customerPassword');
  const script = join(folder, 'steploom-ci.sh');
  const missing = await execute(script, [], { cwd: folder, env: { ...env, STEPLOOM_PACKAGE: tarball } }).catch(
    (error: unknown) => error,
  );
  expect(missing).toMatchObject({ stderr: expect.stringContaining('STEPLOOM_SECRET_customerPassword') });
  const secrets = { STEPLOOM_SECRET_customerPassword: 'spring-42' };
  await execute(script, [], { cwd: place.path, env: { ...env, ...secrets, STEPLOOM_PACKAGE: tarball } });
  const report = await readFile(join(folder, 'reports/junit.xml'), 'utf8');
  expect(report).toMatch(/tests="5" .*failures="0"/);
  expect(report).not.toContain('spring-42');
});
