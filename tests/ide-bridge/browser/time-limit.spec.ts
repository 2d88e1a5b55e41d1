import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTimeLimit } from '../../../ide-bridge/browser/install/run-program.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a time limit lets work continue while it advances, up to the total limit', async () => {
  let sizeBytes = 0;
  const sizes: number[] = [];
  const measure = async () => ++sizeBytes;
  const advance = { silenceMs: 3_000, measure, onChange: (size: number) => sizes.push(size) };
  using limit = startTimeLimit({ totalMs: 60_000, advance });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(limit.signal.aborted).toBe(false);
  expect(sizes.slice(0, 3)).toEqual([2, 3, 4]);
  await vi.advanceTimersByTimeAsync(1);
  expect(limit.signal.reason).toMatchObject({ message: 'not done after 60 s' });
});

test('a time limit counts the silence from the last advance', async () => {
  let sizeBytes = 0;
  const advance = { silenceMs: 30_000, measure: async () => sizeBytes, onChange: () => {} };
  using limit = startTimeLimit({ totalMs: 600_000, advance });
  await vi.advanceTimersByTimeAsync(20_000);
  sizeBytes = 1;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(limit.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(limit.signal.reason).toMatchObject({ message: 'no progress for 30 s' });
});

test('a time limit stops measuring when the work has ended', async () => {
  const measure = vi.fn(async () => 0);
  const limit = startTimeLimit({ totalMs: 5_000, advance: { silenceMs: 3_000, measure, onChange: () => {} } });
  await vi.advanceTimersByTimeAsync(1_000);
  const before = measure.mock.calls.length;
  limit[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(before).toBeGreaterThan(0);
  expect(measure).toHaveBeenCalledTimes(before);
  expect(limit.signal.aborted).toBe(false);
});
