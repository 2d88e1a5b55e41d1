import { readdirSync, readFileSync } from 'node:fs';

export interface ChildProcessEntry {
  pid: number;
  commandLine: string;
}

/** Marks a browser that all specs of a worker use, so that none takes it for one of its own. */
export const SHARED_MARK = '--shared-by-specs';

/** The processes that this one started, with those they started in turn, but for the shared browser. Linux only. */
export function childProcesses(parent = process.pid): ChildProcessEntry[] {
  const all = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? (readEntry(Number(name)) ?? []) : []));
  const below = (pid: number): ChildProcessEntry[] =>
    all
      .filter(entry => entry.parent === pid && !entry.commandLine.includes(SHARED_MARK))
      .flatMap(({ pid: child, commandLine }) => [{ pid: child, commandLine }, ...below(child)]);
  return below(parent);
}

/** The same from now on: those that are there already belong to others. */
export function newChildProcesses(): () => ChildProcessEntry[] {
  const known = new Set(childProcesses().map(({ pid }) => pid));
  return () => childProcesses().filter(({ pid }) => !known.has(pid));
}

/** One that has just ended has no entry any more; one that was not collected yet has ended as well. */
function readEntry(pid: number): (ChildProcessEntry & { parent: number }) | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return undefined;
    return {
      pid,
      parent: Number(parent),
      commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    };
  } catch {
    return undefined;
  }
}
