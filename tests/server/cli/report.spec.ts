import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Run } from '../../../model/run/run.ts';
import { steploom, steploomIn } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { featureRun } from '../reports/feature-run.ts';

let workspace: TemporaryDirectory;
const report = (...words: string[]) => steploom(workspace.path, 'report', ...words);

beforeEach(async () => {
  workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop');
});

afterEach(() => workspace[Symbol.asyncDispose]());

async function store(runId: string, changes: object = {}) {
  const { run, messages } = featureRun();
  const folder = join(workspace.path, 'shop/.steploom/runs', runId);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'run.json'), JSON.stringify(Run.parse({ ...run, runId, ...changes })));
  await writeFile(join(folder, 'messages.ndjson'), messages.map(message => `${JSON.stringify(message)}\n`).join(''));
}

describe('steploom report', () => {
  it('steploom report exits with 3 when there is no run', async () => {
    const { exitCode, stderr } = await report();
    expect([exitCode, stderr]).toEqual([3, 'There is no run yet; start one with steploom run.\n']);
  });

  it('steploom report uses the named run, or the last finished one when none is named', async () => {
    await store('r1');
    await store('r2');
    await store('r3', { state: 'running', processId: process.pid });
    const { exitCode, stdout } = await report();
    expect(exitCode).toBe(0);
    expect(stdout).toContain('7 scenarios: 2 passed, 1 failed, 2 errors, 1 not implemented, 1 skipped');
    const words = ['--reporter', 'github', '-r', 'junit=out/TEST-x.xml', '-r', 'allure'];
    const named = await steploomIn(workspace.path, '--workspace', workspace.path, 'report', 'r1', ...words);
    expect(named).toMatchObject({ exitCode: 0, stderr: '' });
    expect(named.stdout).toMatch(/^::error file=shop\/versions\/main\/features\/basket\.feature,line=15,/);
    expect(await readFile(join(workspace.path, 'out/TEST-x.xml'), 'utf8')).toContain('<testsuites name="Shop');
    expect(await readdir(join(workspace.path, 'allure-results'))).toContain('environment.properties');
  });

  it('steploom report --not-implemented-as pending shows unimplemented steps as pending', async () => {
    await store('r1');
    const { stdout } = await report('r1', '-r', 'cucumber', '--not-implemented-as', 'pending');
    expect(stdout).toContain('"status": "pending"');
    expect((await report('r1', '--not-implemented-as', 'done')).exitCode).toBe(2);
  });

  it('steploom report refuses unknown runs and reporters and writes nothing', async () => {
    await store('r1');
    expect(await report('r9', '-r', 'html=gone.html')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('No run r9.'),
    });
    expect(await report('last')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('"last" is not a run ID such as r12.'),
    });
    expect((await report('r1', '-r', 'junitt')).stderr).toContain('Did you mean "junit"?');
    await expect(access(join(workspace.path, 'gone.html'))).rejects.toThrow();
  });
});
