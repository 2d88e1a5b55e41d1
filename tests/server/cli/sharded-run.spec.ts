// @module-tag full
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSteploomIn, steploom, steploomIn } from '../../support/command-line.ts';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

let workspace: TemporaryDirectory;
let pages: ServedPages;
const call = (name: string, args: object) => steploom(workspace.path, 'call', name, JSON.stringify(args));
const here = (...words: string[]) => steploomIn(workspace.path, '--workspace', workspace.path, ...words);
const readReport = (name: string) => readFile(join(workspace.path, name), 'utf8');
const moduleFile = () => join(workspace.path, 'shop/versions/main/modules/m1.json');
/** The number of the last run; 0 if there is none. */
const lastRun = async () => {
  const names = await readdir(join(workspace.path, 'shop/.steploom/runs')).catch(() => []);
  return Math.max(0, ...names.flatMap(name => /^r(\d+)$/.exec(name)?.[1] ?? []).map(Number));
};
/** Without what differs from run to run: times, and numbers of runs and pictures. */
const timeless = (xml: string) =>
  xml
    .replace(/ (time|timestamp)="[^"]*"/g, '')
    .replace(/runs\/r\d+\/screenshots\/[\w-]+/g, 'picture')
    .replace(/(screenshots\/)[\w-]+/g, 'picture');

const heading = (expected: string) => ({
  ...{ type: 'assert', matcher: 'toHaveText', locator: 'h1', expected, timeoutMs: 1_500 },
});

beforeAll(async () => {
  workspace = await temporaryDirectory();
  pages = await servePages({ '/': '<title>Shop</title><h1>Tea</h1>' });
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop', '--app-url', pages.url);
  await call('createModule', { name: 'Catalogue' });
  const test = (name: string, expected: string) =>
    call('createTest', { moduleCode: 'm1', name, actions: [{ type: 'visit', url: '/' }, heading(expected)] });
  for (const [name, expected] of [
    ['One', 'Tea'],
    ['Two', 'Milk'],
    ['Three', 'Tea'],
    ['Four', 'Coffee'],
  ] as const)
    await test(name, expected);
});

afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
});

it('three parts of a run are disjoint and whole, and merge into the report of one machine', async () => {
  const before = await lastRun();
  expect((await here('run', '-r', 'junit=whole.xml')).exitCode).toBe(1);
  for (const part of ['1', '2', '3']) await here('run', '--shard', `${part}/3`, '-r', `blob=part${part}.zip`);
  const files = ['1', '2', '3'].map(part => `part${part}.zip`);
  const merged = await here('merge-reports', ...files, '-r', 'junit=merged.xml', '-r', 'allure');
  expect([merged.exitCode, merged.stderr]).toEqual([0, `3 parts merged into run r${before + 5}.\n`]);
  expect(timeless(await readReport('merged.xml'))).toBe(timeless(await readReport('whole.xml')));
  expect((await here('merge-reports', 'part1.zip', 'part3.zip')).stderr).toContain('Part 2 of 3 is missing.');
});

it('a part that has nothing to run passes and has its report all the same', async () => {
  const empty = await here('run', 't1', '--shard', '1/2', '-r', 'blob=empty.zip');
  expect([empty.exitCode, empty.stderr]).toEqual([0, expect.stringContaining('Part 1 has nothing to run')]);
  expect((await here('run', 't1', '--shard', '2/2', '-r', 'blob=full.zip')).exitCode).toBe(0);
  const merged = await here('merge-reports', 'empty.zip', 'full.zip');
  expect([merged.exitCode, merged.stdout]).toEqual([0, expect.stringContaining('1 test: 1 passed')]);
});

it('run --watch runs what is affected when a file changes, and by its keys', async () => {
  const watching = await startSteploomIn(workspace.path, '--workspace', workspace.path, 'run', 't1', 't3', '--watch');
  const limits = { timeout: 60_000 };
  const runs = () => watching.printed().match(/\d tests?: .+/g) ?? [];
  await expect.poll(() => watching.told().match(/Watching/g)?.length, limits).toBe(1);
  expect(runs()).toEqual([expect.stringContaining('2 tests: 2 passed')]);
  await writeFile(moduleFile(), (await readFile(moduleFile(), 'utf8')).replace('"Three"', '"Three of them"'));
  await expect.poll(runs, limits).toEqual([expect.anything(), expect.stringContaining('1 test: 1 passed')]);
  expect(watching.printed()).toContain('✓ Three of them');
  watching.type('f');
  await expect.poll(watching.told, limits).toContain('Nothing of what is chosen is to run.');
  watching.type('a');
  await expect.poll(() => runs().length, limits).toBe(3);
  expect(runs()[2]).toContain('2 tests: 2 passed');
  watching.type('q');
  expect((await watching.finished()).exitCode).toBe(0);
});

it('run --watch refuses options that mean one run', async () => {
  const refused = await here('run', '--watch', '--shard', '1/2');
  expect([refused.exitCode, refused.stderr]).toEqual([2, '--watch does not go together with --shard.\n']);
});
