import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { acquireLock } from './lock.mjs';
import { installPackagesIfStale } from './packages.mjs';
import { SetupError } from './setup-error.mjs';

/** Resolves with false, after the reason on stderr. */
export const updateProgram = root =>
  workAlone(root, async lock => {
    await installPackagesIfStale(root, lock);
    await buildIfStale(root, lock);
  });

export const updatePackages = (root, folder, title) =>
  workAlone(root, lock => installPackagesIfStale(folder, lock, title));

async function workAlone(root, work) {
  try {
    const lock = await acquireLock(path.join(root, '.setup-lock'));
    try {
      await work(lock);
    } finally {
      lock.release();
    }
    return true;
  } catch (error) {
    // System errors name file and reason, e.g. a folder that cannot be written.
    if (!(error instanceof SetupError || error.syscall)) throw error;
    console.error(error.message);
    return false;
  }
}
