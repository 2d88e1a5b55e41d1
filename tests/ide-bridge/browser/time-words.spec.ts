import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withinLimit } from '../../../ide-bridge/browser/limits/within-limit.ts';
import { whyBusy } from '../../../ide-bridge/browser/session/page-calls.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';

test.each([
  [0, '1 ms'],
  [0.4, '1 ms'],
  [49, '49 ms'],
  [50, '0.1 s'],
  [600, '0.6 s'],
  [10_000, '10 s'],
])('a limit of %d ms is told as %s', (durationMs, text) => {
  expect(inSeconds(durationMs)).toBe(text);
});

test('a page that does not answer on a busy machine need not run a script without end', () => {
  expect(whyBusy({ load: 1, processors: 2 })).toBe('it is very large, or a script on it is in an endless loop');
  expect(whyBusy({ load: 7.25, processors: 2 })).toBe(
    'the machine is busy (load 7.3 on 2 processors), it is very large, or a script on it is in an endless loop',
  );
});

test('a limit does not count the time in which the process had no turn', { tags: ['full'] }, async () => {
  const { signal } = new AbortController();
  const late = () => new AppError('timeout', 'It is over.');
  const work = async () => {
    for (let step = 0; step < 5; step += 1) await pause(20);
    return 'done';
  };
  const result = withinLimit(work, { signal, timeoutMs: 1_500, late });
  const until = performance.now() + 2_000;
  while (performance.now() < until);
  expect(await result).toBe('done');
  await expect(withinLimit(() => new Promise(() => {}), { signal, timeoutMs: 300, late })).rejects.toThrow(
    'It is over.',
  );
});
