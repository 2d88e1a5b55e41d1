/** Notes on each spec what processor time it took, and on each file which doors it went through: `run-report.ts` adds it up. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { cpuTime } from './cpu-time.ts';
import { takeDoors } from './doors.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the spec or file in ms, with the browsers and programs that it started. */
    cpuMs?: number;
    /** The doors that a file went through, by their ids. */
    doors?: string[];
    /** All doors that there are, by their ids: of `doors.spec.ts` alone. */
    wantedDoors?: string[];
  }
}

/** Looking costs 2 ms: specs shorter than this are counted with their neighbours. */
const WORTH_A_LOOK_MS = 20;

let last = { at: performance.now(), cpuMs: cpuTime() };
const begin = last.cpuMs;
let before = begin;

function look(): number {
  const at = performance.now();
  if (at - last.at >= WORTH_A_LOOK_MS) last = { at, cpuMs: cpuTime() };
  return last.cpuMs;
}

beforeEach(() => {
  before = look();
});

afterEach(({ task }) => {
  task.meta.cpuMs = look() - before;
});

// biome-ignore lint/correctness/noEmptyPattern: vitest reads there which fixtures are wanted.
afterAll(({}, file) => {
  file.meta.cpuMs = cpuTime() - begin;
  file.meta.doors = takeDoors();
});
