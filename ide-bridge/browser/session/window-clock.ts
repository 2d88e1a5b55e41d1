/** The clock that the pages of a window have instead of the real one, from when a test sets it until the test ends. */
import type { BrowserContext, Clock } from 'playwright';
import { type ClockStep, clockAfter, type WindowClock } from '../../../model/values/window-clock.ts';
import { removeClock } from '../../playwright/clock-scripts.ts';
import { withinLimit } from '../limits/within-limit.ts';
import type { Changes } from '../logs/changes.ts';

interface ClockState {
  isStopped: boolean;
  /** Undefined until its first step has been taken. */
  clock?: WindowClock;
}

/** A window, and whom its changes are told to. */
interface ClockedWindow {
  context: BrowserContext;
  changes: Changes;
}

const clocks = new WeakMap<BrowserContext, ClockState>();

const PAST = /Cannot fast-forward to the past/;
const RESTORE_LIMIT_MS = 1_000;

/**
 * Has no limit of its own: `run` lasts until all timers that become due have fired. `timezone`: that of the pages, where
 * they told it. Errors: those of Playwright, and the first error of a timer.
 */
export async function changeClock(
  { context, changes }: ClockedWindow,
  step: ClockStep,
  timezone: string | undefined,
): Promise<void> {
  const { clock } = context;
  const known = clocks.get(context);
  if (known === undefined && step.do === 'resume') return;
  const state = known ?? { isStopped: false };
  clocks.set(context, state);
  // Without a time of its own, Playwright's clock begins in 1970.
  if (known === undefined) await clock.install('atMs' in step ? { time: step.atMs } : {});
  const beganMs = Date.now();
  try {
    await takeStep(clock, step, state);
  } finally {
    // A timer that fails does not keep the time from passing.
    const after = clockAfter(step, { beganMs, endedMs: Date.now() }, state.clock);
    state.clock = { ...after, timezone: timezone ?? after.timezone };
    changes.emit();
  }
}

/** Undefined while the pages have the real one. */
export const clockOf = (context: BrowserContext | undefined): WindowClock | undefined =>
  context && clocks.get(context)?.clock;

async function takeStep(clock: Clock, step: ClockStep, state: ClockState): Promise<void> {
  switch (step.do) {
    case 'set':
      await clock.setSystemTime(step.atMs);
      return letGo(clock, state);
    case 'hold':
      await clock.setFixedTime(step.atMs);
      return letGo(clock, state);
    case 'pause':
      state.isStopped = true;
      return stopAt(clock, step.atMs);
    case 'run':
      return clock.runFor(step.byMs);
    case 'skip':
      return clock.fastForward(step.byMs);
    case 'resume':
      return letGo(clock, state);
  }
}

async function letGo(clock: Clock, state: ClockState): Promise<void> {
  if (state.isStopped) await clock.resume();
  state.isStopped = false;
}

/** Playwright goes forward only: to a time before, the date is held there while the clock is stopped. */
async function stopAt(clock: Clock, atMs: number): Promise<void> {
  try {
    await clock.pauseAt(atMs);
  } catch (error) {
    if (!(error instanceof Error && PAST.test(error.message))) throw error;
    await clock.setFixedTime(atMs);
    await clock.pauseAt(atMs);
  }
  // A date that was held would stay so when the clock runs on.
  await clock.setSystemTime(atMs);
}

/** For a window that lives on after its test. Never rejects; what a page that hangs keeps is gone with it. */
export async function restoreClock(context: BrowserContext | undefined, changes: Changes): Promise<void> {
  if (context === undefined || !clocks.delete(context)) return;
  const restore = async () => {
    await context.clock.setSystemTime(Date.now());
    await context.clock.resume();
    await removeClock(context);
  };
  await withinLimit(restore, { timeoutMs: RESTORE_LIMIT_MS }).catch(() => {});
  changes.emit();
}
