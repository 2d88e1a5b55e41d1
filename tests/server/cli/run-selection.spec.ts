import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { steploom } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

let workspace: TemporaryDirectory;

const Listed = z.array(z.looseObject({ code: z.string(), title: z.string() }));

/** The codes of what would run. */
async function chosen(...words: string[]): Promise<string[]> {
  const { exitCode, stdout, stderr } = await steploom(workspace.path, 'run', '--dry-run', '--json', ...words);
  if (exitCode !== 0) throw new Error(`${exitCode}: ${stderr}`);
  return Listed.parse(JSON.parse(stdout)).map(({ code }) => code);
}

/** The project here knows of no CI URLs, so what follows cannot be checked. */
const SIGNED = '&id=0f3a9c21d4e8&sig=abc';

const git = (...words: string[]) =>
  promisify(execFile)('git', ['-C', workspace.path, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...words]);

const moduleFile = () => join(workspace.path, 'shop/versions/main/modules/m1.json');

async function editModule(edit: (module: { tests: Record<string, unknown>[] }) => void): Promise<void> {
  const module = JSON.parse(await readFile(moduleFile(), 'utf8'));
  edit(module);
  await writeFile(moduleFile(), JSON.stringify(module));
}

const FEATURE = `Feature: Basket
  @smoke
  Scenario: Remember
    Given a step
  Scenario Outline: Hold <n>
    Given a step
    Examples:
      | n |
      | 1 |
      | 2 |
`;

beforeAll(async () => {
  workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop');
  await steploom(workspace.path, 'call', 'createModule', '{"name":"Tea"}');
  const features = join(workspace.path, 'shop/versions/main/features');
  await mkdir(features, { recursive: true });
  await writeFile(join(features, 'basket.feature'), FEATURE);
  await steploom(workspace.path, 'call', 'getFeatures');
  const test = (number: number, name: string, fields: object) => ({
    ...{ testCode: `t${number}`, name, type: 'web', actions: [] },
    ...fields,
  });
  const plug = (number: number, code: string) => ({ actionId: `a${number}`, type: 'plugTest', test: code });
  const tags = (number: number, expression: string) => ({
    actionId: `a${number}`,
    type: 'plugTags',
    tags: expression,
  });
  await editModule(module => {
    module.tests = [
      test(1, 'Log in', { tags: ['@smoke'] }),
      test(2, 'Log out', {}),
      test(3, 'Buy', { data: { rows: [{ n: '1' }, { n: '2' }] } }),
      test(4, 'Nightly', {
        type: 'suite',
        actions: [plug(1, 'm1.t1'), plug(2, 'm1.t3'), { actionId: 'a3', type: 'plugFeature', feature: 'f1' }],
      }),
      test(5, 'Tagged', {
        type: 'suite',
        actions: [tags(4, '@smoke'), plug(5, 't2'), tags(6, 'not @none'), plug(7, 't2'), tags(8, '@none')],
      }),
      test(6, 'Around', {
        type: 'suite',
        actions: [tags(9, '@smoke'), plug(10, 't5'), { ...plug(11, 't5'), repeat: 2 }],
      }),
    ];
  });
  await git('init', '-q', '-b', 'main');
  await git('add', '.');
  await git('commit', '-q', '-m', 'First');
});

afterAll(() => workspace[Symbol.asyncDispose]());

