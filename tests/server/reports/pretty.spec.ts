import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import type { Run } from '../../../model/run/run.ts';
import { reporters } from '../../../server/reports/index.ts';
import { action, admin, ended, FAILED_ASSERT, FAILED_CLICK, planned } from '../runs/run-fixture.ts';
import { finishedRun } from './finished-run.ts';

const FOLDER = '/work/demo/.steploom/runs/r1';

/** What a run looks like when it is told test by test; `live` is how many were told before the end. */
function printed(run: Run, { live = run.items.length, colors = false, directory = '/work' } = {}): string {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const watcher = reporters.pretty.start({
    write,
    add: () => {},
    warn: () => {},
    summarize: undefined,
    colors,
    directory,
    checkout: directory,
  });
  watcher.progress?.({ kind: 'run-started', run, folder: FOLDER });
  for (const [itemIndex, item] of run.items.slice(0, live).entries())
    watcher.progress?.({ kind: 'item-finished', itemIndex, item });
  void watcher.finished({ run, messages: [], folder: FOLDER });
  return text;
}

const good = planned('t1', 'Log in');
const bad = planned('t2', 'Pay', { row: { index: 1, values: { card: 'visa' } } });
const other = planned('t3', 'Audit', { module: admin });

function mixedRun(): Run {
  const inner = [
    action(0, 'Go to /cart', { ms: 120.4 }),
    action(1, 'Click “Pay”', { ...FAILED_CLICK, screenshot: 'screenshots/1-a2.png', round: 2 }),
    action(2, 'Check', { state: 'skipped', ms: 0 }),
  ];
  const actions = [
    action(0, 'Go to /'),
    action(1, 'Plug test case t9', { type: 'plugTest', state: 'error', ms: 5_140, actions: inner }),
    action(2, 'Check the total', { state: 'skipped', ms: 0 }),
    action(3, 'Log out', { state: 'skipped', ms: 0 }),
  ];
  return finishedRun({
    outcome: 'error',
    items: [
      { planned: good, result: ended(good, [action(0, 'Go to /'), action(1, 'Click “Enter”')]) },
      { planned: bad, result: ended(bad, actions) },
      { planned: other, result: ended(other, [action(0, 'Read the heading', FAILED_ASSERT)]) },
    ],
    left: [planned('t4', 'Report', { module: admin })],
  });
}

const MIXED = `Shop
  ✓ Log in 20 ms
  ✗ Pay (row 2) 5150 ms
      ✓ Go to / 10 ms
      ✗ Plug test case t9 5140 ms
        ✓ Go to /cart 120 ms
        ✗ Click “Pay” (round 2) 5013 ms
          No element matches button "Pay".
          Similar: getByRole('button', { name: 'Pay now' })
          Screenshot: demo/.steploom/runs/r1/screenshots/1-a2.png
        - 1 action did not run
      - 2 actions did not run
Admin
  ✗ Audit 302 ms
      ✗ Read the heading 302 ms
        The heading has another text.
        Expected: Welcome Bob
        Actual: Welcome Ann
  - Report

4 tests: 1 passed, 1 failed, 1 error, 1 skipped (3.2 s)
`;

it('the pretty report prints the tests, the actions of failed ones with the reason, and a summary', () => {
  expect(printed(mixedRun())).toBe(MIXED);
});

it('the pretty report is the same when no progress was reported before the end', () => {
  expect(printed(mixedRun(), { live: 0 })).toBe(MIXED);
});

it('the pretty report has the same text when it is coloured', () => {
  const text = printed(mixedRun(), { colors: true });
  expect(text).toContain('\u001B[32m✓\u001B[39m Log in');
  expect(text).toContain('\u001B[31m✗\u001B[39m Pay');
  expect(stripVTControlCharacters(text)).toBe(MIXED);
});

it('the pretty report names screenshots outside the current folder by their full path', () => {
  expect(printed(mixedRun(), { directory: '/elsewhere' })).toContain(`Screenshot: ${FOLDER}/screenshots/1-a2.png`);
});

it('the pretty report names the pictures of a failed comparison and the files that a run wrote', () => {
  const pictures = { expected: 'screenshots/1-box-expected.png', actual: 'screenshots/2-box-actual.png' };
  const error = { message: 'It differs.', pictures };
  const run = finishedRun({
    outcome: 'failed',
    items: [
      { planned: good, result: ended(good, [action(0, 'Look', { wrote: 'files/baselines/box-linux.png' })]) },
      { planned: other, result: ended(other, [action(0, 'Look', { state: 'failed', error })]) },
    ],
  });
  expect(printed(run)).toBe(`Shop
  ✓ Log in 10 ms
    Wrote files/baselines/box-linux.png
Admin
  ✗ Audit 10 ms
      ✗ Look 10 ms
        It differs.
        Picture (expected): demo/.steploom/runs/r1/screenshots/1-box-expected.png
        Picture (actual): demo/.steploom/runs/r1/screenshots/2-box-actual.png

2 tests: 1 passed, 1 failed (3.2 s)
`);
});

it('the pretty report prints what is worth knowing of actions that passed', () => {
  const noted = action(0, 'Answer requests to **/api with 500', { note: 'No request asked for it.' });
  const run = finishedRun({ outcome: 'passed', items: [{ planned: good, result: ended(good, [noted]) }] });
  expect(printed(run)).toContain('Note on “Answer requests to **/api with 500”: No request asked for it.');
});

it('the pretty report says why a test failed before its first action and why the run ended early', () => {
  const run = finishedRun({
    outcome: 'error',
    reason: 'The browser was lost: it crashed.',
    items: [{ planned: good, result: ended(good, [], { state: 'error', error: { message: 'No page.' } }) }],
  });
  expect(printed(run)).toBe(`Shop
  ✗ Log in 0 ms
      No page.

The browser was lost: it crashed.
1 test: 1 error (3.2 s)
`);
});

it('the pretty report removes escape sequences and control characters from foreign texts', () => {
  const nasty = '\u001B[2J\u001B]0;title\u0007a\u0000b\r\nc\u009Bd';
  const error = { message: nasty, expected: nasty, actual: nasty, candidates: [nasty] };
  const test = planned('t1', 'Log in');
  const result = ended(test, [action(0, nasty, { state: 'failed', error })], { title: nasty, error });
  const run = finishedRun({ outcome: 'failed', reason: nasty, items: [{ planned: test, result }] });
  expect(printed({ ...run, items: run.items.map(item => ({ ...item, title: nasty, moduleName: nasty })) })).not.toMatch(
    /(?!\n)\p{Cc}/u,
  );
});

it('the pretty report shortens texts that would fill the screen', () => {
  const error = { message: 'It is not the same.', expected: 'x'.repeat(100_000), actual: 'line\n'.repeat(300) };
  const run = finishedRun({
    outcome: 'failed',
    items: [{ planned: good, result: ended(good, [action(0, 'Compare', { state: 'failed', error })]) }],
  });
  const text = printed(run);
  expect(text.length).toBeLessThan(5_000);
  expect(text).toContain(`${'x'.repeat(1_900)}`);
  expect(text).toMatch(/… \d+ more lines/);
});

it('the pretty report says so when no test ran', () => {
  expect(printed(finishedRun({ items: [] }))).toBe('\n0 tests: none ran (3.2 s)\n');
});
