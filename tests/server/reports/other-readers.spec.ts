// @module-tag full
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'test-results-parser';
import { expect, test } from 'vitest';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { action, ended, FAILED_ASSERT, FAILED_CLICK, MACHINE, planned } from '../runs/run-fixture.ts';
import { featureRun } from './feature-run.ts';
import { finishedRun } from './finished-run.ts';
import { textOf } from './made-report.ts';

const [good, bad] = [[action(0, 'Go to /')], [action(0, 'Go to /'), action(1, 'Check', FAILED_ASSERT)]];
const [passed, flaky, failed, broken, skipped] = ['Look', 'Log in', 'Pay <all> & "more"', 'Click', 'Later'].map(
  (name, index) => planned(`t${index + 1}`, name),
);
if (!passed || !flaky || !failed || !broken || !skipped) throw new Error('Each of them is planned.');

/** One test of each ending. */
const run = finishedRun({
  items: [
    { planned: passed, result: ended(passed, good) },
    { planned: flaky, result: ended(flaky, good), earlier: [ended(flaky, bad)] },
    { planned: failed, result: ended(failed, bad), earlier: [ended(failed, bad)] },
    { planned: broken, result: ended(broken, [action(0, 'Click', FAILED_CLICK)]) },
    { planned: skipped, result: ended(skipped, [], { state: 'skipped' }) },
  ],
  outcome: 'failed',
});
const ofTests = { run, messages: runMessages(run, MACHINE) };

const OF_TESTS = ['Look: PASS', 'Log in: PASS', 'Pay <all> & "more": FAIL', 'Click: FAIL', 'Later: SKIP'];

/** What another program makes of a report. */
async function readBack(type: 'junit' | 'cucumber', given: Parameters<typeof textOf>[1]) {
  await using folder = await temporaryDirectory();
  const path = join(folder.path, type === 'junit' ? 'report.xml' : 'report.json');
  await writeFile(path, await textOf(type, given));
  const { total, passed, failed, errors, skipped, suites } = parse({ type, files: [path] });
  const cases = suites.flatMap(suite => suite.cases.map(one => `${one.name}: ${one.status}`));
  return { counts: { total, passed, failed, errors, skipped }, cases, suites };
}

test('the JUnit report of a run with a failed, a broken, a skipped and a flaky test says the same to another reader', async () => {
  const { counts, cases, suites } = await readBack('junit', ofTests);
  // This reader leaves skipped cases out of the total.
  expect(counts).toEqual({ total: 4, passed: 2, failed: 1, errors: 1, skipped: 1 });
  expect(cases).toEqual(OF_TESTS);
  const failures = suites.flatMap(suite => suite.cases.flatMap(({ failure }) => failure || []));
  expect(failures).toEqual(['The heading has another text.', 'No element matches button "Pay".']);
});

test('the JUnit report of a feature says the same to another reader', async () => {
  const { counts, suites } = await readBack('junit', featureRun());
  expect(counts).toEqual({ total: 5, passed: 2, failed: 1, errors: 2, skipped: 2 });
  expect(suites.map(({ name }) => name)).toEqual(['Basket']);
});

test('the Cucumber JSON says of tests and of scenarios the same to another reader', async () => {
  const tests = await readBack('cucumber', ofTests);
  expect(tests.cases).toEqual(OF_TESTS);
  expect(tests.counts).toEqual({ total: 5, passed: 2, failed: 2, errors: 0, skipped: 1 });
  const features = await readBack('cucumber', featureRun());
  // What is not implemented failed for this reader.
  expect(features.cases).toEqual([
    'Remember: PASS',
    'Type cup: FAIL',
    `Type ]]>&"<b>'é: FAIL`,
    'Never begun: SKIP',
    'Remember: FAIL',
    'Broken before: FAIL',
    'Empty: PASS',
  ]);
});
