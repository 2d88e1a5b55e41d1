import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Machine, thisMachine } from '../../../ide-bridge/browser/install/machine.ts';

export interface FakeMachine extends AsyncDisposable {
  /** The real folder that the machine sees as `/`. */
  root: string;
  machine: Machine;
  /** The real path of a file of the machine. */
  inside(file: string): string;
  /** Writes a file, by default an executable script, and gives its real path. */
  put(file: string, content?: string, mode?: number): Promise<string>;
  remove(file: string): Promise<void>;
}

/** A machine whose files all are in a temporary folder, even those at fixed places such as `/opt/google`. */
export async function createFakeMachine(changes: Partial<Machine> = {}): Promise<FakeMachine> {
  const root = await mkdtemp(path.join(tmpdir(), 'steploom-machine-'));
  const real = thisMachine();
  const inside = (file: string) => (file.startsWith(root) ? file : path.join(root, file));
  const put = async (file: string, content = '#!/bin/sh\n', mode = 0o755) => {
    await mkdir(path.dirname(inside(file)), { recursive: true });
    await writeFile(inside(file), content);
    await chmod(inside(file), mode);
    return inside(file);
  };
  const browserList = await readFile(path.join(real.playwrightFolder, 'browsers.json'), 'utf8');
  const machine: Machine = {
    environment: {},
    platform: 'linux',
    architecture: 'x64',
    homeDirectory: '/home',
    workingDirectory: '/work',
    playwrightFolder: path.join(root, 'playwright-core'),
    userId: 1000,
    isFile: file => real.isFile(inside(file)),
    isExecutable: file => real.isExecutable(inside(file)),
    ...changes,
  };
  await put(path.join(machine.playwrightFolder, 'browsers.json'), browserList, 0o644);
  return {
    root,
    machine,
    inside,
    put,
    remove: file => rm(inside(file)),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
