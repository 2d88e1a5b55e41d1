import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPacedWriter } from '../../../server/runs/record/run-recorder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('all changes within an interval are written at once', async () => {
  const write = vi.fn(async () => {});
  const writer = createPacedWriter(write, 1_000);
  for (let change = 0; change < 100; change++) writer.request();
  await vi.advanceTimersByTimeAsync(999);
  expect(write).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(write).toHaveBeenCalledTimes(1);
  writer.request();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(write).toHaveBeenCalledTimes(2);
});

it('a flush waits for the write under way and leaves nothing to write', async () => {
  const order: string[] = [];
  let finishFirst = () => {};
  const first = new Promise<void>(resolve => {
    finishFirst = resolve;
  });
  const writes = [() => first, async () => {}];
  const writer = createPacedWriter(async () => {
    order.push('begins');
    await writes.shift()?.();
    order.push('ends');
  }, 1_000);
  writer.request();
  await vi.advanceTimersByTimeAsync(1_000);
  writer.request();
  const flushed = writer.flush();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(order).toEqual(['begins']);
  finishFirst();
  await flushed;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(order).toEqual(['begins', 'ends', 'begins', 'ends']);
});
