import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import timers from 'node:timers/promises';
import { withProgress } from './progress.mjs';
import { SetupError } from './setup-error.mjs';

const WAIT_LIMIT_MS = 15 * 60_000;
const RETRY_MS = 100;

/** A folder with a file per process, free when all have ended: a killed one holds nobody up, an npm it left does. */
export async function acquireLock(folder) {
  await withProgress('Waiting for another set-up', () => untilAcquired(folder));
  const pids = [process.pid];
  return {
    addProcess: pid => {
      note(folder, pid);
      pids.push(pid);
    },
    // File by file: a waiter may take the lock as soon as the folder is empty.
    release: () => {
      for (const name of readdirSync(folder)) {
        if (pids.includes(pidOf(name))) unlinkSync(path.join(folder, name));
      }
      tolerate(() => rmdirSync(folder));
    },
  };
}

async function untilAcquired(folder) {
  const deadline = performance.now() + WAIT_LIMIT_MS;
  while (!tryAcquire(folder)) {
    if (performance.now() > deadline) {
      throw new SetupError(`Another set-up does not end: stop it, or delete ${folder}, and try again.`);
    }
    await timers.setTimeout(RETRY_MS);
  }
}

/** The rename makes folder and content appear at once, and fails where another process holds the lock. */
function tryAcquire(folder) {
  freeFromEnded(folder);
  const candidate = `${folder}-${process.pid}`;
  rmSync(candidate, { recursive: true, force: true });
  mkdirSync(candidate);
  note(candidate, process.pid);
  try {
    renameSync(candidate, folder);
    return true;
  } catch (error) {
    rmSync(candidate, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) return false;
    throw error;
  }
}

/** Only files of ended processes: a lock that another waiter has just taken stays whole. */
function freeFromEnded(folder) {
  for (const name of tolerate(() => readdirSync(folder)) ?? []) {
    if (identify(pidOf(name)) === name) return;
    tolerate(() => unlinkSync(path.join(folder, name)));
  }
  tolerate(() => rmdirSync(folder));
}

function note(folder, pid) {
  const name = identify(pid);
  if (name !== undefined) writeFileSync(path.join(folder, name), '');
}

const pidOf = name => Number(name.split('-')[0]);

/** No later process with the same id shares the name; undefined when it has ended. */
function identify(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return undefined;
  }
  const stat = tolerate(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === undefined) return `${pid}-0`;
  // After the program's name, which may hold anything: state first, start time in the 20th place.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : `${pid}-${fields[19]}`;
}

/** Other processes change the same folder: what is gone already, or not empty, is theirs. */
function tolerate(action) {
  try {
    return action();
  } catch (error) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ESRCH'].includes(error.code)) return undefined;
    throw error;
  }
}
