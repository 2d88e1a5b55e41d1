import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { steploom } from '../../support/command-line.ts';
import { editFile } from '../../support/outside-edit.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { startSteploom } from '../../support/running-steploom.ts';

const M1 = 'versions/main/modules/m1.json';
const M2 = 'versions/main/modules/m2.json';
const M3 = 'versions/main/modules/m3.json';
const ENVIRONMENTS = 'versions/main/environments.json';

const FilledModule = z.looseObject({
  before: z.string().optional(),
  tests: z.array(
    z.looseObject({
      testCode: z.string(),
      name: z.string(),
      actions: z.array(z.looseObject({ actionId: z.string(), test: z.string().optional() })),
    }),
  ),
});

/** A project that somebody made and left, for the command line to work on. */
async function projectBy(make: (author: Author) => Promise<unknown>) {
  const { workspace, folder, ...shop } = await closedShop(async author => {
    await author.module('Basket');
    await author.module('Payment');
    await make(author);
  });
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  return {
    workspace,
    folder,
    read,
    run: (...line: string[]) => steploom(workspace, ...line),
    edit: (path: string, change: (text: string) => string) => editFile(folder, path, change),
    module: async (path: string) => FilledModule.parse(JSON.parse(await read(path))),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  };
}

async function makeTwoBranches(author: Author): Promise<void> {
  await author.test('m1', 'Add', { actions: [{ type: 'reload' }] });
  await author.test('m1', 'Add two', { actions: [{ type: 'plugTest', test: 't1' }] });
  await author.test('m2', 'Pay', { actions: [{ type: 'goBack' }] });
  await author.test('m2', 'Pay twice', { actions: [{ type: 'plugTest', test: 't3' }] });
  await author.do('editModule', { moduleCode: 'm2', before: 't3' });
}

/** Both gave t1 and a1: one to "Add" of m1, which t2 plugs, the other to "Pay" of m2, which m2 uses. */
const merge = (text: string) => text.replaceAll('"t3"', '"t1"').replace('"a3"', '"a1"');

async function mergedProject(more: (author: Author) => Promise<unknown> = async () => {}) {
  const project = await projectBy(async author => {
    await makeTwoBranches(author);
    await more(author);
  });
  await project.edit(M2, merge);
  return project;
}

const REPAIRED = [
  'shop: version main: m2.t1 is m2.t5 now; 2 references rewritten: module m2 "before", m2.t4 action 0; please check 1 place left unchanged: m1.t2 action 0',
  'shop: version main: m2.t5: action 0 is a5 now, not a1',
  'shop: ✓ 1 version, 2 modules, 4 tests',
  '',
].join('\n');

it('verify --repair gives duplicates new codes and rewrites the references in the same module', async () => {
  await using project = await mergedProject();
  const texts = () => Promise.all([M1, M2].map(project.read));
  const [m1, m2] = await texts();
  const verified = await project.run('verify');
  expect(verified.stdout).toContain(
    'Next: "steploom verify --repair" gives all but the first of them codes of their own.',
  );
  expect(verified.exitCode).toBe(1);
  expect(await texts()).toEqual([m1, m2]);

  expect(await project.run('verify', '--repair')).toEqual({ stdout: REPAIRED, stderr: '', exitCode: 0 });
  expect(await project.read(M1)).toBe(m1);
  const { before, tests } = await project.module(M2);
  expect(before).toBe('t5');
  expect(tests).toMatchObject([
    { testCode: 't5', name: 'Pay', actions: [{ actionId: 'a5' }] },
    { testCode: 't4', name: 'Pay twice', actions: [{ actionId: 'a4', test: 't5' }] },
  ]);

  const said = 'shop: No code is used twice; nothing to repair.\nshop: ✓ 1 version, 2 modules, 4 tests\n';
  expect(await project.run('verify', 'shop', '--repair')).toEqual({ stdout: said, stderr: '', exitCode: 0 });
});

it('a running server repairs the project it holds, even right after a merge', { tags: 'full' }, async () => {
  await using project = await projectBy(makeTwoBranches);
  await using server = await startSteploom(project.workspace);
  await project.edit(M2, merge);
  expect(await project.run('verify', '--repair')).toEqual({ stdout: REPAIRED, stderr: '', exitCode: 0 });
  const client = await server.client('shop');
  const { tests } = await client.call('getTests', {}, z.object({ tests: z.array(z.object({ testCode: z.string() })) }));
  expect(tests.map(({ testCode }) => testCode)).toEqual(['t1', 't2', 't5', 't4']);
  expect(await client.failure('repairProject', {})).toMatchObject({ data: { reason: 'forbidden' } });
});

it('verify --repair does not reuse the codes of a deleted test and its action', async () => {
  await using project = await mergedProject(async author => {
    await author.test('m1', 'Short-lived', { actions: [{ type: 'reload' }] });
    await author.do('deleteTest', { moduleCode: 'm1', testCode: 't5' });
  });
  await project.run('verify', '--repair');
  const { tests } = await project.module(M2);
  expect(tests[0]).toMatchObject({ testCode: 't6', actions: [{ actionId: 'a6' }] });
});

