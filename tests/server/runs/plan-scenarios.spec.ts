import { beforeAll, describe, expect, it } from 'vitest';
import { Author } from '../../support/author.ts';
import { featuresOf, noticed, putFeature } from '../../support/feature-files.ts';
import { PATIENT } from '../../support/outside-edit.ts';
import { openShop } from '../../support/shop.ts';

const FEATURE = 'Feature: A\n  @SHOP-1\n  Scenario: One\n    * look\n';

describe('a run of features', () => {
  let refusal: string;

  beforeAll(async () => {
    await using shop = await openShop({ settling: PATIENT });
    const author = new Author(shop.app.client);
    await putFeature(shop.app.folder, 'a.feature', FEATURE);
    await noticed(async () => expect(await featuresOf(author)).toHaveLength(1));
    await author.module('Shop');
    await author.test('m1', 'Look', { actions: [{ type: 'comment', text: 'x' }] });
    await author.do('createAction', { moduleCode: 'm1', testCode: 't1', type: 'if', condition: 'true' });
    await author.do('linkStep', { text: 'look', moduleCode: 'm1', testCode: 't1' });
    refusal = await author.refusal('runFeatures');
  });

  it('a run of features is refused while a linked test has problems', () => {
    expect(refusal).toMatch(/^invalid-project: The test cannot run: t1 action 2/);
  });
});
