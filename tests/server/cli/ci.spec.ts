import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { main } from '../../../server/cli/main.ts';
import { copySampleProject } from '../../../server/sample/copy-sample-project.ts';
import { steploom, steploomIn } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const PASSWORD = 'long grass by the river';

let repository: TemporaryDirectory;

const ci = (...words: string[]) => steploomIn(repository.path, 'ci', ...words);

beforeAll(async () => {
  repository = await temporaryDirectory();
  await copySampleProject(repository.path);
});

afterAll(() => repository[Symbol.asyncDispose]());

describe('steploom ci', () => {
  it('prints the script alone, and says on stderr what is to be set up', async () => {
    const options = ['--workers', '2', '--retries', '1', '--report', 'junit', '--env', 'local'];
    const { exitCode, stdout, stderr } = await ci('gitlab', 'Smoke', ...options);
    expect(exitCode).toBe(0);
    expect(parse(stdout).steploom.artifacts).toMatchObject({ when: 'always', reports: { junit: 'reports/junit.xml' } });
    expect(stdout).toContain('run --project sample --suite t33 --env local');
    expect(stderr).toContain('package-lock.json');
  });

  it('writes the script to its place, and overwrites what is there only when told to', async () => {
    const path = join(repository.path, 'steploom-ci.sh');
    expect((await ci('shell', 'Smoke', '--write')).exitCode).toBe(0);
    expect((await stat(path)).mode & 0o111).not.toBe(0);
    const again = await ci('shell', '--test', 't2', '--write');
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('is there already');
    expect(await readFile(path, 'utf8')).toContain('--suite t33');
    expect((await ci('shell', '--test', 't2', '--write', '--force')).exitCode).toBe(0);
    expect(await readFile(path, 'utf8')).not.toContain('--suite');
  });

  it('prints an address for steploom run', async () => {
    const { exitCode, stdout } = await ci('url', 'Smoke');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:4620\/p\/sample\/-\/ci\?suite=t33&id=[0-9a-f]{12}&sig=[\w-]{86}\n$/);
    expect((await ci('url', 'Smoke')).stdout, 'the same again').toBe(stdout);
  });

  it('an address runs until it is revoked, and only as it was made', async () => {
    const url = (await ci('url', 'Smoke', '--retries', '2')).stdout.trim();
    const run = async (address: string, directory = repository.path) => {
      const { exitCode, stdout, stderr } = await steploomIn(directory, 'run', address, '--dry-run');
      return { exitCode, isAny: stdout !== '', stderr };
    };
    expect(await run(url)).toMatchObject({
      exitCode: 0,
      isAny: true,
      stderr: expect.not.stringContaining('signature'),
    });
    for (const changed of [
      url.replace('t33', 't2'),
      url.replace('retries=2', 'retries=9'),
      `${url}&test=t2`,
      url.slice(0, -9),
    ])
      expect(await run(changed), changed).toMatchObject({
        exitCode: 2,
        isAny: false,
        stderr: expect.stringContaining('signature of the CI URL is not right'),
      });
    expect((await run(url.replace('/p/sample', '/p/other'))).stderr).toContain('No project "other"');
    await using clone = await temporaryDirectory();
    await copySampleProject(clone.path);
    expect(await run(url, clone.path), 'where nothing is known of it').toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('was not checked'),
    });
    await cp(join(repository.path, 'sample', 'project.json'), join(clone.path, 'sample', 'project.json'));
    expect(await run(url, clone.path), 'without the private key').toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringContaining('signature'),
    });
    const id = new URL(url).searchParams.get('id');
    await steploomIn(repository.path, 'call', 'revokeCIUrl', JSON.stringify({ id }));
    expect(await run(url)).toMatchObject({
      exitCode: 2,
      isAny: false,
      stderr: expect.stringContaining(`${id} was revoked`),
    });
    expect(await run(url.replace(/&id=.*/, '')), 'with nothing that tells which it was').toMatchObject({
      exitCode: 2,
      isAny: false,
      stderr: expect.stringContaining('bears no signature'),
    });
    expect(new URL((await ci('url', 'Smoke', '--retries', '2')).stdout).searchParams.get('id')).not.toBe(id);
  });

  it('refuses servers, suites and numbers that are none', async () => {
    const refusal = async (...words: string[]) => {
      const { exitCode, stdout, stderr } = await ci(...words);
      expect([exitCode, stdout]).toEqual([2, '']);
      return stderr;
    };
    expect(await refusal('travis', 'Smoke')).toContain('github, gitlab, jenkins');
    expect(await refusal('github', 'Weekly')).toContain('Weekly');
    expect(await refusal('github', '--shards', 'many')).toContain('many');
    expect(await refusal('github', '--report', 'pdf')).toContain('pdf');
  });

  it('asks for the password of a project that has one before a CI URL is made, and not for a script', async () => {
    await using locked = await temporaryDirectory();
    await steploom(locked.path, 'init', 'shop');
    await steploom(locked.path, 'call', 'createModule', '{"name":"A"}');
    await steploom(locked.path, 'call', 'createTest', '{"moduleCode":"m1","name":"One"}');
    expect((await piped(locked.path, PASSWORD, 'password')).exitCode).toBe(0);
    const script = await piped(locked.path, '', 'ci', 'shell');
    expect(script.exitCode).toBe(0);
    expect(script.stdout).toMatch(/^#!\/bin\/sh/);
    const wrong = await piped(locked.path, 'short grass', 'ci', 'url');
    expect([wrong.exitCode, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain('not the password');
    const right = await piped(locked.path, PASSWORD, 'ci', 'url');
    expect(right.exitCode).toBe(0);
    expect(right.stdout).toContain('/p/shop/-/ci?');
  });
});

async function piped(folder: string, typed: string, ...words: string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(`${typed}\n`);
  const env = { ...process.env, NO_COLOR: '1', STEPLOOM_WORKSPACE: folder };
  const exitCode = await main(words, { stdin, stdout, stderr, env, cwd: () => folder, on: () => {} });
  return { exitCode, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}
