import path from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { findOnPath, type Machine, resolveSettingPath } from './machine.ts';
import { installedPlaywrightBrowser } from './playwright-cache.ts';

export interface FoundBrowser {
  executablePath: string;
  source: 'STEPLOOM_BROWSER' | 'playwright-cache' | 'chrome' | 'msedge' | 'path';
}

const PATH_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'brave-browser',
  'microsoft-edge',
];

interface Channel {
  source: 'chrome' | 'msedge';
  linux: string;
  darwin: string;
  win32: readonly string[];
}

const CHANNELS: readonly Channel[] = [
  {
    source: 'chrome',
    linux: '/opt/google/chrome/chrome',
    darwin: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    win32: ['Google', 'Chrome', 'Application', 'chrome.exe'],
  },
  {
    source: 'msedge',
    linux: '/opt/microsoft/msedge/msedge',
    darwin: '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    win32: ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  },
];

/**
 * Does not load Playwright. Order: the setting, Playwright's cache, Chrome and Edge, `PATH`. Errors: `browser-missing`
 * when STEPLOOM_BROWSER names no executable; nothing else is tried then.
 */
export async function findBrowser(machine: Machine): Promise<FoundBrowser | undefined> {
  return (
    (await chosenBrowser(machine)) ??
    (await cachedBrowser(machine)) ??
    (await channelBrowser(machine)) ??
    (await browserOnPath(machine))
  );
}

async function chosenBrowser(machine: Machine): Promise<FoundBrowser | undefined> {
  const chosen = machine.environment.STEPLOOM_BROWSER;
  if (!chosen) return undefined;
  const executablePath = resolveSettingPath(chosen, machine);
  if (await machine.isExecutable(executablePath)) return { executablePath, source: 'STEPLOOM_BROWSER' };
  throw new AppError(
    'browser-missing',
    `STEPLOOM_BROWSER names ${executablePath}, which is not an executable file: set it to the path of Chrome or Chromium, or unset it.`,
    { field: 'STEPLOOM_BROWSER', expected: 'the path of Chrome or Chromium' },
  );
}

async function cachedBrowser(machine: Machine): Promise<FoundBrowser | undefined> {
  const browser = await installedPlaywrightBrowser(machine);
  return browser && { executablePath: browser.executablePath, source: 'playwright-cache' };
}

async function channelBrowser(machine: Machine): Promise<FoundBrowser | undefined> {
  for (const channel of CHANNELS) {
    for (const executablePath of channelPaths(channel, machine)) {
      if (await machine.isExecutable(executablePath)) return { executablePath, source: channel.source };
    }
  }
  return undefined;
}

function channelPaths(channel: Channel, { platform, environment }: Machine): string[] {
  if (platform === 'linux' || platform === 'darwin') return [channel[platform]];
  if (platform !== 'win32') return [];
  const { LOCALAPPDATA, PROGRAMFILES, HOMEDRIVE } = environment;
  const folders = [LOCALAPPDATA, PROGRAMFILES, environment['PROGRAMFILES(X86)']];
  if (HOMEDRIVE) folders.push(`${HOMEDRIVE}\\Program Files`, `${HOMEDRIVE}\\Program Files (x86)`);
  return folders.flatMap(folder => (folder ? [path.join(folder, ...channel.win32)] : []));
}

async function browserOnPath(machine: Machine): Promise<FoundBrowser | undefined> {
  for (const name of PATH_NAMES) {
    const executablePath = await findOnPath(name, machine);
    if (executablePath !== undefined) return { executablePath, source: 'path' };
  }
  return undefined;
}
