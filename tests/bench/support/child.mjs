import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

/**
 * Runs a file of this folder in a process of its own that answers each message with one message.
 * `ask` rejects with the message of `{ error }`, and when the process ends instead.
 */
export function startChild(fileName, args = [], options = {}) {
  const child = fork(new URL(fileName, import.meta.url), args, options);
  const exit = once(child, 'exit');
  const next = async () => {
    const ended = exit.then(([code]) => Promise.reject(new Error(`${fileName} ended with ${code}.`)));
    const [answer] = await Promise.race([once(child, 'message'), ended]);
    if (answer.error !== undefined) throw new Error(`${fileName}: ${answer.error}`);
    return answer;
  };
  return {
    pid: child.pid,
    first: next(),
    ask(message) {
      const answer = next();
      child.send(message);
      return answer;
    },
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exit;
    },
  };
}

/** Serves the messages of the process that started this one; `answer` may throw. */
export function serveParent(answer) {
  process.on('message', async message => {
    try {
      process.send(await answer(message));
    } catch (error) {
      process.send({ error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** Resident memory of a process in MB. Linux only. */
export async function residentMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}
