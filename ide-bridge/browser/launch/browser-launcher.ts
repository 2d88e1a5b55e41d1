import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, LaunchOptions } from 'playwright';
import { z } from 'zod';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { BrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import type { Machine } from '../install/machine.ts';
import { NO_METADATA } from '../requests/metadata-addresses.ts';
import { firstLine, isGone } from '../requests/page-failure.ts';
import { QUIET_ARGUMENTS, ROOM_FOR_THE_IDE, UNWANTED_ARGUMENTS } from './browser-arguments.ts';
import { BrowserGuard, kill } from './browser-guard.ts';
import { loadPlaywright } from './load-playwright.ts';

interface BrowserLauncherOptions {
  /** Its errors pass through, e.g. `browser-missing`. `isWhole`: with everything that windows need. */
  locateBrowser(wanted: { isWhole: boolean }): Promise<{ executablePath: string; isShell?: boolean | undefined }>;
  machine: Pick<Machine, 'environment' | 'platform' | 'userId'>;
}

export interface LaunchedBrowser extends AsyncDisposable {
  browser: Browser;
  pid?: number;
  headed?: boolean;
  /** Whether it lacks what windows need, and draws a little differently. */
  isShell?: boolean | undefined;
  /** Set for a browser that others started and that is left running. */
  attachedTo?: BrowserEndpoint;
  /** Whether it is a tab of somebody's everyday browser, in which nothing else may be opened or changed. */
  isLent?: boolean;
  goneBecause?(): string | undefined;
  /** Only for a browser that was started here for one window. */
  guard?: BrowserGuard;
  /** Ends the process and removes its profile; leaves a browser that others started. Idempotent. */
  dispose(): Promise<void>;
}

export interface BrowserLauncher {
  /** Chromium's sandbox refuses to work for root, so it is off there and only there. */
  readonly sandboxed: boolean;
  readonly attachedTo?: BrowserEndpoint;
  readonly hasDisplay: boolean;
  /** Errors: `browser-missing` when there is none, when it does not start, or when there is no display for a window. */
  launch(options: LaunchRequest): Promise<LaunchedBrowser>;
}

interface LaunchRequest {
  headed: boolean;
  /** Whether it must be a whole browser without a window: pictures are compared with those of one. */
  isWhole?: boolean | undefined;
}

const START_LIMIT_MS = 30_000;
const CLOSE_LIMIT_MS = 3_000;

/** Playwright itself kills what is left of the browser when this process exits. */
export function createBrowserLauncher({ locateBrowser, machine }: BrowserLauncherOptions): BrowserLauncher {
  const sandboxed = machine.userId !== 0;
  let isCleared = false;
  return {
    sandboxed,
    hasDisplay: hasDisplay(machine),
    launch: async ({ headed, isWhole = headed }) => {
      if (headed) requireDisplay(machine);
      const { executablePath, isShell } = await locateBrowser({ isWhole });
      // In parallel to the start.
      if (!isCleared) void removeLeftOvers();
      isCleared = true;
      const launched = await start({
        executablePath,
        headless: !headed,
        args: [...QUIET_ARGUMENTS, NO_METADATA, ...(headed ? [ROOM_FOR_THE_IDE] : [])],
        ignoreDefaultArgs: UNWANTED_ARGUMENTS,
        chromiumSandbox: sandboxed,
        timeout: START_LIMIT_MS,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      return { ...launched, isShell };
    },
  };
}

async function start(options: LaunchOptions & { executablePath: string }): Promise<LaunchedBrowser> {
  const { chromium } = await loadPlaywright();
  const folder = await makeBrowserFolder();
  const browser = await chromium.launch({ ...options, artifactsDir: folder.path }).catch(async error => {
    await folder.remove();
    throw notStarted(options.executablePath, error);
  });
  const pid = await processId(browser).catch(async error => {
    await browser.close();
    await folder.remove();
    throw notStarted(options.executablePath, error);
  });
  const claimed = folder.claim(pid);
  const guard = new BrowserGuard(browser, pid);
  let ending: Promise<void> | undefined;
  const dispose = () => {
    guard[Symbol.dispose]();
    ending ??= end(browser, pid)
      .then(() => claimed)
      .then(() => folder.remove());
    return ending;
  };
  return { browser, pid, headed: options.headless === false, guard, dispose, [Symbol.asyncDispose]: dispose };
}

async function processId(browser: Browser): Promise<number> {
  const connection = await browser.newBrowserCDPSession();
  const { processInfo } = await connection.send('SystemInfo.getProcessInfo');
  await connection.detach();
  const main = processInfo.find(({ type }) => type === 'browser');
  if (main === undefined) throw new Error('Chromium names no main process.');
  return main.id;
}

async function end(browser: Browser, pid: number): Promise<void> {
  const force = setTimeout(() => kill(pid), CLOSE_LIMIT_MS);
  try {
    await browser.close();
  } finally {
    clearTimeout(force);
  }
}

const hasDisplay = ({ platform, environment }: BrowserLauncherOptions['machine']): boolean =>
  platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);

function requireDisplay(machine: BrowserLauncherOptions['machine']): void {
  if (hasDisplay(machine)) return;
  throw new AppError(
    'browser-missing',
    'There is no display for a browser window (neither DISPLAY nor WAYLAND_DISPLAY is set): run without a window, or start Steploom on a desktop or under xvfb-run.',
    { field: 'headed', expected: 'false on a machine without a display' },
  );
}

function notStarted(executablePath: string, cause: unknown): AppError {
  if (isAppError(cause)) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  return new AppError('browser-missing', `The browser ${executablePath} does not start: ${whyNotStarted(text)}`, {
    next: 'set STEPLOOM_BROWSER to the path of a Chrome or Chromium that starts',
    cause,
  });
}

/** Chromium complains of a missing D-Bus at every start without a desktop; it is never the cause. */
const NOISE = /dbus/;

function whyNotStarted(account: string): string {
  const said = account.split('\n').filter(line => !NOISE.test(line));
  const reason = /(?:\[err\] ?|ERROR:)(.*(?:sandbox|error|cannot|No usable).*)/i.exec(said.join('\n'))?.[1];
  if (reason !== undefined) return reason.trim();
  const [, exitCode, endSignal] = /process did exit: exitCode=(\w+), signal=(\w+)/.exec(account) ?? [];
  if (exitCode === undefined) return isGone(account) ? 'it ended while starting.' : firstLine(account).trim();
  return exitCode === 'null' ? `it was ended by ${endSignal}.` : `it ended at once with exit code ${exitCode}.`;
}

/** Temporary files of a browser, which are removed later even if this process dies. */
interface BrowserFolder {
  path: string;
  /** Records where that process keeps its profile. Never rejects. */
  claim(browserPid: number): Promise<void>;
  /** Call it once the browser has ended. Never rejects. */
  remove(): Promise<void>;
}

const FOLDER = /^steploom-browser-(\d+)-/;
const PROFILE = /^playwright_chromiumdev_profile-\w+$/;
/** Chromium's folder beside a profile, with the socket that detects a second start. */
const SOCKET_FOLDER = /^org\.chromium\.Chromium\.\w+$/;
const NOTE = 'folders.json';
const Note = z.array(z.string());

async function makeBrowserFolder(): Promise<BrowserFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), `steploom-browser-${process.pid}-`));
  return {
    path: folder,
    claim: browserPid => orNothing(async () => noteFolders(folder, await foldersOf(browserPid))),
    remove: () => orNothing(() => removeWithNoted(folder)),
  };
}

