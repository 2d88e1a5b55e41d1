import { AppError } from '../../../model/errors/errors.ts';
import { type FoundBrowser, findBrowser } from '../install/find-browser.ts';
import { findHeadlessShell, keepVerdict, knownVerdict, type ShellVerdict } from '../install/headless-shell.ts';
import { thisMachine } from '../install/machine.ts';
import { type BrowserLauncher, createBrowserLauncher } from './browser-launcher.ts';
import { faultOfShell } from './check-shell.ts';

/** `mayBeShell`: nobody will look at the windows. */
export const localLauncher = ({ mayBeShell }: { mayBeShell: boolean }): BrowserLauncher =>
  createBrowserLauncher({
    machine: thisMachine(),
    locateBrowser: async ({ isWhole }) => {
      const shell = mayBeShell && !isWhole ? await usableShell() : undefined;
      return shell === undefined ? locateBrowser() : { ...shell, isShell: true };
    },
  });

/** Errors: `browser-missing`. */
export async function locateBrowser(): Promise<FoundBrowser> {
  const found = await findBrowser(thisMachine());
  if (found !== undefined) return found;
  throw new AppError(
    'browser-missing',
    'No browser was found. Install Chrome or Chromium, or set STEPLOOM_BROWSER to the path of one.',
    {
      next: 'npm start looks for one and installs it',
    },
  );
}

export async function checkedShell(): Promise<(FoundBrowser & ShellVerdict) | undefined> {
  const machine = thisMachine();
  const shell = await findHeadlessShell(machine);
  if (shell === undefined) return undefined;
  const known = await knownVerdict(machine, shell);
  if (known !== undefined) return { ...shell, ...known };
  const launcher = createBrowserLauncher({ machine, locateBrowser: async () => shell });
  try {
    const verdict = { fault: await faultOfShell(() => launcher.launch({ headed: false })) };
    await keepVerdict(machine, shell, verdict);
    return { ...shell, ...verdict };
  } catch (error) {
    // Next time it may start, or the machine be less busy.
    return { ...shell, fault: error instanceof Error ? error.message : String(error) };
  }
}

async function usableShell(): Promise<FoundBrowser | undefined> {
  const shell = await checkedShell();
  return shell?.fault === undefined ? shell : undefined;
}
