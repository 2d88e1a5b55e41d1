import { expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<h1>Shop</h1>' });
const passes = [{ type: 'comment', text: 'a' }];
const fails = [{ type: 'assert', matcher: 'toBeVisible', locator: 'h2', timeoutMs: 1 }];

test('runTests runs modules, named tests, and of those what failed last', async () => {
  const good = await runner.write({ name: 'Good', actions: passes });
  const bad = await runner.write({ name: 'Bad', actions: fails });
  const skipped = await runner.write({ name: 'Skipped', skip: true, actions: passes });
  const ran = async (args: object) => {
    await runner.call('runTests', { wait: 25, ...args });
    return (await runner.results()).items.map(({ testCode, state }) => `${testCode} ${state}`);
  };
  expect(await ran({ modules: [runner.moduleCode] })).toEqual([`${good} passed`, `${bad} failed`]);
  expect(await ran({})).toEqual([`${good} passed`, `${bad} failed`]);
  expect(await ran({ tests: [skipped, good], modules: [] })).toEqual([`${skipped} passed`, `${good} passed`]);
  await runner.call('runTests', { failed: true, wait: 25 });
  expect(await runner.results()).toMatchObject({ outcome: 'failed', actions: [{ testCode: bad }] });
  await runner.call('editTest', { moduleCode: runner.moduleCode, testCode: bad, actions: passes });
  await runner.call('runTests', { failed: true, wait: 25 });
  await expect(runner.call('runTests', { failed: true })).rejects.toThrow('None of these tests failed the last time');
  await expect(runner.call('runTests', { tests: ['t99'] })).rejects.toThrow('t99');
});
