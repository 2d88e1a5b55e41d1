import { describe, expect, it } from 'vitest';
import {
  type ClockStep,
  clockAfter,
  knownTimezone,
  timeOfClock,
  type WindowClock,
} from '../../../model/values/window-clock.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const TEN = Date.parse('2030-01-01T10:00:00Z');
const MINUTE = 60_000;

/** A step that takes the page a second. */
const times = { beganMs: NOW - 1_000, endedMs: NOW };

const having = (...steps: readonly ClockStep[]): WindowClock | undefined =>
  steps.reduce<WindowClock | undefined>((clock, step) => clockAfter(step, times, clock), undefined);

const timeAfter = (...steps: readonly ClockStep[]): number | undefined => {
  const clock = having(...steps);
  return clock && timeOfClock(clock, NOW + MINUTE);
};

describe('the clock of a window', () => {
  it('goes on from where it was set, and from where it stood', () => {
    expect(timeAfter({ do: 'set', atMs: TEN })).toBe(TEN + MINUTE);
    expect(timeAfter({ do: 'pause', atMs: TEN }, { do: 'resume' })).toBe(TEN + MINUTE);
  });

  it('stands where it is held or stopped, and only what is stopped is moved on', () => {
    expect(timeAfter({ do: 'hold', atMs: TEN })).toBe(TEN);
    expect(timeAfter({ do: 'pause', atMs: TEN })).toBe(TEN);
    expect(timeAfter({ do: 'hold', atMs: TEN }, { do: 'run', byMs: MINUTE })).toBe(TEN);
    expect(timeAfter({ do: 'pause', atMs: TEN }, { do: 'skip', byMs: MINUTE })).toBe(TEN + MINUTE);
    expect(having({ do: 'hold', atMs: TEN }, { do: 'resume' })).toEqual({ state: 'held', atMs: TEN });
  });

  it('is moved on from the real time where nobody has set it, without the time that this takes', () => {
    expect(having({ do: 'run', byMs: MINUTE })).toEqual({ state: 'running', aheadMs: MINUTE - 1_000 });
  });

  it('keeps the time zone that is known of it', () => {
    const held: WindowClock = { state: 'held', atMs: TEN, timezone: 'Asia/Tokyo' };
    expect(clockAfter({ do: 'set', atMs: TEN }, times, held)).toMatchObject({ timezone: 'Asia/Tokyo' });
  });

  it('has a time that can be written, however far it was moved on', () => {
    const farAway: WindowClock = { state: 'paused', atMs: 9e15 };
    expect(new Date(timeOfClock(farAway, NOW)).toISOString()).toBe('+275760-09-13T00:00:00.000Z');
  });

  it('is in no zone that is none', () => {
    expect(['UTC', 'Asia/Tokyo', 'Mars/Olympus', undefined].map(knownTimezone)).toEqual([
      'UTC',
      'Asia/Tokyo',
      undefined,
      undefined,
    ]);
  });
});
