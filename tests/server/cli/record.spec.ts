import { chromium } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startSteploomIn, steploom } from '../../support/command-line.ts';
import { debuggedBrowser, type ForeignBrowser } from '../../support/foreign-browsers.ts';
import { servePages } from '../../support/serve-pages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const PAGE = `<!doctype html><title>Sign up</title><label>Name <input></label>
<button onclick="document.querySelector('output').textContent = 'Welcome'">Sign up</button><output></output>`;

describe('steploom record', () => {
  let browser: ForeignBrowser;
  let pages: Awaited<ReturnType<typeof servePages>>;
  let workspace: Awaited<ReturnType<typeof temporaryDirectory>>;

  beforeAll(async () => {
    [browser, pages, workspace] = await Promise.all([
      debuggedBrowser(),
      servePages({ '/': PAGE }),
      temporaryDirectory(),
    ]);
    await steploom(workspace.path, 'init', 'shop');
  });
  afterAll(async () => {
    for (const part of [browser, pages, workspace]) await part[Symbol.asyncDispose]();
  });

  afterEach(() => vi.unstubAllEnvs());

  test('prints what somebody does as rows, and where the test is once Ctrl+C ends it', async () => {
    const connect = ['--connect', browser.endpoint];
    const command = await startSteploomIn(workspace.path, 'record', pages.url, '--name', 'Checkout', ...connect);
    await expect.poll(command.told, { timeout: 60_000 }).toContain('Recording into');
    const other = await chromium.connectOverCDP(browser.endpoint);
    const page = other
      .contexts()
      .flatMap(context => context.pages())
      .find(each => each.url().startsWith(pages.url));
    await page?.getByLabel('Name').fill('ada');
    await page?.getByRole('button', { name: 'Sign up' }).click();
    await expect.poll(command.printed, { timeout: 60_000 }).toMatch(/\n +3 {2}.*Sign up/);
    await other.close();
    const { exitCode, stdout, stderr } = await command.interrupt();
    expect(stdout).toMatch(/^ +1 {2}.*\n +2 {2}.*ada.*\n +3 {2}.*Sign up.*\n$/);
    expect(stderr).toMatch(/A check to end it with: Check that .*Welcome/);
    expect(stderr).toMatch(/3 actions are in test m\d+\.t\d+ of version/);
    expect(exitCode).toBe(0);
    const verified = await steploom(workspace.path, 'call', 'getModules', '{"includeTests":true}');
    expect(verified.stdout).toContain('Checkout');
  });

  test('says that a window needs a display, names the live view instead, and leaves no empty test behind', async () => {
    for (const name of ['DISPLAY', 'WAYLAND_DISPLAY']) vi.stubEnv(name, '');
    const { exitCode, stderr } = await steploom(workspace.path, 'record', pages.url, '--name', 'In vain');
    expect(stderr).toMatch(/needs a display, and there is none here\. The other way is the live view/);
    expect(exitCode).toBe(4);
    const { stdout } = await steploom(workspace.path, 'call', 'getModules', '{"includeTests":true}');
    expect(stdout).not.toContain('In vain');
  });

  test.each([
    [['--into', 'm1.t1', '--name', 'Both'], 'either --into m1.t5 or --name'],
    [['--into', 'm9.t99', '--connect'], 'm9'],
    [['--name', 'Unseen', '--headless'], 'start steploom open first'],
  ])('refuses %j', async (words, said) => {
    const rest = words.at(-1) === '--connect' ? [browser.endpoint] : [];
    const { exitCode, stderr } = await steploom(workspace.path, 'record', pages.url, ...words, ...rest);
    expect(stderr).toContain(said);
    expect(exitCode).toBe(2);
  });
});
