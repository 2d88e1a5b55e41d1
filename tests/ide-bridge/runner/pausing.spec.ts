import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { note, PausedRuns } from './paused-run.ts';
import { useRunner } from './runner-fixture.ts';

/** Answers that pages wait for, until they are let go; the page may ask only then. */
const held: { waiting: ServerResponse[]; isOver: boolean } = { waiting: [], isOver: false };
const answer = (response: ServerResponse) => response.end('<title>Held</title>');

const runner = useRunner({
  '/': '<title>Shop</title><h1>Shop</h1>',
  '/held': (_request, response) => void (held.isOver ? answer(response) : held.waiting.push(response)),
});
const runs = new PausedRuns(runner);

afterEach(() => runs.stop());

const end = { type: 'end' };
const group = (title: string) => ({ type: 'group', title });
const letGo = () => {
  held.isOver = true;
  for (const response of held.waiting.splice(0)) answer(response);
};

describe('pauseTest', () => {
  test('pauseTest pauses before the next action and names who asked, and the run can be resumed', async () => {
    const code = await runner.write([{ type: 'visit', url: '/held', timeoutMs: 60_000 }, note('B'), note('C')]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'visit');
    expect(await runner.call('pauseTest', { wait: 0 })).toMatchObject({ state: 'running' });
    letGo();
    const paused = await runner.until(({ state }) => state === 'paused');
    expect(paused).toMatchObject({
      action: { actionIndex: 1, title: 'B', testCode: code },
      done: 1,
      total: 3,
      pausedBy: { kind: 'request', by: 'write 1' },
    });
    expect(await runs.resume()).toBe('passed');
    const { actions } = await runner.results();
    expect(actions.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed']);
    const status = await runner.status();
    expect([status.pausedBy, status.scopes, status.action]).toEqual([undefined, undefined, undefined]);
  });

  test('pauseTest pauses before the first action when it is called while the run starts', async () => {
    const code = await runner.write([note('A'), note('B')]);
    // No window stands ready for that, so that the start takes a while.
    await runner.call('editProject', { settings: { browser: { viewport: { width: 1_000, height: 700 } } } });
    await runner.call('runTest', { testId: code });
    await runner.call('pauseTest', { wait: 25 });
    expect(await runs.place()).toBe('A');
  });
});

test('a pause action waits for the user of the IDE, and pages of the IDE are notified', async () => {
  const { ide } = runner.app;
  await ide?.request('project/open', { projectId: 'shop' });
  const code = await runner.write([{ type: 'pause', text: 'Look at {{ this' }, note('B')]);
  expect(await runs.start(code)).toBe('Pause: Look at {{ this');
  expect(await runner.status()).toMatchObject({ pausedBy: { kind: 'action' } });
  await vi.waitFor(() => {
    const runsTold = ide?.notices.flatMap(({ method, params }) => (method === 'run/event' ? [params] : []));
    const run = expect.objectContaining({ state: 'paused', pausedBy: { kind: 'action' } });
    expect(runsTold).toContainEqual({ projectId: 'shop', event: { kind: 'status', run, otherRuns: [] } });
  }, 20_000);
  await ide?.request('project/close', {});
  expect(await runs.resume()).toBe('passed');
});

test('the slow motion of the project holds runs after each action, unless they say otherwise', async () => {
  await using _setting = {
    [Symbol.asyncDispose]: async () => void (await runner.call('editProject', { settings: { slowMoMs: 0 } })),
  };
  await runner.call('editProject', { settings: { slowMoMs: 10_000 } });
  const code = await runner.write([note('A'), note('B')]);
  const lastState = async () => (await runner.results()).actions[1]?.state;
  await runner.call('runTest', { testId: code });
  await runner.until(({ done }) => done === 1);
  await runner.call('stopTest', {});
  await runner.until(({ state }) => state !== 'running');
  expect(await lastState()).not.toBe('passed');
  await runner.call('runTest', { testId: code, slowMoMs: 0 });
  await expect.poll(lastState, { timeout: 9_000 }).toBe('passed');
});

describe('a step', () => {
  test('step over passes blocks and plugged tests, step into enters them, step out leaves them', async () => {
    const inner = await runner.write([note('in 1'), note('in 2')]);
    const code = await runner.write([
      group('G'),
      note('A'),
      { type: 'plugTest', test: inner },
      note('B'),
      end,
      { type: 'loop', times: 2 },
      note('C'),
      end,
      note('D'),
    ]);
    await runs.breakAt(code, 0);
    expect(await runs.start(code)).toBe('G');
    const places = [];
    for (const mode of [
      'step-into',
      'step-over',
      'step-into',
      'step-out',
      'step-out',
      'step-into',
      'step-over',
      'step-over',
    ])
      places.push(await runs.resume(mode));
    expect(places).toEqual(['A', `Plug test case ${inner} “A test”`, 'in 1', 'B', 'Loop 2 times', 'C', 'C', 'D']);
    expect(await runner.status()).toMatchObject({ pausedBy: { kind: 'step' } });
    expect(await runs.resume('step-over')).toBe('passed');
  });

  test('step over runs everything in a whole block', async () => {
    const code = await runner.write([group('G'), note('A'), end, note('B')]);
    await runs.breakAt(code, 0);
    await runs.start(code);
    expect(await runs.resume('step-over')).toBe('B');
    expect(await runs.performed()).toEqual(['G', 'A']);
  });

  test('step over still pauses at a breakpoint on its way', async () => {
    const inner = await runner.write([note('in 1'), note('in 2')]);
    const code = await runner.write([{ type: 'plugTest', test: inner }, note('B')]);
    await runs.breakAt(code, 0);
    const id = await runs.breakAt(inner, 1);
    await runs.start(code);
    expect(await runs.resume('step-over')).toBe('in 2');
    expect(await runner.status()).toMatchObject({ pausedBy: { kind: 'breakpoint', breakpointId: id } });
  });
});

describe('running to an action', () => {
  test('running to an action pauses there, by position or by id', async () => {
    const code = await runner.write([note('A'), note('B'), note('C'), note('D')]);
    await runs.breakAt(code, 0);
    await runs.start(code);
    expect(await runs.resume('to', { actionIndex: 2 })).toBe('C');
    const [, , , last] = await runs.actionIds(code);
    expect(await runs.resume(undefined, { actionId: last })).toBe('D');
  });

  test('running to an action that the paused test does not have is refused and changes nothing', async () => {
    const code = await runner.write([note('A'), note('B')]);
    await runs.breakAt(code, 0);
    await runs.start(code);
    for (const [args, reason] of [
      [{ mode: 'to', actionIndex: 7 }, 'not-found'],
      [{ mode: 'to', actionId: 'a999' }, 'not-found'],
      [{ mode: 'to' }, 'invalid-params'],
      [{ mode: 'step-over', actionIndex: 1 }, 'invalid-params'],
    ] as const) {
      const { data } = await runner.app.client.failure('resumeTest', args);
      expect(data.reason).toBe(reason);
    }
    expect(await runs.place()).toBe('A');
  });
});

describe('a breakpoint', () => {
  test('a breakpoint pauses every run at its action, even in blocks and plugged tests, until disabled', async () => {
    const inner = await runner.write([note('in')]);
    const code = await runner.write([{ type: 'loop', times: 2 }, { type: 'plugTest', test: inner }, end, note('B')]);
    const id = await runs.breakAt(inner, 0);
    expect(await runs.start(code)).toBe('in');
    expect(await runner.status()).toMatchObject({ action: { testCode: inner }, pausedBy: { breakpointId: id } });
    expect(await runs.resume()).toBe('in');
    expect(await runs.resume()).toBe('passed');
    await runs.breakAt(inner, 0, { enabled: false });
    expect(await runs.start(code)).toBe('passed');
  });

  test('a breakpoint that is set or cleared while a run is paused takes effect at once', async () => {
    const code = await runner.write([note('A'), note('B'), note('C')]);
    await runs.breakAt(code, 0);
    const id = await runs.breakAt(code, 2);
    await runs.start(code);
    await runs.breakAt(code, 1);
    expect(await runs.resume()).toBe('B');
    await runner.call('clearBreakpoints', { breakpointId: id });
    expect(await runs.resume()).toBe('passed');
  });

  test('a run that ignores breakpoints does not pause', async () => {
    const code = await runner.write([note('A')]);
    await runs.breakAt(code, 0);
    expect(await runs.start(code, { breakpoints: 'ignore' })).toBe('passed');
  });

  test('a breakpoint pauses only where its condition holds, with the values of that place', async () => {
    const code = await runner.write([{ type: 'loop', times: 4 }, note('A'), end]);
    await runs.breakAt(code, 1, { condition: 'round > 2' });
    expect(await runs.start(code)).toBe('A');
    expect((await runner.status()).scopes).toMatchObject({ loop: { round: 3 } });
    expect(await runs.resume()).toBe('A');
    expect((await runner.status()).scopes).toMatchObject({ loop: { round: 4 } });
    expect(await runs.resume()).toBe('passed');
  });

  test('a breakpoint with a hit count pauses from that hit on, counting only where its condition holds', async () => {
    const code = await runner.write([{ type: 'loop', times: 4 }, note('A'), end]);
    await runs.breakAt(code, 1, { hitCount: 3 });
    expect(await runs.start(code)).toBe('A');
    expect((await runner.status()).scopes).toMatchObject({ loop: { round: 3 } });
    expect(await runs.resume()).toBe('A');
    await runner.call('stopTest');
    await runs.breakAt(code, 1, { condition: 'round > 1', hitCount: 2 });
    expect(await runs.start(code)).toBe('A');
    expect((await runner.status()).scopes).toMatchObject({ loop: { round: 3 } });
  });

  test('a breakpoint whose condition cannot be evaluated pauses and says why', async () => {
    const code = await runner.write([note('A')]);
    await runs.breakAt(code, 0, { condition: 'rounds > 2' });
    expect(await runs.start(code)).toBe('A');
    expect((await runner.status()).pausedBy).toMatchObject({
      problem: expect.stringContaining('No value is called rounds'),
    });
  });

  test('a breakpoint never pauses at a skipped action', async () => {
    const code = await runner.write([{ ...note('A'), disabled: true }, note('B')]);
    await runs.breakAt(code, 0);
    expect(await runs.start(code)).toBe('passed');
  });
});

test('the time of an action does not include pauses', { tags: 'full' }, async () => {
  const code = await runner.write([group('G'), note('A'), end]);
  await runs.breakAt(code, 1);
  await runs.start(code);
  const since = performance.now();
  await runner.call('performAction', { action: { type: 'wait', until: 'time', value: 6_000 } });
  const pausedMs = performance.now() - since;
  await runs.resume();
  const [outer] = (await runner.results()).actions;
  expect(outer?.ms).toBeLessThan(pausedMs);
});
