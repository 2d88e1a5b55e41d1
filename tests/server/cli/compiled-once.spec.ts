import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import Module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { steploom, steploomProcess } from '../../support/command-line.ts';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

let workspace: TemporaryDirectory;
let caches: TemporaryDirectory;
let pages: ServedPages;

beforeAll(async () => {
  [workspace, caches] = await Promise.all([temporaryDirectory(), temporaryDirectory()]);
  // Browsers are found where they are.
  const browsers = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ms-playwright');
  await symlink(browsers, join(caches.path, 'ms-playwright'));
  pages = await servePages({ '/': '<title>Shop</title><h1>Tea</h1>' });
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop', '--app-url', pages.url);
  await steploom(workspace.path, 'call', 'createModule', '{"name":"Drinks"}');
  const actions = [{ type: 'visit', url: '/' }];
  await steploom(workspace.path, 'call', 'createTest', JSON.stringify({ moduleCode: 'm1', name: 'Open', actions }));
});

afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await Promise.all([workspace[Symbol.asyncDispose](), caches[Symbol.asyncDispose]()]);
});

const kept = () => join(caches.path, 'steploom', 'compiled');
const run = async (folder: string) =>
  (await steploomProcess(workspace.path, { XDG_CACHE_HOME: folder }, 'run', 't1')).exitCode;

async function damage(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, 5_000));
}

// Newer releases of Node keep what they compile by themselves.
it.skipIf('enableCompileCache' in Module)(
  'Playwright is compiled once on a machine, and again where what was kept of that is damaged',
  { tags: 'full' },
  async () => {
    expect(await run(caches.path)).toBe(0);
    const files = await readdir(kept());
    expect(files.length).toBeGreaterThan(1);
    expect(await run(caches.path)).toBe(0);
    for (const file of files) await damage(join(kept(), file));
    expect(await run(caches.path)).toBe(0);
    expect(await readdir(kept())).toEqual(files);
    expect(await run('/proc/none')).toBe(0);
  },
);
