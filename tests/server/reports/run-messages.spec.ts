import { type Envelope, type TestStepResultStatus, TimeConversion } from '@cucumber/messages';
import { Query } from '@cucumber/query';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../model/errors/errors.ts';
import type { Run } from '../../../model/run/run.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import {
  action,
  admin,
  ended,
  FAILED_ASSERT,
  FAILED_CLICK,
  MACHINE,
  planned,
  STARTED_AT,
} from '../runs/run-fixture.ts';
import { faultsIn } from './envelope-schema.ts';
import { finishedRun } from './finished-run.ts';

const logIn = planned('t1', 'Log in', { tags: ['@smoke', 'fast'] });
const pay = planned('t2', 'Pay');
const audit = planned('t3', 'Audit', { module: admin });

function queryOf(envelopes: readonly Envelope[]): Query {
  const query = new Query();
  for (const envelope of envelopes) query.update(envelope);
  return query;
}

/** Each test as readers of messages see it: name, worst status, steps with their status. */
function told(run: Run) {
  const query = queryOf(runMessages(run, MACHINE));
  return query.findAllTestCaseStarted().map(started => ({
    name: query.findPickleBy(started)?.name,
    status: query.findMostSevereTestStepResultBy(started)?.status,
    steps: query
      .findTestStepFinishedAndTestStepBy(started)
      .map(([finished, step]): [string?, TestStepResultStatus?] => [
        query.findPickleStepBy(step)?.text,
        finished.testStepResult.status,
      ]),
  }));
}

/** A run with everything in it: two modules, plugged tests, a data row, a picture, an empty test, one never begun. */
function fullRun(): Run {
  const row = planned('t2', 'Pay', { row: { index: 1, values: { card: 'visa', amount: 3 } } });
  const inner = [
    action(0, 'Go to /cart'),
    action(1, 'Click “Pay”', { ...FAILED_CLICK, screenshot: 'screenshots/1-zu zahlen.png' }),
  ];
  return finishedRun({
    outcome: 'failed',
    reason: 'one test failed',
    items: [
      { planned: logIn, result: ended(logIn, [action(0, 'Go to /'), action(1, 'Click “Enter”', { ms: 12.34 })]) },
      { planned: audit, result: ended(audit, []) },
      {
        planned: row,
        result: ended(row, [
          action(0, 'Plug test case t9', { type: 'plugTest', state: 'error', ms: 5_100, actions: inner }),
          action(1, 'Check the total', { type: 'assert', state: 'skipped', ms: 0 }),
        ]),
      },
    ],
    left: [pay],
  });
}

