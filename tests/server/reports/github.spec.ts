import { expect, it } from 'vitest';
import { reporters } from '../../../server/reports/index.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import type { FinishedRun } from '../../../server/runs/record/run-watcher.ts';
import { action, ended, FAILED_ASSERT, MACHINE, planned } from '../runs/run-fixture.ts';
import { featureRun } from './feature-run.ts';
import { finishedRun } from './finished-run.ts';
import { RUN_FOLDER } from './made-report.ts';

/** What the reporter says in a checkout of `/work`, and what is on the page of the job. */
async function told({ run, messages }: Pick<FinishedRun, 'run' | 'messages'>) {
  const texts = { log: '', summary: '' };
  await reporters.github
    .start({
      write: text => {
        texts.log += text;
      },
      summarize: text => {
        texts.summary += text;
      },
      add: () => {},
      warn: () => {},
      colors: false,
      directory: '/',
      checkout: '/work',
    })
    .finished({ run, messages, folder: RUN_FOLDER });
  return { ...texts, lines: texts.log.trimEnd().split('\n') };
}

it('the GitHub report annotates failed steps as errors and unimplemented ones as warnings', async () => {
  const { lines } = await told(featureRun());
  const file = 'file=demo/versions/main/features/basket.feature';
  expect(lines).toEqual([
    `::error ${file},line=15,title=Basket%3A Type cup::Look at the box: The heading has another text.%0AExpected: Welcome Bob%0AActual: Welcome Ann%0Aat: When I type cup (line 15)`,
    expect.stringContaining(`::error ${file},line=15,title=Basket%3A Type ]]>&"<b>'é::`),
    `::warning ${file},line=34,title=Basket%3A Remember::Not implemented: When I write`,
    expect.stringContaining(`::error ${file},line=39,title=Basket%3A Broken before::The page went away.`),
  ]);
});

it('the GitHub report writes a summary of the run for the page of the job', async () => {
  const { summary } = await told(featureRun());
  expect(summary).toContain('### ❌ Steploom r1: 2 passed, 1 failed, 2 error, 1 skipped, 1 not implemented (3.2 s)\n');
  expect(summary).toContain(
    '| ❓ not implemented | Basket › Nothing twice &#45; Remember | Not implemented: When I write |',
  );
  expect(summary).toContain('Type &#93;&#93;&#62;&#38;"&#60;b&#62;');
  expect(summary).not.toContain('| Basket › Remember |');
});

it('the GitHub report of a passed run is a single line in the summary', async () => {
  const test = planned('t1', 'Log in');
  const run = finishedRun({ items: [{ planned: test, result: ended(test, [action(0, 'Go')]) }] });
  expect(await told({ run, messages: runMessages(run, MACHINE) })).toMatchObject({
    log: '',
    summary: '### ✅ Steploom r1: 1 passed (3.2 s)\n\n',
  });
});

it('the GitHub report turns no text into a workflow command', async () => {
  const test = planned('t1', 'a,b:c ::stop-commands::x');
  const error = { message: '::error::x\r\n::set-output name=a::b\u2028::debug::y %0A::z' };
  const result = ended(test, [action(0, 'Look', { ...FAILED_ASSERT, error })]);
  const run = finishedRun({ outcome: 'failed', items: [{ planned: test, result }] });
  const { lines, summary } = await told({ run, messages: runMessages(run, MACHINE) });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^::error file=demo\/versions\/main\/modules\/m1\.json,title=Shop%3A a%2Cb%3Ac %3A%3Astop-commands/,
  );
  expect(lines[0]).toContain('%250A::z');
  expect(summary.split('\n').filter(line => line.startsWith('|'))).toHaveLength(3);
});

it('the GitHub report has ten errors and ten warnings, as many as are shown, and says how many more there are', async () => {
  const items = Array.from({ length: 26 }, (_, index) => {
    const test = planned(`t${index + 1}`, `Test ${index + 1}`);
    const failed = ended(test, [action(0, 'Look', FAILED_ASSERT)]);
    const passed = ended(test, [action(0, 'Look')]);
    return index % 2 === 0 ? { planned: test, result: failed } : { planned: test, result: passed, earlier: [failed] };
  });
  const run = finishedRun({ outcome: 'failed', items });
  const { lines, summary } = await told({ run, messages: runMessages(run, MACHINE) });
  const levels = lines.map(line => /^::(\w+)/.exec(line)?.[1]);
  expect(levels).toEqual([...Array.from({ length: 10 }, () => ['error', 'warning']).flat(), 'notice']);
  expect(lines.at(-1)).toBe('::notice::6 more did not pass or are flaky or incomplete; see the log of the run.');
  expect(summary).toContain('Test 26');
});

it('the GitHub report counts what was repaired beside what passed', async () => {
  const test = planned('t1', 'Log in');
  const repaired = { from: "getByText('Save')", to: "getByTestId('save')" };
  const run = finishedRun({ items: [{ planned: test, result: ended(test, [action(0, 'Click', { repaired })]) }] });
  const { summary } = await told({ run, messages: runMessages(run, MACHINE) });
  expect(summary).toBe('### ✅ Steploom r1: 1 passed, 1 repaired (3.2 s)\n\n');
});

it('the GitHub report gives a test that passed without what an import left out a notice and a row', async () => {
  const test = planned('t1', 'Log in');
  const missing = ['flyToTheMoon | now', 'storeEval | x'].map((title, at) =>
    action(at + 1, title, { type: 'comment', state: 'skipped', leftOut: true }),
  );
  const run = finishedRun({ items: [{ planned: test, result: ended(test, [action(0, 'Go'), ...missing]) }] });
  const { log, summary } = await told({ run, messages: runMessages(run, MACHINE) });
  expect(log).toMatch(
    /^::notice file=\S+,title=Shop%3A Log in::Incomplete: Left out on import: flyToTheMoon \| now%0ALeft out on import: storeEval \| x\n$/,
  );
  expect(summary).toContain('1 passed, 2 actions left out on import (3.2 s)');
  expect(summary).toMatch(/\| 📝 incomplete \| Shop › Log in \| .*flyToTheMoon.*; .*storeEval/);
});
