/** The clock that the pages of a window have instead of the real one, from when a test sets it until the test ends. */
import type { BrowserContext, Clock } from 'playwright';
import { removeClock } from '../../playwright/clock-scripts.ts';
import { withinLimit } from '../limits/within-limit.ts';

interface ClockState {
  isStopped: boolean;
}

/** Times are milliseconds since 1970. */
export type ClockStep =
  | { do: 'set' | 'hold' | 'pause'; atMs: number }
  | { do: 'run' | 'skip'; byMs: number }
  | { do: 'resume' };

const clocks = new WeakMap<BrowserContext, ClockState>();

const PAST = /Cannot fast-forward to the past/;
const RESTORE_LIMIT_MS = 1_000;

/**
 * Has no limit of its own: `run` lasts until all timers that become due have fired. Errors: those of Playwright, and the
 * first error of a timer.
 */
export async function changeClock(context: BrowserContext, step: ClockStep): Promise<void> {
  const { clock } = context;
  const known = clocks.get(context);
  if (known === undefined && step.do === 'resume') return;
  const state = known ?? { isStopped: false };
  clocks.set(context, state);
  // Without a time of its own, Playwright's clock begins in 1970.
  if (known === undefined) await clock.install('atMs' in step ? { time: step.atMs } : {});
  await takeStep(clock, step, state);
}

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
export async function restoreClock(context: BrowserContext | undefined): Promise<void> {
  if (context === undefined || !clocks.has(context)) return;
  clocks.delete(context);
  const restore = async () => {
    await context.clock.setSystemTime(Date.now());
    await context.clock.resume();
    await removeClock(context);
  };
  await withinLimit(restore, { timeoutMs: RESTORE_LIMIT_MS }).catch(() => {});
}
