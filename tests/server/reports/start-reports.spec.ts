import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnvelope } from '@cucumber/messages';
import { describe, expect, it } from 'vitest';
import { runMessages } from '../../../server/reports/messages/run-messages.ts';
import { startReports } from '../../../server/reports/start-reports.ts';
import { wantsColors } from '../../../server/reports/wants-colors.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { action, ended, MACHINE, planned } from '../runs/run-fixture.ts';
import { finishedRun } from './finished-run.ts';

const logIn = planned('t1', 'Log in');
const run = finishedRun({ items: [{ planned: logIn, result: ended(logIn, [action(0, 'Go to /')]) }] });
const finished = { run, messages: runMessages(run, MACHINE), folder: '/runs/r1' };

function start(wanted: string[], directory = '/', { isTTY = false, environment = {} } = {}) {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY,
    write(text: string) {
      texts[name] += text;
    },
  });
  const reports = startReports({ wanted, stdout: stream('stdout'), stderr: stream('stderr'), environment, directory });
  return { reports, texts };
}

async function told(wanted: string[], directory?: string) {
  const { reports, texts } = start(wanted, directory);
  await reports.finished(finished);
  await reports.close();
  return texts;
}

describe('startReports', () => {
  it('prints for people on standard output', async () => {
    expect(await told(['pretty'])).toEqual({ stdout: expect.stringContaining('1 test: 1 passed'), stderr: '' });
  });

  it('prints messages for programs on standard output, and then people read standard error', async () => {
    const { stdout, stderr } = await told(['pretty', 'messages']);
    expect(stdout.trimEnd().split('\n').map(parseEnvelope)).toEqual(JSON.parse(JSON.stringify(finished.messages)));
    expect(stderr).toContain('1 test: 1 passed');
  });

  it('writes a report to a path, in folders that it makes', async () => {
    await using folder = await temporaryDirectory();
    const { stdout, stderr } = await told(['pretty', 'messages=out/deep/run.ndjson'], folder.path);
    const text = await readFile(join(folder.path, 'out', 'deep', 'run.ndjson'), 'utf8');
    expect(text.trimEnd().split('\n')).toHaveLength(finished.messages.length);
    expect(stdout).toContain('1 test: 1 passed');
    expect(stderr).toBe('');
  });

  it('colours a terminal, and never a file', async () => {
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
  ])('refuses $wanted', ({ wanted, message }) => {
    expect(() => start(wanted)).toThrow(
      expect.objectContaining({ kind: 'invalid-params', message: expect.stringMatching(message) }),
    );
  });

  it('says which report cannot be written', async () => {
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
])('decides on colours: $environment, terminal $isTTY: $colors', ({ colors, ...stream }) => {
  expect(wantsColors(stream)).toBe(colors);
});
