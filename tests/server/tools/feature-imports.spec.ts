import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { colours, featuresOf } from '../../support/feature-files.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { writeZip } from '../../support/write-zip.ts';

const BASKET =
  '\uFEFF@SHOP-1\r\nFeature: Basket\r\n  @SHOP-2\r\n  Scenario: Buy\r\n    When I buy a mug\r\n    Then I pay\r\n';
const Row = z.looseObject({ file: z.string(), name: z.string(), featureCode: z.string().optional() });
const Plan = z.strictObject({
  applied: z.boolean(),
  added: z.array(Row),
  changed: z.array(Row),
  removed: z.array(Row),
  same: z.array(Row),
  failed: z.array(z.object({ file: z.string(), line: z.number().optional(), message: z.string() })),
  unreadable: z.number(),
  total: z.number(),
  stepsLinked: z.number(),
  stepsUnlinked: z.number(),
  omitted: z.string().optional(),
});

const importText = (shop: Shop, text: string, args: object = {}) =>
  shop.author.client.call('importFeatures', { source: 'text', text, ...args }, Plan);

const onDisk = (shop: Shop, file: string) => readFile(join(shop.app.folder, 'versions/main/features', file), 'utf8');

/** A person at the machine, who may name its folders. */
const fromFolder = async (shop: Shop, args: object) =>
  Plan.parse(
    await shop.app.ide?.request('tools/call', {
      name: 'importFeatures',
      arguments: { projectId: 'shop', source: 'folder', ...args },
    }),
  );

