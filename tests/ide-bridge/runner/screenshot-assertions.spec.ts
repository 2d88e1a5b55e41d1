import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readPng } from '../../support/png-pixels.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { useRunner } from './runner-fixture.ts';

const BOXES = `<style>
  body { margin: 0 } div, input { position: absolute; left: 0; width: 100px; height: 100px; border: 0; padding: 0 }
  #moving { top: 100px; background: green; animation: move 100s linear infinite } @keyframes move { to { left: 900px } }
  input { top: 200px; font: 40px monospace; outline: none }
</style>`;

const runner = useRunner({
  '/': `${BOXES}<div id="box" style="background: rgb(200, 0, 0)"></div><div id="moving"></div><input aria-label="Key">
    <script>
      const { colour, width } = Object.fromEntries(new URLSearchParams(location.search));
      if (colour) box.style.background = colour;
      if (width) box.style.width = width + 'px';
    </script>`,
  '/late': `${BOXES}<div id="box" style="background: blue"></div>
    <script>setTimeout(() => { box.style.background = 'rgb(200, 0, 0)'; }, 500)</script>`,
  '/restless': `<canvas id="box" width="100" height="100"></canvas><script>
    let count = 0;
    const pen = box.getContext('2d');
    const draw = () => {
      count += 1;
      pen.fillStyle = 'rgb(' + [count % 256, (count >> 8) % 256, 0] + ')';
      pen.fillRect(0, 0, 100, 100);
    };
    setInterval(draw, 1);
  </script>`,
});

const visit = (url = '/') => ({ type: 'visit', url });
const looks = (expected?: string, fields: object = {}) => ({
  type: 'assert',
  matcher: 'toHaveScreenshot',
  locator: '#box',
  expected,
  ...fields,
});
const Written = z.object({ actions: z.array(z.looseObject({ wrote: z.string().optional() })) });
const UPDATE = { updateScreenshots: true };
/** What a picture takes is given however little time is left. */
const QUICK = { timeoutMs: 600 };
const baselines = () => join(runner.app.folder, 'files', 'baselines');
const stored = async () => (await readdir(baselines()).catch(() => [])).sort();
const baseline = (name: string) => readFile(join(baselines(), `${name}-${process.platform}.png`));
const artefact = (runId: string, name = '') => readFile(join(runner.app.folder, '.steploom', 'runs', runId, name));

beforeEach(() => rm(baselines(), { recursive: true, force: true }));

