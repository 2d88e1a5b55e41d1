import { readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clone, copyClone, createClone } from './clone.ts';

const PREPARE = ['scripts/prepare.mjs'];
const SILENT_SUCCESS = { exitCode: 0, stdout: '', stderr: '' };

let readyClone: Clone;
beforeAll(async () => {
  readyClone = await createClone();
  await readyClone.run(PREPARE);
});
afterAll(async () => {
  await readyClone[Symbol.asyncDispose]();
});

/** The scripts of the page as they were built. */
async function builtPage(clone: Clone): Promise<string> {
  const html = await clone.read('dist/ide/index.html');
  const scripts = (await readdir(clone.inside('dist/ide/assets'))).filter(name => name.endsWith('.js'));
  expect(scripts).toHaveLength(1);
  expect(html).toContain(`src="/assets/${scripts[0]}"`);
  return await clone.read(`dist/ide/assets/${scripts[0]}`);
}

test('the set-up builds the page of the IDE, and builds it again when one of its sources has changed', {
  tags: 'full',
}, async () => {
  await using clone = await copyClone(readyClone);
  expect(await builtPage(clone)).toContain('first page');
  await clone.put('ide/app/page.ts', "export const page = 'second page';\n");
  expect(await clone.run(PREPARE)).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await builtPage(clone)).toContain('second page');
  expect(await clone.run(PREPARE)).toEqual(SILENT_SUCCESS);
});

test('the set-up builds the extension in its release, and builds it again when it is gone', {
  tags: 'full',
}, async () => {
  await using clone = await copyClone(readyClone);
  const release = /"version": "[^"]+"/.exec(await clone.read('package.json'))?.[0];
  expect(await clone.read('extension/dist/manifest.json')).toContain(release);
  await rm(clone.inside('extension/dist'), { recursive: true });
  expect(await clone.run(PREPARE)).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await clone.read('extension/dist/manifest.json')).toContain(release);
});

test('the set-up keeps the last build and shows the reason when the page is broken', { tags: 'full' }, async () => {
  await using clone = await copyClone(readyClone);
  await clone.put('ide/app/page.ts', "export { page } from './missing.ts';\n");
  const { exitCode, stderr } = await clone.run(PREPARE);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('The build failed');
  expect(stderr).toContain('missing.ts');
  expect(await builtPage(clone)).toContain('first page');
});
