import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findBrowser } from '../../../ide-bridge/browser/install/find-browser.ts';
import { type Machine, thisMachine } from '../../../ide-bridge/browser/install/machine.ts';
import { playwrightBrowsers } from '../../../ide-bridge/browser/install/playwright-cache.ts';
import { createFakeMachine, type FakeMachine } from './fake-machine.ts';

const WINDOWS = { platform: 'win32', environment: { LOCALAPPDATA: '/local', PROGRAMFILES: '/programs' } } as const;

/** Puts both of Playwright's browsers in place, full one first, and tells where. */
async function putPlaywrightBrowsers({ machine, put }: FakeMachine): Promise<string[]> {
  const browsers = await playwrightBrowsers(machine);
  for (const { folder, executablePath } of browsers) {
    await put(executablePath);
    await put(path.join(folder, 'INSTALLATION_COMPLETE'), '', 0o644);
  }
  return browsers.map(browser => browser.executablePath);
}

test.each<{ name: string; changes: Partial<Machine>; folder: string; program: string }>([
  {
    name: 'Linux',
    changes: {},
    folder: 'home/.cache/ms-playwright',
    program: 'chrome-linux64/chrome',
  },
  {
    name: 'Linux on ARM with XDG_CACHE_HOME',
    changes: { architecture: 'arm64', environment: { XDG_CACHE_HOME: '/xdg' } },
    folder: 'xdg/ms-playwright',
    program: 'chrome-linux-arm64/chrome',
  },
  {
    name: 'macOS',
    changes: { platform: 'darwin', architecture: 'arm64' },
    folder: 'home/Library/Caches/ms-playwright',
    program: 'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  },
  {
    name: 'Windows',
    changes: WINDOWS,
    folder: 'local/ms-playwright',
    program: 'chrome-win64/chrome.exe',
  },
  {
    name: 'PLAYWRIGHT_BROWSERS_PATH',
    changes: { environment: { PLAYWRIGHT_BROWSERS_PATH: '/browsers' } },
    folder: 'browsers',
    program: 'chrome-linux64/chrome',
  },
  {
    name: 'PLAYWRIGHT_BROWSERS_PATH relative to the folder of the caller',
    changes: { environment: { PLAYWRIGHT_BROWSERS_PATH: 'browsers', INIT_CWD: '/caller' } },
    folder: 'caller/browsers',
    program: 'chrome-linux64/chrome',
  },
  {
    name: 'PLAYWRIGHT_BROWSERS_PATH=0',
    changes: { environment: { PLAYWRIGHT_BROWSERS_PATH: '0' } },
    folder: 'playwright-core/.local-browsers',
    program: 'chrome-linux64/chrome',
  },
])('findBrowser finds the Chromium that Playwright downloaded ($name)', async ({ changes, folder, program }) => {
  await using fake = await createFakeMachine(changes);
  const revision = /"revision": "(\d+)"/.exec(
    await readFile(fake.inside('/playwright-core/browsers.json'), 'utf8'),
  )?.[1];
  await fake.put(path.join(folder, `chromium-${revision}`, 'INSTALLATION_COMPLETE'), '', 0o644);
  const executable = await fake.put(path.join(folder, `chromium-${revision}`, program));
  const found = await findBrowser(fake.machine);
  expect(found?.source).toBe('playwright-cache');
  expect(fake.inside(found?.executablePath ?? '')).toBe(executable);
});

test.each([
  ['ubuntu24.04-x64', 'linux', 'x64'],
  ['ubuntu24.04-arm64', 'linux', 'arm64'],
  ['mac15', 'darwin', 'x64'],
  ['mac15-arm64', 'darwin', 'arm64'],
  ['win64', 'win32', 'x64'],
] as const)(
  'Steploom knows the browser paths of Playwright on %s',
  { tags: 'full' },
  async (hostPlatform, platform, architecture) => {
    const environment = { PLAYWRIGHT_BROWSERS_PATH: '/browsers' };
    const script = `
    const { registry } = require('./lib/coreBundle.js').registry;
    const names = ['chromium', 'chromium-headless-shell'];
    console.log(JSON.stringify(names.map(name => registry.findExecutable(name).executablePath())));
  `;
    const { playwrightFolder } = thisMachine();
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
      cwd: playwrightFolder,
      env: { ...process.env, ...environment, PLAYWRIGHT_HOST_PLATFORM_OVERRIDE: hostPlatform },
    });
    const ours = await playwrightBrowsers({ ...thisMachine(), environment, platform, architecture });
    expect(ours.map(browser => browser.executablePath)).toEqual(JSON.parse(stdout));
  },
);

test('findBrowser prefers the full Chromium to the headless shell, and takes the shell if it is alone', async () => {
  await using fake = await createFakeMachine();
  const [full, shell] = await putPlaywrightBrowsers(fake);
  expect(await findBrowser(fake.machine)).toEqual({ executablePath: full, source: 'playwright-cache' });
  await fake.remove(full ?? '');
  expect(await findBrowser(fake.machine)).toEqual({ executablePath: shell, source: 'playwright-cache' });
});