describe.runIf(process.platform === 'linux')('a picture that is compared', () => {
  test('a run that updates screenshots creates the baseline, and later runs pass with it', {
    tags: ['full'],
  }, async () => {
    const testId = await runner.write([visit(), looks('box')]);
    const made = await runner.runStored(testId, UPDATE);
    expect(made.outcome).toBe('passed');
    expect(await stored()).toEqual(['box-linux.png']);
    expect(readPng(await baseline('box')).at(50, 50)).toEqual([200, 0, 0]);
    expect((await runner.runStored(testId)).outcome).toBe('passed');
  });

  test('the results name a baseline that the run wrote, but not one that stays the same', {
    tags: 'full',
  }, async () => {
    const testId = await runner.write([visit(), looks('told')]);
    await runner.runStored(testId, UPDATE);
    const wrote = async () => {
      const { actions } = await runner.app.client.call('getTestResults', {}, Written);
      return actions.map(action => action.wrote);
    };
    expect(await wrote()).toEqual([undefined, 'files/baselines/told-linux.png']);
    await runner.runStored(testId, UPDATE);
    expect(await wrote()).toEqual([undefined, undefined]);
  });

  test('a baseline without a name is called after its test, action, row and round', { tags: 'full' }, async () => {
    const testId = await runner.write({
      data: { rows: [{ colour: 'red' }, { colour: 'blue' }] },
      actions: [
        { type: 'visit', url: '/?colour={{ colour }}' },
        looks(),
        { type: 'loop', times: 2 },
        looks(),
        { type: 'end' },
      ],
    });
    await runner.runStored(testId, UPDATE);
    const names = await stored();
    expect(names).toHaveLength(6);
    expect(names.map(name => name.replace(/-a\d+/, '-a1')).sort()).toEqual(
      ['row1-linux', 'row1-round1-linux', 'row1-round2-linux', 'row2-linux', 'row2-round1-linux', 'row2-round2-linux']
        .map(part => `${testId}-a1-${part}.png`)
        .sort(),
    );
    expect((await runner.runStored(testId)).outcome).toBe('passed');
  });

  test('without a baseline the run fails and creates none, and its picture can be kept', async () => {
    const testId = await runner.write([visit(), looks('gone')]);
    const { outcome, runId, actions } = await runner.runStored(testId);
    expect(outcome).toBe('failed');
    expect(actions[1]?.error?.message).toMatch(
      /^There is no files\/baselines\/gone-linux\.png to compare with\. Look at the picture of this run and keep it:/,
    );
    expect(await stored()).toEqual([]);
    await runner.call('acceptPictures', { runId });
    expect(readPng(await baseline('gone')).at(1, 1)).toEqual([200, 0, 0]);
    expect((await runner.runStored(testId)).outcome).toBe('passed');
  });

  test('a tolerance and masks decide whether a picture that differs passes', { tags: 'full' }, async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    const half = { masks: [{ x: 0, y: 0, width: 100, height: 50 }] };
    const blue = (fields: object) => [visit('/?colour=blue'), looks('box', { ...QUICK, ...fields })];
    const { error } = await runner.fails(blue(half));
    expect(error.message).toMatch(/, but 5000 of 10000 pixels \(50 %\) differ\.$/);
    await runner.fails(blue({ ...half, tolerance: 49.9 }));
    await runner.passes(blue({ ...half, tolerance: 50 }));
    await runner.passes(blue({ masks: [{ x: 0, y: 0, width: 900, height: 900 }] }));
    await expect(
      runner.write([{ type: 'assert', matcher: 'toBeVisible', locator: '#box', tolerance: 1 }]),
    ).rejects.toThrow('toBeVisible takes no "tolerance"; toHaveScreenshot does');
  });

  test('a condition takes a tolerance and masks for its picture as a check does', { tags: 'full' }, async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    const choice = (fields: object) => [
      visit('/?colour=blue'),
      { ...looks('box', fields), type: 'if' },
      { type: 'else' },
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Never', ...QUICK },
      { type: 'end' },
    ];
    const masks = [{ x: 0, y: 0, width: 100, height: 50 }];
    await runner.fails(choice({ masks }));
    await runner.passes(choice({ masks, tolerance: 50 }));
    await expect(runner.write([{ type: 'if', matcher: 'toBeVisible', locator: '#box', masks }])).rejects.toThrow(
      'toBeVisible takes no "masks"; toHaveScreenshot does',
    );
  });

  test('a picture that differs fails with the number of pixels and shows both and the difference', async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    const results = await runner.run([visit('/?colour=blue'), looks('box', QUICK)]);
    const { pictures, ...failure } = results.actions[1]?.error ?? {};
    expect(results.outcome).toBe('failed');
    expect(failure).toMatchObject({
      message: 'Expected #box to look like files/baselines/box-linux.png, but 10000 of 10000 pixels (100 %) differ.',
      expected: 'files/baselines/box-linux.png',
      actual: '10000 of 10000 pixels (100 %) differ',
    });
    const shown = async (name: string | undefined) => readPng(await artefact(results.runId, name));
    expect((await shown(pictures?.expected)).at(1, 1)).toEqual([200, 0, 0]);
    expect((await shown(pictures?.actual)).at(1, 1)).toEqual([0, 0, 255]);
    expect((await shown(pictures?.diff)).at(1, 1)).toEqual([255, 0, 0]);
    expect(readPng(await baseline('box')).at(1, 1)).toEqual([200, 0, 0]);
  });

  test('the message says when the picture has another size', { tags: 'full' }, async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    const { error } = await runner.fails([visit('/?width=150'), looks('box', QUICK)]);
    expect(error.message).toMatch(/, but it is 150 × 100 pixels, not 100 × 100\.$/);
  });

  test('a run that updates screenshots replaces the baseline', { tags: ['full'] }, async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    await runner.passes([visit('/?colour=blue'), looks('box')], UPDATE);
    expect(readPng(await baseline('box')).at(1, 1)).toEqual([0, 0, 255]);
  });

  test('an assertion waits until the page looks like the baseline', { tags: ['full'] }, async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    await runner.passes([visit('/late'), looks('box')]);
  });

  test('a picture shows animations at their end and no caret', { tags: ['full'] }, async () => {
    const page = [visit(), { type: 'click', locator: 'input' }, looks('page', { locator: undefined })];
    await runner.passes(page, UPDATE);
    await runner.passes([...page, looks('page', { locator: undefined })]);
  });

  test('no baseline is created of a page that never stops changing', { tags: ['full'] }, async () => {
    const { state, error } = await runner.fails([visit('/restless'), looks('restless', QUICK)], UPDATE);
    expect(state).toBe('error');
    expect(error.message).toMatch(/^#box kept changing: no two screenshots in a row were the same within 0\.6 s\.$/);
    expect(await stored()).toEqual([]);
  });

  test('a negated assertion passes when the page differs, and never writes a baseline', { tags: 'full' }, async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    await runner.passes([visit('/?colour=blue'), looks('box', { not: true })], UPDATE);
    expect(readPng(await baseline('box')).at(1, 1)).toEqual([200, 0, 0]);
    const { error } = await runner.fails([visit(), looks('box', { not: true, ...QUICK })]);
    expect(error.message).toBe('Expected #box not to look like files/baselines/box-linux.png, but it does.');
  });

  test('a picture decides which branch of an if runs', { tags: 'full' }, async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    const choice = [
      { ...looks('box'), type: 'if' },
      { type: 'comment', text: 'red' },
      { type: 'else' },
      { type: 'comment', text: 'other' },
      { type: 'end' },
    ];
    const branchOf = async (url: string) => (await runner.passes([visit(url), ...choice])).actions[1]?.branch;
    expect([await branchOf('/'), await branchOf('/?colour=blue')]).toEqual(['then', 'else']);
  });

  test('the message about a missing element names elements that come close', { tags: 'full' }, async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    const { error } = await runner.fails([visit(), looks('box', { locator: "getByLabel('Kez')", ...QUICK })]);
    expect(error.message).toMatch(/^No element matches field “Kez” on http/);
    expect(error.candidates).toEqual(["getByRole('textbox', { name: 'Key' })"]);
  });

  test('a baseline file that is no picture is reported and can be replaced', { tags: ['full'] }, async () => {
    await mkdir(baselines(), { recursive: true });
    await writeFile(join(baselines(), 'box-linux.png'), 'no picture');
    const { error } = await runner.fails([visit(), looks('box')]);
    expect(error.message).toMatch(/^files\/baselines\/box-linux\.png is not a PNG image\./);
    await runner.passes([visit(), looks('box')], UPDATE);
    expect(readPng(await baseline('box')).width).toBe(100);
  });

  test('a baseline is neither read nor written through a link', { tags: ['full'] }, async () => {
    await using elsewhere = await temporaryDirectory();
    await mkdir(join(runner.app.folder, 'files'), { recursive: true });
    await symlink(elsewhere.path, baselines());
    for (const options of [{}, UPDATE]) {
      const { error } = await runner.fails([visit(), looks('box')], options);
      expect(error.message).toBe('files/baselines is a link; the pictures have to lie in the project.');
    }
    expect(await readdir(elsewhere.path)).toEqual([]);
    await rm(baselines());
  });

  test('a baseline covers secrets, and its name never contains one', { tags: 'full' }, async () => {
    await runner.call('createEnvironment', {
      name: 'Keys',
      items: [{ name: 'KEY', kind: 'secret', value: 'xyzzy-1234' }],
    });
    const fill = { type: 'fill', locator: 'input', value: '{{ secret.KEY }}' };
    const run = async (name: string) =>
      runner.runStored(await runner.write([visit(), fill, looks(name, { locator: undefined })]), {
        environment: 'Keys',
        ...UPDATE,
      });
    expect((await run('covered')).outcome).toBe('passed');
    const { at } = readPng(await baseline('covered'));
    for (const [x, y] of [
      [10, 210],
      [50, 250],
      [90, 290],
    ] as const)
      expect(at(x, y).map(value => value >> 2)).toEqual([32, 32, 32]);
    const named = await run('{{ secret.KEY }}');
    expect(named.actions[2]?.error?.message).toBe('“expected”: a screenshot cannot be named after a secret.');
    expect((await stored()).filter(name => name.includes('xyzzy'))).toEqual([]);
  });

  test('the name of a baseline must fit every operating system', { tags: ['full'] }, async () => {
    for (const name of ['../box', 'a/b', '.box', 'box?', 'a'.repeat(101), ''])
      await expect(runner.write([visit(), looks(name)]), name).rejects.toThrow(/is not a screenshot name/);
    const { error } = await runner.fails([
      visit(),
      { type: 'extract', from: 'script', code: 'return "../box"', into: 'name' },
      looks('{{ var.name }}'),
    ]);
    expect(error.message).toMatch(/^“expected”: “\.\.\/box” is not a screenshot name/);
  });

  test('stopping the run ends the wait for a picture', { tags: 'full' }, async () => {
    await runner.passes([visit(), looks('box')], UPDATE);
    const testId = await runner.write([visit('/?colour=blue'), looks('box', { timeoutMs: 60_000 })]);
    await runner.call('runTest', { testId });
    await runner.until(({ action }) => action?.type === 'assert');
    await runner.call('stopTest');
    await runner.until(({ state }) => state === 'stopped');
    expect((await runner.results()).actions.map(({ state }) => state)).toEqual(['passed', 'stopped']);
  });
});
