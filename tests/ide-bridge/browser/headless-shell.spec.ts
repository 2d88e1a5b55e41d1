import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findHeadlessShell, keepVerdict, knownVerdict } from '../../../ide-bridge/browser/install/headless-shell.ts';
import { thisMachine } from '../../../ide-bridge/browser/install/machine.ts';
import { playwrightBrowsers } from '../../../ide-bridge/browser/install/playwright-cache.ts';
import { createBrowserLauncher } from '../../../ide-bridge/browser/launch/browser-launcher.ts';
import { faultOfShell } from '../../../ide-bridge/browser/launch/check-shell.ts';
import { firstPage, openContext } from '../../../ide-bridge/browser/session/open-context.ts';
import { launcher, opening, servePages } from './app-fixture.ts';
import { createFakeMachine } from './fake-machine.ts';

test('the headless shell is the one of Playwright, else that on the PATH, and none where a setting names a browser', async () => {
  await using fake = await createFakeMachine({ environment: { PATH: '/usr/bin' } });
  expect(await findHeadlessShell(fake.machine)).toBeUndefined();
  await fake.put('/usr/bin/chromium-headless-shell');
  expect(await findHeadlessShell(fake.machine)).toMatchObject({ source: 'path' });
  const shell = (await playwrightBrowsers(fake.machine)).find(({ name }) => name === 'chromium-headless-shell');
  await fake.put(shell?.executablePath ?? '');
  expect(await findHeadlessShell(fake.machine)).toMatchObject({ source: 'path' });
  await fake.put(path.join(shell?.folder ?? '', 'INSTALLATION_COMPLETE'), '', 0o644);
  expect(await findHeadlessShell(fake.machine)).toMatchObject({ source: 'playwright-cache' });
  const chosen = { ...fake.machine, environment: { PATH: '/usr/bin', STEPLOOM_BROWSER: '/usr/bin/chromium' } };
  expect(await findHeadlessShell(chosen)).toBeUndefined();
});

test('what a check of the headless shell has found is known until another release takes its place', async () => {
  await using fake = await createFakeMachine();
  const machine = { ...fake.machine, homeDirectory: fake.inside('/home') };
  const shell = { executablePath: await fake.put('/usr/bin/chromium-headless-shell'), source: 'path' } as const;
  expect(await knownVerdict(machine, shell)).toBeUndefined();
  await keepVerdict(machine, shell, { fault: 'it draws nothing' });
  expect(await knownVerdict(machine, shell)).toEqual({ fault: 'it draws nothing' });
  await keepVerdict(machine, shell, {});
  expect(await knownVerdict(machine, shell)).toEqual({});
  await utimes(shell.executablePath, 1, 1);
  expect(await knownVerdict(machine, shell)).toBeUndefined();
});

test('a browser that draws, asks and saves is fit to run tests, and one that does not start is not', {
  tags: 'full',
}, async () => {
  expect(await faultOfShell(() => launcher.launch({ headed: false }))).toBeUndefined();
  const machine = { environment: process.env, platform: process.platform, userId: process.getuid?.() };
  const broken = createBrowserLauncher({ locateBrowser: async () => ({ executablePath: '/bin/false' }), machine });
  await expect(faultOfShell(() => broken.launch({ headed: false }))).rejects.toThrow(/does not start/);
});

test('what a page copies when it is clicked goes to the clipboard, and it is asked for other permissions as before', {
  tags: 'full',
}, async context => {
  const machine = thisMachine();
  const shell = await findHeadlessShell(machine);
  if (shell === undefined) return context.skip('no headless shell is installed');
  const copy =
    'navigator.clipboard.writeText("4711").then(() => { this.title = "copied" }, error => { this.title = error.message })';
  await using pages = await servePages({ '/': `<button onclick='${copy}'>Copy</button>` });
  await using launched = await createBrowserLauncher({ machine, locateBrowser: async () => shell }).launch({
    headed: false,
  });
  const window = await openContext(launched.browser, opening(pages.origin));
  const page = await firstPage(window, { confineTo: async () => {} }, opening(pages.origin));
  await page.goto(pages.origin);
  await page.getByRole('button').click();
  await expect.poll(() => page.getByRole('button').evaluate(button => Reflect.get(button, 'title'))).toBe('copied');
  const others =
    'Promise.all(["geolocation", "notifications"].map(async name => (await navigator.permissions.query({ name })).state))';
  expect(await page.evaluate(others)).toEqual(['prompt', 'prompt']);
});
