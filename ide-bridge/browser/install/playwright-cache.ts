import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Machine, resolveSettingPath } from './machine.ts';

export interface PlaywrightBrowser {
  name: string;
  folder: string;
  executablePath: string;
}

const MAC_CHROME = ['Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'];

/** As in the registry of playwright-core 1.65; the full browser first, because the shell shows no window. */
const LAYOUTS: Record<string, Record<string, readonly string[]>> = {
  chromium: {
    'linux-x64': ['chrome-linux64', 'chrome'],
    'linux-arm64': ['chrome-linux-arm64', 'chrome'],
    'darwin-x64': ['chrome-mac-x64', ...MAC_CHROME],
    'darwin-arm64': ['chrome-mac-arm64', ...MAC_CHROME],
    win32: ['chrome-win64', 'chrome.exe'],
  },
  'chromium-headless-shell': {
    'linux-x64': ['chrome-headless-shell-linux64', 'chrome-headless-shell'],
    'linux-arm64': ['chrome-headless-shell-linux-arm64', 'chrome-headless-shell'],
    'darwin-x64': ['chrome-headless-shell-mac-x64', 'chrome-headless-shell'],
    'darwin-arm64': ['chrome-headless-shell-mac-arm64', 'chrome-headless-shell'],
    win32: ['chrome-headless-shell-win64', 'chrome-headless-shell.exe'],
  },
};

/** Empty where Playwright offers none for this machine. */
export async function playwrightBrowsers(machine: Machine): Promise<PlaywrightBrowser[]> {
  const cache = cacheFolder(machine);
  if (cache === undefined) return [];
  const revisions = await readRevisions(path.join(machine.playwrightFolder, 'browsers.json'));
  const platform = machine.platform === 'win32' ? 'win32' : `${machine.platform}-${machine.architecture}`;
  return Object.entries(LAYOUTS).flatMap(([name, layout]) => {
    const revision = revisions.get(name);
    const parts = layout[platform];
    if (revision === undefined || parts === undefined) return [];
    const folder = path.join(cache, `${name.replaceAll('-', '_')}-${revision}`);
    return [{ name, folder, executablePath: path.join(folder, ...parts) }];
  });
}

export const installedPlaywrightBrowser = async (machine: Machine): Promise<PlaywrightBrowser | undefined> =>
  firstInstalled(await playwrightBrowsers(machine), machine);

export const installedPlaywrightShell = async (machine: Machine): Promise<PlaywrightBrowser | undefined> =>
  firstInstalled(
    (await playwrightBrowsers(machine)).filter(({ name }) => name === 'chromium-headless-shell'),
    machine,
  );

async function firstInstalled(
  browsers: readonly PlaywrightBrowser[],
  machine: Machine,
): Promise<PlaywrightBrowser | undefined> {
  for (const browser of browsers) {
    // An interrupted download leaves the program, but not Playwright's marker.
    const isComplete = await machine.isFile(path.join(browser.folder, 'INSTALLATION_COMPLETE'));
    if (isComplete && (await machine.isExecutable(browser.executablePath))) return browser;
  }
  return undefined;
}

/** Read without zod, which would take longer to load than the rest of the search. */
async function readRevisions(file: string): Promise<Map<string, string>> {
  const list: unknown = JSON.parse(await readFile(file, 'utf8'));
  const browsers = isRecord(list) && Array.isArray(list.browsers) ? list.browsers : [];
  const revisions = new Map<string, string>();
  for (const browser of browsers.filter(isRecord)) {
    if (typeof browser.name === 'string' && typeof browser.revision === 'string') {
      revisions.set(browser.name, browser.revision);
    }
  }
  return revisions;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function cacheFolder(machine: Machine): string | undefined {
  const { environment } = machine;
  const chosen =
    environment.PLAYWRIGHT_BROWSERS_PATH ||
    environment.npm_config_playwright_browsers_path ||
    environment.npm_package_config_playwright_browsers_path;
  if (chosen === '0') return path.join(machine.playwrightFolder, '.local-browsers');
  if (chosen) return resolveSettingPath(chosen, machine);
  const caches = userCacheFolder(machine);
  return caches && path.join(caches, 'ms-playwright');
}

export function userCacheFolder({ environment, homeDirectory, platform }: Machine): string | undefined {
  switch (platform) {
    case 'linux':
      return environment.XDG_CACHE_HOME || path.join(homeDirectory, '.cache');
    case 'darwin':
      return path.join(homeDirectory, 'Library', 'Caches');
    case 'win32':
      return environment.LOCALAPPDATA || path.join(homeDirectory, 'AppData', 'Local');
    default:
      return undefined;
  }
}