test('findBrowser passes over a download that was interrupted', async () => {
  await using fake = await createFakeMachine();
  const [browser] = await playwrightBrowsers(fake.machine);
  await fake.put(browser?.executablePath ?? '');
  expect(await findBrowser(fake.machine)).toBeUndefined();
});

test.each<{ name: string; changes: Partial<Machine>; file: string; source: string }>([
  { name: 'Chrome on Linux', changes: {}, file: '/opt/google/chrome/chrome', source: 'chrome' },
  { name: 'Edge on Linux', changes: {}, file: '/opt/microsoft/msedge/msedge', source: 'msedge' },
  {
    name: 'Chrome on macOS',
    changes: { platform: 'darwin' },
    file: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    source: 'chrome',
  },
  {
    name: 'Edge on macOS',
    changes: { platform: 'darwin' },
    file: '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    source: 'msedge',
  },
  {
    name: 'Chrome of one user on Windows',
    changes: WINDOWS,
    file: '/local/Google/Chrome/Application/chrome.exe',
    source: 'chrome',
  },
  {
    name: 'Edge on Windows',
    changes: WINDOWS,
    file: '/programs/Microsoft/Edge/Application/msedge.exe',
    source: 'msedge',
  },
])('findBrowser finds $name', async ({ changes, file, source }) => {
  await using fake = await createFakeMachine(changes);
  await fake.put(file);
  expect(await findBrowser(fake.machine)).toEqual({ executablePath: file, source });
});

test('findBrowser searches PATH by name first, then by folder', async () => {
  await using fake = await createFakeMachine({ environment: { PATH: '/first:/second' } });
  await fake.put('/first/brave-browser');
  await fake.put('/second/chromium');
  expect(await findBrowser(fake.machine)).toEqual({ executablePath: '/second/chromium', source: 'path' });
  await fake.put('/first/chromium');
  expect(await findBrowser(fake.machine)).toEqual({ executablePath: '/first/chromium', source: 'path' });
});

test('findBrowser searches PATH on Windows for programs ending in .exe', async () => {
  await using fake = await createFakeMachine({ platform: 'win32', environment: { PATH: '/first;/second' } });
  await fake.put('/second/chromium.exe');
  expect(await findBrowser(fake.machine)).toEqual({ executablePath: '/second/chromium.exe', source: 'path' });
});

test('findBrowser passes over folders and files that cannot be executed', async () => {
  await using fake = await createFakeMachine({ environment: { PATH: '/first:/second' } });
  await fake.put('/first/chromium/notes.txt');
  await fake.put('/second/chromium', '', 0o644);
  expect(await findBrowser(fake.machine)).toBeUndefined();
});

test('findBrowser takes the sources in order: STEPLOOM_BROWSER, the cache, Chrome, Edge, PATH', async () => {
  await using fake = await createFakeMachine({ environment: { STEPLOOM_BROWSER: '/chosen', PATH: '/bin' } });
  const places = ['/chosen', ...(await putPlaywrightBrowsers(fake))];
  places.push('/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge', '/bin/microsoft-edge');
  for (const place of places) await fake.put(place);
  const sources: (string | undefined)[] = [(await findBrowser(fake.machine))?.source];
  const withoutSetting = { ...fake.machine, environment: { PATH: '/bin' } };
  for (const place of places.slice(1)) {
    sources.push((await findBrowser(withoutSetting))?.source);
    await fake.remove(place);
  }
  const cached = 'playwright-cache';
  expect(sources).toEqual(['STEPLOOM_BROWSER', cached, cached, 'chrome', 'msedge', 'path']);
});

test('findBrowser refuses a STEPLOOM_BROWSER that does not exist, even if another browser does', async () => {
  await using fake = await createFakeMachine({ environment: { STEPLOOM_BROWSER: '/no/chrome', PATH: '/bin' } });
  await fake.put('/bin/chromium');
  await expect(findBrowser(fake.machine)).rejects.toMatchObject({
    kind: 'browser-missing',
    message: expect.stringContaining('STEPLOOM_BROWSER names /no/chrome'),
  });
});

test('findBrowser reads a relative STEPLOOM_BROWSER from the folder of the caller', async () => {
  await using fake = await createFakeMachine({ environment: { STEPLOOM_BROWSER: 'mine/chrome', INIT_CWD: '/caller' } });
  await fake.put('/caller/mine/chrome');
  expect(await findBrowser(fake.machine)).toEqual({
    executablePath: '/caller/mine/chrome',
    source: 'STEPLOOM_BROWSER',
  });
});

test('findBrowser finds nothing on a bare machine', async () => {
  await using fake = await createFakeMachine({ environment: { PATH: '/bin' } });
  expect(await findBrowser(fake.machine)).toBeUndefined();
});

test('findBrowser finds a real browser on the machine that runs the specs', async () => {
  const found = await findBrowser(thisMachine());
  const { stdout } = await promisify(execFile)(found?.executablePath ?? '', ['--version']);
  expect(stdout).toMatch(/Chrom|Edge|Brave/);
});
