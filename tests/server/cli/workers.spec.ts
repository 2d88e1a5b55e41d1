import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { workerProcesses } from '../../support/browser-processes.ts';
import { PROGRAM, steploom, steploomProcess } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

vi.setConfig({ testTimeout: 300_000 });

let workspace: TemporaryDirectory;

const wait = { actionId: 'a1', type: 'wait', until: 'time', value: '1500' };
const fails = { actionId: 'a1', type: 'assert', matcher: 'toBeVisible', locator: 'h6', timeoutMs: 1 };

beforeAll(async () => {
  workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop');
  for (const name of ['Waits', 'Fails'])
    await steploom(workspace.path, 'call', 'createModule', JSON.stringify({ name }));
  await write('m1', 12, [wait]);
  await write('m2', 3, [fails]);
});

afterAll(() => workspace[Symbol.asyncDispose]());

async function write(moduleCode: string, count: number, actions: readonly { actionId: string }[]): Promise<void> {
  const file = join(workspace.path, `shop/versions/main/modules/${moduleCode}.json`);
  const module = JSON.parse(await readFile(file, 'utf8'));
  const first = moduleCode === 'm1' ? 1 : 100;
  module.tests = Array.from({ length: count }, (_, index) => ({
    testCode: `t${first + index}`,
    name: `Test ${index + 1}`,
    type: 'web',
    actions: actions.map(action => ({ ...action, actionId: `a${first + index}` })),
  }));
  await writeFile(file, JSON.stringify(module));
}

describe('steploom run', () => {
  it.each([
    ['--workers', 'zero'],
    ['--workers', '0'],
    ['--workers', '-1'],
    ['--workers', '0%'],
    ['--workers', '101%'],
    ['--retries', 'some'],
    ['--max-failures', '0'],
    ['--timeout', '0'],
    ['--screenshots', 'sometimes'],
  ])('%s %s is a wrong usage', async (option, value) => {
    const { exitCode, stderr } = await steploom(workspace.path, 'run', 'm1', option, value);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(option)]);
  });

  it('begins no further test after as many failures as are allowed', async () => {
    const { exitCode, stdout, stderr } = await steploom(workspace.path, 'run', 'm2', '-x', '--workers', '1');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('3 tests: 1 failed, 2 skipped');
    expect(stdout).toContain('The run ended early, after 1 failure.');
    expect(stderr).toContain('1/3 done, 1 failed');
  });

  it('two workers make the same report as one', { tags: 'full' }, async () => {
    const report = async (workers: string) => {
      const { exitCode, stdout } = await steploom(workspace.path, 'run', 'm1', '-r', 'junit', '--workers', workers);
      expect(exitCode).toBe(0);
      return stdout.replace(/ (?:time|timestamp)="[^"]*"/g, '').replace(/runs\/r\d+/g, 'runs/r');
    };
    const one = await report('1');
    expect(one.match(/<testcase /g)).toHaveLength(12);
    expect(await report('2')).toBe(one);
  });

  it('a worker that cannot start fails no test', { tags: 'full' }, async () => {
    const preload = join(workspace.path, 'no-workers.cjs');
    await writeFile(preload, `if (process.argv.some(word => word.includes('tinypool'))) throw new Error('no memory');`);
    const NODE_OPTIONS = `--require ${preload}`;
    const words = ['run', 'm1.t1', 'm1.t2', 'm1.t3', '--workers', '2'];
    const { exitCode, stdout, stderr } = await steploomProcess(workspace.path, { NODE_OPTIONS }, ...words);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('3 tests: 3 passed')]);
    expect(stderr).toContain('no memory');
  });

  it('Ctrl+C while a run starts does not wait for a worker that hangs', { tags: 'full' }, async () => {
    const preload = join(workspace.path, 'hanging-workers.cjs');
    await writeFile(preload, `if (process.argv.some(word => word.includes('tinypool'))) for (;;);`);
    const env = { ...process.env, NODE_OPTIONS: `--require ${preload}` };
    const run = spawn(process.execPath, [PROGRAM, 'run', 'm1', '--workers', '2'], { cwd: workspace.path, env });
    const ended = once(run, 'exit');
    await expect.poll(() => workerProcesses(run.pid).length, { timeout: 60_000 }).toBe(1);
    run.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(workerProcesses(run.pid)).toEqual([]);
  });

  it('two terminals run one project at the same time', { tags: 'full' }, async () => {
    const runs = await Promise.all(
      [1, 2].map(() => steploomProcess(workspace.path, 'run', 'm1.t1', 'm1.t2', '--workers', '2')),
    );
    for (const { exitCode, stdout } of runs)
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('2 tests: 2 passed')]);
    const { stdout } = await steploom(workspace.path, 'call', 'getRuns', '{"limit":2}');
    expect(stdout.match(/"passed":2/g)).toHaveLength(2);
  });

  it('a report that cannot be written is told, and no other is lost', { tags: 'full' }, async () => {
    const words = ['run', 'm1.t1', '-r', 'junit=/dev/full', '-r', 'pretty'];
    const { exitCode, stdout, stderr } = await steploom(workspace.path, ...words);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cannot be written (ENOSPC)')]);
    expect(stdout).toContain('1 test: 1 passed');
  });

  it('every repeat of a scenario is a test case with a name of its own', { tags: 'full' }, async () => {
    const text =
      'Feature: Pay\n  Scenario Outline: Row <n>\n    Given it waits\n    Examples:\n      | n |\n      | 1 |\n      | 2 |';
    await steploom(workspace.path, 'call', 'createFeature', JSON.stringify({ text }));
    const link = { text: 'it waits', moduleId: 'm1', testId: 't1' };
    await steploom(workspace.path, 'call', 'linkStep', JSON.stringify(link));
    const { stdout } = await steploom(
      workspace.path,
      'run',
      'f1',
      '--repeat-each',
      '2',
      '--workers',
      '2',
      '-r',
      'junit',
    );
    const names = [...stdout.matchAll(/<testcase .* name="([^"]*)"/g)].map(([, name = '']) => name);
    expect(names.map(name => name.replace('Row &lt;n&gt; - ', ''))).toEqual([
      '#1.1: Row 1 (repeat 1 of 2)',
      '#1.1: Row 1 (repeat 2 of 2)',
      '#1.2: Row 2 (repeat 1 of 2)',
      '#1.2: Row 2 (repeat 2 of 2)',
    ]);
  });
});
