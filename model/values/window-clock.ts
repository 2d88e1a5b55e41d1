/** The clock that the pages of a window have instead of the real one. Times are milliseconds since 1970. */
import { z } from 'zod';

const Timezone = z.string().optional();

export const WindowClock = z.discriminatedUnion('state', [
  /** Ahead of the real time; negative where it is behind. */
  z.strictObject({ state: z.literal('running'), aheadMs: z.number(), timezone: Timezone }),
  /** The date stands, and timers with it unless it is only held. */
  z.strictObject({ state: z.enum(['held', 'paused']), atMs: z.number(), timezone: Timezone }),
]);
/** `timezone`: that of the pages, by its name; undefined where they did not tell. */
export type WindowClock = z.infer<typeof WindowClock>;

export const CLOCK_STATES = ['running', 'held', 'paused'] as const satisfies readonly WindowClock['state'][];

/** What is done to the clock. */
export type ClockStep =
  | { do: 'set' | 'hold' | 'pause'; atMs: number }
  | { do: 'run' | 'skip'; byMs: number }
  | { do: 'resume' };

/** Real times at which a step began and ended. */
interface StepTimes {
  beganMs: number;
  endedMs: number;
}

/** The clock after a step. A window whose clock nobody has set yet has the real time. */
export function clockAfter(
  step: ClockStep,
  { beganMs, endedMs }: StepTimes,
  clock: WindowClock = { state: 'running', aheadMs: 0 },
): WindowClock {
  const { timezone } = clock;
  const goingOn = (atMs: number): WindowClock => ({ state: 'running', aheadMs: atMs - endedMs, timezone });
  switch (step.do) {
    case 'set':
      return goingOn(step.atMs);
    case 'hold':
      return { state: 'held', atMs: step.atMs, timezone };
    case 'pause':
      return { state: 'paused', atMs: step.atMs, timezone };
    case 'resume':
      return clock.state === 'paused' ? goingOn(clock.atMs) : clock;
    case 'run':
    case 'skip':
      // The real time stands still while it is made up for.
      if (clock.state === 'running') return goingOn(beganMs + clock.aheadMs + step.byMs);
      return clock.state === 'held' ? clock : { ...clock, atMs: clock.atMs + step.byMs };
  }
}

/** What no `Date` goes beyond. */
const LATEST_MS = 8.64e15;

/** What the pages have for the time at a real time. */
export const timeOfClock = (clock: WindowClock, nowMs: number): number =>
  Math.min(LATEST_MS, clock.state === 'running' ? nowMs + clock.aheadMs : clock.atMs);

/** Undefined for a time zone that this program does not know: it may be older than the browser that names it. */
export function knownTimezone(name: string | undefined): string | undefined {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}
