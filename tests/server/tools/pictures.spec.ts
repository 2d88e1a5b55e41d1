import { existsSync } from 'node:fs';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  BOX,
  DIFFERS,
  drawPicture,
  FIRST,
  FIRST_LOOK,
  failedLook,
  IS_FIRST,
  KEPT,
  putBytes,
  putPictureRun,
} from '../../support/picture-run.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Differences = z.object({
  differences: z.array(
    z.looseObject({ state: z.string(), actual: z.string(), file: z.string(), expected: z.string().optional() }),
  ),
});
const Decided = z.object({ files: z.array(z.string()), differences: z.array(z.object({ state: z.string() })) });

const picture = (red: number, tail = '') => drawPicture({ red, tail });
const OLD = picture(10, 'as it came from git');
const NEW = picture(200);

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const kept = (path: string) => join(shop.app.folder, path);
const inRun = (name: string, runId = 'r1') => join(shop.app.folder, '.steploom', 'runs', runId, name);
const put = putBytes;
const putRun = (errors?: readonly object[]) =>
  putPictureRun({ folder: shop.app.folder, kept: OLD, taken: NEW, ...(errors && { errors }) });

beforeEach(async () => {
  await rm(kept('files'), { recursive: true, force: true });
  await rm(inRun(''), { recursive: true, force: true });
  await put(kept(KEPT), OLD);
  await putRun();
});

const list = async () =>
  (await shop.author.client.call('getPictureDifferences', { runId: 'r1' }, Differences)).differences;
const states = async () => (await list()).map(({ state }) => state);
const accept = (args: object = {}) => shop.author.client.call('acceptPictures', { runId: 'r1', ...args }, Decided);
const takeBack = (args: object = {}) =>
  shop.author.client.call('undoAcceptPictures', { runId: 'r1', ...args }, Decided);
const refusal = (args: object = {}, name = 'acceptPictures') => shop.author.refusal(name, { runId: 'r1', ...args });
const isUntouched = async () => {
  expect((await readFile(kept(KEPT))).equals(OLD)).toBe(true);
  expect(await readdir(kept('files/baselines'))).toEqual(['box-linux.png']);
};