/** Removes what crashed services left of their browsers. Never rejects. */
async function removeLeftOvers(): Promise<void> {
  await orNothing(async () => {
    const names = await readdir(tmpdir());
    const left = names.filter(name => {
      const owner = FOLDER.exec(name)?.[1];
      return owner !== undefined && !isRunning(Number(owner));
    });
    await Promise.all(left.map(name => orNothing(() => removeWithNoted(path.join(tmpdir(), name)))));
  });
}

const noteFolders = (folder: string, names: readonly string[]): Promise<void> =>
  writeFile(path.join(folder, NOTE), JSON.stringify(names));

/** A profile names its process, except on Windows, where nothing is recorded. */
async function foldersOf(browserPid: number): Promise<string[]> {
  const names = await readdir(tmpdir());
  for (const name of names.filter(each => PROFILE.test(each))) {
    const owner = await linkIn(name, 'SingletonLock');
    if (!owner?.endsWith(`-${browserPid}`)) continue;
    const socket = await linkIn(name, 'SingletonSocket');
    return [name, ...(socket === undefined ? [] : [path.basename(path.dirname(socket))])];
  }
  return [];
}

const linkIn = (profile: string, link: string): Promise<string | undefined> =>
  readlink(path.join(tmpdir(), profile, link)).catch(() => undefined);

/** Only folders that browsers make are accepted, and only from a note of ours. */
async function removeWithNoted(folder: string): Promise<void> {
  if ((await stat(folder)).uid !== (process.getuid?.() ?? 0)) return;
  const text = await readFile(path.join(folder, NOTE), 'utf8').catch(() => '[]');
  const noted = Note.parse(JSON.parse(text)).filter(name => PROFILE.test(name) || SOCKET_FOLDER.test(name));
  for (const each of [...noted.map(name => path.join(tmpdir(), name)), folder])
    await rm(each, { recursive: true, force: true, maxRetries: 3 });
}

async function orNothing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // A folder that cannot be read or removed must not stop anybody.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
