/** Where the holder of a lease runs, so that others can tell at once that it is gone. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { z } from 'zod';
import { isAlive } from './is-alive.ts';

export const Whereabouts = z.strictObject({
  /** Who shares it, and holds the lock of the project, knows that nobody else does. */
  sockets: z.string(),
  /** Who shares it, sees the process. */
  processes: z.string(),
  /** Tells the process from a later one of the same number. */
  startedAt: z.string(),
});
export type Whereabouts = z.infer<typeof Whereabouts>;

const digest = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);

/** In ticks since the machine started; empty where that cannot be told. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Linux: of this start of the machine, and of one container. Elsewhere the machine. */
function spaces(): { network: string; processes: string } {
  if (process.platform !== 'linux') {
    const addresses = Object.values(networkInterfaces()).flatMap(each => each?.map(({ mac }) => mac) ?? []);
    const machine = digest(hostname(), ...new Set(addresses.sort()));
    return { network: machine, processes: machine };
  }
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return {
      network: digest(start, readlinkSync('/proc/self/ns/net')),
      processes: digest(start, readlinkSync('/proc/self/ns/pid')),
    };
  } catch {
    // Nobody shares what cannot be told: others wait until the lease runs out.
    return { network: randomUUID(), processes: randomUUID() };
  }
}

/** `socket`: address of the lock that is held beside the lease. */
export function whereabouts(socket: string): Whereabouts {
  const { network, processes } = spaces();
  return { sockets: digest(network, socket), processes, startedAt: startOf(process.pid) };
}

/** Whether the holder of a lease surely is gone, as told by who holds the lock at `socket` now. */
export function isGone(holder: { pid: number; whereabouts: Whereabouts }, socket: string): boolean {
  const here = whereabouts(socket);
  if (holder.whereabouts.sockets === here.sockets) return true;
  if (holder.whereabouts.processes !== here.processes) return false;
  return !isAlive(holder.pid) || startOf(holder.pid) !== holder.whereabouts.startedAt;
}
