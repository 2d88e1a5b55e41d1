import { expect, it } from 'vitest';
import { reporters } from '../../../server/reports/index.ts';
import { action, ended, FAILED_CLICK, planned } from '../runs/run-fixture.ts';
import { featureRun } from './feature-run.ts';
import { finishedRun } from './finished-run.ts';
import { RUN_FOLDER, textOf } from './made-report.ts';

const test = planned('t1', 'Log in');

it('the progress report prints a sign for each scenario, then the failures and the counts', async () => {
  const lines = (await textOf('progress', featureRun())).split('\n');
  expect(lines[0]).toBe('.✗✗-?✗.');
  expect(lines).toContain('          The heading has another text.');
  expect(lines.join('\n')).not.toContain('✓ Remember');
  expect(lines.at(-2)).toBe('7 scenarios: 2 passed, 1 failed, 2 errors, 1 not implemented, 1 skipped (3.2 s)');
});

it('the progress report prints each sign once, as the test ends', () => {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const output = {
    write,
    add: () => {},
    warn: () => {},
    summarize: undefined,
    colors: false,
    directory: '/',
    checkout: '/',
  };
  const watcher = reporters.progress.start(output);
  const items = [ended(test, [action(0, 'Go')]), ended(test, [action(0, 'Click', FAILED_CLICK)])];
  for (const [itemIndex, item] of items.entries()) watcher.progress?.({ kind: 'item-finished', itemIndex, item });
  expect(text).toBe('.✗');
  const run = finishedRun({ outcome: 'error', items: items.map(result => ({ planned: test, result })) });
  void watcher.finished({ run, messages: [], folder: RUN_FOLDER });
  expect(text.split('\n')[0]).toBe('.✗');
});

it('the progress report breaks its line after 80 signs', async () => {
  const items = Array.from({ length: 81 }, () => ({ planned: test, result: ended(test, []) }));
  const lines = (await textOf('progress', { run: finishedRun({ items }), messages: [] })).split('\n');
  expect(lines.slice(0, 3)).toEqual(['.'.repeat(80), '.', '']);
});
