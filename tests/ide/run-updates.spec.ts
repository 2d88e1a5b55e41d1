import { describe, expect, it } from 'vitest';
import { takeLastResult, takeResults } from '../../ide/app/run-updates.ts';
import { EMPTY_VIEW, initialState } from '../../ide/app/state.ts';
import { RunId } from '../../model/names/codes.ts';
import { ActionResult } from '../../model/run/run.ts';
import { getLastResult } from '../../server/tools/last-results.ts';

const result = (index: number, state = 'passed') =>
  ActionResult.parse({
    actionIndex: index,
    actionId: `a${index + 1}`,
    testCode: 't1',
    type: 'click',
    title: `Click ${index}`,
    state,
    ms: 1,
  });

const ALL = Array.from({ length: 300 }, (_, index) => result(index, index === 299 ? 'failed' : 'passed'));
const FAILURE = { error: { message: 'No.' }, path: [], causes: [] };
const RUN = { runId: RunId.parse('r1'), actions: ALL, scenarios: [] };

const last = (actions: readonly ActionResult[], runId = 'r1') =>
  getLastResult.output.parse({
    testCode: 't1',
    last: {
      ...{ runId, startedAt: '2026-01-01T00:00:00.000Z', state: 'failed', ms: 1, outdated: false },
      actions,
      failure: FAILURE,
    },
  }).last;

const empty = initialState(EMPTY_VIEW);

describe('what is told of the last run of a test', () => {
  it('why a test failed stays at hand, whichever of the two answers comes first', () => {
    const one = takeResults(takeLastResult(empty, 't1', last(ALL)), RUN);
    const other = takeLastResult(takeResults(empty, RUN), 't1', last(ALL));
    for (const { results } of [one, other]) {
      expect(results.last.t1?.failure).toMatchObject(FAILURE);
      expect(Object.keys(results.actions.t1 ?? {})).toHaveLength(300);
    }
  });

  it('all rows of a long test keep their results when an answer tells some of them', () => {
    const { results } = takeLastResult(takeResults(empty, RUN), 't1', last(ALL.slice(0, 87)));
    expect(Object.keys(results.actions.t1 ?? {})).toHaveLength(300);
    expect(results.actions.t1?.a300?.state).toBe('failed');
  });

  it('results of an earlier run give way to those of a later one', () => {
    const { results } = takeLastResult(takeResults(empty, RUN), 't1', last(ALL.slice(0, 87), 'r2'));
    expect(Object.keys(results.actions.t1 ?? {})).toHaveLength(87);
  });
});
