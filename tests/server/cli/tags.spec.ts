import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steploom } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

let workspace: TemporaryDirectory;

const call = (name: string, args: object) => steploom(workspace.path, 'call', name, JSON.stringify(args));

beforeAll(async () => {
  workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop');
  await call('createModule', { name: 'A' });
  const file = join(workspace.path, 'shop/versions/main/modules/m1.json');
  const module = JSON.parse(await readFile(file, 'utf8'));
  const test = (number: number, fields: object) => ({
    testCode: `t${number}`,
    name: `Test ${number}`,
    type: 'web',
    ...fields,
    actions: [],
  });
  module.tests = [
    test(1, { tags: ['@smoke'] }),
    test(2, { tags: ['@smoke', '@slow'] }),
    test(3, { tags: ['@smoke'], skip: true }),
    test(4, {}),
  ];
  await writeFile(file, JSON.stringify(module));
});

afterAll(() => workspace[Symbol.asyncDispose]());

describe('steploom run --tags', () => {
  it.each([
    ['@smoke', ['Test 1', 'Test 2']],
    ['@smoke and not @slow', ['Test 1']],
    ['not @smoke', ['Test 4']],
  ])(
    'steploom run --tags "%s" runs the matching tests and leaves out skipped ones',
    { tags: 'full' },
    async (tags, names) => {
      const { exitCode, stdout } = await steploom(workspace.path, 'run', '--tags', tags);
      expect([...stdout.matchAll(/✓ (Test \d)/g)].map(match => match[1])).toEqual(names);
      expect(exitCode).toBe(0);
    },
  );

  it('steploom run -t runs only the tagged tests among the named ones', async () => {
    const { stdout } = await steploom(workspace.path, 'run', 't1', 't2', 't4', '-t', '@slow');
    expect(stdout).toContain('✓ Test 2');
    expect(stdout).toContain('1 test: 1 passed');
  });

  it('steploom run --tags exits with 3 when no test matches and with 2 when the tags are invalid', async () => {
    const none = await steploom(workspace.path, 'run', '--tags', '@nowhere');
    expect([none.exitCode, none.stderr]).toEqual([3, expect.stringContaining('No test to run.')]);
    const wrong = await steploom(workspace.path, 'run', '--tags', '@smoke @slow');
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('there must be “and” or “or” between two tags.'),
    ]);
  });
});
