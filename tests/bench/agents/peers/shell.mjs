/** Peers that are called at the command line, as an agent calls them: each call is a line for the shell. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const LIMIT_MS = 120_000;

/** Puts commands on a path of their own: each word stands for a Node program. */
async function putCommands(folder, commands) {
  const bin = path.join(folder, '.bin');
  await mkdir(bin, { recursive: true });
  for (const [word, file] of Object.entries(commands)) {
    await writeFile(path.join(bin, word), `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`);
    await chmod(path.join(bin, word), 0o755);
  }
  return bin;
}

/** What the line wrote: also when it ends with an error, which is an answer as well. */
const written = (line, options) =>
  new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', line], { ...options, timeout: LIMIT_MS }, (error, stdout, stderr) => {
      if (error?.killed) reject(new Error(`Not answered within ${LIMIT_MS / 1_000} s: ${line}`));
      else resolve(`${stdout}${stderr}`);
    });
  });

/** `commands`: Node programs by the word that calls them; `end`: the line that closes the browser; `guide`: the one that prints what an agent reads before. */
export async function startShell(folder, { commands, environment, end, guide }) {
  const bin = await putCommands(folder, commands);
  const env = { ...process.env, ...environment, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  const run = line => written(line, { cwd: folder, env });
  return { run, sent: line => line, stop: () => run(end), guide: () => run(guide) };
}
