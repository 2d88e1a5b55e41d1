import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const PAGE = resolve(import.meta.dirname, '../../dist/ide');
const KB = 1024;

const html = () => readFile(resolve(PAGE, 'index.html'), 'utf8');
const assets = async (ending: string) => (await readdir(resolve(PAGE, 'assets'))).filter(name => name.endsWith(ending));

async function zippedBytes(names: readonly string[]): Promise<number> {
  const files = await Promise.all(names.map(name => readFile(resolve(PAGE, 'assets', name))));
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
}

/** Scripts with all that they cannot do without; what is loaded when somebody asks for it is left out. */
async function withImports(names: readonly string[]): Promise<string[]> {
  const found = new Set(names);
  for (const name of found) {
    const script = await readFile(resolve(PAGE, 'assets', name), 'utf8');
    for (const [, imported] of script.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      if (imported !== undefined) found.add(imported);
  }
  return [...found];
}

test('the page loads at most 200 KB of scripts before it shows anything, and 310 KB for the IDE', async () => {
  const scripts = await assets('.js');
  const page = await html();
  const first = scripts.filter(name => page.includes(`/assets/${name}`));
  expect(first).not.toEqual([]);
  expect(await zippedBytes(first)).toBeLessThan(200 * KB);
  const workspace = scripts.filter(name => name.startsWith('workspace-'));
  expect(workspace).toHaveLength(1);
  // What the screen that nearly everybody sees first has of its own, if anything.
  const modules = scripts.filter(name => name.startsWith('modules-screen-'));
  const all = await withImports([...first, ...workspace, ...modules]);
  expect(all.length).toBeLessThan(scripts.length);
  expect(await zippedBytes(all)).toBeLessThan(310 * KB);
});

test('the built page holds no inline script or style and loads nothing from elsewhere', async () => {
  const page = await html();
  expect(page.match(/<script[^>]*>/g)).toEqual([expect.stringContaining('src="/assets/')]);
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|https?:/);
  expect(page).toContain('<meta name="csp-nonce" content="__CSP_NONCE__">');
  for (const name of await assets('.css')) {
    const css = await readFile(resolve(PAGE, 'assets', name), 'utf8');
    expect(css).not.toMatch(/@import|url\((?!["']?(data:|#))/);
  }
});
