import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnvelope } from '@cucumber/messages';
import { describe, expect, it } from 'vitest';
import { startReports, wantsColors } from '../../../server/reports/start-reports.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { action, ended, MACHINE, planned } from '../runs/run-fixture.ts';
import { featureRun } from './feature-run.ts';
import { finishedRun } from './finished-run.ts';

const logIn = planned('t1', 'Log in');
const run = finishedRun({ items: [{ planned: logIn, result: ended(logIn, [action(0, 'Go to /')]) }] });
const finished = { run, messages: runMessages(run, MACHINE), folder: '/runs/r1' };

interface How {
  isTTY?: boolean;
  environment?: Record<string, string>;
  notImplementedAs?: 'undefined' | 'pending';
}

function start(wanted: string[], directory = '/', { isTTY = false, environment = {}, ...how }: How = {}) {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY,
    write(text: string) {
      texts[name] += text;
    },
  });
  const streams = { stdout: stream('stdout'), stderr: stream('stderr') };
  const reports = startReports({ wanted, ...streams, environment, directory, ...how });
  return { reports, texts };
}

async function told(wanted: string[], directory?: string) {
  const { reports, texts } = start(wanted, directory);
  await reports.finished(finished);
  await reports.close();
  return texts;
}

describe('startReports', () => {
  it('the pretty report is printed on standard output', async () => {
    expect(await told(['pretty'])).toEqual({ stdout: expect.stringContaining('1 test: 1 passed'), stderr: '' });
  });

  it('the pretty report moves to standard error when messages go to standard output', async () => {
    const { stdout, stderr } = await told(['pretty', 'messages']);
    expect(stdout.trimEnd().split('\n').map(parseEnvelope)).toEqual(JSON.parse(JSON.stringify(finished.messages)));
    expect(stderr).toContain('1 test: 1 passed');
  });

  it('a report is written to the given path, in folders that are created for it', async () => {
    await using folder = await temporaryDirectory();
    const { stdout, stderr } = await told(['pretty', 'messages=out/deep/run.ndjson'], folder.path);
    const text = await readFile(join(folder.path, 'out', 'deep', 'run.ndjson'), 'utf8');
    expect(text.trimEnd().split('\n')).toHaveLength(finished.messages.length);
    expect(stdout).toContain('1 test: 1 passed');
    expect(stderr).toBe('');
  });

  it('a report is coloured on a terminal and never in a file', async () => {
    const { reports, texts } = start(['pretty'], '/', { isTTY: true });
    await reports.finished(finished);
    expect(texts.stdout).toContain('\u001B[32m');
    await using folder = await temporaryDirectory();
    const toFile = start(['pretty=run.txt'], folder.path, { isTTY: true, environment: { FORCE_COLOR: '1' } });
    await toFile.reports.finished(finished);
    await toFile.reports.close();
    expect(await readFile(join(folder.path, 'run.txt'), 'utf8')).not.toContain('\u001B');
  });

  it.each([
    { wanted: ['prety'], message: /^There is no reporter "prety"\. Did you mean "pretty"\? There are: .*messages/ },
    { wanted: ['toString'], message: /^There is no reporter "toString"\./ },
    { wanted: ['messages='], message: /path after "messages="/ },
    { wanted: ['messages', 'messages'], message: /Two reporters would write to standard output/ },
    { wanted: ['pretty=x', 'messages=./x'], message: /Two reporters would write to .*x\. Give one a path/ },
  ])('the reporters $wanted are refused', ({ wanted, message }) => {
    expect(() => start(wanted)).toThrow(
      expect.objectContaining({ kind: 'invalid-params', message: expect.stringMatching(message) }),
    );
  });

  it('a report of several files is written into the given folder or into one of its own name', async () => {
    await using folder = await temporaryDirectory();
    const { stdout } = await told(['allure', 'pretty', 'allure=out/other'], folder.path);
    expect(stdout).toContain('1 test: 1 passed');
    for (const name of ['allure-results', 'out/other']) {
      const files = await readdir(join(folder.path, name));
      expect(files.filter(file => file.endsWith('-result.json'))).toHaveLength(1);
      expect(files).toContain('environment.properties');
    }
  });

  it('the GitHub report is appended to the summary of the job', async () => {
    await using folder = await temporaryDirectory();
    const summary = join(folder.path, 'summary.md');
    await writeFile(summary, 'before\n');
    const { reports, texts } = start(['github'], folder.path, { environment: { GITHUB_STEP_SUMMARY: summary } });
    await reports.finished(finished);
    await reports.close();
    expect(await readFile(summary, 'utf8')).toBe('before\n### ✅ Steploom r1: 1 passed (3.2 s)\n\n');
    expect(texts).toEqual({ stdout: '', stderr: '' });
  });

  it.each(['GITHUB_WORKSPACE', 'CI_PROJECT_DIR', 'BUILD_SOURCESDIRECTORY'])(
    'a report names files relative to the checkout that %s names',
    async name => {
      const { reports, texts } = start(['junit'], '/elsewhere', { environment: { [name]: '/runs' } });
      await reports.finished({ ...finished, folder: '/runs/demo/.steploom/runs/r1' });
      expect(texts.stdout).toContain('file="demo/versions/main/modules/m1.json"');
    },
  );

  it('what a report leaves out is listed on standard error', async () => {
    const { run: failed, messages } = featureRun({ screenshot: 'screenshots/1-gone.png' });
    const { reports, texts } = start(['cucumber']);
    await reports.finished({ run: failed, messages, folder: '/runs/r1' });
    expect(texts.stderr).toContain('cucumber: screenshots/1-gone.png is missing: it cannot be read (ENOENT).\n');
  });

  it('steps that nothing implements are shown as pending when that is chosen', async () => {
    for (const notImplementedAs of ['undefined', 'pending'] as const) {
      const { reports, texts } = start(['cucumber'], '/', { notImplementedAs });
      await reports.finished({ ...featureRun(), folder: '/runs/r1' });
      expect(texts.stdout.match(/"status": "(?:undefined|pending)"/g)).toEqual([`"status": "${notImplementedAs}"`]);
    }
  });

  it('closing the reports names the one that cannot be written', async () => {
    await using folder = await temporaryDirectory();
    await writeFile(join(folder.path, 'taken'), '');
    const { reports } = start(['messages=taken/run.ndjson'], folder.path);
    await reports.finished(finished);
    await expect(reports.close()).rejects.toMatchObject({
      kind: 'read-only',
      message: expect.stringContaining('taken/run.ndjson'),
    });
  });
});

it.each([
  { environment: {}, isTTY: true, colors: true },
  { environment: {}, isTTY: false, colors: false },
  { environment: { NO_COLOR: '1' }, isTTY: true, colors: false },
  { environment: { NO_COLOR: '' }, isTTY: true, colors: true },
  { environment: { NO_COLOR: '1', FORCE_COLOR: '1' }, isTTY: true, colors: false },
  { environment: { FORCE_COLOR: '1' }, isTTY: false, colors: true },
  { environment: { FORCE_COLOR: '0' }, isTTY: true, colors: false },
  { environment: { TERM: 'dumb' }, isTTY: true, colors: false },
])('wantsColors returns $colors for the environment $environment when isTTY is $isTTY', ({ colors, ...stream }) => {
  expect(wantsColors(stream)).toBe(colors);
});
