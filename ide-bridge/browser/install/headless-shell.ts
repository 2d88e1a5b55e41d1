import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FoundBrowser } from './find-browser.ts';
import { findOnPath, type Machine } from './machine.ts';
import { installedPlaywrightShell, userCacheFolder } from './playwright-cache.ts';

const ON_PATH = 'chromium-headless-shell';

/** Chromium without what windows need, which starts and works faster. None where STEPLOOM_BROWSER is set. */
export async function findHeadlessShell(machine: Machine): Promise<FoundBrowser | undefined> {
  if (machine.environment.STEPLOOM_BROWSER) return undefined;
  const cached = await installedPlaywrightShell(machine);
  if (cached !== undefined) return { executablePath: cached.executablePath, source: 'playwright-cache' };
  const executablePath = await findOnPath(ON_PATH, machine);
  return executablePath === undefined ? undefined : { executablePath, source: 'path' };
}

export interface ShellVerdict {
  fault?: string | undefined;
}

/** Undefined if it was not checked before. Never rejects. */
export async function knownVerdict(machine: Machine, shell: FoundBrowser): Promise<ShellVerdict | undefined> {
  try {
    const kept: unknown = JSON.parse(await readFile(verdictFile(machine), 'utf8'));
    if (typeof kept !== 'object' || kept === null || !('mark' in kept)) return undefined;
    if (kept.mark !== (await markOf(shell))) return undefined;
    return 'fault' in kept && typeof kept.fault === 'string' ? { fault: kept.fault } : {};
  } catch {
    return undefined;
  }
}

/** If this fails, the shell is checked again next time. */
export async function keepVerdict(machine: Machine, shell: FoundBrowser, verdict: ShellVerdict): Promise<void> {
  const file = verdictFile(machine);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const whole = `${file}.${process.pid}`;
    await writeFile(whole, JSON.stringify({ mark: await markOf(shell), ...verdict }));
    await rename(whole, file);
  } catch {
    // A read-only home must not prevent tests.
  }
}

const verdictFile = (machine: Machine): string =>
  path.join(userCacheFolder(machine) ?? machine.homeDirectory, 'steploom', 'headless-shell.json');

/** Changes with each release of the file. */
async function markOf({ executablePath }: FoundBrowser): Promise<string> {
  const { mtimeMs, size, ino } = await stat(executablePath);
  return [executablePath, mtimeMs, size, ino].join(' ');
}