describe('steploom run', () => {
  it('refuses an isolation that there is not, with those that there are', async () => {
    const { exitCode, stderr } = await steploom(workspace.path, 'run', 't1', '--isolation', 'none');
    expect(exitCode).toBe(2);
    expect(stderr).toContain("argument 'none' is invalid. Allowed choices are clean, fresh.");
  });

  it('--dry-run lists what would run with its codes and titles and starts nothing', async () => {
    const { exitCode, stdout } = await steploom(workspace.path, 'run', '--dry-run');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^t1 +Tea › Log in {2}@smoke$/m);
    expect(stdout).toMatch(/^f1\.s2\.r1 {2}Basket › Hold 2 {2}\(not implemented\)$/m);
    expect((await steploom(workspace.path, 'report')).exitCode).toBe(3);
  });

  it.each([
    [
      ['--grep', 'Tea › Log'],
      ['t1', 't2'],
    ],
    [['-g', '/log (in|off)/i'], ['t1']],
    [['-g', 'Basket › Hold 2'], ['f1.s2.r1']],
    [
      ['--suite', 'nightly'],
      ['t1', 't3.r0', 't3.r1', 'f1.s1', 'f1.s2.r0', 'f1.s2.r1'],
    ],
    [
      ['--suite', 't4', '-g', '/buy|remember/i'],
      ['t3.r0', 't3.r1', 'f1.s1'],
    ],
    [
      ['--tags', '@smoke'],
      ['t1', 'f1.s1'],
    ],
    [
      ['--suite', 'Nightly', '--tags', '@smoke'],
      ['t1', 'f1.s1'],
    ],
    [
      ['--suite', 'Tagged'],
      ['t1', 'f1.s1', 't2', 't3.r0', 't3.r1', 'f1.s2.r0', 'f1.s2.r1', 't2'],
    ],
    [
      ['--suite', 'Tagged', 't1'],
      ['f1.s1', 't2', 't3.r0', 't3.r1', 'f1.s2.r0', 'f1.s2.r1', 't2', 't1'],
    ],
    [
      ['--suite', 'Around', '--tags', '@smoke'],
      ['t1', 'f1.s1'],
    ],
    [
      ['--suite', 'Around', '-g', 'Buy'],
      ['t3.r0', 't3.r1', 't3.r0', 't3.r1', 't3.r0', 't3.r1'],
    ],
    [['/p/shop/-/modules/m1/t2'], ['t2']],
    [['https://ci.example/p/shop/main/features/f1/f1.s1'], ['f1.s1']],
    [[`/p/shop/main/ci?suite=Nightly&tags=%40smoke&test=t2&env=${SIGNED}`], ['t1', 'f1.s1']],
    [
      [`/p/shop/-/ci?test=t1&test=t2${SIGNED}`, 'f1.s1'],
      ['t1', 't2', 'f1.s1'],
    ],
    [[`/p/shop/-/ci?test=t1&test=t2&tags=not+%40slow${SIGNED}`, '--tags', '@smoke'], ['t1']],
  ])('%j choose %j', async (words, codes) => {
    expect(await chosen(...words)).toEqual(codes);
  });

  it.each([
    [['-g', 'nothing'], 3, 'No test to run.'],
    [['--suite', 'Nightlie'], 3, 'Did you mean "Nightly"?'],
    [['--suite', 'Nightly', '-g', 'nothing'], 3, 'No test to run.'],
    [['--last-failed'], 3, 'No test to run.'],
    [['--changed'], 3, 'No test to run.'],
    [['-g', '('], 2, '--grep: Invalid regular expression'],
    [['--suite', 't1'], 2, 't1 is no suite but a test'],
    [['--shard', '4/3'], 2, '--shard takes i/n'],
    [['--shard', '1/2', '--timings', 'gone.json'], 2, 'gone.json cannot be read (ENOENT)'],
    [['--timings'], 2, '--shard'],
    [['--changed', 'nowhere'], 2, 'Git knows no commit or branch “nowhere”'],
    [['/p/shop/-/settings'], 2, 'names nothing to run'],
    [
      ['/p/shop/-/ci?suite=Nightly&id=0f3a9c21d4e8'],
      2,
      'The CI URL bears no signature, so nothing was run.\nNext: generate a new one',
    ],
    [['/p/shop/-/ci?suite=Nightly&sig='], 2, 'The CI URL bears no signature'],
    [['http://127.0.0.1:4620/p/shop/-/%63i'], 2, 'The CI URL bears no signature'],
    [['/p/shop/-/run?suite=Nightly'], 2, 'The CI URL bears no signature'],
    [['t1', '/p/shop/-/ci?suite=Nightly'], 2, 'The CI URL bears no signature'],
    [['/p/shop/-/modules/m1', '-p', 'shoe'], 2, 'The address is of project "shop", but "shoe" is meant.'],
  ])('%j end with %i and "%s"', async (words, code, sentence) => {
    const { exitCode, stderr, stdout } = await steploom(workspace.path, 'run', '--dry-run', ...words);
    expect(stderr).toContain(sentence);
    expect([exitCode, stdout]).toEqual([code, '']);
  });

  it.each([
    ['workers', '--workers', '2', '--workers takes'],
    ['retries', '--retries', '2', '--retries takes'],
    ['maxFailures', '-x', undefined, '--max-failures takes'],
  ])('what an address says of %s counts, and %s of the command line wins', async (name, option, value, refusal) => {
    const address = `/p/shop/-/ci?test=t1&${name}=nonsense${SIGNED}`;
    const run = (...words: string[]) => steploom(workspace.path, 'run', '--dry-run', address, ...words);
    const refused = await run();
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(refusal);
    expect((await run(option, ...(value === undefined ? [] : [value]))).exitCode).toBe(0);
  });

  it('the environment of the command line counts before that of an address', async () => {
    const address = `/p/shop/-/ci?test=t1&env=earth${SIGNED}`;
    const refusal = async (...words: string[]) => (await steploom(workspace.path, 'run', address, ...words)).stderr;
    expect(await refusal()).toContain('earth');
    const other = await refusal('--env', 'moon');
    expect(other).toContain('moon');
    expect(other).not.toContain('earth');
  });

  it('tags of a suite that nothing has are told, and the rest of the suite runs', async () => {
    const { exitCode, stderr } = await steploom(workspace.path, 'run', '--dry-run', '--suite', 'Tagged');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Action 5 of the suite t5 finds nothing to run: Plug what is tagged @none.');
  });

  it('--json without --dry-run is refused with the reporters that give results as JSON', async () => {
    const { exitCode, stderr } = await steploom(workspace.path, 'run', 't1', '--json');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('the reporter cucumber or messages')]);
  });

  it('--shard splits the items of a suite into parts that together are all of them', async () => {
    const parts = await Promise.all(['1/3', '2/3', '3/3'].map(part => chosen('--suite', 'Nightly', '--shard', part)));
    expect(parts).toEqual([
      ['t1', 't3.r0'],
      ['t3.r1', 'f1.s1'],
      ['f1.s2.r0', 'f1.s2.r1'],
    ]);
    const timings = [
      { code: 't1', ms: 5_000 },
      { code: 't2', ms: 1_000 },
    ];
    await writeFile(join(workspace.path, 'times.json'), JSON.stringify(timings));
    const timed = ['1/2', '2/2'].map(part => chosen('m1', '--shard', part, '--timings', 'times.json'));
    expect(await Promise.all(timed)).toEqual([['t1'], ['t2', 't3.r0', 't3.r1']]);
  });

  it('--changed chooses tests and scenarios that were edited, and what uses them', async () => {
    const file = join(workspace.path, 'shop/versions/main/features/basket.feature');
    await writeFile(
      file,
      FEATURE.replace('Scenario: Remember\n    Given a step', 'Scenario: Remember\n\n    Given a stop'),
    );
    await editModule(module => {
      module.tests = module.tests.map(test => (test.testCode === 't2' ? { ...test, tags: ['@late'] } : test));
    });
    expect(await chosen('--changed')).toEqual(['t2', 'f1.s1']);
    expect(await chosen('--changed', 'main')).toEqual(['t2', 'f1.s1']);
    await git('checkout', '-q', '.');
  });
});
