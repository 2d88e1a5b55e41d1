import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { featuresOf } from '../../support/feature-files.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Reply = z.object({ feature: z.looseObject({ featureCode: z.string(), file: z.string(), revision: z.string() }) });
const TextReply = z.object({ feature: z.looseObject({ text: z.string() }) });
const TEXT = 'Feature: Basket\n\n  Scenario: Empty\n    Then the basket is empty\n';

const create = (shop: Shop, args: object) => shop.author.client.call('createFeature', args, Reply);
const edit = (shop: Shop, args: object) => shop.author.client.call('editFeature', args, Reply);

describe('features of the project itself', () => {
  it('a feature is created from a text or a name, each in its own file', async () => {
    await using shop = await openShop();
    expect(await create(shop, { text: TEXT })).toMatchObject({
      feature: { featureCode: 'f1', file: 'Basket.feature', source: 'local' },
    });
    expect(await create(shop, { name: 'Basket' })).toMatchObject({
      feature: { featureCode: 'f2', file: 'Basket (2).feature', scenarios: [] },
    });
    expect(await create(shop, { name: 'Pay', file: 'shop/pay' })).toMatchObject({
      feature: { file: 'shop/pay.feature' },
    });
    expect(await shop.author.refusal('createFeature', { text: TEXT, file: 'Basket.feature' })).toMatch(/^name-taken/);
  });

  it('a feature keeps its code when it is edited or moved, and undo reverts both', async () => {
    await using shop = await openShop();
    const { feature } = await create(shop, { text: TEXT });
    const text = TEXT.replace('Empty', 'Nothing in it').replace('Basket', 'The basket');
    const edited = await edit(shop, { feature: 'f1', text, ifRevision: feature.revision });
    expect(edited).toMatchObject({
      feature: { featureCode: 'f1', name: 'The basket', scenarios: [{ scenario: 'f1.s1', name: 'Nothing in it' }] },
    });
    expect(await edit(shop, { feature: 'f1', file: 'shop/basket.feature' })).toMatchObject({
      feature: { featureCode: 'f1', file: 'shop/basket.feature' },
    });
    const stale = { feature: 'f1', text: TEXT, ifRevision: feature.revision };
    expect(await shop.author.refusal('editFeature', stale)).toMatch(/^conflict: Feature f1 was changed since/);
    await shop.author.do('undo');
    await shop.author.do('undo');
    expect(await featuresOf(shop.author)).toMatchObject([
      { featureCode: 'f1', file: 'Basket.feature', name: 'Basket' },
    ]);
  });

  it('renaming a feature changes only its name in the text and can move its file in the same edit', async () => {
    await using shop = await openShop();
    const text = '\uFEFF# language: de\r\n@a:b\r\n  Funktionalität: Korb: klein\r\n\r\n  Szenario: Leer\r\n';
    await create(shop, { text });
    const renamed = { feature: 'f1', name: ' Korb: groß ', file: 'shop/korb' };
    expect(await edit(shop, renamed)).toMatchObject({
      feature: { featureCode: 'f1', name: 'Korb: groß', file: 'shop/korb.feature', scenarios: [{ name: 'Leer' }] },
    });
    const { feature } = await shop.author.client.call('getFeature', { feature: 'f1' }, TextReply);
    expect(feature.text).toBe(text.replace('Korb: klein', 'Korb: groß'));
    await shop.author.do('undo');
    expect(await featuresOf(shop.author)).toMatchObject([{ name: 'Korb: klein', file: 'Korb_ klein.feature' }]);
    const twoLines = { feature: 'f1', name: 'One\nScenario: Two' };
    expect(await shop.author.refusal('editFeature', twoLines)).toMatch(/^invalid-params: .*one line/);
  });

  it('a deleted feature gets its code back when the same text is created again', async () => {
    await using shop = await openShop();
    await create(shop, { text: TEXT });
    await create(shop, { name: 'Pay' });
    expect(await shop.author.client.call('deleteFeature', { feature: 'Basket' }, z.unknown())).toEqual({
      deleted: ['f1'],
    });
    expect(await featuresOf(shop.author)).toMatchObject([{ featureCode: 'f2' }]);
    expect(await shop.author.refusal('deleteFeature', { feature: 'f1' })).toMatch(/^not-found/);
    expect(await create(shop, { text: TEXT })).toMatchObject({ feature: { featureCode: 'f1' } });
  });

  it('a text that is not Gherkin is refused with its line, and nothing changes', async () => {
    await using shop = await openShop();
    await create(shop, { text: TEXT });
    const wrong = { feature: 'f1', text: `${TEXT}    nonsense\n` };
    expect(await shop.author.refusal('editFeature', wrong)).toMatch(/^invalid-params: "text": line 5: .*nonsense/);
    expect(await shop.author.refusal('createFeature', { text: '' })).toMatch(/^invalid-params: "text": line 1/);
    expect(await shop.author.refusal('createFeature', {})).toMatch(/^invalid-params: Give either "text", or "name"/);
    expect(await featuresOf(shop.author)).toMatchObject([{ featureCode: 'f1', name: 'Basket' }]);
  });
});
