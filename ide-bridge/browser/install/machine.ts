import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

export interface Machine {
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  architecture: string;
  homeDirectory: string;
  /** Base of relative paths in settings, unless npm names the caller's folder in `INIT_CWD`. */
  workingDirectory: string;
  playwrightFolder: string;
  /** 0 is root; undefined on Windows. */
  userId: number | undefined;
  isFile(file: string): Promise<boolean>;
  isExecutable(file: string): Promise<boolean>;
}

export const thisMachine = (): Machine => ({
  environment: process.env,
  platform: process.platform,
  architecture: process.arch,
  homeDirectory: homedir(),
  workingDirectory: process.cwd(),
  playwrightFolder: playwrightFolder(),
  userId: process.getuid?.(),
  isFile,
  isExecutable,
});

/** npm starts scripts in the package folder, not in the caller's. */
export const resolveSettingPath = (file: string, machine: Machine): string =>
  path.resolve(machine.environment.INIT_CWD || machine.workingDirectory, file);

export async function findOnPath(name: string, machine: Machine): Promise<string | undefined> {
  const isWindows = machine.platform === 'win32';
  const folders = (machine.environment.PATH ?? '').split(isWindows ? ';' : ':').filter(Boolean);
  for (const folder of folders) {
    const file = path.join(folder, isWindows ? `${name}.exe` : name);
    if (await machine.isExecutable(file)) return file;
  }
  return undefined;
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return await isFile(file);
  } catch {
    return false;
  }
}

/** Resolved from `playwright`: `playwright-core` is its dependency, not ours, and may be below it. */
function playwrightFolder(): string {
  const playwright = createRequire(import.meta.url).resolve('playwright/package.json');
  return path.dirname(createRequire(playwright).resolve('playwright-core/package.json'));
}
