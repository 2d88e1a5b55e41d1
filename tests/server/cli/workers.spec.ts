import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { steploom } from '../../support/command-line.ts';
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
});
