import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const LOOK_MS = 40;

/**
 * Runs a Node program to its end: when it printed the first line that is looked for, when it ended, and the most memory
 * that it had (Linux only). Rejects unless it ends well.
 */
export async function runWatched(args, { isFirst, ...options }) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  const closed = once(child, 'close');
  let firstMs;
  createInterface(child.stdout).on('line', line => {
    if (isFirst(line)) firstMs ??= performance.now() - startedAt;
  });
  let peakMegabytes = 0;
  const looking = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMegabytes = Math.max(peakMegabytes, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024);
  }, LOOK_MS);
  const [exitCode] = await closed.finally(() => clearInterval(looking));
  if (exitCode !== 0 || firstMs === undefined) throw new Error(`${args[0]} ended with ${exitCode}.`);
  return { firstMs, wholeMs: performance.now() - startedAt, peakMegabytes };
}
