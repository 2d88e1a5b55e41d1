import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { steploom } from '../../support/command-line.ts';
import { HAS_FFMPEG } from '../../support/has-ffmpeg.ts';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

vi.setConfig({ testTimeout: 180_000 });

/** Red for a second, some time after the field was filled; green in the end. */
const PAGE = `<!doctype html><title>Shop</title><body style="background:#fff"><label>Name <input></label>
<p id="out">waiting</p><script>document.querySelector('input').oninput = () => {
  const turn = (colour, ms) => setTimeout(() => { document.body.style.background = colour; }, ms);
  turn('#f00', 1500);
  turn('#fff', 2500);
  turn('#0f0', 3000);
  setTimeout(() => { document.getElementById('out').textContent = 'done'; }, 3300);
}</script>`;

const filled = (colour: string) => `<!doctype html><title>Room</title><body style="background:${colour}">`;

let workspace: TemporaryDirectory;
let pages: ServedPages;

beforeAll(async () => {
  workspace = await temporaryDirectory();
  pages = await servePages({ '/': PAGE, '/red': filled('#f00'), '/green': filled('#0f0') });
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop');
  await steploom(workspace.path, 'call', 'editProject', JSON.stringify({ appUrl: pages.url }));
  await steploom(workspace.path, 'call', 'createModule', JSON.stringify({ name: 'Fields' }));
  const items = [{ name: 'pin', value: 'hunter2-4711', kind: 'secret' }];
  await steploom(workspace.path, 'call', 'createEnvironment', JSON.stringify({ name: 'test', items }));
  await write([
    tested('t1', 'Ann', 'done'),
    tested('t2', 'Ann', 'never'),
    tested('t3', '{{ secret.pin }}', 'done'),
    together(),
  ]);
});

afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
});

const shop = () => join(workspace.path, 'shop');

function tested(testCode: string, value: string, expected: string) {
  const locator = "getByLabel('Name')";
  const actions = [
    { type: 'visit', url: '/' },
    { type: 'fill', locator, value },
    {
      type: 'assert',
      matcher: 'toHaveText',
      locator: '#out',
      expected,
      timeoutMs: expected === 'never' ? 1_500 : 20_000,
    },
  ];
  const numbered = actions.map((action, index) => ({ actionId: `a${testCode.slice(1)}${index}`, ...action }));
  return { testCode, name: `Test ${testCode}`, type: 'web', actions: numbered };
}

/** The second one is on a phone, whose page has another size. */
function together() {
  const actors = [{ name: 'Buyer' }, { name: 'Seller', device: 'iPhone 15' }];
  const actions = [
    { type: 'visit', url: '/red' },
    { type: 'wait', until: 'time', value: '700' },
    { type: 'visit', url: '/green', actor: 'Seller' },
    { type: 'wait', until: 'time', value: '700', actor: 'Seller' },
  ];
  const numbered = actions.map((action, index) => ({ actionId: `a4${index}`, ...action }));
  return { testCode: 't4', name: 'Together', type: 'web', actors, actions: numbered };
}

async function write(tests: readonly object[]): Promise<void> {
  const file = join(shop(), 'versions/main/modules/m1.json');
  const module = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...module, tests }));
}

async function run(...words: readonly string[]) {
  const finished = await steploom(workspace.path, 'run', ...words);
  const runs = join(shop(), '.steploom/runs');
  const numbers = (await readdir(runs)).flatMap(name => (/^r\d+$/.test(name) ? [Number(name.slice(1))] : []));
  const id = `r${Math.max(...numbers)}`;
  const { items } = JSON.parse(await readFile(join(runs, id, 'run.json'), 'utf8'));
  return { ...finished, folder: join(runs, id), items };
}

/** The colour of each picture of a video, all of it mixed. */
async function coloursOf(video: string): Promise<Set<string>> {
  const words = ['-loglevel', 'error', '-i', video, '-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const { stdout } = await promisify(execFile)('ffmpeg', words, { encoding: 'buffer', maxBuffer: 1e8 });
  const colours = new Set<string>();
  for (let at = 0; at < stdout.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = stdout.subarray(at, at + 3);
    const colour = red > green ? 'red' : 'green';
    colours.add(blue > 150 ? 'white' : colour);
  }
  return colours;
}

describe.skipIf(!HAS_FFMPEG)('steploom run --video', () => {
  it('keeps a video of each test, in the run and in its report', { tags: 'full' }, async () => {
    const { folder, items, stdout } = await run('t1', '--video', '-r', 'html');
    const [{ video }] = items;
    expect(video).toMatch(/^videos\/\d+-t1\.webm$/);
    expect(await coloursOf(join(folder, video))).toEqual(new Set(['white', 'red', 'green']));
    expect(stdout).toContain('video/webm');
  });

  it('keeps those of failures alone where that is asked for', { tags: 'full' }, async () => {
    const { folder, items } = await run('t1', 't2', '--video', 'failure');
    expect(items.map(({ video }: { video?: string }) => video)).toEqual([
      undefined,
      expect.stringContaining('-t2.webm'),
    ]);
    expect(existsSync(join(folder, items[1].video))).toBe(true);
  });

  it('shows the window of whoever acts, in one frame', { tags: 'full' }, async () => {
    const { exitCode, folder, items } = await run('t4', '--video');
    expect(exitCode).toBe(0);
    const colours = await coloursOf(join(folder, items[0].video));
    expect([...colours].filter(colour => colour !== 'white')).toEqual(['red', 'green']);
  });

  it('shows nothing of a page between the actions once that was given a secret', { tags: 'full' }, async () => {
    const done = await run('t3', '--video');
    expect(done.exitCode).toBe(0);
    const colours = await coloursOf(join(done.folder, done.items[0].video));
    expect(colours).toEqual(new Set(['white', 'green']));
  });
});

describe('steploom run without ffmpeg', () => {
  it.each([
    ['--video', 'sometimes', "'sometimes' is invalid"],
    ['--video', 'retry', 'Videos are made by ffmpeg, which was not found'],
  ])('%s %s is refused', async (option, value, said) => {
    vi.stubEnv('STEPLOOM_FFMPEG', join(workspace.path, 'none'));
    const { exitCode, stderr } = await steploom(workspace.path, 'run', 't1', option, value);
    vi.unstubAllEnvs();
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
