// @module-tag full
import { existsSync } from 'node:fs';
import { cp, readdir, rm, symlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '../support/is-alive.ts';
import { type Clone, copyClone, createClone, type Started } from './clone.ts';

const PREPARE = ['scripts/prepare.mjs'];
const SILENT_SUCCESS = { exitCode: 0, stdout: '', stderr: '' };

const npmCalls = async (clone: Clone) => (await clone.read('npm-calls').catch(() => '')).trim().split('\n');
const npmCall = ['start ci --include=dev --no-audit --no-fund', 'end'];

let readyClone: Clone;
beforeAll(async () => {
  readyClone = await createClone();
  await readyClone.run(PREPARE);
});
afterAll(async () => {
  await readyClone[Symbol.asyncDispose]();
});

/** Waits until npm hangs below a set-up just started, which knows of it; gives npm's process id. */
async function hangingNpm(clone: Clone): Promise<number> {
  const read = async () => await clone.read('npm-pid').catch(() => '');
  await expect.poll(read, { timeout: 30_000 }).toMatch(/^\d+\n$/);
  const npm = Number(await read());
  const workers = async () => (await readdir(clone.inside('.setup-lock'))).map(name => Number(name.split('-')[0]));
  await expect.poll(workers).toContain(npm);
  return npm;
}

async function printed(started: Started, line: string): Promise<void> {
  let stderr = '';
  started.child.stderr?.on('data', data => {
    stderr += data;
  });
  await expect.poll(() => stderr, { timeout: 30_000 }).toContain(line);
}

test('the set-up installs and builds a fresh clone, and does nothing the second time', async () => {
  await using clone = await createClone();
  expect(await clone.run(PREPARE)).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await npmCalls(clone)).toEqual(npmCall);
  expect(await clone.read('dist/cli.js')).toContain('async function main');
  const built = await clone.read('dist/.steploom-build');
  await clone.put('dist/untouched', '');
  expect(await clone.run(PREPARE)).toEqual(SILENT_SUCCESS);
  expect(await npmCalls(clone)).toEqual(npmCall);
  expect(await clone.read('dist/.steploom-build')).toBe(built);
  expect(existsSync(clone.inside('dist/untouched'))).toBe(true);
});

test('the set-up installs again but builds nothing when only the lockfile has changed', async () => {
  await using clone = await copyClone(readyClone);
  await clone.put('dist/untouched', '');
  await clone.put('package-lock.json', `${await clone.read('package-lock.json')}\n`);
  expect(await clone.run(PREPARE)).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await npmCalls(clone)).toEqual([...npmCall, ...npmCall]);
  expect(existsSync(clone.inside('dist/untouched'))).toBe(true);
});

test('the set-up installs nothing when npm itself has installed what the lockfile asks for', async () => {
  await using clone = await copyClone(readyClone);
  await rm(clone.inside('node_modules/.steploom-packages'));
  const { packages } = JSON.parse(await clone.read('package-lock.json'));
  const needed = Object.entries<{ optional?: boolean }>(packages).filter(([, { optional }]) => !optional);
  const record = Object.fromEntries(needed.filter(([folder]) => folder !== ''));
  await clone.put('node_modules/.package-lock.json', JSON.stringify({ packages: record }));
  expect(await clone.run(PREPARE)).toEqual(SILENT_SUCCESS);

  delete record['node_modules/zod'];
  await clone.put('node_modules/.package-lock.json', JSON.stringify({ packages: record }));
  await clone.run(PREPARE);
  expect(await npmCalls(clone)).toEqual([...npmCall, ...npmCall]);
});

test('the set-up builds again when a source has changed and leaves no stale output', async () => {
  await using clone = await copyClone(readyClone);
  expect(existsSync(clone.inside('dist/cli.js'))).toBe(true);
  await clone.put('dist/left-over.js', '');
  await clone.put('server/fresh.ts', 'export const fresh: string = "fresh source";\n');
  await clone.put('server/cli/main.ts', "export { fresh as main } from '../fresh.ts';\n");
  expect(await clone.run(PREPARE)).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await clone.read('dist/cli.js')).toContain('fresh source');
  expect(JSON.parse(await clone.read('dist/cli.js.map')).sources).toEqual(['../server/fresh.ts']);
  expect(existsSync(clone.inside('dist/left-over.js'))).toBe(false);
  expect(await npmCalls(clone)).toEqual(npmCall);
  expect((await readdir(clone.inside('.'))).filter(name => name.startsWith('.setup'))).toEqual([]);
});

