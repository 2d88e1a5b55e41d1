/** A process that takes the lock of a project and keeps it: `node hold-lock.js <project> <platform>`; says `held` or the refusal. */
import { join } from 'node:path';
import { acquireProjectLock } from '../../../../server/store/files/project-lock.ts';

const [directory = '', platform] = process.argv.slice(2);

const isPlatform = (name: string | undefined): name is 'linux' | 'darwin' => name === 'linux' || name === 'darwin';

try {
  const owner = { pid: process.pid, url: 'http://127.0.0.1:4711' };
  await acquireProjectLock({
    directory,
    stateDirectory: join(directory, '.steploom'),
    owner,
    platform: isPlatform(platform) ? platform : process.platform,
  });
  process.stdout.write('held\n');
  // The lock alone keeps no process alive.
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