describe('importFeatures', () => {
  it('importFeatures stores a file byte for byte, assigns codes and applies existing step links', async () => {
    await using shop = await openShop();
    const { moduleCode } = await shop.author.module('Shop');
    await shop.author.test(moduleCode, 'Buy');
    await importText(shop, 'Feature: Other\n  Scenario: One\n    When I buy a mug\n', { fileName: 'other.feature' });
    await shop.author.do('linkStep', { text: 'I buy a mug', moduleCode, testCode: 't1' });
    const plan = await importText(shop, BASKET, { fileName: '2_SHOP-1.feature', dryRun: true });
    expect(plan).toMatchObject({ applied: false, added: [{ file: '2_SHOP-1.feature', name: 'Basket' }] });
    expect(await featuresOf(shop.author)).toHaveLength(1);
    expect(await importText(shop, BASKET, { fileName: '2_SHOP-1.feature' })).toMatchObject({
      applied: true,
      added: [{ featureCode: 'f2', name: 'Basket', scenarios: 1 }],
      stepsLinked: 1,
      stepsUnlinked: 1,
    });
    expect(await onDisk(shop, '2_SHOP-1.feature')).toBe(BASKET);
    expect(colours(await featuresOf(shop.author))).toEqual({ 'f1.s1': ['black'], 'f2.s1': ['black', 'red'] });
  });

  it('importFeatures shows the changed lines of a feature only when a diff is asked for', async () => {
    await using shop = await openShop();
    await importText(shop, BASKET, { fileName: 'basket.feature' });
    const next = BASKET.replace('I pay', 'I pay later').replaceAll('\r\n', '\n');
    const args = { fileName: 'basket.feature', dryRun: true };
    expect((await importText(shop, next, args)).changed[0]).not.toHaveProperty('diff');
    const [changed] = (await importText(shop, next, { ...args, withDiff: true })).changed;
    expect(changed).toMatchObject({
      steps: { added: 1, removed: 1 },
      diff: '@@ -4,3 +4,3 @@\n   Scenario: Buy\n     When I buy a mug\n-    Then I pay\n+    Then I pay later',
    });
    // The ends of lines alone.
    const { changed: ends } = await importText(shop, BASKET.replaceAll('\r\n', '\n'), { ...args, withDiff: true });
    expect(ends).toMatchObject([{ diff: '' }]);
    const { added } = await importText(shop, 'Feature: New\n', { ...args, fileName: 'new.feature', withDiff: true });
    expect(added[0]).not.toHaveProperty('diff');
  });

  it('importFeatures recognises a renamed file by its issue key and writes nothing that is unchanged', async () => {
    await using shop = await openShop();
    await importText(shop, BASKET, { fileName: '1_SHOP-1.feature' });
    expect(await importText(shop, BASKET, { fileName: '1_SHOP-1.feature' })).toMatchObject({
      applied: false,
      same: [{}],
    });
    const renamed = BASKET.replace('Feature: Basket', 'Feature: The basket');
    expect(await importText(shop, renamed, { fileName: '7_SHOP-1.feature' })).toMatchObject({
      changed: [{ featureCode: 'f1', file: '7_SHOP-1.feature', was: '1_SHOP-1.feature' }],
    });
    expect(await featuresOf(shop.author)).toMatchObject([{ featureCode: 'f1', name: 'The basket' }]);
    await expect(onDisk(shop, '1_SHOP-1.feature')).rejects.toThrow('ENOENT');
    await shop.author.do('undo');
    expect(await onDisk(shop, '1_SHOP-1.feature')).toBe(BASKET);
    expect(await featuresOf(shop.author)).toMatchObject([{ featureCode: 'f1', name: 'Basket' }]);
  });

  it('importFeatures counts the added and removed steps of a feature, background steps only once', async () => {
    await using shop = await openShop();
    const text = (...lines: string[]) => `Feature: F\n${lines.map(line => `  ${line}\n`).join('')}`;
    const scenarios = ['Scenario: A', 'When I go', 'Scenario: B', 'When I go'];
    await importText(shop, text('Background:', 'Given it', ...scenarios), { fileName: 'f.feature' });
    const next = text('Background:', 'Given that', ...scenarios.slice(0, 2), 'Then I am there', 'And I am there');
    expect(await importText(shop, next, { fileName: 'f.feature', dryRun: true })).toMatchObject({
      changed: [{ featureCode: 'f1', steps: { added: 3, removed: 2 } }],
    });
    const tagged = `@a\n${text('Background:', 'Given it', ...scenarios)}`;
    expect(await importText(shop, tagged, { fileName: 'f.feature' })).toMatchObject({
      changed: [{ steps: { added: 0, removed: 0 } }],
    });
  });

  it('importFeatures imports the readable files of a folder, or only the selected ones', async () => {
    await using shop = await openShop();
    await using folder = await temporaryDirectory();
    await mkdir(join(folder.path, 'deep'));
    await writeFile(join(folder.path, 'a.feature'), BASKET);
    await writeFile(join(folder.path, 'deep/b.feature'), 'Feature: Deep\n');
    await writeFile(join(folder.path, 'bad.feature'), 'Feature: Bad\n  Scenario: x\n    Given y\n    nonsense\n');
    await writeFile(join(folder.path, 'note.txt'), 'not a feature');
    const selected = await fromFolder(shop, { path: folder.path, select: ['deep/b.feature'] });
    expect(selected).toMatchObject({ applied: true, added: [{ file: 'deep/b.feature' }], failed: [], total: 1 });
    const whole = await fromFolder(shop, { path: folder.path });
    expect(whole).toMatchObject({
      applied: true,
      added: [{ name: 'Basket' }],
      same: [{ name: 'Deep' }],
      removed: [],
      failed: [{ file: 'bad.feature', line: 4, message: expect.stringContaining('nonsense') }],
    });
    expect((await featuresOf(shop.author)).map(({ file }) => file)).toEqual(['a.feature', 'deep/b.feature']);
  });

  it('importFeatures updates the feature that has the same file name and cleans an unsafe file name', async () => {
    await using shop = await openShop();
    await importText(shop, 'Feature: One\n', { fileName: 'x.feature' });
    expect(await importText(shop, 'Feature: Two\n', { fileName: 'x.feature' })).toMatchObject({
      changed: [{ featureCode: 'f1', name: 'Two' }],
    });
    await importText(shop, '@SHOP-9\nFeature: Three\n', { fileName: '../C:\\evil/.hidden?.txt' });
    const files = (await featuresOf(shop.author)).map(({ file }) => file);
    expect(files).toEqual(['C_/evil/_hidden_.txt.feature', 'x.feature']);
  });

  it.each([
    [{ source: 'text' }, /^invalid-params: "text" is missing/],
    [{ source: 'folder', path: '/tmp' }, /^forbidden: Folders of the machine are read for people at it alone/],
    [{ source: 'text', text: 'Feature: A\n', select: ['B'] }, /^not-found: Nothing that comes is called "B"/],
    [{ source: 'moon' }, /^invalid-params: "source"/],
  ])('importFeatures refuses %j and changes nothing', async (args, reason) => {
    await using shop = await openShop();
    expect(await shop.author.refusal('importFeatures', args)).toMatch(reason);
    expect(await featuresOf(shop.author)).toEqual([]);
  });

  it('importFeatures says why a missing folder, an empty one or a relative path cannot be imported', async () => {
    await using shop = await openShop();
    await using folder = await temporaryDirectory();
    await expect(fromFolder(shop, { path: join(folder.path, 'no') })).rejects.toThrow('cannot be read (ENOENT)');
    await expect(fromFolder(shop, { path: folder.path })).rejects.toThrow('There is no .feature file in');
    await expect(fromFolder(shop, { path: 'features' })).rejects.toThrow('must be a whole path');
  });
});

