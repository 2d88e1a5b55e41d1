import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type ActionResult, HookResult, Run } from '../../../model/run/run.ts';
import { formatRun, unfoldRun } from '../../../server/runs/record/run-file.ts';
import { action, ended, FAILED_CLICK, planned, STARTED_AT } from './run-fixture.ts';

const test = planned('t1', 'Log in');

const runOf = (actions: ActionResult[], more: object = {}): Run =>
  Run.parse({
    format: 1,
    runId: 'r1',
    projectId: 'demo',
    versionId: 'main',
    title: 'All',
    startedBy: 'Ann',
    startedAt: new Date(STARTED_AT).toISOString(),
    elapsedMs: 1,
    state: 'passed',
    items: [ended(test, actions, more)],
  });

const loopOf = (rounds: number): ActionResult =>
  action(0, 'Repeat', {
    type: 'loop',
    actions: Array.from({ length: rounds }, (_, index) => [
      action(1, 'Note the time', { type: 'comment', round: index + 1, ms: index / 10 }),
      action(2, 'If there is one', { type: 'if', round: index + 1, actions: [action(3, 'Click “Next”')] }),
    ]).flat(),
  });

/** How often others had their turn until something was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const ended = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  await ended;
  return turns;
}

const readBack = (text: string): unknown => unfoldRun(JSON.parse(text));

describe('run.json', () => {
  it('others have their turn while the run file of many results is made', async () => {
    expect(await turnsDuring(formatRun(runOf([loopOf(1_000)])))).toBeGreaterThan(20);
  });

  it('the run file keeps every result of many rounds on a short line of its own', { tags: 'full' }, async () => {
    const run = runOf([loopOf(10_000)]);
    const text = await formatRun(run);
    expect(Run.parse(readBack(text))).toEqual(run);
    const line = '{ "round": 9999, "actionId": "a2", "state": "passed", "ms": 999.8 },';
    expect(text.split('\n').map(each => each.trim())).toContain(line);
    expect(text.length).toBeLessThan(0.4 * JSON.stringify(run, undefined, 2).length);
  });

  it('the run file keeps what differs from one round to the next', async () => {
    const rounds = action(0, 'Repeat', {
      type: 'loop',
      actions: [
        action(1, 'Click “Pay”', { round: 1 }),
        action(1, 'Click “Pay now”', { round: 2 }),
        action(1, 'Click “Pay”', { round: 3, ...FAILED_CLICK, screenshot: 'screenshots/1-a2.png' }),
        action(1, 'Click “Pay”', { round: 4, state: 'skipped', testCode: action(0, '').testCode }),
      ],
    });
    const run = runOf([rounds]);
    expect(Run.parse(readBack(await formatRun(run)))).toEqual(run);
  });

  it('the run file is complete for each test and for what runs around it', async () => {
    const hook = HookResult.parse({
      testCode: 't9',
      title: 'Sign in',
      state: 'passed',
      ms: 1,
      actions: [action(1, 'A')],
    });
    const one = ended(test, [action(1, 'A'), action(2, 'B')], {
      signIns: [{ ...hook, role: 'customer' }],
      before: hook,
      after: hook,
    });
    const run = { ...runOf([]), items: [one, one] };
    const text = await formatRun(run);
    expect(Run.parse(readBack(text))).toEqual(run);
    expect(text.match(/"title": "B"/g)).toHaveLength(2);
  });

  it('a run file that leaves nothing out is read, and unexpected content causes no error', async () => {
    const run = runOf([loopOf(2)]);
    expect(unfoldRun(JSON.parse(JSON.stringify(run)))).toEqual(run);
    for (const odd of [null, 7, [], {}, { items: 7 }, { items: [7, null, { actions: 7 }, { actions: [7, {}] }] }])
      expect(() => unfoldRun(odd)).not.toThrow();
  });
});
