import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { ReporterName } from '../../../server/reports/index.ts';
import { makeReport } from '../../../server/reports/make-report.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { action, ended, MACHINE, planned } from '../runs/run-fixture.ts';
import { finishedRun } from './finished-run.ts';
import { RUN_FOLDER, textOf } from './made-report.ts';

const test = planned('t1', 'Pay');
const repaired = {
  from: "getByRole('button', { name: 'Save', exact: true })",
  to: "getByTestId('save')",
  was: 'Save',
  now: 'Save changes',
};
const inner = [action(0, 'Click button “Save”', { repaired })];
const run = finishedRun({
  items: [{ planned: test, result: ended(test, [action(0, 'Plug it', { actions: inner })]) }],
});
const messages = runMessages(run, MACHINE);

const SENTENCE =
  "Repaired “Click button “Save””: getByTestId('save') was used instead of getByRole('button', { name: 'Save', exact: true }), which finds nothing (“Save” → “Save changes”)";

/** What a report says, whatever it is written in. */
async function said(format: ReporterName): Promise<string> {
  const text = await textOf(format, { run, messages });
  if (format === 'cucumber') {
    const { data } = /"embeddings":\s*\[\s*\{\s*"data":\s*"(?<data>[^"]*)"/.exec(text)?.groups ?? {};
    return Buffer.from(data ?? '', 'base64').toString();
  }
  return text.replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&#39;', "'");
}

it.each<ReporterName>(['pretty', 'cucumber', 'messages', 'junit', 'html'])(
  'a repaired action of a passed run is named by the report %s',
  async format => {
    // Some reports are too long to be shown when this fails.
    expect((await said(format)).includes(SENTENCE)).toBe(true);
  },
);

it('a repaired action of a passed run is named by the results for Allure, which carry a tag', async () => {
  const { content } = await makeReport('allure', { run, messages, folder: RUN_FOLDER });
  const files = Object.entries(unzipSync(Buffer.from(content)));
  const [, result] = files.find(([name]) => name.endsWith('-result.json')) ?? [];
  expect(JSON.parse(Buffer.from(result ?? []).toString())).toMatchObject({
    statusDetails: { message: SENTENCE },
    labels: expect.arrayContaining([{ name: 'tag', value: 'repaired' }]),
  });
});

it('the report pretty counts what was repaired beside what passed', async () => {
  expect(await said('pretty')).toContain('1 test: 1 passed, 1 action repaired');
});
