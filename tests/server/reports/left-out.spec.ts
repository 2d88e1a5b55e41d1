import { expect, it } from 'vitest';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { action, ended, MACHINE, planned } from '../runs/run-fixture.ts';
import { finishedRun } from './finished-run.ts';
import { textOf } from './made-report.ts';

it('a test that passed without what an import left out is named as such by the report pretty', async () => {
  const test = planned('t1', 'Pay');
  const results = [
    action(0, 'Click button “Pay”'),
    action(1, 'flyToTheMoon | now', { type: 'comment', state: 'skipped', leftOut: true }),
  ];
  const run = finishedRun({ items: [{ planned: test, result: ended(test, results) }] });
  const text = await textOf('pretty', { run, messages: runMessages(run, MACHINE) });
  expect(text).toContain('Left out on import: flyToTheMoon | now');
  expect(text).toContain('1 test: 1 passed, 1 action left out on import');
});
