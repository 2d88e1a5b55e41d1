import { readdirSync, readFileSync } from 'node:fs';

export interface ChildProcessEntry {
  pid: number;
  commandLine: string;
}

/** The processes that this one started, with those they started in turn. Linux only. */
export function childProcesses(parent = process.pid): ChildProcessEntry[] {
  const all = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? (readEntry(Number(name)) ?? []) : []));
  const below = (pid: number): ChildProcessEntry[] =>
    all
      .filter(entry => entry.parent === pid)
      .flatMap(({ pid: child, commandLine }) => [{ pid: child, commandLine }, ...below(child)]);
  return below(parent);
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
