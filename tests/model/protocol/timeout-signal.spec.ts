import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { timeoutSignal } from '../../../model/errors/timeout-signal.ts';
import { collectMemory } from '../../support/collect-memory.ts';

test('a time limit still fires when memory is collected and nothing else refers to it', async () => {
  const caller = new AbortController();
  const reason = new Promise(resolve => {
    const either = AbortSignal.any([caller.signal, timeoutSignal(300)]);
    either.addEventListener('abort', () => resolve(either.reason), { once: true });
  });
  await setTimeout(50);
  collectMemory();
  expect(await reason).toMatchObject({ name: 'TimeoutError' });
});
