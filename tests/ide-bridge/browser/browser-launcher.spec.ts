import { describe, expect, test } from 'vitest';
import { createBrowserLauncher } from '../../../ide-bridge/browser/launch/browser-launcher.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { CHROMIUM } from '../../support/browser.ts';
import { childProcesses } from '../../support/child-processes.ts';
import { openApp, opening, launcher as realLauncher, within } from './app-fixture.ts';

describe('the launcher', () => {
  const machine = { environment: {}, platform: process.platform, userId: process.getuid?.() };

  test('a navigation reports that there is no browser to launch', async () => {
    const missing = new AppError('browser-missing', 'None here.');
    const launcher = createBrowserLauncher({ locateBrowser: () => Promise.reject(missing), machine });
    await using app = openApp({ launcher });
    await expect(app.app.navigate('/', opening('http://127.0.0.1'), within())).rejects.toBe(missing);
  });

  test('the launcher names a program that does not start as a browser', async () => {
    const launcher = createBrowserLauncher({ locateBrowser: async () => ({ executablePath: '/bin/false' }), machine });
    const message = expect.stringMatching(/^The browser \/bin\/false does not start: ./);
    await expect(launcher.launch({ headed: false })).rejects.toMatchObject({ kind: 'browser-missing', message });
  });

  test.runIf(process.platform === 'linux')('the launcher refuses to open a window without a display', async () => {
    const launcher = createBrowserLauncher({ locateBrowser: async () => ({ executablePath: CHROMIUM }), machine });
    const message = expect.stringMatching(/no display/);
    await expect(launcher.launch({ headed: true })).rejects.toMatchObject({ kind: 'browser-missing', message });
  });

  test.runIf(process.getuid?.() === 0)('the launcher turns the sandbox off only for root', async () => {
    const executable = { locateBrowser: async () => ({ executablePath: CHROMIUM }) };
    expect(createBrowserLauncher({ ...executable, machine }).sandboxed).toBe(false);
    const launcher = createBrowserLauncher({ ...executable, machine: { ...machine, userId: 1000 } });
    expect(launcher.sandboxed).toBe(true);
    const message = expect.stringMatching(/root without --no-sandbox/);
    await expect(launcher.launch({ headed: false })).rejects.toMatchObject({ kind: 'browser-missing', message });
  });

  test('a launched browser opens no chrome: pages beside the page that was asked for', { tags: 'full' }, async () => {
    await using launched = await realLauncher.launch({ headed: false });
    const page = await launched.browser.newPage();
    await page.goto('data:text/html,<title>Alone</title>');
    const connection = await launched.browser.newBrowserCDPSession();
    const { targetInfos } = await connection.send('Target.getTargets', { filter: [{}] });
    expect(targetInfos.map(({ url }) => url).filter(url => url.startsWith('chrome:'))).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('the launcher disables all features that Playwright disables', async () => {
    await using launched = await realLauncher.launch({ headed: false });
    const line = childProcesses().find(({ pid }) => pid === launched.pid)?.commandLine ?? '';
    const lists = [...line.matchAll(/--disable-features=(\S+)/g)].map(([, names = '']) => names.split(','));
    expect(lists).toHaveLength(2);
    expect(lists[1]).toEqual(expect.arrayContaining(lists[0] ?? []));
  });
});
