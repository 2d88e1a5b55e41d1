import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { colours, FeatureReply, featuresOf, noticed, putFeature } from '../../support/feature-files.ts';
import { PATIENT } from '../../support/outside-edit.ts';
import { openShop } from '../../support/shop.ts';

const BASKET = [
  '@SHOP-1',
  'Feature: Basket',
  '  Background:',
  '    Given the shop is open',
  '  @SHOP-2 @smoke',
  '  Scenario: Buy one',
  '    When I buy a mug',
  '  Scenario Outline: Buy <n>',
  '    When I buy <n> mugs',
  '    Examples:',
  '      | n |',
  '      | 2 |',
  '      | 3 |',
  '',
].join('\r\n');

async function openBasket(files: Record<string, string> = { 'basket.feature': BASKET }) {
  const shop = await openShop({ settling: PATIENT });
  for (const [file, text] of Object.entries(files)) await putFeature(shop.app.folder, file, text);
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(Object.keys(files).length));
  return shop;
}

const stored = (folder: string, name: string) => readFile(join(folder, 'versions/main', name), 'utf8');

describe('getFeatures', () => {
  it('a feature file added while the project is open is listed, and its text is kept byte for byte', async () => {
    await using shop = await openBasket();
    expect(await featuresOf(shop.author)).toEqual([
      {
        featureCode: 'f1',
        name: 'Basket',
        file: 'basket.feature',
        issueKeys: ['SHOP-1'],
        source: 'local',
        revision: expect.any(String),
        scenarios: [
          {
            scenario: 'f1.s1',
            name: 'Buy one',
            keyword: 'Scenario',
            issueKeys: ['SHOP-2'],
            tags: ['@SHOP-1', '@SHOP-2', '@smoke'],
            steps: [
              { index: 0, keyword: 'Given', text: 'the shop is open', background: true, linked: false },
              { index: 1, keyword: 'When', text: 'I buy a mug', linked: false },
            ],
          },
          {
            scenario: 'f1.s2',
            name: 'Buy <n>',
            keyword: 'Scenario Outline',
            issueKeys: [],
            tags: ['@SHOP-1'],
            rows: 2,
            columns: ['n'],
            steps: [
              { index: 0, keyword: 'Given', text: 'the shop is open', background: true, linked: false },
              { index: 1, keyword: 'When', text: 'I buy <n> mugs', linked: false },
            ],
          },
        ],
      },
    ]);
    const { feature } = await shop.author.client.call(
      'getFeature',
      { feature: 'f1' },
      z.object({ feature: FeatureReply.extend({ text: z.string() }) }),
    );
    expect(feature.text).toBe(BASKET);
    const tags = ['@SHOP-1'];
    expect(feature.scenarios[1]).toMatchObject({
      examples: [
        { values: { n: '2' }, tags },
        { values: { n: '3' }, tags },
      ],
    });
    expect(await stored(shop.app.folder, 'features/basket.feature')).toBe(BASKET);
  });

  it('getFeatures selects outlines by the tags of their rows, as runs do', async () => {
    const rows = ['    @late', '    Examples:', '      | name |', '      | Bob  |', ''];
    await using shop = await openBasket({
      'a.feature': ['Feature: A', '  Scenario Outline: B', '    Given <name>', ...rows].join('\n'),
    });
    expect(await featuresOf(shop.author, { tags: '@late' })).toHaveLength(1);
    expect(await featuresOf(shop.author, { tags: 'not @late', filter: 'A' })).toEqual([]);
  });

  it('getFeatures shows the tables and texts of steps, and the columns of outlines in order', async () => {
    await using shop = await openBasket({
      'a.feature': [
        'Feature: A',
        '  Scenario Outline: B',
        '    Given these',
        '      | name | 1 |',
        '      | Mug  | 8 |',
        '    Then the letter says',
        '      """',
        '      Dear <name>',
        '      """',
        '    Examples:',
        '      | name | city |',
        '      | Ann  | Bonn |',
        '    @late',
        '    Examples:',
        '      | name | date |',
        '      | Bob  | May  |',
        '',
      ].join('\n'),
    });
    const [feature] = await featuresOf(shop.author, { feature: 'f1', limit: 1 });
    expect(feature?.scenarios[0]).toMatchObject({
      columns: ['name', 'city', 'date'],
      rowTags: [[], ['@late']],
      examples: [
        { values: { name: 'Ann', city: 'Bonn' }, tags: [] },
        { values: { name: 'Bob', date: 'May' }, tags: ['@late'] },
      ],
      steps: [
        {
          table: [
            ['name', '1'],
            ['Mug', '8'],
          ],
        },
        { docString: 'Dear <name>' },
      ],
    });
  });

  it('features keep their codes when files are renamed or edited, and features.json records them', async () => {
    await using shop = await openBasket({ 'a.feature': BASKET, 'more/b.feature': BASKET.replace(/SHOP-/g, 'OTHER-') });
    const { folder } = shop.app;
    const features = join(folder, 'versions/main/features');
    await rename(join(features, 'a.feature'), join(features, 'z.feature'));
    await writeFile(join(features, 'more/b.feature'), BASKET.replace(/SHOP-/g, 'OTHER-').replace('Buy one', 'Buy it'));
    await noticed(async () => {
      const found = await featuresOf(shop.author);
      expect(found.map(({ featureCode, file }) => [featureCode, file])).toEqual([
        ['f2', 'more/b.feature'],
        ['f1', 'z.feature'],
      ]);
      expect(found[0]?.scenarios.map(({ scenario, name }) => [scenario, name])).toContainEqual(['f2.s1', 'Buy it']);
    });
    expect(JSON.parse(await stored(folder, 'features.json'))).toMatchObject({
      format: 1,
      features: [
        { featureCode: 'f1', file: 'z.feature', source: 'local', issueKeys: ['SHOP-1'] },
        { featureCode: 'f2', file: 'more/b.feature' },
      ],
    });
    await rm(join(features, 'z.feature'));
    await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(1));
  });

  it('getFeatures lists a file with a syntax error and its line, next to the files without errors', async () => {
    await using shop = await openBasket({
      'bad.feature': 'Feature: A\n Scenario: B\n  Given x\n  oops\n',
      'good.feature': BASKET,
    });
    const [bad, good] = await featuresOf(shop.author);
    expect(bad).toMatchObject({ file: 'bad.feature', scenarios: [], errors: [{ line: 4 }] });
    expect(good).toMatchObject({ name: 'Basket' });
  });

  it('getFeatures reports a feature file that is not text as damaged', async () => {
    await using shop = await openBasket();
    await writeFile(join(shop.app.folder, 'versions/main/features/odd.feature'), Buffer.from([0x46, 0xff, 0xfe]));
    const Reply = z.looseObject({ damaged: z.array(z.looseObject({ file: z.string(), message: z.string() })) });
    await noticed(async () => {
      const { damaged } = await shop.author.client.call('getFeatures', {}, Reply);
      expect(damaged).toMatchObject([{ file: 'versions/main/features/odd.feature' }]);
    });
    expect(await featuresOf(shop.author)).toHaveLength(1);
  });

  it('getFeatures filters by tag, by feature and by unlinked steps', async () => {
    await using shop = await openBasket({ 'a.feature': BASKET, 'b.feature': 'Feature: Other\n' });
    const scenarios = async (args: object) =>
      (await featuresOf(shop.author, args)).flatMap(feature => feature.scenarios.map(({ scenario }) => scenario));
    expect(await scenarios({ tags: '@smoke' })).toEqual(['f1.s1']);
    expect(await scenarios({ tags: 'not @smoke' })).toEqual(['f1.s2']);
    expect(await scenarios({ tags: ['@SHOP-1', '@smoke'] })).toEqual(['f1.s1']);
    for (const feature of ['f2', 'b.feature', 'other'])
      expect((await featuresOf(shop.author, { feature })).map(({ name }) => name)).toEqual(['Other']);
    expect((await featuresOf(shop.author, { onlyUnlinked: true })).map(({ name }) => name)).toEqual(['Basket']);
    expect(await shop.author.refusal('getFeatures', { feature: 'Baskett' })).toMatch(
      /^not-found: No feature.*"Basket"/,
    );
    expect(await shop.author.refusal('getFeatures', { tags: 'and' })).toMatch(/^invalid-params/);
  });

  it('getFeatures warns when one issue key is used in several files', async () => {
    await using shop = await openBasket({ 'a.feature': BASKET, 'b.feature': BASKET });
    const Reply = z.looseObject({ warnings: z.array(z.string()) });
    const { warnings } = await shop.author.client.call('getFeatures', {}, Reply);
    expect(warnings).toEqual([
      'Issue key SHOP-2 is that of several scenarios: f1.s1 (a.feature), f2.s1 (b.feature). A run takes the first.',
    ]);
  });

  it('getFeatures tells which scenarios have the keys of several tests', async () => {
    const text = BASKET.replace('  Scenario', '  @TEST_SHOP-7 @TEST_SHOP-8\n  Scenario');
    await using shop = await openBasket({ 'a.feature': text });
    const Reply = z.looseObject({ warnings: z.array(z.string()) });
    expect((await shop.author.client.call('getFeatures', {}, Reply)).warnings).toEqual([
      expect.stringMatching(
        /^Scenario f1\.s\d \(a\.feature\) has the keys of several tests: SHOP-7, SHOP-8\. Its result/,
      ),
    ]);
  });

  it('a version made from another has its features, and undo removes them', async () => {
    await using shop = await openBasket();
    await shop.author.do('createVersion', { name: 'Next' });
    const inNext = await featuresOf(shop.author, { versionId: 'next' });
    expect(inNext.map(({ featureCode }) => featureCode)).toEqual(['f1']);
    const copy = join(shop.app.folder, 'versions/next/features/basket.feature');
    expect(await readFile(copy, 'utf8')).toBe(BASKET);
    await shop.author.do('undo');
    await expect(readFile(copy, 'utf8')).rejects.toThrow('ENOENT');
  });

  it('a project reads and links 1,000 features with 10,000 scenarios', { tags: 'full' }, async () => {
    const scenario = (number: number) =>
      `  Scenario: S${number}\n    Given I am signed in\n    When I buy ${number} mugs\n`;
    const text = Array.from({ length: 10 }, (_, number) => scenario(number)).join('\n');
    const files = Array.from({ length: 1_000 }, (_, index) => [`f${index}.feature`, `Feature: F${index}\n${text}`]);
    await using shop = await openShop({ settling: PATIENT });
    for (const [file = '', content = ''] of files) await putFeature(shop.app.folder, file, content);
    await noticed(async () => {
      const Reply = z.looseObject({ total: z.number() });
      expect((await shop.author.client.call('getFeatures', { limit: 1 }, Reply)).total).toBe(1_000);
    });
    await shop.author.module('Shop');
    await shop.author.test('m1', 'Sign in');
    const link = { text: 'I am signed in', moduleCode: 'm1', testCode: 't1' };
    expect(await shop.author.client.call('linkStep', link, z.object({ linked: z.number() }))).toEqual({
      linked: 10_000,
    });
    expect(colours(await featuresOf(shop.author, { limit: 1 }))['f1.s1']).toEqual(['black', 'red']);
  });
});
