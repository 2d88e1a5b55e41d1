/**
 * Puts everything temporary of a run below one folder and removes it at the end, also what killed specs leave: files,
 * and processes, which all know the folder.
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In the environment, where all that the specs start inherits it; a run within a run has a folder below. */
const NAME = 'STEPLOOM_SPECS_ROOT';

export function setup(): () => void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'steploom-specs-')));
  process.env[NAME] = root;
  process.env.TMPDIR = root;
  return () => {
    endProcessesOfRun({ butWorkers: true });
    removeFolder(root);
  };
}

function removeFolder(root: string): void {
  try {
    rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  } catch (error) {
    // A browser that has not quite ended still writes there: no fault of what was tested.
    process.stderr.write(`${root} could not be removed: ${error}\n`);
  }
}

/** Kills what the specs of this run started and did not end; vitest ends its workers itself when it can. Linux only. */
export function endProcessesOfRun({ butWorkers = false } = {}): void {
  const root = process.env[NAME];
  if (process.platform !== 'linux' || root === undefined) return;
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    if (!isOfRun(pid, root) || (butWorkers && isWorker(pid))) continue;
    tolerate(() => process.kill(Number(pid), 'SIGKILL'));
  }
}

/** The processes in which vitest runs the specs of this run. Linux only. */
export function workersOfRun(): number[] {
  const root = process.env[NAME];
  if (process.platform !== 'linux' || root === undefined) return [];
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && isWorker(name) && isOfRun(name, root))
    .map(Number);
}

const isOfRun = (pid: string, root: string): boolean =>
  read(pid, 'environ').some(setting => setting === `${NAME}=${root}` || setting.startsWith(`${NAME}=${root}/`));

const isWorker = (pid: string): boolean => read(pid, 'cmdline').some(word => word.includes('/vitest/dist/workers/'));

/** Empty where the process has ended meanwhile. */
function read(pid: string, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

function tolerate(act: () => void): void {
  try {
    act();
  } catch {
    // It has ended meanwhile.
  }
}
