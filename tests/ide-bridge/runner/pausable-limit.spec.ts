import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PausableLimit } from '../../../ide-bridge/runner/project-run.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a time limit continues from where it was paused', () => {
  const late = vi.fn();
  const limit = new PausableLimit(1_000, late);
  vi.advanceTimersByTime(600);
  limit.pause();
  vi.advanceTimersByTime(10_000);
  limit.resume();
  vi.advanceTimersByTime(399);
  expect(late).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(late).toHaveBeenCalledOnce();
});

test('a time limit that has ended or was never set does not fire', () => {
  const late = vi.fn();
  const limit = new PausableLimit(1_000, late);
  limit.pause();
  limit.end();
  limit.resume();
  new PausableLimit(undefined, late).resume();
  vi.advanceTimersByTime(10_000);
  expect(late).not.toHaveBeenCalled();
});
