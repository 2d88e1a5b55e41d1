import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { type FoundBrowser, findBrowser } from './find-browser.ts';
import { findHeadlessShell } from './headless-shell.ts';
import { findOnPath, type Machine } from './machine.ts';
import { installedPlaywrightBrowser, type PlaywrightBrowser, playwrightBrowsers } from './playwright-cache.ts';
import { type ProgramOptions, type ProgramResult, runProgram, startTimeLimit, type TimeLimit } from './run-program.ts';

interface InstallOptions {
  machine: Machine;
  report(line: string): void;
  signal: AbortSignal;
  limits?: InstallLimits;
}

interface InstallLimits {
  /** How long the download may stall. */
  silenceMs: number;
  /** Limit for one program. */
  totalMs: number;
}

const LIMITS: InstallLimits = { silenceMs: 30_000, totalMs: 10 * 60_000 };

const WHAT_TO_DO = 'install Google Chrome or Chromium, or set STEPLOOM_BROWSER to the path of one';

/**
 * Playwright's download, else, as root on Debian and its like, the system's Chromium. Errors: `browser-missing` with
 * reasons and advice; the reason of `signal`, after the programs have ended.
 */
export async function installBrowser(options: InstallOptions): Promise<FoundBrowser> {
  const failures: string[] = [];
  const download = await downloadChromium(options, WHOLE);
  if (download.succeeded) return await withSystemLibraries(options);
  failures.push(`download: ${download.reason}`);
  if (await canUseApt(options.machine)) {
    const system = await installPackage('chromium', options);
    const found = system.succeeded ? await findBrowser(options.machine) : undefined;
    if (found) return found;
    failures.push(`apt-get: ${system.succeeded ? 'the package holds no browser' : system.reason}`);
  }
  throw missing(`No browser could be installed (${failures.join('; ')}): ${WHAT_TO_DO}.`);
}

/** Errors: `browser-missing` with the reasons; the reason of `signal`, after the programs have ended. */
export async function installHeadlessShell(options: InstallOptions): Promise<FoundBrowser> {
  const { machine } = options;
  const download = await downloadChromium(options, SHELL);
  const failures = download.succeeded ? [] : [`download: ${download.reason}`];
  if (!download.succeeded && (await canUseApt(machine))) {
    const system = await installPackage('chromium-headless-shell', options);
    if (!system.succeeded) failures.push(`apt-get: ${system.reason}`);
  }
  const found = await findHeadlessShell(machine);
  if (found !== undefined) return found;
  throw missing(`The headless shell could not be installed (${failures.join('; ')}).`);
}

interface Binary {
  name: string;
  title: string;
  words: readonly string[];
}

const WHOLE: Binary = { name: 'chromium', title: 'Chromium', words: ['--no-shell'] };
const SHELL: Binary = { name: 'chromium-headless-shell', title: 'the headless shell', words: ['--only-shell'] };

async function downloadChromium(options: InstallOptions, { name, title, words }: Binary): Promise<ProgramResult> {
  const { machine, report, limits = LIMITS } = options;
  const browser = (await playwrightBrowsers(machine)).find(each => each.name === name);
  if (browser === undefined)
    return { succeeded: false, reason: `none for ${machine.platform} ${machine.architecture}` };
  report(`Downloading ${title} with Playwright's installer`);
  const temporary = await mkdtemp(path.join(tmpdir(), 'steploom-download-'));
  try {
    using limit = startTimeLimit({
      totalMs: limits.totalMs,
      advance: {
        silenceMs: limits.silenceMs,
        measure: async () => (await folderSize(temporary)) + (await folderSize(browser.folder)),
        onChange: sizeBytes => report(`Downloading ${title}: ${Math.round(sizeBytes / 1e6)} MB on disk`),
      },
    });
    return await runLimited(limit, options, {
      ...playwrightCommand(machine, 'install', 'chromium', ...words, '--no-remove'),
      environment: { ...machine.environment, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** On a bare system the downloaded Chromium lacks shared libraries, which only a try shows. */
async function withSystemLibraries(options: InstallOptions): Promise<FoundBrowser> {
  const { machine, report } = options;
  const browser = await installedPlaywrightBrowser(machine);
  if (browser === undefined) throw missing(`Playwright's installer left no browser behind: ${WHAT_TO_DO}.`);
  let start = await tryStart(browser, options);
  if (!start.succeeded && (await canUseApt(machine))) {
    report('Installing the system libraries that Chromium needs');
    using limit = startTimeLimit(options.limits ?? LIMITS);
    await runLimited(limit, options, {
      ...playwrightCommand(machine, 'install-deps', 'chromium'),
      environment: { ...machine.environment, DEBIAN_FRONTEND: 'noninteractive' },
      onLine: report,
    });
    start = await tryStart(browser, options);
  }
  if (start.succeeded) return { executablePath: browser.executablePath, source: 'playwright-cache' };
  throw missing(
    `The Chromium in ${browser.folder} does not start (${start.reason}): run "npx playwright install-deps chromium" as root, or set STEPLOOM_BROWSER to the path of a browser that does.`,
  );
}

async function tryStart(browser: PlaywrightBrowser, options: InstallOptions): Promise<ProgramResult> {
  const { machine } = options;
  // On Windows asking for the version opens a window, and no library is ever missing.
  if (machine.platform === 'win32') return { succeeded: true };
  using limit = startTimeLimit(options.limits ?? LIMITS);
  return await runLimited(limit, options, {
    command: browser.executablePath,
    args: ['--version'],
    environment: machine.environment,
  });
}

const canUseApt = async (machine: Machine): Promise<boolean> =>
  machine.platform === 'linux' && machine.userId === 0 && (await findOnPath('apt-get', machine)) !== undefined;

/** Refreshes the package lists only when the package is not found without. */
async function installPackage(name: string, options: InstallOptions): Promise<ProgramResult> {
  const { machine, report, limits = LIMITS } = options;
  using limit = startTimeLimit(limits);
  const aptGet = async (...args: string[]) =>
    await runLimited(limit, options, {
      command: 'apt-get',
      args: ['-o', 'DPkg::Lock::Timeout=120', ...args],
      environment: { ...machine.environment, DEBIAN_FRONTEND: 'noninteractive' },
      onLine: report,
    });
  report(`Installing the package ${name} with apt-get`);
  const install = ['install', '-y', '--no-install-recommends', name];
  const first = await aptGet(...install);
  if (first.succeeded || limit.signal.aborted) return first;
  const update = await aptGet('update');
  return update.succeeded ? await aptGet(...install) : update;
}

const playwrightCommand = (machine: Machine, ...args: string[]) => ({
  command: process.execPath,
  args: [path.join(machine.playwrightFolder, 'cli.js'), ...args],
});

/** A reached limit is a failure of the program, the caller's signal is not. */
async function runLimited(
  { signal: limit }: TimeLimit,
  { signal }: InstallOptions,
  program: Omit<ProgramOptions, 'signal'>,
): Promise<ProgramResult> {
  try {
    return await runProgram({ ...program, signal: AbortSignal.any([limit, signal]) });
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted || !(error instanceof Error)) throw error;
    return { succeeded: false, reason: error.message };
  }
}

async function folderSize(folder: string): Promise<number> {
  let sizeBytes = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter(each => each.isFile())) {
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
    sizeBytes += found?.size ?? 0;
  }
  return sizeBytes;
}

const missing = (message: string): AppError =>
  new AppError('browser-missing', message, { expected: 'Chrome or Chromium', field: 'STEPLOOM_BROWSER' });