describe('importFeatures from an archive', () => {
  const put = (shop: Shop, path: string, bytes: Buffer) =>
    shop.author.do('putFile', { path, base64: bytes.toString('base64') });
  /** More than a call can carry. */
  const lay = async (shop: Shop, path: string, bytes: Buffer) => {
    await mkdir(join(shop.app.folder, 'files'), { recursive: true });
    await writeFile(join(shop.app.folder, 'files', path), bytes);
  };
  const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });

  it('importFeatures imports the feature files of an archive together with their folders', async () => {
    await using shop = await openShop();
    const files = [file('deep/basket.feature', BASKET), file('bad.feature', 'nonsense'), file('note.txt', 'x')];
    await put(shop, 'in/all.zip', writeZip([...files, { name: 'latin.feature', bytes: Buffer.from([0x46, 0xe9]) }]));
    const plan = await shop.author.client.call('importFeatures', { source: 'archive', path: 'in/all.zip' }, Plan);
    expect(plan).toMatchObject({
      added: [{ file: 'deep/basket.feature' }],
      failed: [
        { file: 'latin.feature', message: 'The file is neither UTF-8 nor UTF-16 text.' },
        { file: 'bad.feature', line: 1 },
      ],
    });
    expect(await onDisk(shop, 'deep/basket.feature')).toBe(BASKET);
  });

  it('one bad entry of an archive is listed and left out, and the rest is imported', async () => {
    await using shop = await openShop();
    const good = [file('a.feature', 'Feature: A\n'), file('b.feature', 'Feature: B\n')];
    const bad = [
      file('../evil.feature', 'Feature: Evil\n'),
      file('a.feature', 'Feature: Other\n'),
      { name: 'large.feature', bytes: randomBytes(2_000_001) },
    ];
    await lay(shop, 'all.zip', writeZip([...good, ...bad]));
    const args = { source: 'archive', path: 'all.zip' };
    const dry = await shop.author.client.call('importFeatures', { ...args, dryRun: true }, Plan);
    expect(dry).toMatchObject({ applied: false, unreadable: 3, total: 2 });
    expect(dry.failed.map(({ message }) => message)).toEqual([
      expect.stringMatching(/leads out of the archive/),
      expect.stringMatching(/"a\.feature" appears twice/),
      expect.stringMatching(/"large\.feature" is larger than 2 MB/),
    ]);
    expect(await shop.author.client.call('importFeatures', args, Plan)).toMatchObject({ applied: true, unreadable: 3 });
    expect((await featuresOf(shop.author)).map(({ name }) => name)).toEqual(['A', 'B']);
    await expect(readFile(join(shop.app.folder, 'versions/main/evil.feature'))).rejects.toThrow('ENOENT');
  });

  it('an archive of more than 5,000 features is imported whole', { tags: 'full' }, async () => {
    await using shop = await openShop();
    const many = Array.from({ length: 6_000 }, (_, at) =>
      file(`${at}.feature`, `Feature: F${at}\n  Scenario: S\n    Given it\n`),
    );
    await lay(shop, 'many.zip', writeZip(many));
    const plan = await shop.author.client.call('importFeatures', { source: 'archive', path: 'many.zip' }, Plan);
    expect(plan).toMatchObject({ applied: true, total: 6_000, stepsUnlinked: 6_000, unreadable: 0 });
  });

  it.each([
    ['none.zip', undefined, /^not-found: "path": there is no file files\/none\.zip/],
    ['text.zip', Buffer.from('Feature: A\n'), /^invalid-params: files\/text\.zip is no zip archive/],
    ['note.zip', writeZip([file('note.txt', 'x')]), /note\.zip holds no \*\.feature among its 1 files/],
    [
      'locked.zip',
      writeZip([{ ...file('a.feature', 'Feature: A\n'), flags: 1 }, file('b.feature', 'nonsense')]),
      /^invalid-params: files\/locked\.zip is not imported: None of the 2 files can be read as a feature.*"a\.feature" is encrypted/,
    ],
  ])('importFeatures refuses the archive %s and changes nothing', async (path, bytes, reason) => {
    await using shop = await openShop();
    if (bytes !== undefined) await put(shop, path, bytes);
    expect(await shop.author.refusal('importFeatures', { source: 'archive', path })).toMatch(reason);
    expect(await featuresOf(shop.author)).toEqual([]);
  });

  it('a sync with the feature server is dated even if nothing changed, unless it fails or is a dry run', async () => {
    await using shop = await openShop();
    const lastSync = async () =>
      (await shop.author.client.call('getFeatures', {}, z.looseObject({ lastSync: z.iso.datetime().optional() })))
        .lastSync;
    const fromServer = (args: object = {}) =>
      shop.author.client.call('importFeatures', { source: 'server', ...args }, Plan);
    const folder = join(shop.app.folder, 'files/served');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'basket.feature'), BASKET);
    await shop.author.do('configureFeatureServer', { type: 'folder', fileListUrl: 'files/served' });
    await importText(shop, 'Feature: Local\n');
    await fromServer({ dryRun: true });
    expect(await lastSync()).toBeUndefined();
    // What cannot be noted is imported all the same.
    const notes = join(shop.app.folder, '.steploom/synced');
    await writeFile(notes, 'a file where a folder should be');
    expect((await fromServer()).applied).toBe(true);
    expect(await lastSync()).toBeUndefined();
    await rm(notes);
    await fromServer();
    const first = await lastSync();
    expect(first).toBeDefined();
    expect((await fromServer()).applied).toBe(false);
    expect(await lastSync()).not.toBe(first);
    const tracked = await readFile(join(shop.app.folder, 'versions/main/features.json'), 'utf8');
    expect(tracked).not.toContain((await lastSync())?.slice(0, 10));
    // A sync that fails is none.
    const last = await lastSync();
    await shop.author.do('configureFeatureServer', { type: 'folder', fileListUrl: 'files/gone' });
    await shop.author.refusal('importFeatures', { source: 'server' });
    expect(await lastSync()).toBe(last);
  });
});