test('the set-up keeps the last build and shows what is wrong when the sources are broken', async () => {
  await using clone = await copyClone(readyClone);
  const source = await clone.read('server/cli/main.ts');
  await clone.put('server/cli/main.ts', 'export const broken = ;\n');
  const { exitCode, stdout, stderr } = await clone.run(PREPARE);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain('The build failed');
  expect(stderr).toMatch(/server\/cli\/main\.ts:1:2\d/);
  expect(existsSync(clone.inside('dist/cli.js'))).toBe(true);
  await clone.put('server/cli/main.ts', source);
  expect(await clone.run(PREPARE)).toEqual(SILENT_SUCCESS);
});

test('the set-up shows why npm cannot install the packages, and tries again the next time', async () => {
  await using clone = await createClone();
  await clone.put('npm-fails', '');
  const failed = await clone.run(PREPARE);
  expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
  expect(failed.stderr).toBe('The packages could not be installed: npm ci failed.\nnpm error code ETARGET\n');
  await rm(clone.inside('npm-fails'));
  expect(await clone.run(PREPARE)).toMatchObject({ exitCode: 0 });
});

test('the set-up ends with a message when npm is missing', async () => {
  await using clone = await createClone();
  const failed = await clone.run(PREPARE, { PATH: clone.inside('no-programs') });
  expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
  expect(failed.stderr).toBe('npm was not found: it comes with Node (https://nodejs.org) and belongs on the PATH.\n');
  expect(await clone.run(PREPARE)).toMatchObject({ exitCode: 0 });
});

test('the set-up repairs an installation that was interrupted', async () => {
  await using clone = await copyClone(readyClone);
  await clone.put('package-lock.json', `${await clone.read('package-lock.json')}\n`);
  await clone.put('npm-hangs', '');
  const interrupted = clone.start(PREPARE);
  const npm = await hangingNpm(clone);
  process.kill(-interrupted.pid, 'SIGINT');
  expect((await interrupted.ended).exitCode).not.toBe(0);
  await expect.poll(() => isAlive(npm)).toBe(false);
  await rm(clone.inside('npm-hangs'));
  expect(await clone.run(PREPARE)).toMatchObject({ exitCode: 0 });
  expect(await clone.run(PREPARE)).toEqual(SILENT_SUCCESS);
  expect(await npmCalls(clone)).toEqual([...npmCall, 'start ci --include=dev --no-audit --no-fund', ...npmCall]);
});

test('the set-up waits for the npm that a killed set-up left running', async () => {
  await using clone = await createClone();
  await clone.put('npm-hangs', '');
  const killed = clone.start(PREPARE);
  const npm = await hangingNpm(clone);
  process.kill(killed.pid, 'SIGKILL');
  const next = clone.start(PREPARE);
  await printed(next, 'Waiting for another set-up … 1 s');
  expect(isAlive(npm)).toBe(true);
  await rm(clone.inside('npm-hangs'));
  expect(await next.ended).toMatchObject({ exitCode: 0 });
  expect(await npmCalls(clone)).toEqual([...npmCall, ...npmCall]);
});

test('two set-ups and a build that start together install only once', async () => {
  await using clone = await createClone();
  const outcomes = await Promise.all([clone.run(PREPARE), clone.run(PREPARE), clone.run(['scripts/build.mjs'])]);
  expect(outcomes.map(outcome => outcome.exitCode)).toEqual([0, 0, 0]);
  expect(await npmCalls(clone)).toEqual(npmCall);
  expect(await clone.run(PREPARE)).toEqual(SILENT_SUCCESS);
});

test('the set-up shows a step that takes longer than a second', async () => {
  await using clone = await createClone();
  await clone.put('npm-hangs', '');
  const started = clone.start(PREPARE);
  await printed(started, 'Installing packages … 1 s\n');
  await rm(clone.inside('npm-hangs'));
  expect((await started.ended).stderr).toMatch(/^Installing packages: done after \d+ s$/m);
});

