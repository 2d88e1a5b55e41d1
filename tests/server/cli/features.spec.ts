import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steploom } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const feature = (name: string, key: string) => `Feature: ${name}
  @${key} @smoke
  Scenario: ${name} one
    Given all is well
  Scenario Outline: ${name} many
    Given all is well
    Then <what> is seen
    Examples:
      | what |
      | a    |
`;

let workspace: TemporaryDirectory;
const run = (...words: string[]) => steploom(workspace.path, 'run', ...words);
const call = (name: string, args: object) => steploom(workspace.path, 'call', name, JSON.stringify(args));
/** The scenarios that were run, with their signs. */
const ran = (stdout: string) =>
  [...stdout.matchAll(/^ {2}(\S) (.+?)(?: \d+ ms)?$/gm)].map(([, sign, name]) => `${sign} ${name}`);

beforeAll(async () => {
  workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop');
  const folder = join(workspace.path, 'shop/versions/main/features');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'a.feature'), feature('Basket', 'SHOP-1'));
  await writeFile(join(folder, 'b.feature'), feature('Payment', 'SHOP-1'));
  await call('createModule', { name: 'A' });
  await call('createTest', { moduleCode: 'm1', name: 'Well' });
  await call('linkStep', { text: 'all is well', moduleCode: 'm1', testCode: 't1' });
});

afterAll(() => workspace[Symbol.asyncDispose]());

describe('steploom run of features', () => {
  it('steploom run finds scenarios by code and by name', { tags: 'full' }, async () => {
    const byCode = await run('f1.s1');
    expect([byCode.exitCode, ran(byCode.stdout)]).toEqual([0, ['✓ Basket one']]);
    const byName = await run('payment ONE');
    expect([byName.exitCode, ran(byName.stdout)]).toEqual([0, ['✓ Payment one']]);
  });

  it('steploom run exits with 1 when steps are not implemented, unless that is allowed', { tags: 'full' }, async () => {
    const { exitCode, stdout } = await run('f1');
    expect([exitCode, ran(stdout)]).toEqual([1, ['✓ Basket one', '? Basket many (a)']]);
    expect(stdout).toContain('? Then a is seen (not implemented)');
    expect(stdout).toContain('2 scenarios: 1 passed, 1 not implemented');
    expect((await run('f1', '--allow-not-implemented')).exitCode).toBe(0);
  });

  it('steploom run --tags runs the tagged scenarios and warns of an issue key in two files', async () => {
    const { exitCode, stdout, stderr } = await run('--tags', '@smoke');
    expect([exitCode, ran(stdout)]).toEqual([0, ['✓ Basket one']]);
    expect(stderr).toContain('Issue key SHOP-1 is that of several scenarios: f1.s1 (a.feature), f2.s1 (b.feature).');
  });

  it('steploom run runs tests and scenarios together, the tests first', { tags: 'full' }, async () => {
    const { stdout } = await run('f2.s1', 't1');
    expect(ran(stdout)).toEqual(['✓ Well', '✓ Payment one']);
    expect(stdout).toContain('1 test, 1 scenario: 2 passed');
  });

  it('steploom run exits with 3 and suggests a similar feature when nothing has the given name', async () => {
    const { exitCode, stderr } = await run('Baskets');
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('Among features there is "Basket"')]);
  });

  it('the codes of the features that steploom run finds are stored in features.json', async () => {
    await run('f1.s1');
    const text = await readFile(join(workspace.path, 'shop/versions/main/features.json'), 'utf8');
    expect(JSON.parse(text).features.map(({ featureCode }: { featureCode: string }) => featureCode)).toEqual([
      'f1',
      'f2',
    ]);
  });
});
