import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../../model/run/call-record.ts';
import { makeReport } from '../../../server/reports/make-report.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { action, ended, FAILED_ASSERT, MACHINE, planned } from '../runs/run-fixture.ts';
import { faultsIn } from './envelope-schema.ts';
import { finishedRun } from './finished-run.ts';
import { elementsOf, readXml, type XmlElement } from './xml-tree.ts';

const CALL: CallRecord = {
  method: 'POST',
  url: 'http://shop/orders',
  requestHeaders: { 'content-type': 'application/json' },
  requestBody: '{"item":"mug"}',
  status: 201,
  headers: { location: '/orders/7' },
  body: '{"id":7}',
};
const TEXT = [
  'POST http://shop/orders',
  'content-type: application/json',
  '',
  '{"item":"mug"}',
  '',
  'Status 201',
  'location: /orders/7',
  '',
  '{"id":7}',
].join('\n');
const JPEG = Buffer.alloc(150_000, 'j');

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  folder = await temporaryDirectory();
  await mkdir(join(folder.path, 'screenshots'));
  for (const name of ['1-a1.jpg', '2-a2.jpg', '3-a3.jpg'])
    await writeFile(join(folder.path, 'screenshots', name), JPEG);
});

afterAll(() => folder[Symbol.asyncDispose]());

/** A test that passed with a picture after each action and a call of the app, and one that failed after such a picture. */
function evidencedRun(names: { passed?: string; failed?: string } = {}) {
  const good = planned('t1', names.passed ?? 'Order');
  const bad = planned('t2', names.failed ?? 'Pay');
  const actions = [
    action(0, 'Visit /', { screenshot: 'screenshots/1-a1.jpg' }),
    action(1, 'Call POST /orders', { type: 'request', call: CALL }),
  ];
  const failing = action(1, 'Look', { ...FAILED_ASSERT, screenshot: 'screenshots/3-a3.jpg', call: CALL });
  const run = finishedRun({
    outcome: 'failed',
    items: [
      { planned: good, result: ended(good, actions) },
      { planned: bad, result: ended(bad, [action(0, 'Visit', { screenshot: 'screenshots/2-a2.jpg' }), failing]) },
    ],
  });
  return { run, messages: runMessages(run, MACHINE), folder: folder.path };
}

const report = async (format: Parameters<typeof makeReport>[0], run = evidencedRun()) =>
  (await makeReport(format, run)).content;

const saidIn = ({ children }: XmlElement): string => children.find(({ name }) => name === 'system-out')?.text ?? '';

describe('evidence in reports', () => {
  it('pictures of passed steps and calls of the app are in valid messages', () => {
    const { messages } = evidencedRun();
    expect(faultsIn(messages)).toEqual([]);
    const files = messages.flatMap(({ attachment }) => attachment ?? []);
    expect(files.map(({ fileName }) => fileName)).toEqual([
      '1-a1.jpg',
      'POST http://shop/orders.txt',
      '2-a2.jpg',
      'POST http://shop/orders.txt',
      '3-a3.jpg',
    ]);
    expect(files[1]).toMatchObject({ body: TEXT, mediaType: 'text/plain' });
  });

  it('Cucumber JSON embeds the picture of a passed step and the call of another', async () => {
    const [feature] = JSON.parse(String(await report('cucumber')));
    const [visit, call] = feature.elements[0].steps;
    expect(visit.embeddings).toEqual([{ mime_type: 'image/jpeg', data: JPEG.toString('base64') }]);
    expect(Buffer.from(call.embeddings[0].data, 'base64').toString()).toBe(TEXT);
  });

  it('the HTML report holds the pictures of passed steps and the calls in the one file', async () => {
    const page = String(await report('html'));
    expect(page.split(JPEG.toString('base64')).length - 1).toBe(3);
    expect(page).toContain('Status 201');
  });

  it('Allure results attach both to the steps', async () => {
    const files = unzipSync(Buffer.from(await report('allure')));
    const results = Object.entries(files)
      .filter(([name]) => name.endsWith('-result.json'))
      .map(([, bytes]): TestResult => JSON.parse(Buffer.from(bytes).toString()));
    const steps = results.find(({ name }) => name === 'Order')?.steps ?? [];
    const [picture, call] = steps.flatMap(({ attachments }) => attachments);
    expect([picture, call]).toMatchObject([
      { name: '1-a1.jpg', type: 'image/jpeg' },
      { name: 'POST http://shop/orders.txt', type: 'text/plain' },
    ]);
    expect(Buffer.from(files[picture?.source ?? ''] ?? []).equals(JPEG)).toBe(true);
    expect(Buffer.from(files[call?.source ?? ''] ?? []).toString()).toBe(TEXT);
  });

  it('the JUnit report names the pictures of passed steps too, that of the failure first, and tells calls', async () => {
    const cases = elementsOf(readXml(String(await report('junit'))), 'testcase');
    const properties = cases.map(one =>
      elementsOf(one, 'property').flatMap(({ attributes: { name, value } }) => (name === 'attachment' ? [value] : [])),
    );
    const shots = (text: string) => [...text.matchAll(/\[\[ATTACHMENT\|(.*?)\]\]/g)].map(([, path]) => path);
    expect(properties.map(list => list.map(path => path?.slice(-8)))).toEqual([['1-a1.jpg'], ['3-a3.jpg', '2-a2.jpg']]);
    expect(cases.map(saidIn).map(shots)).toEqual(properties);
    const [passed = '', failed = ''] = cases.map(saidIn);
    expect(passed).toContain('Call POST /orders ... passed\n    POST http://shop/orders\n');
    expect(passed).not.toContain('"id":7');
    expect(failed).toContain('    {"id":7}');
  });

  it('names and messages of the JUnit report fit the limits of build servers, and stay different', async () => {
    const long = 'A very long name '.repeat(10);
    const run = evidencedRun({ passed: `${long} one`, failed: `${long} two` });
    const cases = elementsOf(readXml(String(await report('junit', run))), 'testcase').map(
      ({ attributes }) => attributes,
    );
    const names = cases.map(({ classname, name }) => `${classname}.${name}`);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(256);
    expect(names[1]).toMatch(/… \(2\)$/);
  });

  it('pictures of failures go in first where not all fit', async () => {
    const good = planned('t1', 'Order');
    const many = Array.from({ length: 40 }, (_, index) => action(index, 'x', { screenshot: 'screenshots/1-a1.jpg' }));
    const failing = action(40, 'Look', { ...FAILED_ASSERT, screenshot: 'screenshots/3-a3.jpg' });
    const run = finishedRun({ outcome: 'failed', items: [{ planned: good, result: ended(good, [...many, failing]) }] });
    const made = await makeReport('cucumber', { run, messages: runMessages(run, MACHINE), folder: folder.path });
    const [feature] = JSON.parse(String(made.content));
    expect(feature.elements[0].steps.at(-1).embeddings[0].mime_type).toBe('image/jpeg');
    expect(made.leftOut).toHaveLength(8);
  });
});
