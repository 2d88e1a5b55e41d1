import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Run } from '../../../model/run/run.ts';
import { steploom } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

let workspace: TemporaryDirectory;
const list = (...words: string[]) => steploom(workspace.path, 'list', ...words);
const call = (name: string, args: object) => steploom(workspace.path, 'call', name, JSON.stringify(args));

const FEATURE = `Feature: Basket
  Scenario Outline: Hold <n>
    Given all is well
    Examples:
      | n |
      | 1 |
      | 2 |
`;

/** Stores a run with how long tests took; negative: they failed. */
async function store(number: number, took: Record<string, number>) {
  const runId = `r${number}`;
  const folder = join(workspace.path, 'shop/.steploom/runs', runId);
  await mkdir(folder, { recursive: true });
  const items = Object.entries(took).map(([testCode, ms]) => ({
    ...{
      testCode,
      moduleCode: 'm1',
      title: testCode,
      state: ms < 0 ? 'failed' : 'passed',
      ms: Math.abs(ms),
      actions: [],
    },
  }));
  const run = Run.parse({
    ...{ format: 1, runId, projectId: 'shop', versionId: 'main', title: 'All', startedBy: 'Ann', state: 'passed' },
    ...{ startedAt: `2026-01-0${number}T03:04:05.000Z`, elapsedMs: 1, items },
  });
  await writeFile(join(folder, 'run.json'), JSON.stringify(run));
}

/** A module of two tests and a suite, and a feature. */
async function fill() {
  await call('createModule', { name: 'Tea' });
  await call('createTest', { moduleCode: 'm1', name: 'Log in', tags: ['@smoke'] });
  await call('createTest', { moduleCode: 'm1', name: 'Log out' });
  await call('createTest', { moduleCode: 'm1', name: 'Nightly', type: 'suite' });
  await call('importFeatures', { source: 'text', fileName: 'basket.feature', text: FEATURE });
}

beforeEach(async () => {
  workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop');
});

afterEach(() => workspace[Symbol.asyncDispose]());

describe('steploom list', () => {
  it('steploom list says what to do with a version that is empty, and with words that nothing has', async () => {
    expect(await list()).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'There are no tests and no features yet.\n',
    });
    expect(await list('Tee')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('No module or test is named'),
    });
    expect((await list('--grep', '[')).exitCode).toBe(2);
  });

  it('steploom list shows modules, tests, suites, features and scenarios with codes and tags', async () => {
    await fill();
    const { stdout } = await list();
    expect(stdout).toBe(
      [
        ...['m1  Tea', '  t1  Log in  @smoke', '  t2  Log out', '  t3  Nightly  (suite)'],
        ...['f1  Basket  (basket.feature)', '  f1.s1  Hold <n>  (2 rows)', ''],
      ].join('\n'),
    );
    expect(JSON.parse((await list('--json')).stdout)).toContainEqual({
      kind: 'test',
      code: 't1',
      name: 'Log in',
      tags: ['@smoke'],
    });
    expect((await list('--tags', '@smoke')).stdout).toBe('t1  Tea › Log in  @smoke\n');
  });

  it('steploom list --slow and --flaky tell what the stored runs tell, as a file for --timings', async () => {
    await fill();
    expect(await list('--slow')).toMatchObject({ exitCode: 3, stderr: 'The stored runs tell of nothing like that.\n' });
    await store(1, { t1: 1_000, t2: 9_000 });
    await store(2, { t1: -500, t2: 7_000 });
    await store(3, { t1: 3_000, t2: 8_000 });
    expect((await list('--slow')).stdout).toBe('t2  8.0 s  Tea › Log out\nt1  1.0 s  Tea › Log in  @smoke\n');
    expect((await list('--flaky')).stdout).toBe('t1  1.0 s  Tea › Log in  @smoke  (failed in 1 of 3 runs)\n');
    const { stdout } = await list('--slow', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { code: 't2', ms: 8_000 },
      { code: 't1', ms: 1_000 },
    ]);
    await writeFile(join(workspace.path, 'times.json'), stdout);
    const part = async (shard: string, ...words: string[]) =>
      (await steploom(workspace.path, 'run', 'm1', 'f1', '--dry-run', '--shard', shard, ...words)).stdout;
    expect(await part('1/2', '--timings', 'times.json')).toMatch(/^t2 +Tea › Log out$/m);
    // The stored runs tell the same.
    expect(await part('1/2', '--timings')).toBe(await part('1/2', '--timings', 'times.json'));
    expect(await part('2/2', '--timings')).toMatch(/^t1 .*\nf1\.s1\.r0 .*\nf1\.s1\.r1 /);
  });

  it('steploom run --last-failed chooses what failed the last time that it ran', async () => {
    await fill();
    await store(1, { t1: -500, t2: -100 });
    await store(2, { t1: -100 });
    await store(3, { t2: 100 });
    const { stdout } = await steploom(workspace.path, 'run', '--last-failed', '--dry-run');
    expect(stdout).toBe('t1  Tea › Log in  @smoke\n');
  });
});
