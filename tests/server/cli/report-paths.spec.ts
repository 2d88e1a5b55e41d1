import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReports } from '../../../server/reports/start-reports.ts';
import { startSteploomIn, steploom, steploomIn } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { featureRun } from '../reports/feature-run.ts';

let workspace: TemporaryDirectory;
const inWorkspace = (...parts: string[]) => join(workspace.path, ...parts);

beforeEach(async () => {
  workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop');
  const { run, messages } = featureRun();
  const folder = inWorkspace('shop/.steploom/runs/r1');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'run.json'), JSON.stringify({ ...run, runId: 'r1' }));
  await writeFile(join(folder, 'messages.ndjson'), messages.map(message => `${JSON.stringify(message)}\n`).join(''));
});

afterEach(() => workspace[Symbol.asyncDispose]());

const isRoot = process.getuid?.() === 0;

/** The run names tests that are not there: a path is refused before anything is looked for. */
const run = (reporter: string) => steploomIn(workspace.path, '-w', workspace.path, 'run', 't99', '-r', reporter);

describe('a report that cannot be written', () => {
  it.each([
    [
      'junit=/proc/x/y.xml',
      /^The report \S*proc\/x\/y\.xml cannot be written: no file can be made in \/proc \(ENOENT\)/,
    ],
    ['junit=/sys/x/y.xml', /cannot be written: no file can be made in \/sys \(E/],
    ['junit=taken/run.xml', /^The report taken\/run\.xml cannot be written: \S+\/taken is a file, not a folder\. Give/],
    ['junit=folder', /^The report folder cannot be written: a folder is there\. Give another path/],
    ['allure=taken', /^The report taken cannot be written: it becomes a folder, and a file is there/],
    [`junit=${'x'.repeat(300)}.xml`, /cannot be written: the system refuses it \(ENAMETOOLONG\)/],
    ['junit=', /The path after "junit=" is missing/],
  ])('steploom run -r %s ends with 2 before anything runs', async (reporter, message) => {
    await writeFile(inWorkspace('taken'), 'kept');
    await mkdir(inWorkspace('folder'));
    const { exitCode, stdout, stderr } = await run(reporter);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(await readFile(inWorkspace('taken'), 'utf8')).toBe('kept');
    expect(await readdir(inWorkspace('shop/.steploom/runs'))).toEqual(['r1']);
  });

  it.skipIf(isRoot)('a folder that the user may not write to is named', async () => {
    await mkdir(inWorkspace('locked'));
    await chmod(inWorkspace('locked'), 0o500);
    expect(await run('junit=locked/run.xml')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('EACCES') });
  });

  it('a path that can be written is left as it is until there is a report', async () => {
    await writeFile(inWorkspace('old.xml'), 'old');
    const words = ['-r', 'junit=old.xml', '-r', 'html=new/deep/run.html', '-r', 'allure'];
    const { stderr } = await steploomIn(workspace.path, '-w', workspace.path, 'report', 'r99', ...words);
    expect(stderr).toContain('No run r99');
    expect(await readFile(inWorkspace('old.xml'), 'utf8')).toBe('old');
    expect((await readdir(workspace.path)).sort()).toEqual(['old.xml', 'shop']);
  });

  it('a pipe that nobody reads is given up in time, and at once when the command is interrupted', async () => {
    const pipe = inWorkspace('pipe');
    execFileSync('mkfifo', [pipe]);
    const stream = { write: () => true };
    const how = { stdout: stream, stderr: stream, environment: {}, directory: workspace.path, pipeLimitMs: 40 };
    const reports = startReports({ wanted: ['junit=pipe'], ...how });
    await reports.check();
    await reports.finished({ ...featureRun(), folder: '/runs/r1' });
    await expect(reports.close()).rejects.toMatchObject({
      kind: 'read-only',
      message: 'The report pipe cannot be written (it is a pipe, and nobody has read it within 40 ms).',
    });
    const command = await startSteploomIn(workspace.path, '-w', workspace.path, 'report', 'r1', '-r', 'junit=pipe');
    expect((await command.interrupt()).exitCode).toBe(130);
  });

  it('a pipe that is read gets the whole report', async () => {
    execFileSync('mkfifo', [inWorkspace('pipe')]);
    const reader = spawn('cat', [inWorkspace('pipe')]);
    const read = text(reader.stdout);
    const { exitCode } = await steploomIn(workspace.path, '-w', workspace.path, 'report', 'r1', '-r', 'html=pipe');
    await once(reader, 'exit');
    expect(exitCode).toBe(0);
    const html = await read;
    expect([html.slice(0, 15), html.trimEnd().slice(-7)]).toEqual(['<!DOCTYPE html>', '</html>']);
  });
});
