import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { featuresOf, noticed, putFeature } from '../../support/feature-files.ts';
import { editFile, PATIENT } from '../../support/outside-edit.ts';
import { ownerOf } from '../../support/owner.ts';
import { openShop } from '../../support/shop.ts';

const FEATURES = 'versions/main/features.json';
const LINKS = 'versions/main/links.json';
const Repaired = z.object({
  repaired: z.array(z.object({ text: z.string(), rewritten: z.array(z.string()), unchanged: z.array(z.string()) })),
});

it('repairProject gives features that share a code after a merge different codes, scenarios included', async () => {
  await using shop = await openShop({ settling: PATIENT });
  for (const name of ['a', 'b'])
    await putFeature(shop.app.folder, `${name}.feature`, `Feature: ${name}\n  Scenario: One\n    * x\n`);
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(2));
  await editFile(shop.app.folder, FEATURES, text => text.replaceAll('f2', 'f1'));
  const Problems = z.looseObject({ problems: z.array(z.looseObject({ code: z.string() })) });
  await noticed(async () => {
    const { problems } = await shop.author.client.call('getFeatures', {}, Problems);
    expect(problems).toMatchObject([{ code: 'f1', message: expect.stringMatching(/"a.feature", "b.feature"/) }]);
  });
  const owner = await ownerOf(dirname(shop.app.folder));
  const { repaired } = await owner.client.call('repairProject', { projectId: 'shop' }, Repaired);
  expect(repaired).toEqual([{ text: 'Feature f1 "b.feature" is f3 now', rewritten: [], unchanged: [] }]);
  const features = await featuresOf(shop.author);
  expect(features.map(({ featureCode, scenarios }) => [featureCode, scenarios[0]?.scenario])).toEqual([
    ['f1', 'f1.s1'],
    ['f3', 'f3.s1'],
  ]);
});

it('a repaired link follows the test that has its parameters, and other links are left for review', async () => {
  await using shop = await openShop({ settling: PATIENT });
  const { author, app } = shop;
  const steps = '* buy some\n    * look around\n';
  await putFeature(app.folder, 'a.feature', `Feature: A\n  Scenario: One\n    ${steps}`);
  await noticed(async () => expect(await featuresOf(author)).toHaveLength(1));
  await author.module('Shop');
  await author.test('m1', 'Look');
  await author.test('m1', 'Buy', { parameters: [{ name: 'count' }] });
  await author.do('linkStep', { text: 'buy some', moduleCode: 'm1', testCode: 't2', parameters: { count: '3' } });
  await author.do('linkStep', { text: 'look around', moduleCode: 'm1', testCode: 't1' });
  for (const path of [LINKS, 'versions/main/modules/m1.json'])
    await editFile(app.folder, path, text => text.replace('"t2"', '"t1"'));
  const owner = await ownerOf(dirname(shop.app.folder));
  await noticed(async () => {
    const tests = await author.tests();
    expect(tests.map(({ testCode }) => testCode)).toEqual(['t1', 't1']);
    expect(await readFile(join(app.folder, LINKS), 'utf8')).not.toContain('t2');
  });
  const { repaired } = await owner.client.call('repairProject', { projectId: 'shop' }, Repaired);
  expect(repaired).toEqual([
    { text: 'm1.t1 is m1.t3 now', rewritten: ['step "buy some"'], unchanged: ['step "look around"'] },
  ]);
  expect(JSON.parse(await readFile(join(app.folder, LINKS), 'utf8'))).toMatchObject({
    links: [{ testCode: 't3' }, { testCode: 't1' }],
  });
});
