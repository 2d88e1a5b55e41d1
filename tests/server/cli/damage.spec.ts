import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { steploom } from '../../support/command-line.ts';
import { editFile } from '../../support/outside-edit.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const M1 = 'versions/main/modules/m1.json';
const M2 = 'versions/main/modules/m2.json';
const SECRETS = '.steploom/secrets.json';

const LONG = { timeout: 60_000, interval: 50 };

let workspace: TemporaryDirectory;
let folder: string;
const call = (tool: string, args: object) => steploom(workspace.path, 'call', tool, JSON.stringify(args));

beforeAll(async () => {
  workspace = await temporaryDirectory();
  folder = join(workspace.path, 'shop');
  await steploom(workspace.path, 'init', 'shop');
  await call('createModule', { name: 'Basket' });
  await call('createModule', { name: 'Payment' });
  await call('createTest', { moduleCode: 'm1', name: 'Add', actions: [{ type: 'comment', text: 'x' }] });
  await call('createTest', { moduleCode: 'm2', name: 'Pay' });
});

afterAll(() => workspace[Symbol.asyncDispose]());

it('steploom verify and steploom open name each damaged file with its line, and verify exits with 1', async () => {
  const texts = await Promise.all([M1, M2].map(path => readFile(join(folder, path), 'utf8')));
  await editFile(folder, M1, text => text.replace('"Basket"', '7'));
  await editFile(folder, M2, text => `${text}<<<<<<< ours\n`);
  const damage = [
    `${M1}, line 4: "name" must be a string, not 7.`,
    `${M2}, line ${texts[1]?.split('\n').length}, column 1: merge markers; resolve the git conflict and save the file.`,
  ];
  const { stdout, exitCode } = await steploom(workspace.path, 'verify');
  for (const reason of damage) expect(stdout).toContain(`shop: ✗ ${reason} The backup `);
  expect(exitCode).toBe(1);
  {
    await using service = await startSteploom(workspace.path);
    await vi.waitFor(() => {
      for (const reason of damage) expect(service.told()).toContain(`Project "shop": ${reason} The backup `);
    }, LONG);
  }
  await writeFile(join(folder, M1), texts[0] ?? '');
  await writeFile(join(folder, M2), texts[1] ?? '');
  expect((await steploom(workspace.path, 'verify')).stdout).toBe('shop: ✓ 1 version, 2 modules, 2 tests\n');
});

it('steploom verify reports a code that a merge duplicated, and steploom run runs both tests', {
  tags: 'full',
}, async () => {
  const text = await readFile(join(folder, M2), 'utf8');
  await editFile(folder, M2, before => before.replace('"t2"', '"t1"'));
  const said = '2 tests have the code t1: "Add" in module m1, "Pay" in module m2.';
  const { stdout, exitCode } = await steploom(workspace.path, 'verify');
  expect(stdout).toContain(`shop: ! version main: ${said}`);
  expect(exitCode).toBe(1);
  const run = await steploom(workspace.path, 'run');
  expect(run.stderr).toContain(said);
  expect(run.stdout).toContain('2 tests: 2 passed');
  await writeFile(join(folder, M2), text);
});

it('malformed secrets are reported with their file and the reason, and no test runs without them', async () => {
  await mkdir(join(folder, '.steploom'), { recursive: true });
  await writeFile(join(folder, SECRETS), '{ "format": 1, "secrets": { "a": 7 } }');
  const said = `${SECRETS}: "secrets.a" must be a string.`;
  const verified = await steploom(workspace.path, 'verify');
  expect(verified.stdout).toContain(`shop: ✗ ${said}`);
  expect(verified.exitCode).toBe(1);
  const run = await steploom(workspace.path, 'run', 't1');
  expect(run.stderr).toBe(
    `${said}\nNo test was run, since the secrets of the project cannot be read.\nNext: fix ${SECRETS}, or remove it and set the secrets again\n`,
  );
  expect(run.exitCode).toBe(2);
  await rm(join(folder, SECRETS));
});
