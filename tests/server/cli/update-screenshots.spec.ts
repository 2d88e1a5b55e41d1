import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { steploom } from '../../support/command-line.ts';
import { servePages } from '../../support/serve-pages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

it('steploom run writes baseline screenshots only with --update-screenshots', { tags: 'full' }, async () => {
  await using workspace = await temporaryDirectory();
  await using pages = await servePages({ '/': '<title>Shop</title><h1>Tea</h1>' });
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop', '--app-url', pages.url);
  const actions = [
    { type: 'visit', url: '/' },
    { type: 'assert', matcher: 'toHaveScreenshot', locator: 'h1', expected: 'tea' },
  ];
  await steploom(workspace.path, 'call', 'createModule', JSON.stringify({ name: 'Catalogue' }));
  await steploom(workspace.path, 'call', 'createTest', JSON.stringify({ moduleCode: 'm1', name: 'Tea', actions }));
  const folder = join(workspace.path, 'shop', 'files', 'baselines');

  const without = await steploom(workspace.path, 'run', { CI: 'true' });
  expect(without.stdout).toContain('A run with --update-screenshots');
  expect(without.exitCode).toBe(1);
  expect(await readdir(folder).catch(() => [])).toEqual([]);

  const made = await steploom(workspace.path, 'run', '--update-screenshots');
  const [file = ''] = await readdir(folder);
  expect(made.stdout).toContain(`Wrote files/baselines/${file}`);
  expect(made.exitCode).toBe(0);

  const after = await steploom(workspace.path, 'run');
  expect(after.stdout).not.toContain('Wrote');
  expect(after.exitCode).toBe(0);
});