test('a missing browser is only a warning at a start, but fails the set-up of the specs', async () => {
  await using clone = await copyClone(readyClone);
  const environment = { STEPLOOM_BROWSER: '/no/such/browser' };
  const start = await clone.run(PREPARE, environment);
  expect(start).toMatchObject({ exitCode: 0, stdout: '' });
  expect(start.stderr).toMatch(/STEPLOOM_BROWSER names \/no\/such\/browser.*\n$/);
  expect(await clone.run([...PREPARE, '--all'], environment)).toMatchObject({ exitCode: 1, stdout: '' });
});

test('the set-up of an installed package neither installs nor builds anything', async () => {
  await using clone = await copyClone(readyClone);
  for (const file of ['tsconfig.json', 'package-lock.json', 'model', 'ide-bridge', 'server', 'ide']) {
    await rm(clone.inside(file), { recursive: true });
  }
  expect(await clone.run(PREPARE)).toEqual(SILENT_SUCCESS);
  expect(await npmCalls(clone)).toEqual(npmCall);
});

test.each(['scripts/prepare.mjs', 'scripts/build.mjs', 'bin/steploom.mjs'])(
  '%s says when Node is too old',
  async file => {
    await using clone = await createClone();
    const packageJson = await clone.read('package.json');
    await clone.put('package.json', packageJson.replace(/"node": ".*"/, '"node": ">=99.19"'));
    const { exitCode, stdout, stderr } = await clone.run([file]);
    expect(exitCode).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `Steploom needs Node 99.19 or newer and this is Node ${process.versions.node}: install a newer one from https://nodejs.org.\n`,
    );
    expect(existsSync(clone.inside('node_modules'))).toBe(false);
  },
);

test('the command installs and builds a clone, then passes on arguments, output and exit code', async () => {
  await using clone = await createClone();
  const { exitCode, stdout } = await clone.run(['bin/steploom.mjs', 'list', '--json']);
  expect(exitCode).toBe(7);
  expect(stdout).toMatch(/^list --json\nx{1000000}end$/);
});

test('the command works from another folder, through a link and without the scripts, as in a package', async () => {
  await using clone = await copyClone(readyClone);
  await rm(clone.inside('scripts'), { recursive: true });
  await rm(clone.inside('tsconfig.json'));
  await cp(clone.inside('dist'), clone.inside('package/dist'), { recursive: true });
  await cp(clone.inside('bin'), clone.inside('package/bin'), { recursive: true });
  await cp(clone.inside('package.json'), clone.inside('package/package.json'));
  await symlink(clone.inside('package/bin/steploom.mjs'), clone.inside('programs/steploom'));
  const { exitCode, stdout } = await clone.run(['programs/steploom', 'verify']);
  expect({ exitCode, start: stdout.slice(0, 7) }).toEqual({ exitCode: 7, start: 'verify\n' });
});

test('the set-up says that the folder cannot be written', async () => {
  await using clone = await createClone();
  await clone.put('.setup-lock', 'a file where a folder should be');
  const { exitCode, stderr } = await clone.run(PREPARE);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^\w+: .*\.setup-lock.*\n$/);
});

test('the set-up installs the conformance suites only for the specs, and fails without them', async () => {
  await using clone = await copyClone(readyClone);
  await clone.put('tests/conformance/package.json', '{}');
  await clone.put('tests/conformance/package-lock.json', '{ "packages": {} }');
  expect(await clone.run(PREPARE)).toEqual(SILENT_SUCCESS);
  await clone.put('tests/conformance/npm-fails', '');
  const failed = await clone.run([...PREPARE, '--all']);
  expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('npm ci failed') });
  await rm(clone.inside('tests/conformance/npm-fails'));
  expect(await clone.run([...PREPARE, '--all'])).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await clone.read('tests/conformance/npm-calls')).toContain(`${npmCall.join('\n')}\n`);
  expect(await clone.run([...PREPARE, '--all'])).toEqual(SILENT_SUCCESS);
});
