import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time of processes in hundredths of a second. */
const MS_PER_TICK = 10;

/** Fields of /proc/<pid>/stat after the name of the program, which may hold anything. */
const STATE = 0;
const PARENT = 1;
const TIMES = { from: 11, to: 15 };

interface ProcessTimes {
  /** A letter: R computes, S waits, D waits for a device, T is stopped. */
  state: string;
  parent: number;
  ticks: number;
}

/** Undefined where the process has ended meanwhile. */
function readProcess(pid: string): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(TIMES.from, TIMES.to).reduce((sum, field) => sum + Number(field), 0);
    return { state: fields[STATE] ?? '', parent: Number(fields[PARENT]), ticks };
  } catch {
    return undefined;
  }
}

/**
 * Processor time that this process and all that it started have used so far, in ms: browsers and programs included,
 * those that have ended as well. Where there is no /proc, of this process alone.
 */
export function cpuTime(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  const processes = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const times = readProcess(name);
    if (times !== undefined) processes.set(Number(name), times);
  }
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (processes.has(pid) && isOurs(processes.get(pid)?.parent ?? 0));
  let ticks = 0;
  for (const [pid, times] of processes) if (isOurs(pid)) ticks += times.ticks;
  return ticks * MS_PER_TICK;
}

/** What a process does and the processor time of its own so far, in ms; undefined where it has ended. Linux only. */
export function lookAtProcess(pid: number): { state: string; cpuMs: number } | undefined {
  const found = readProcess(String(pid));
  return found && { state: found.state, cpuMs: found.ticks * MS_PER_TICK };
}
