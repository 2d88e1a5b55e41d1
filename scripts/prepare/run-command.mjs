import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SetupError } from './setup-error.mjs';

/** The lock holds until the command has ended too. */
export async function runCommand({ command, args, root, lock, shell = false }) {
  const child = spawn(command, args, { cwd: root, shell, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  if (child.pid !== undefined) lock.addProcess(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  try {
    const [exitCode] = await once(child, 'close');
    return { exitCode, output };
  } catch (error) {
    if (error.code !== 'ENOENT') throw new SetupError(`${command} could not be started: ${error.message}.`);
    throw new SetupError(`${command} was not found: it comes with Node (https://nodejs.org) and belongs on the PATH.`);
  }
}