it('references to duplicate codes within one module stay with the first test and are listed', async () => {
  await using project = await projectBy(async author => {
    await author.test('m1', 'Add');
    await author.test('m1', 'Add two');
    await author.test('m1', 'Both', { actions: [{ type: 'plugTest', test: 't1' }] });
  });
  await project.edit(M1, text => text.replace('"t2"', '"t1"'));
  const { stdout } = await project.run('verify', '--repair');
  expect(stdout).toContain('m1.t1 is m1.t4 now; please check 1 place left unchanged: m1.t3 action 0\n');
  const { tests } = await project.module(M1);
  expect(tests).toMatchObject([
    { testCode: 't1', name: 'Add' },
    { testCode: 't4', name: 'Add two' },
    { testCode: 't3', name: 'Both', actions: [{ test: 't1' }] },
  ]);
});

it('verify --repair creates no circular plugs and keeps plugs of tests that do not exist', async () => {
  await using project = await mergedProject(async author => {
    const place = { moduleCode: 'm2', testCode: 't3' };
    await author.action(place, { type: 'plugTest', test: 't2' });
    await author.action(place, { type: 'plugTest', test: 't1' });
  });
  // Pay, the twin, plugs Pay twice, which plugs t1: that can only be the one of m1.
  await project.edit(M2, text =>
    text.replace('"test": "t2"', '"test": "t4"').replace(/"t1"(?=[^"]*\}\s*\]\s*\},)/, '"t99"'),
  );
  const { stdout, exitCode } = await project.run('verify', '--repair');
  expect(stdout).toContain(
    'm2.t1 is m2.t5 now; 1 reference rewritten: module m2 "before"; please check 2 places left unchanged: m1.t2 action 0, m2.t4 action 0\n',
  );
  expect(stdout).toContain('plugs t99, which does not exist');
  expect(exitCode).toBe(1);
  const { tests } = await project.module(M2);
  expect(tests.map(({ actions }) => actions.map(({ test }) => test))).toEqual([[undefined, 't4', 't99'], ['t1']]);
});

it('verify --repair gives duplicate environments codes of their own and keeps their secrets', async () => {
  await using project = await projectBy(async author => {
    const secret = (name: string, value: string) => ({ name, kind: 'secret', value });
    await author.environment('staging', [secret('pin', '1'), secret('key', '2')]);
    await author.environment('live', [secret('pin', '3')]);
    await author.do('editProject', { defaultEnvironment: 'e1' });
  });
  await project.edit(ENVIRONMENTS, text => text.replace('"e2"', '"e1"'));
  const { stdout, exitCode } = await project.run('verify', '--repair');
  expect(stdout).toContain(
    'Environment e1 "live" is e3 now; please check 2 places left unchanged: defaultEnvironment of the project, the value of its secret pin\n',
  );
  expect(exitCode).toBe(0);
  const secrets: unknown = JSON.parse(await project.read('.steploom/secrets.json'));
  expect(secrets).toMatchObject({
    secrets: { 'environments/main/e1/pin': '1', 'environments/main/e1/key': '2', 'environments/main/e3/pin': '1' },
  });
});

it('verify --repair names a damaged file and does not touch it', async () => {
  await using project = await mergedProject(author => author.module('Third'));
  const damaged = await project.edit(M3, text => `${text}<<<<<<< ours\n`);
  const { stdout, exitCode } = await project.run('verify', '--repair');
  expect(stdout).toContain('m2.t1 is m2.t5 now');
  expect(stdout).toContain(`✗ ${M3}, line 8, column 1: merge markers`);
  expect(exitCode).toBe(1);
  expect(await project.read(M3)).toBe(damaged);
});

it('verify --repair changes nothing when a damaged file would have to change', async () => {
  await using project = await mergedProject();
  await project.edit(M1, text => text.replace('"t2"', '"t4"'));
  await project.edit(M2, text => `${text}<<<<<<< ours\n`);
  const texts = () => Promise.all([M1, M2].map(project.read));
  const before = await texts();
  const { stdout, exitCode } = await project.run('verify', '--repair');
  expect(stdout).toContain(`✗ Nothing was repaired: ${M2} is read-only until this is fixed: `);
  expect(exitCode).toBe(1);
  expect(await texts()).toEqual(before);
});

it('verify --repair reports a project that cannot be opened and repairs the others', async () => {
  await using project = await mergedProject();
  await cp(project.folder, join(project.workspace, 'broken'), { recursive: true });
  await writeFile(join(project.workspace, 'broken/project.json'), '{');
  const { stdout, exitCode } = await project.run('verify', '--repair');
  expect(stdout).toContain('broken: ✗ Nothing was repaired: ');
  expect(stdout).toContain('shop: version main: m2.t1 is m2.t5 now');
  expect(exitCode).toBe(1);
  expect((await project.run('verify', 'nope', '--repair')).exitCode).toBe(2);
});
