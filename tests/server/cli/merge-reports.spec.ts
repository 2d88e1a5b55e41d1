import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioReference } from '../../../model/run/item-title.ts';
import { Run } from '../../../model/run/run.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { steploom, steploomIn } from '../../support/command-line.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { featureRun } from '../reports/feature-run.ts';
import { MACHINE } from '../runs/run-fixture.ts';

let workspace: TemporaryDirectory;
let elsewhere: TemporaryDirectory;

const whole = featureRun({ screenshot: 'screenshots/1-a1.png' });
const scenarios = whole.run.scenarios ?? [];
const of = scenarios.map(scenarioReference);

/** Stores a run of some scenarios in the project, with a picture that says whose it is. */
async function store(runId: string, places: readonly number[], changes: object = {}) {
  const run = Run.parse({
    ...{ ...whole.run, runId, projectId: 'shop' },
    scenarios: scenarios.filter((_, place) => places.includes(place)),
    ...changes,
  });
  const folder = join(workspace.path, 'shop/.steploom/runs', runId);
  await mkdir(join(folder, 'screenshots'), { recursive: true });
  await writeFile(join(folder, 'screenshots/1-a1.png'), `picture of ${runId}`);
  await writeFile(join(folder, 'run.json'), JSON.stringify(run));
  const messages = runMessages(run, MACHINE, whole.features).map(message => `${JSON.stringify(message)}\n`);
  await writeFile(join(folder, 'messages.ndjson'), messages.join(''));
}

const part = (index: number, count = 2) => ({ shard: { index, count, of } });
const merge = (...words: string[]) => steploomIn(elsewhere.path, 'merge-reports', ...words);
const report = (runId: string, reporter: string) =>
  steploomIn(elsewhere.path, '--workspace', workspace.path, 'report', runId, '--reporter', reporter);
const readReport = (name: string) => readFile(join(elsewhere.path, name), 'utf8');
/** Without times, and without where the project is and how its pictures are numbered. */
const timeless = (xml: string) =>
  xml
    .replace(/ (time|timestamp)="[^"]*"/g, '')
    .replace(/[^"|]*\/shop\//g, 'shop/')
    .replace(/runs\/r\d+\/screenshots\/(part\d-)?/g, '');

beforeAll(async () => {
  [workspace, elsewhere] = [await temporaryDirectory(), await temporaryDirectory()];
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop');
  await store('r1', [0, 1, 2, 3, 4, 5, 6]);
  await store('r2', [0, 2, 4], part(1));
  await store('r3', [1, 3, 5, 6], part(2));
  for (const run of ['r2', 'r3']) {
    await report(run, `blob=${run}.zip`);
    await report(run, `messages=${run}.ndjson`);
  }
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});

describe('steploom merge-reports', () => {
  it.each([
    ['blobs', ['r3.zip', 'r2.zip']],
    ['messages', ['r2.ndjson', 'r3.ndjson']],
    ['both', ['r3.ndjson', 'r2.zip']],
  ])('steploom merge-reports makes of %s the report that one machine would have made', async (name, files) => {
    await report('r1', 'junit=whole.xml');
    const { exitCode, stderr } = await merge(...files, '-r', `junit=${name}.xml`, '-r', `allure=${name}`);
    expect([exitCode, stderr]).toEqual([0, '2 parts merged into one run.\n']);
    expect(timeless(await readReport(`${name}.xml`))).toBe(timeless(await readReport('whole.xml')));
    const pictures = (await readdir(join(elsewhere.path, name))).filter(file => file.endsWith('.png'));
    const texts = await Promise.all(pictures.map(file => readReport(join(name, file))));
    expect([...new Set(texts)].sort()).toEqual(['picture of r2', 'picture of r3']);
  });

  it('steploom merge-reports keeps the merged run where its project is, for the page and for uploads', async () => {
    const { stderr } = await steploomIn(
      elsewhere.path,
      ...['--workspace', workspace.path, 'merge-reports', 'r2.zip', 'r3.zip', '-r', 'html=merged.html'],
    );
    const [, runId = ''] = /^2 parts merged into run (r\d+)\.$/m.exec(stderr) ?? [];
    const { stdout } = await steploom(workspace.path, 'report', runId);
    expect(stdout).toContain('7 scenarios: 2 passed, 1 failed, 2 errors, 1 not implemented, 1 skipped');
    expect(await readReport('merged.html')).toContain('<!DOCTYPE html>');
  });

  it('steploom merge-reports tells missing parts by their numbers, and goes on only when asked to', async () => {
    const { exitCode, stdout, stderr } = await merge('r3.zip', '-r', 'messages');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Part 1 of 2 is missing.');
    const partial = await merge('r3.zip', '--allow-partial', '-r', 'messages');
    expect([partial.exitCode, partial.stderr]).toEqual([0, 'Part 1 of 2 is missing.\n1 part merged into one run.\n']);
  });

  it('steploom merge-reports refuses parts that are there twice, of other runs, or no parts at all', async () => {
    await writeFile(join(elsewhere.path, 'plain.txt'), 'no report');
    await writeFile(join(elsewhere.path, 'broken.zip'), 'PK no archive');
    await report('r1', 'messages=plain.ndjson');
    await store('r8', [0], { shard: { index: 2, count: 2, of: ['f1.s1', 'f9.s9'] } });
    await report('r8', 'blob=other.zip');
    for (const [files, sentence] of [
      [['r2.zip', 'r2.ndjson', 'r3.zip'], 'Part 1 is there 2 times: r2.zip, r2.ndjson.'],
      [['r2.zip', 'other.zip'], 'other.zip is part of a run of other tests than r2.zip.'],
      [['gone.zip'], 'gone.zip cannot be read (ENOENT).'],
      [['plain.txt'], 'plain.txt cannot be read: it is neither an archive nor messages.'],
      [['plain.ndjson'], 'plain.ndjson tells of no part of a run'],
      [['broken.zip'], 'broken.zip is no archive that can be read.'],
    ] as const) {
      const { exitCode, stderr } = await merge(...files, '-r', 'junit=never.xml');
      expect(stderr).toContain(sentence);
      expect(exitCode).toBe(2);
    }
    expect((await report('r99', 'blob=never.zip')).exitCode).toBe(2);
    const files = await readdir(elsewhere.path);
    expect(files.filter(name => name.startsWith('never'))).toEqual([]);
  });
});
