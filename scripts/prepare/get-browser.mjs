import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { acquireLock } from './lock.mjs';
import { withProgress } from './progress.mjs';

/** Resolves with 'found' or 'interrupted'. */
export async function getBrowser({ find, install }) {
  // All copies of Steploom share browsers, and the folder of an installed package may not be writable.
  const lock = await acquireLock(path.join(tmpdir(), `steploom-browser-${userInfo().uid}`));
  try {
    return (await find()) ? 'found' : await installWithProgress(install);
  } finally {
    lock.release();
  }
}

/** The installer's programs run in a group of their own, which Ctrl+C does not reach. */
async function installWithProgress(install) {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    await withProgress('Getting a browser', report => install({ report, signal: interruption.signal }));
    return 'found';
  } catch (error) {
    if (interruption.signal.aborted) return 'interrupted';
    throw error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
