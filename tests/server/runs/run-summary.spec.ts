import { expect, it } from 'vitest';
import { RunRecord } from '../../../server/runs/record/run-record.ts';
import { RunSummary, summarizeRun } from '../../../server/runs/record/run-summary.ts';
import { action, ended, FAILED_CLICK, planned, planOf, STARTED_AT } from './run-fixture.ts';

it('the summary of a run has its facts and counts and leaves out counts of zero', () => {
  const [good, bad, left] = [planned('t1', 'Good'), planned('t2', 'Bad'), planned('t3', 'Left')];
  const plan = planOf([good, bad, left]);
  const record = new RunRecord({ plan, startedBy: 'Ann', startedAt: STARTED_AT, processId: 1, redact: text => text });
  record.itemFinished(0, ended(good, [action(0, 'Go to /')]));
  record.itemFinished(1, ended(bad, [action(0, 'Click', FAILED_CLICK)]));
  const summary = summarizeRun(record.finish({ outcome: 'error', elapsedMs: 12 }, STARTED_AT + 12));
  expect(RunSummary.parse(summary)).toEqual({
    runId: 'r1',
    title: 'Shop › All',
    moduleCode: 'm1',
    testCode: 't1',
    state: 'error',
    environment: 'Staging',
    startedAt: '2026-01-02T03:04:05.678Z',
    elapsedMs: 12,
    startedBy: 'Ann',
    items: 3,
    passed: 1,
    error: 1,
    skipped: 1,
    firstFailure: { title: 'Bad', message: 'No element matches button "Pay".' },
  });
});
