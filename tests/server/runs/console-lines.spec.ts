import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { RunId } from '../../../model/names/codes.ts';
import { createRedactor } from '../../../model/values/redactor.ts';
import type { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { planned, planOf, STARTED_AT } from './run-fixture.ts';
import { startRecorder } from './start-recorder.ts';

const logIn = planned('t1', 'Log in');
const PATIENT = { timeout: 10_000 };

async function consoleOf(archive: RunArchive, runId: RunId): Promise<unknown[]> {
  const text = await readFile(archive.path(runId, 'console.ndjson'), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
}

describe('the console of a run', () => {
  it('the console of a run is stored without secrets and with the test and row of each entry', async () => {
    const row = planned('t2', 'Pay', { row: { index: 1, values: {} } });
    const redact = createRedactor(['very-secret']);
    await using run = await startRecorder(planOf([logIn, row]), { redact });
    const { recorder, archive, runId } = run;
    const at = new Date(STARTED_AT).toISOString();
    recorder.console(0, { level: 'error', text: 'very-secret "a"\nb', url: 'http://h/?very-secret', line: 3, at });
    await vi.waitFor(async () => expect(await consoleOf(archive, runId)).toHaveLength(1), PATIENT);
    recorder.console(1, { level: 'info', text: 'later', at });
    await recorder.finished({ outcome: 'passed', elapsedMs: 5 });
    expect(await consoleOf(archive, runId)).toEqual([
      { itemIndex: 0, testCode: 't1', level: 'error', text: '•••• "a"\nb', url: 'http://h/?••••', line: 3, at },
      { itemIndex: 1, testCode: 't2', row: 1, level: 'info', text: 'later', at },
    ]);
  });

  it('the console of a run is an empty file when no page logged anything', async () => {
    await using run = await startRecorder(planOf([logIn]));
    await run.recorder.finished({ outcome: 'passed', elapsedMs: 5 });
    expect(await consoleOf(run.archive, run.runId)).toEqual([]);
  });

  it('the console of a run ends with the number of entries left out when pages flooded it', async () => {
    await using run = await startRecorder(planOf([logIn]));
    const { recorder, archive, runId } = run;
    const at = new Date(STARTED_AT).toISOString();
    const text = 'x'.repeat(10_000);
    for (let index = 0; index < 600; index++) recorder.console(0, { level: 'info', text, at });
    await recorder.finished({ outcome: 'passed', elapsedMs: 5 });
    const lines = await consoleOf(archive, runId);
    const left = 600 - (lines.length - 1);
    expect(lines.at(-1)).toEqual({
      level: 'warning',
      text: `${left} further entries were left out: the console of a run is kept up to 5 MB.`,
      at,
    });
    expect(left).toBeGreaterThan(90);
    expect(left).toBeLessThan(120);
  });
});
