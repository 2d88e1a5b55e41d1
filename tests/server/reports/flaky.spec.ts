import { describe, expect, test } from 'vitest';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { action, ended, FAILED_ASSERT, FAILED_CLICK, MACHINE, planned } from '../runs/run-fixture.ts';
import { faultsIn } from './envelope-schema.ts';
import { finishedRun } from './finished-run.ts';
import { textOf } from './made-report.ts';
import { elementsOf, readXml } from './xml-tree.ts';

const logIn = planned('t1', 'Log in');
const pay = planned('t2', 'Pay');
const good = [action(0, 'Go to /'), action(1, 'Check', { type: 'assert' })];
const bad = [action(0, 'Go to /'), action(1, 'Check', FAILED_ASSERT)];

/** The first test passed at its second attempt, the other at none of two. */
const run = finishedRun({
  items: [
    { planned: logIn, result: ended(logIn, good), earlier: [ended(logIn, bad)] },
    { planned: pay, result: ended(pay, bad), earlier: [ended(pay, [action(0, 'Click', FAILED_CLICK)])] },
  ],
  outcome: 'failed',
});
const messages = runMessages(run, MACHINE);
const report = (format: Parameters<typeof textOf>[0]) => textOf(format, { run, messages });

describe('a test that passed when it was run again is called flaky', () => {
  test('in the record of the run, which keeps each attempt', () => {
    expect(run.items).toMatchObject([
      { state: 'passed', flaky: true, attempts: [{ state: 'failed', actions: [{}, FAILED_ASSERT] }] },
      { state: 'failed', attempts: [{ state: 'error' }] },
    ]);
    expect(run.items[1]?.flaky).toBeUndefined();
  });

  test('in Cucumber messages, whose attempts are of one test case', () => {
    expect(faultsIn(messages)).toEqual([]);
    const started = messages.flatMap(({ testCaseStarted }) => testCaseStarted ?? []);
    expect(started.map(({ attempt }) => attempt)).toEqual([0, 1, 0, 1]);
    expect(new Set(started.map(({ testCaseId }) => testCaseId)).size).toBe(2);
    const finished = messages.flatMap(({ testCaseFinished }) => testCaseFinished ?? []);
    expect(finished.map(({ willBeRetried }) => willBeRetried)).toEqual([true, false, true, false]);
    const steps = messages.flatMap(({ testStepFinished }) => testStepFinished?.testStepResult.status ?? []);
    expect(steps).toEqual(['PASSED', 'FAILED', 'PASSED', 'PASSED', 'FAILED', 'SKIPPED', 'PASSED', 'FAILED']);
  });

  test('in JUnit XML, by the elements of Surefire', async () => {
    const root = readXml(await report('junit'));
    expect(root.attributes).toMatchObject({ tests: '2', failures: '1', errors: '0' });
    const [first, second] = elementsOf(root, 'testcase');
    const names = (element: typeof first) => element?.children.map(({ name }) => name);
    expect(names(first)).toEqual(['properties', 'flakyFailure', 'system-out']);
    expect(names(second)).toEqual(['properties', 'failure', 'rerunError', 'system-out']);
    const [flaky] = elementsOf(root, 'flakyFailure');
    expect(flaky?.attributes).toEqual({ message: 'The heading has another text.', type: 'AssertionError' });
  });

  test('for people and on GitHub, while Cucumber JSON has the last attempt alone', async () => {
    const pretty = await report('pretty');
    expect(pretty).toContain('✓ Log in 20 ms flaky: passed at attempt 2');
    expect(pretty).toContain('Attempt 1: failed. The heading has another text.');
    expect(pretty).toContain('2 tests: 1 passed, 1 of them flaky, 1 failed');
    expect(await report('progress')).toMatch(/^F✗/);
    expect(await report('github')).toContain('Flaky: it passed at attempt 2.');
    const [feature] = JSON.parse(await report('cucumber'));
    expect(feature.elements).toHaveLength(2);
  });
});