describe('runMessages', () => {
  it('the messages of a run match the published schema', () => {
    expect(faultsIn([{ testRunStarted: {} }])).toEqual(["0/testRunStarted: must have required property 'timestamp'"]);
    expect(faultsIn(runMessages(fullRun(), MACHINE))).toEqual([]);
  });

  it('messages show modules as features, tests and data rows as scenarios, and actions as steps', () => {
    const run = fullRun();
    expect(told(run)).toEqual([
      {
        name: 'Log in',
        status: 'PASSED',
        steps: [
          ['Go to /', 'PASSED'],
          ['Click “Enter”', 'PASSED'],
        ],
      },
      { name: 'Audit', status: 'PASSED', steps: [['(no actions)', 'PASSED']] },
      {
        name: 'Pay (row 2)',
        status: 'FAILED',
        steps: [
          ['Plug test case t9', 'FAILED'],
          ['Check the total', 'SKIPPED'],
        ],
      },
      { name: 'Pay', status: 'SKIPPED', steps: [['(before the first action)', 'SKIPPED']] },
    ]);
    const query = queryOf(runMessages(run, MACHINE));
    const [first] = query.findAllPickles();
    expect(first?.tags.map(tag => tag.name)).toEqual(['@smoke', '@fast']);
    expect(query.findAllPickles().map(pickle => pickle.uri)).toEqual([
      'modules/m1.json',
      'modules/m1.json',
      'modules/m1.json',
      'modules/m2.json',
    ]);
    const lineages = query.findAllPickles().map(pickle => query.findLineageBy(pickle)?.feature?.name);
    expect(lineages).toEqual(['Shop', 'Shop', 'Shop', 'Admin']);
  });

  it('messages refer only to ids of earlier messages and use no id twice', () => {
    const known = new Set<string>();
    for (const envelope of runMessages(fullRun(), MACHINE)) {
      const { pickle, stepDefinition, testRunStarted, testCase, testCaseStarted, ...event } = envelope;
      const refersTo = [
        testCase?.pickleId,
        testCase?.testRunStartedId,
        ...(testCase?.testSteps ?? []).flatMap(step => [step.pickleStepId, ...(step.stepDefinitionIds ?? [])]),
        testCaseStarted?.testCaseId,
        ...[event.testStepStarted, event.testStepFinished, event.attachment].flatMap(item => [
          item?.testCaseStartedId,
          item?.testStepId,
        ]),
        event.testCaseFinished?.testCaseStartedId,
        event.testRunFinished?.testRunStartedId,
      ].filter(id => id !== undefined);
      expect(refersTo.filter(id => !known.has(id))).toEqual([]);
      const made = [
        pickle?.id,
        ...(pickle?.steps ?? []).map(step => step.id),
        stepDefinition?.id,
        testRunStarted?.id,
        ...(testCase?.testSteps ?? []).map(step => step.id),
        testCase?.id,
        testCaseStarted?.id,
      ].filter(id => id !== undefined);
      expect(made.filter(id => known.has(id))).toEqual([]);
      for (const id of made) known.add(id);
    }
  });

  it('messages take their times from the run in ascending order and keep durations', () => {
    const run = fullRun();
    const envelopes = runMessages(run, MACHINE);
    const times = envelopes.flatMap(envelope =>
      Object.values(envelope).flatMap(message =>
        'timestamp' in message && message.timestamp !== undefined
          ? [TimeConversion.timestampToMillisecondsSinceEpoch(message.timestamp)]
          : [],
      ),
    );
    expect(times.length).toBeGreaterThan(10);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(times[0]).toBe(STARTED_AT);
    expect(new Date(times.at(-1) ?? 0).toISOString()).toBe(run.finishedAt);
    const [, second] = envelopes.flatMap(({ testStepFinished }) => testStepFinished ?? []);
    expect(second?.testStepResult.duration).toEqual({ seconds: 0, nanos: 12_340_000 });
  });

  it('the same run always gives the same messages', () => {
    expect(runMessages(fullRun(), MACHINE)).toEqual(runMessages(fullRun(), MACHINE));
  });

  it('a failed step names the failed action of a plugged test and has its picture attached', () => {
    const envelopes = runMessages(fullRun(), MACHINE);
    const query = queryOf(envelopes);
    const failed = query.findAllTestStepFinished().find(step => step.testStepResult.status === 'FAILED');
    const message = [
      'Click “Pay”: No element matches button "Pay".',
      "Similar: getByRole('button', { name: 'Pay now' })",
    ].join('\n');
    expect(failed?.testStepResult).toMatchObject({ message, exception: { type: 'Error', message } });
    expect(failed && query.findAttachmentsBy(failed)).toMatchObject([
      { url: 'screenshots/1-zu%20zahlen.png', mediaType: 'image/png', body: '', fileName: '1-zu zahlen.png' },
    ]);
    expect(envelopes.at(-1)?.testRunFinished).toMatchObject({ success: false, message: 'one test failed' });
  });

  it('a failed assertion shows the expected and the actual text', () => {
    const run = finishedRun({
      outcome: 'failed',
      items: [{ planned: pay, result: ended(pay, [action(0, 'Check', FAILED_ASSERT)]) }],
    });
    const [step] = queryOf(runMessages(run, MACHINE)).findAllTestStepFinished();
    expect(step?.testStepResult).toMatchObject({
      status: 'FAILED',
      exception: { type: 'AssertionError' },
      message: 'The heading has another text.\nExpected: Welcome Bob\nActual: Welcome Ann',
    });
  });

  it.each([
    { state: 'stopped', status: 'SKIPPED', text: '(before the first action)' },
    { state: 'error', status: 'FAILED', text: '(before the first action)' },
    { state: 'failed', status: 'FAILED', text: '(before the first action)' },
    { state: 'skipped', status: 'SKIPPED', text: '(before the first action)' },
    { state: 'notImplemented', status: 'UNDEFINED', text: '(not implemented)' },
    { state: 'passed', status: 'PASSED', text: '(no actions)' },
  ] as const)('a test that ended as $state without any action has a single $status step', ({ state, status, text }) => {
    const result = ended(pay, [], { state, error: { message: 'No page.' } });
    const run = finishedRun({ outcome: 'error', items: [{ planned: pay, result }] });
    expect(told(run)).toEqual([{ name: 'Pay', status, steps: [[text, status]] }]);
  });

  it('a failed step is added when a test failed although none of its actions did', () => {
    const result = ended(pay, [action(0, 'Go to /')], { state: 'error', error: { message: 'The browser was lost.' } });
    const run = finishedRun({ outcome: 'error', items: [{ planned: pay, result }] });
    expect(told(run)).toMatchObject([
      {
        status: 'FAILED',
        steps: [
          ['Go to /', 'PASSED'],
          ['(after the last action that ran)', 'FAILED'],
        ],
      },
    ]);
  });

  it('a disabled action does not make a passed test look skipped', () => {
    const result = ended(pay, [action(0, 'Go to /'), action(1, 'Click', { state: 'skipped', ms: 0 })]);
    expect(told(finishedRun({ items: [{ planned: pay, result }] }))).toMatchObject([
      { status: 'PASSED', steps: [['Go to /', 'PASSED']] },
    ]);
  });

  it('a run that has not ended is refused', () => {
    const run: Run = { ...fullRun(), state: 'running' };
    expect(() => runMessages(run, MACHINE)).toThrow(AppError);
  });
});
