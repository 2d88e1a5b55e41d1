import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

const LOOK_MS = 1_000;

/** Runs a program to its end: how long it took, and the most memory of all its processes together. Rejects unless it ends well. */
export async function runTree(command, args, options) {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], ...options });
  let told = '';
  child.stderr.on('data', text => {
    told = `${told}${text}`.slice(-2_000);
  });
  let peakMegabytes = 0;
  const looking = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, megabytesOf(child.pid));
  }, LOOK_MS);
  const [exitCode] = await once(child, 'close').finally(() => clearInterval(looking));
  if (exitCode !== 0) throw new Error(`${args[0]} ended with ${exitCode}: ${told}`);
  return { wholeMs: performance.now() - startedAt, peakMegabytes };
}

/** What is shared is counted once in all (proportional set size). Linux only. */
function megabytesOf(root) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {}
  }
  const isOfIt = each => each === root || (parents.has(each) && isOfIt(parents.get(each)));
  let kilobytes = 0;
  for (const each of parents.keys()) if (isOfIt(each)) kilobytes += proportionalKilobytes(each);
  return kilobytes / 1_024;
}

function proportionalKilobytes(pid) {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
