import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { RunId } from '../../../model/names/codes.ts';
import { Run } from '../../../model/run/run.ts';
import { reporters } from '../../../server/reports/index.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { featureRun } from '../reports/feature-run.ts';
import { finishedRun } from '../reports/finished-run.ts';
import { action, ended, FAILED_ASSERT, MACHINE, planned } from '../runs/run-fixture.ts';

const SECRET = 'very-"secret"';
const Report = z.looseObject({
  runId: z.string(),
  fileName: z.string(),
  report: z.string().optional(),
  path: z.string().optional(),
  url: z.string().optional(),
  warnings: z.array(z.string()).optional(),
});

let shop: Shop;
let archive: RunArchive;

beforeAll(async () => {
  shop = await openShop();
  archive = new RunArchive(join(shop.app.folder, '.steploom', 'runs'));
  await store('r1', featureRun({ screenshot: 'screenshots/1-gone.png' }));
  const test = planned('t1', 'Pay');
  const result = ended(test, [action(0, `Fill ${SECRET}`, { ...FAILED_ASSERT, error: { message: `Not ${SECRET}.` } })]);
  const run = finishedRun({ outcome: 'failed', items: [{ planned: test, result }] });
  await store('r2', { run, messages: runMessages(run, MACHINE) });
  await shop.author.environment('Keys', [{ name: 'KEY', kind: 'secret', value: SECRET }]);
});

afterAll(() => shop[Symbol.asyncDispose]());

async function store(id: string, { run, messages }: Pick<ReturnType<typeof featureRun>, 'run' | 'messages'>) {
  const runId = RunId.parse(id);
  await archive.keepFile(runId, 'screenshots/0-kept.png', Buffer.from('x'));
  await archive.save(Run.parse({ ...run, runId }));
  await archive.saveMessages(
    runId,
    messages.map(message => JSON.stringify(message)),
  );
}

const get = (args: object) => shop.app.client.call('getReport', { runId: 'r1', ...args }, Report);

async function download({ url = '' }: z.infer<typeof Report>) {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${shop.app.client.token}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

it('getReportFormats tells of each format what it is, and which ones the page offers', async () => {
  const Format = z.object({ format: z.string(), summary: z.string().min(1), title: z.string().optional() });
  const { formats } = await shop.app.client.call('getReportFormats', {}, z.object({ formats: z.array(Format) }));
  expect(formats.map(({ format }) => format)).toEqual(Object.keys(reporters));
  const offered = formats.flatMap(({ title }) => title ?? []);
  expect(offered).toEqual(expect.arrayContaining(['Text', 'JUnit XML', 'HTML', 'Cucumber JSON', 'Allure results']));
  expect(offered).not.toContain('blob');
  expect(await shop.author.refusal('getReportFormats', { format: 'junit' })).toMatch(/^invalid-params: /);
});

it.each(Object.keys(reporters))('getReport gives a run as %s, in the answer or as a file to download', async format => {
  const short = await get({ format });
  if (short.report === undefined) expect((await download(short)).length).toBeGreaterThan(100);
  const kept = await get({ format, as: 'file' });
  expect(kept).not.toHaveProperty('report');
  const bytes = await download(kept);
  expect(bytes.equals(await readFile(kept.path ?? ''))).toBe(true);
  if (short.report !== undefined) expect(bytes.toString()).toBe(short.report);
  expect(kept.url).toContain(`/api/runs/r1/reports/${kept.fileName}?`);
});

it.each(Object.keys(reporters))(
  'getReport makes no report of the format %s of a run that does not exist',
  async format => {
    const refusal = await shop.author.refusal('getReport', { runId: 'r999', format });
    expect(refusal).toMatch(/^(not-found|invalid-params): /);
  },
);

it('getReport keeps a large or binary report as a file without being asked', async () => {
  expect(await get({ format: 'html' })).toMatchObject({ fileName: 'report.html', url: expect.any(String) });
  expect(await get({ format: 'allure' })).toMatchObject({ fileName: 'allure-results.zip', url: expect.any(String) });
  expect(await get({ format: 'junit' })).toMatchObject({ fileName: 'TEST-steploom.xml', report: expect.any(String) });
});

it('getReport refuses to give an archive as text', async () => {
  await expect(get({ format: 'allure', as: 'text' })).rejects.toMatchObject({
    message: expect.stringContaining('A report as allure is an archive of files, not a text; use as: "file".'),
  });
});

it('getReport warns of screenshots that it had to leave out', async () => {
  const gone = 'screenshots/1-gone.png is missing: it cannot be read (ENOENT).';
  expect((await get({ format: 'cucumber' })).warnings).toEqual([gone, gone]);
  expect((await get({ format: 'pretty' })).warnings).toBeUndefined();
});

it('getReport shows steps without an implementation with the requested status', async () => {
  expect((await get({ format: 'cucumber' })).report).toContain('"status": "undefined"');
  const { report } = await get({ format: 'cucumber', notImplementedAs: 'pending' });
  expect(report).toContain('"status": "pending"');
  expect(report).not.toContain('"status": "undefined"');
});

it.each(Object.keys(reporters))('a report as %s masks a value that became a secret after the run', async format => {
  const kept = await get({ runId: 'r2', format, as: 'file' });
  const bytes = await readFile(kept.path ?? '');
  const texts = kept.path?.endsWith('.zip') ? Object.values(unzipSync(bytes)) : [bytes];
  const text = texts.map(part => Buffer.from(part).toString()).join('\n');
  expect(text).toContain('••••');
  expect(text).not.toMatch(/very-(\\?"|&quot;|")secret/);
});

it('getReport gives the report of a run whose process died', async () => {
  const { run } = finishedRunOf();
  await archive.keepFile(RunId.parse('r3'), 'screenshots/0-kept.png', Buffer.from('x'));
  await archive.save(Run.parse({ ...run, runId: 'r3', state: 'running', processId: 999_999_999 }));
  await rm(archive.path(RunId.parse('r3'), 'messages.ndjson'), { force: true });
  const { report = '' } = await get({ runId: 'r3', format: 'cucumber' });
  expect(JSON.parse(report)).toMatchObject([
    { elements: [{ name: 'Pay', steps: [{ result: { status: 'passed' } }] }] },
  ]);
});

it('getReport uses the last finished run when none is named, and refuses a running one', async () => {
  const { run } = finishedRunOf();
  await store('r8', { run, messages: [] });
  // Of a process that lives.
  await archive.keepFile(RunId.parse('r9'), 'screenshots/0-kept.png', Buffer.from('x'));
  await archive.save(Run.parse({ ...run, runId: 'r9', state: 'running', processId: process.ppid }));
  expect(await get({ runId: undefined, format: 'pretty' })).toMatchObject({ runId: 'r8', report: expect.any(String) });
  await expect(get({ runId: 'r9', format: 'pretty' })).rejects.toThrow('Run r9 is running');
});

function finishedRunOf() {
  const test = planned('t1', 'Pay');
  return { run: finishedRun({ items: [{ planned: test, result: ended(test, [action(0, 'Go')]) }] }) };
}
