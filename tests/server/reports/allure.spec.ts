import type { TestResult } from 'allure-js-commons';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { makeReport } from '../../../server/reports/make-report.ts';
import { featureRun } from './feature-run.ts';
import { finishedRun } from './finished-run.ts';
import { messagesOf, samples } from './kit.ts';
import { RUN_FOLDER } from './made-report.ts';

type Made = Omit<Parameters<typeof makeReport>[1], 'folder'>;

async function allure(finished: Made) {
  const { fileName, content } = await makeReport('allure', { ...finished, folder: RUN_FOLDER });
  const files = unzipSync(Buffer.from(content));
  const text = (name: string) => Buffer.from(files[name] ?? []).toString();
  const results = Object.keys(files)
    .filter(name => name.endsWith('-result.json'))
    .map((name): TestResult => JSON.parse(text(name)))
    .sort((left, right) => left.fullName?.localeCompare(right.fullName ?? '') ?? 0);
  return { fileName, content: Buffer.from(content), files, text, results };
}

const named = (results: readonly TestResult[], name: string) => results.find(result => result.name === name);

describe('Allure results', () => {
  it('Allure results are an archive with a result file for each case', async () => {
    const { fileName, results, files } = await allure(featureRun());
    expect(fileName).toBe('allure-results.zip');
    expect(results).toHaveLength(7);
    for (const { uuid } of results) {
      expect(uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(files).toHaveProperty([`${uuid}-result.json`]);
    }
  });

  it('Allure results mark a failed assertion as failed and any other error as broken', async () => {
    const { results } = await allure(featureRun());
    const ends = results.map(({ name, status, statusDetails }) => [name, status, statusDetails.message]);
    expect(ends).toEqual([
      ['Never begun', 'skipped', 'It did not run to its end.'],
      ['Broken before', 'broken', 'The page went away.'],
      ['Empty', 'passed', undefined],
      ['Remember', 'skipped', 'Not implemented: When I write'],
      ['Remember', 'passed', undefined],
      ['Type cup', 'failed', 'Look at the box: The heading has another text.'],
      [`Type ]]>&"<b>'é`, 'broken', 'Look at the box: The heading has another text.'],
    ]);
    expect(named(results, 'Type cup')).toMatchObject({
      stage: 'finished',
      titlePath: ['basket.feature', 'Basket'],
      parameters: [
        { name: 'word', value: 'cup' },
        { name: 'Environment', value: 'Staging', excluded: true },
        { name: 'Browser', value: 'chromium', excluded: true },
      ],
      steps: [
        { name: 'Given the shop is open', status: 'passed' },
        { name: 'When I type cup', status: 'failed', statusDetails: { message: expect.stringContaining('Expected:') } },
      ],
      labels: expect.arrayContaining([
        { name: 'feature', value: 'Basket' },
        { name: 'tag', value: 'big' },
        { name: 'issue', value: 'SHOP-13' },
      ]),
    });
  });

  it('Allure results contain every attachment that they name', async () => {
    const { results, files, text } = await allure(featureRun({ screenshot: 'screenshots/1-gone.png' }));
    const attached = results.flatMap(({ steps }) => steps).flatMap(({ attachments }) => attachments);
    expect(attached.map(({ name, type }) => `${name} ${type}`)).toEqual(
      expect.arrayContaining(['Data table text/csv', 'Doc string text/plain', 'Left out text/plain']),
    );
    for (const { source } of attached) expect(files).toHaveProperty([source]);
    expect(text(attached.find(({ type }) => type === 'text/csv')?.source ?? '')).toBe('"column"\n"cup"');
    expect(text(attached.find(({ name }) => name === 'Doc string')?.source ?? '')).toBe('Dear shop');
  });

  it('Allure results are the same when made again and keep the history of a case across runs', async () => {
    const { run, messages } = featureRun();
    const first = await allure({ run, messages });
    expect((await allure({ run, messages })).content.equals(first.content)).toBe(true);
    const later = await allure({ run: { ...run, startedAt: '2026-02-03T00:00:00.000Z' }, messages });
    expect(later.results.map(({ historyId }) => historyId)).toEqual(first.results.map(({ historyId }) => historyId));
    expect(later.results.map(({ uuid }) => uuid)).not.toEqual(first.results.map(({ uuid }) => uuid));
    expect(new Set(first.results.map(({ historyId }) => historyId)).size).toBe(7);
  });

  it('Allure results name the run, the environment and the browser', async () => {
    const { text } = await allure(featureRun());
    expect(text('environment.properties')).toContain('Run = r1\nEnvironment = Staging\nBrowser = chromium\n');
  });

  it.each(samples)('Allure results of the sample %s have valid times and statuses', async sample => {
    const { results } = await allure({ run: finishedRun({ items: [] }), messages: messagesOf(sample) });
    for (const { start = 0, stop = 0, status } of results) {
      expect(stop).toBeGreaterThanOrEqual(start);
      expect(['passed', 'failed', 'broken', 'skipped']).toContain(status);
    }
  });
});
