import { afterAll, beforeAll, expect, it } from 'vitest';
import { steploom } from '../../support/command-line.ts';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

let workspace: TemporaryDirectory;
let pages: ServedPages;

beforeAll(async () => {
  workspace = await temporaryDirectory();
  pages = await servePages({ '/': '<title>Shop</title><button data-testid="buy">Order</button>' });
  const actions = [
    { type: 'visit', url: '/' },
    { type: 'click', locator: '#buy', fallbacks: ["getByTestId('buy')"], timeoutMs: 500 },
  ];
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop', '--app-url', pages.url);
  await steploom(workspace.path, 'call', 'createModule', JSON.stringify({ name: 'Basket' }));
  await steploom(workspace.path, 'call', 'createTest', JSON.stringify({ moduleCode: 'm1', name: 'Buys', actions }));
});

afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
});

it('steploom run reports the locator that it repaired', { tags: 'full' }, async () => {
  const { stdout, exitCode } = await steploom(workspace.path, 'run', { CI: '' });
  expect(stdout).toContain("Repaired “Click #buy”: getByTestId('buy') was used instead of #buy, which finds nothing");
  expect(exitCode).toBe(0);
});

it.each([
  ['with --no-repair', ['run', '--no-repair', { CI: '' }]],
  ['in CI', ['run', { CI: 'true' }]],
])('steploom run repairs nothing %s, but names the fallback', { tags: 'full' }, async (_when, line) => {
  const { stdout, exitCode } = await steploom(workspace.path, ...line);
  expect(stdout).toContain("Its fallback getByTestId('buy') finds one, but this run repairs nothing.");
  expect(exitCode).toBe(1);
});
