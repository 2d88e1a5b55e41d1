import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import type { Run, RunItem } from '../../../model/run/run.ts';
import type { Outcome } from '../../../model/run/state.ts';
import { RunRecord } from '../../../server/runs/record/run-record.ts';
import { handClock, planOf } from '../runs/run-fixture.ts';

interface Told {
  items: readonly { planned: PlannedItem; result: RunItem; earlier?: readonly RunItem[] }[];
  /** Tests that the run never came to. */
  left?: readonly PlannedItem[];
  outcome?: Outcome;
  reason?: string;
}

/** The run that the recorder makes of these results. */
export function finishedRun({ items, left = [], outcome = 'passed', reason }: Told): Run {
  const clock = handClock();
  const plan = planOf([...items.map(({ planned }) => planned), ...left]);
  const record = new RunRecord({ plan, startedBy: 'Ann', startedAt: clock.now(), processId: 1, redact: text => text });
  for (const [index, { planned, result, earlier = [] }] of items.entries()) {
    clock.pass(100);
    for (const attempt of earlier) {
      record.itemStarted({ kind: 'item-started', itemIndex: index, item: planned }, clock.now());
      clock.pass(attempt.ms);
      record.attemptFinished(index, attempt);
    }
    record.itemStarted({ kind: 'item-started', itemIndex: index, item: planned }, clock.now());
    clock.pass(result.ms);
    record.itemFinished(index, result);
  }
  clock.pass(50);
  return record.finish({ outcome, reason, elapsedMs: 3_210.4, browser: 'chromium' }, clock.now());
}
