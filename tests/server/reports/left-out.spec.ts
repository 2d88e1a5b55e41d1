import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { TestCode } from '../../../model/names/codes.ts';
import type { ReporterName } from '../../../server/reports/index.ts';
import { makeReport } from '../../../server/reports/make-report.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { action, ended, MACHINE, planned } from '../runs/run-fixture.ts';
import { finishedRun } from './finished-run.ts';
import { RUN_FOLDER, textOf } from './made-report.ts';

const missing = action(1, 'flyToTheMoon | now', { type: 'comment', state: 'skipped', leftOut: true });
const inner = action(0, 'flyToMars | now', {
  testCode: TestCode.parse('t2'),
  type: 'comment',
  state: 'skipped',
  leftOut: true,
});
const test = planned('t1', 'Pay');
const run = finishedRun({
  items: [
    {
      planned: test,
      result: ended(test, [
        action(0, 'Click button “Pay”'),
        missing,
        action(2, 'Plug it', { type: 'plugTest', actions: [inner] }),
      ]),
    },
  ],
});
const messages = runMessages(run, MACHINE);

const SENTENCES = ['Left out on import: flyToTheMoon | now', 'Left out on import: flyToMars | now'];

/** What a report says, whatever it is written in. */
async function said(format: ReporterName): Promise<string> {
  const text = await textOf(format, { run, messages });
  if (format !== 'cucumber') return text;
  const found = [...text.matchAll(/"data":\s*"([^"]*)"/g)];
  return found.map(([, data = '']) => Buffer.from(data, 'base64').toString()).join('\n');
}

it.each<ReporterName>(['pretty', 'cucumber', 'messages', 'junit', 'html'])(
  'what an import left out of a test that passed is named by the report %s',
  async format => {
    const text = await said(format);
    // Some reports are too long to be shown when this fails.
    expect(SENTENCES.filter(sentence => !text.includes(sentence))).toEqual([]);
  },
);

it('the report pretty counts what an import left out beside what passed', async () => {
  expect(await said('pretty')).toContain('1 test: 1 passed, 2 actions left out on import');
});

it('JUnit tells in properties of a test that it is incomplete, as it tells what was repaired', async () => {
  const text = await said('junit');
  for (const sentence of SENTENCES) expect(text).toContain(`<property name="incomplete" value="${sentence}"/>`);
  expect(text).not.toContain('<skipped');
});

it('results for Allure carry a tag where a test is incomplete, and say what it lacks', async () => {
  const { content } = await makeReport('allure', { run, messages, folder: RUN_FOLDER });
  const files = Object.entries(unzipSync(Buffer.from(content)));
  const [, result] = files.find(([name]) => name.endsWith('-result.json')) ?? [];
  expect(JSON.parse(Buffer.from(result ?? []).toString())).toMatchObject({
    status: 'passed',
    statusDetails: { message: SENTENCES.join('\n') },
    labels: expect.arrayContaining([{ name: 'tag', value: 'incomplete' }]),
  });
});

it('a test of which all was left out says so, and one that failed too', async () => {
  const empty = planned('t3', 'Empty');
  const broken = planned('t4', 'Broken');
  const other = finishedRun({
    items: [
      { planned: empty, result: ended(empty, [missing]) },
      {
        planned: broken,
        result: ended(broken, [missing, action(2, 'Click', { state: 'failed' })], { state: 'failed' }),
      },
    ],
  });
  const text = await textOf('junit', { run: other, messages: runMessages(other, MACHINE) });
  expect(text.match(/name="incomplete"/g)).toHaveLength(2);
});
