// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { steploom, steploomProcess } from '../../support/command-line.ts';
import { type ForeignBrowser, launchedServer } from '../../support/foreign-browsers.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop } from '../../support/shop.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

describe('--connect', () => {
  let browser: ForeignBrowser;
  let pages: Awaited<ReturnType<typeof servePages>>;
  let workspace: Awaited<ReturnType<typeof temporaryDirectory>>;

  beforeAll(async () => {
    [browser, pages, workspace] = await Promise.all([
      launchedServer(),
      servePages({ '/': '<!doctype html><title>Shop</title>' }),
      temporaryDirectory(),
    ]);
    await using shop = await openShop({ appUrl: pages.url, workspaceFolder: workspace.path });
    await shop.author.module('Shop');
    await shop.author.test('m1', 'Visit', { actions: [{ type: 'visit', url: '/' }] });
  });
  afterAll(async () => {
    for (const part of [browser, pages, workspace]) await part[Symbol.asyncDispose]();
  });

  /** There is no other browser for these. */
  const alone = { STEPLOOM_BROWSER: '/nowhere/chromium' };

  test('steploom run --connect runs tests in a browser that others started and leaves it running', async () => {
    const first = await steploomProcess(workspace.path, alone, 'run', 't1', '--headed', '--connect', browser.endpoint);
    expect([first.exitCode, first.stderr]).toEqual([0, expect.stringContaining('--headed has no effect')]);
    expect((await steploomProcess(workspace.path, alone, 'run', 't1', '--connect', browser.endpoint)).exitCode).toBe(0);
    expect(await browser.titles()).toEqual(['Not yours']);
  });

  test.each(['run', 'open'])(
    'steploom %s --connect exits with 4 when no browser answers and with 2 for an invalid address',
    async command => {
      const gone = await steploom(workspace.path, command, '--connect', 'ws://127.0.0.1:1/secret');
      expect(gone.exitCode).toBe(4);
      expect(gone.stderr).toContain('The browser at ws://127.0.0.1:1 could not be attached: nothing answers there.');
      expect(gone.stderr).toContain("the whole address of Playwright's endpoint");
      expect(gone.stderr + gone.stdout).not.toContain('secret');
      const wrong = await steploom(workspace.path, command, '--connect', '127.0.0.1:9222');
      expect([wrong.exitCode, wrong.stdout]).toEqual([2, '']);
      expect(wrong.stderr).toContain('--connect takes ws://… or http://…, not "127.0.0.1:9222".');
    },
  );
});
