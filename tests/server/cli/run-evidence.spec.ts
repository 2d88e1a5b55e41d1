import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { steploom } from '../../support/command-line.ts';
import { HAS_FFMPEG } from '../../support/has-ffmpeg.ts';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

let workspace: TemporaryDirectory;
let pages: ServedPages;
let visits = 0;

const shop = (...path: string[]) => join(workspace.path, 'shop', ...path);
const call = (tool: string, args: object) => steploom(workspace.path, 'call', tool, JSON.stringify(args));

const Attempt = z.object({
  state: z.string(),
  video: z.string().optional(),
  actions: z.array(z.object({ moment: z.number().optional() })),
});
const RunJson = z.object({ items: z.array(Attempt.extend({ attempts: z.array(Attempt).optional() })) });

/** One passes at once, the other at its second attempt. */
beforeAll(async () => {
  workspace = await temporaryDirectory();
  pages = await servePages({
    '/': '<title>Shop</title><h1>Tea</h1>',
    '/turns': () => `<title>Shop</title><h1>${visits++ % 2 === 0 ? 'Milk' : 'Tea'}</h1>`,
  });
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop', '--app-url', pages.url);
  await call('createModule', { name: 'Drinks' });
  const tea = { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Tea', timeoutMs: 200 };
  for (const url of ['/', '/turns'])
    await call('createTest', { moduleCode: 'm1', name: `At ${url}`, actions: [{ type: 'visit', url }, tea] });
});

afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
});

/** What a run kept of the attempts at each test, in order. */
async function keptBy(what: 'trace' | 'video', ...words: string[]) {
  const { exitCode } = await steploom(workspace.path, 'run', ...words, '--retries', '1', '--workers', '1');
  expect(exitCode).toBe(0);
  const runs = (await readdir(shop('.steploom/runs'))).flatMap(name => /^r(\d+)$/.exec(name)?.[1] ?? []);
  const folder = shop('.steploom/runs', `r${Math.max(...runs.map(Number))}`);
  const { items } = RunJson.parse(JSON.parse(await readFile(join(folder, 'run.json'), 'utf8')));
  const isKept = ({ actions, video }: z.infer<typeof Attempt>) =>
    what === 'video' ? video !== undefined : actions.every(({ moment }) => moment !== undefined);
  const kept = items.map(({ attempts = [], ...last }) => [...attempts, last].map(isKept));
  const files = await readdir(folder);
  const traces = files.includes('trace.zip') ? unzipSync(await readFile(join(folder, 'trace.zip'))) : {};
  const videos = files.includes('videos') ? await readdir(join(folder, 'videos')) : [];
  const names = what === 'video' ? videos : Object.keys(traces).filter(name => name.endsWith('-trace.trace'));
  return { kept, count: names.length };
}

describe('steploom run', () => {
  it('--trace failure keeps the pages of attempts that did not pass, and nothing of the others', async () => {
    expect(await keptBy('trace', '--trace', 'failure')).toEqual({ kept: [[false], [true, false]], count: 1 });
  });

  it('--trace retry keeps the pages of attempts after the first', async () => {
    expect(await keptBy('trace', '--trace', 'retry')).toEqual({ kept: [[false], [false, true]], count: 1 });
  });

  it.each([
    [['--trace'], true],
    [['--trace', 'off'], false],
    [['--no-trace'], false],
  ])('%j keeps the pages of each test, or of none', { tags: 'full' }, async (words, isKept) => {
    const kept = [[isKept], [isKept, isKept]];
    expect(await keptBy('trace', ...words)).toEqual({ kept, count: isKept ? 3 : 0 });
  });

  it.skipIf(!HAS_FFMPEG).each([
    ['retry', [[false], [false, true]]],
    ['failure', [[false], [true, false]]],
  ])('--video %s keeps a video of those attempts', { tags: 'full' }, async (when, kept) => {
    expect(await keptBy('video', '--video', when)).toEqual({ kept, count: 1 });
  });

  it.each(['--trace', '--video'])('%s tells which words it takes', async option => {
    const { exitCode, stderr } = await steploom(workspace.path, 'run', option, 'sometimes');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Allowed choices are off, failure, retry, on')]);
  });

  it('what an earlier release stored of what runs keep is read', async () => {
    const text = await readFile(shop('project.json'), 'utf8');
    const settings = { evidence: { screenshots: 'each', video: 'each', pages: false } };
    await writeFile(shop('project.json'), JSON.stringify({ ...JSON.parse(text), settings }));
    const { stdout } = await steploom(workspace.path, 'call', 'getProject');
    const evidence = { screenshots: 'each', video: 'on', trace: 'off' };
    expect(JSON.parse(stdout)).toMatchObject({ project: { settings: { evidence } } });
    await writeFile(shop('project.json'), text);
  });
});

describe('steploom run --repeat-each', () => {
  it('runs each test so many times, with a result and a name of its own each time', async () => {
    const { exitCode, stdout } = await steploom(workspace.path, 'run', 't1', '--repeat-each', '3', '-r', 'junit');
    expect(exitCode).toBe(0);
    const names = [...stdout.matchAll(/<testcase [^>]*name="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual([1, 2, 3].map(number => `At / (repeat ${number} of 3)`));
  });

  it('is split over the parts of a run', async () => {
    const listed = async (part: string) => {
      const { stdout } = await steploom(
        ...[workspace.path, 'run', 'm1', '--dry-run', '--repeat-each', '2', '--shard', part],
      );
      return stdout.trim().split('\n');
    };
    expect((await listed('1/2')).concat(await listed('2/2'))).toEqual([
      't1  Drinks › At / (repeat 1 of 2)',
      't1  Drinks › At / (repeat 2 of 2)',
      't2  Drinks › At /turns (repeat 1 of 2)',
      't2  Drinks › At /turns (repeat 2 of 2)',
    ]);
  });

  it('has failed as a test when one of its times has failed', { tags: 'full' }, async () => {
    expect((await steploom(workspace.path, 'run', 't2', '--repeat-each', '2', '--workers', '1')).exitCode).toBe(1);
    const { stdout } = await steploom(workspace.path, 'run', '--last-failed', '--dry-run');
    expect(stdout).toBe('t2  Drinks › At /turns\n');
  });

  it.each(['0', '-1', 'zero', '101'])('%s is a wrong usage', async value => {
    const { exitCode, stderr } = await steploom(workspace.path, 'run', 't1', '--repeat-each', value);
    const said = `--repeat-each takes a whole number from 1 to 100, not "${value}".`;
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