describe('pictures of a run', () => {
  it('what looked otherwise and what has no picture yet is listed with its files', async () => {
    expect(await list()).toMatchObject([
      { state: 'open', item: 'Basket', title: 'Look 1', file: KEPT, ...BOX.pictures },
      { state: 'open', title: 'Look 2', file: FIRST, actual: IS_FIRST },
    ]);
    const Head = z.object({ pictures: z.number() });
    expect(await shop.author.client.call('getRun', { runId: 'r1' }, Head)).toEqual({ pictures: 2 });
  });

  it('all of a run are accepted at once, and the undo puts back the former files byte for byte', async () => {
    expect(await accept()).toMatchObject({
      files: [KEPT, FIRST],
      differences: [{ state: 'accepted' }, { state: 'accepted' }],
    });
    for (const path of [KEPT, FIRST]) expect((await readFile(kept(path))).equals(NEW)).toBe(true);
    expect((await takeBack()).files).toEqual([KEPT, FIRST]);
    await isUntouched();
    expect(await states()).toEqual(['open', 'open']);
  });

  it('one is accepted and taken back alone', async () => {
    await accept({ pictures: [IS_FIRST] });
    expect(await states()).toEqual(['open', 'accepted']);
    await takeBack({ pictures: [IS_FIRST] });
    await isUntouched();
  });

  it('a picture that somebody else accepted or changed meanwhile is refused, and nothing is changed', async () => {
    await accept({ pictures: [DIFFERS] });
    expect(await refusal({ pictures: [IS_FIRST, DIFFERS] })).toMatch(
      /^conflict: .* is accepted already .* Nothing was/,
    );
    expect(existsSync(kept(FIRST))).toBe(false);
    await put(kept(KEPT), picture(90));
    expect(await states()).toEqual(['outdated', 'open']);
    expect(await refusal({ pictures: [DIFFERS] })).toMatch(/^conflict: .*somebody changed the kept picture since/);
    expect(await refusal({}, 'undoAcceptPictures')).toMatch(/^conflict: Run r1 has no accepted picture/);
    expect((await readFile(kept(KEPT))).equals(picture(90))).toBe(true);
  });

  it('of two who accept at the same time, one is told that it is done', async () => {
    const other = await shop.colleague();
    const call = (author: typeof other) => author.client.call('acceptPictures', { runId: 'r1' }, Decided);
    const ends = await Promise.allSettled([call(shop.author), call(other)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await takeBack();
    await isUntouched();
  });

  it('a picture that is no PNG is refused together with all others', async () => {
    for (const bytes of ['no picture', NEW.subarray(0, 60), '']) {
      await put(inRun(IS_FIRST), bytes);
      expect(await refusal()).toMatch(/^damaged-file: Run r1 has .*first-actual\.png, which is not a PNG image/);
      await isUntouched();
    }
  });

  it.each(['../../../project.json', 'screenshots/../run.json', '/etc/passwd', 'screenshots/9-gone.png'])(
    'the name %s is none of the pictures of the run',
    async name => {
      expect(await refusal({ pictures: [name] })).toMatch(/^not-found: Run r1 has no picture/);
      await putRun([{ ...FIRST_LOOK, pictures: { actual: name } }]);
      expect(await refusal()).toMatch(/^not-found: Run r1 has no file/);
      await isUntouched();
    },
  );

  it.each([
    '../project.json',
    'baselines/../../x.png',
    'users.json',
    '/tmp/x.png',
    'baselines/a/b.png',
    'baselines/•••.txt',
  ])('a run that names %s to keep a picture in is refused', async baseline => {
    await putRun([{ ...FIRST_LOOK, baseline }]);
    expect(await refusal()).toMatch(/^damaged-file: Run r1 names .* which is no picture in files\/baselines/);
    await isUntouched();
  });

  it('neither pictures of a run nor kept ones are reached through links', async () => {
    await rm(inRun(IS_FIRST));
    await symlink(join(shop.app.folder, 'project.json'), inRun(IS_FIRST));
    expect(await refusal()).toMatch(/^not-found: Run r1 has no file/);
    await rm(inRun(IS_FIRST));
    await putRun();
    await symlink(join(shop.app.folder, 'elsewhere.png'), kept(FIRST));
    expect(await refusal({ pictures: [IS_FIRST] })).toMatch(/^conflict: .* is a link/);
    expect(existsSync(join(shop.app.folder, 'elsewhere.png'))).toBe(false);
  });

  it('a run that is gone is named', async () => {
    for (const name of ['getPictureDifferences', 'acceptPictures', 'undoAcceptPictures'])
      expect(await shop.author.refusal(name, { runId: 'r77' })).toMatch(/^not-found: No run r77/);
  });

  it('of two pictures for one file the first is kept, unless one is named', async () => {
    const again = { ...BOX, pictures: { ...BOX.pictures, actual: 'screenshots/7-box-actual.png' } };
    await putRun([BOX, again]);
    await put(inRun('screenshots/7-box-actual.png'), picture(90));
    expect(await refusal({ pictures: [DIFFERS, 'screenshots/7-box-actual.png'] })).toMatch(/^conflict: .*name one of/);
    await isUntouched();
    await accept();
    expect(await states()).toEqual(['accepted', 'outdated']);
    await takeBack();
    await isUntouched();
  });

  it('a test that passed, failed by its picture and passed once that was accepted is not flaky', async () => {
    const author = shop.author;
    const { moduleCode } = await author.module('Baskets');
    const { testCode } = await author.test(moduleCode, 'Basket');
    const item = { testCode, moduleCode, title: 'Basket', ms: 5, actions: [] };
    const passed = { ...item, state: 'passed' };
    const changed = { ...item, state: 'failed', actions: [failedLook(0, BOX)] };
    // The first run of all failed by a picture, too.
    for (const [at, one] of [passed, changed, passed, changed, passed].entries()) {
      const runId = `r${at + 2}`;
      await putPictureRun({ folder: shop.app.folder, kept: OLD, taken: NEW, runId, items: [one] });
    }
    const Health = z.object({ flaky: z.array(z.unknown()) });
    expect((await author.client.call('getHealth', {}, Health)).flaky).toEqual([]);
    const History = z.object({
      run: z.object({ items: z.array(z.object({ history: z.looseObject({ changes: z.number() }) })) }),
    });
    const { run } = await author.client.call('getRun', { runId: 'r6', withHistory: true }, History);
    expect(run.items[0]?.history).toMatchObject({ runs: 6, failed: 3, changes: 0 });
  });
});
