import { expect, it } from 'vitest';
import { bugReport } from '../../ide/screens/runs/failure-desk/bug-report.ts';
import { getLastResult } from '../../server/tools/last-results.ts';

it('a failure is told as a bug report with steps, expected and got, causes and environment', () => {
  const place = { actionIndex: 1, actionId: 'a2', testCode: 't1', type: 'assert', title: 'h1 has the text “1 notes”' };
  const error = {
    message: 'Expected h1 to have the text “1 notes”, but it is “2 notes”.',
    expected: '1 notes',
    actual: '2 notes',
    failedRequests: [{ method: 'GET', url: 'http://h/api', status: 500 }],
  };
  const causes = [{ kind: 'text-changed', message: 'The text changed to “2 notes”.' }];
  const { last } = getLastResult.output.parse({
    testCode: 't1',
    last: {
      ...{ runId: 'r7', startedAt: '2026-01-02T03:04:05.000Z', browser: 'Chromium 150', state: 'failed', ms: 9 },
      git: { branch: 'main', commit: '0123456789abcdef' },
      outdated: false,
      actions: [
        { ...place, actionIndex: 0, actionId: 'a1', type: 'visit', title: 'Go to /', state: 'passed', ms: 1 },
        { ...place, state: 'failed', ms: 8, error },
        { ...place, actionIndex: 2, actionId: 'a3', title: 'never', state: 'skipped', ms: 0 },
      ],
      failure: { error, path: [place], causes },
    },
  });
  if (last?.failure === undefined) throw new Error('There is no failure.');
  const told = {
    title: 'Notes › Counts',
    last,
    failure: last.failure,
    appUrl: 'http://h',
    version: 'Main',
    release: '1',
  };
  expect(bugReport(told)).toBe(
    [
      ...['# Notes › Counts fails', '', error.message, '', '**Where**: h1 has the text “1 notes”', ''],
      ...['**Expected**', '', '```text', '1 notes', '```', '', '**Got**', '', '```text', '2 notes', '```', ''],
      ...['## Steps', '', '1. Go to /', '2. h1 has the text “1 notes” (failed)', ''],
      ...['## Likely causes', '', '- The text changed to “2 notes”.', ''],
      ...['## Failed requests', '', '- GET http://h/api was answered with 500', ''],
      ...['## Environment', '', '- Application: http://h', '- Browser: Chromium 150', '- Version: Main'],
      ...['- Commit: main@0123456', '- Run: r7, 2026-01-02T03:04:05.000Z', '- Steploom: 1'],
    ].join('\n'),
  );
});
