import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../../scripts/prepare/program.mjs';
import { residentMegabytes } from '../support/child.mjs';
import { temporaryWorkspace } from '../support/service.mjs';
import { writeProject } from '../support/write-project.mjs';

const STARTS_PER_ROUND = 3;
const COMMAND = ['open', '--port', '0', '--no-open', '--json'];

/** What the command does after its own checks, to tell what those cost. */
const PROGRAM_ALONE = "import('./dist/cli.js').then(({ main }) => main(process.argv.slice(1)))";

/** Starts a process and ends it once its first line says that it is ready. */
async function startOnce(folder, programArguments) {
  const startedAt = performance.now();
  const args = [...programArguments, '--workspace', folder, ...COMMAND];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const ended = closed.then(([code]) => Promise.reject(new Error(`The service ended with ${code}.`)));
  await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  const ms = performance.now() - startedAt;
  const resident = await residentMegabytes(child.pid);
  child.kill('SIGTERM');
  await closed;
  return { ms, resident };
}

async function startBare() {
  const startedAt = performance.now();
  const server = "require('http').createServer().listen(0, '127.0.0.1', () => process.exit())";
  await once(spawn(process.execPath, ['-e', server], { stdio: 'ignore' }), 'close');
  return performance.now() - startedAt;
}

/** From the start of the process to the line that says it is ready; no browser is started. */
export const start = {
  title: 'start to ready, beside an empty Node server',
  async measure({ rounds }) {
    const workspace = await temporaryWorkspace();
    const found = { command: [], program: [], resident: [], floor: [] };
    try {
      await writeProject(workspace.folder);
      for (let turn = 0; turn < rounds * STARTS_PER_ROUND; turn += 1) {
        const command = await startOnce(workspace.folder, [path.join(ROOT, 'bin', 'steploom.mjs')]);
        const program = await startOnce(workspace.folder, ['--eval', PROGRAM_ALONE, '--']);
        found.command.push(command.ms);
        found.resident.push(command.resident);
        found.program.push(program.ms);
        found.floor.push(await startBare());
      }
    } finally {
      await workspace.remove();
    }
    const { floor } = found;
    return [
      { what: 'bin/steploom.mjs until ready', unit: 'ms', values: found.command, floor, atMost: 700 },
      { what: 'the program alone until ready', unit: 'ms', values: found.program, floor, atMost: 700 },
      { what: 'memory when ready', unit: 'MB', values: found.resident, atMost: 120 },
    ];
  },
};
