import { describe, expect, it } from 'vitest';
import { openShop } from '../../support/shop.ts';

describe('suites', () => {
  it('a suite refuses ordinary actions, even when all of its actions are replaced', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'One');
    const plug = { type: 'plugTest', test: 't1' };
    await author.test('m1', 'All', { type: 'suite', actions: [plug] });
    const suite = { moduleCode: 'm1', testCode: 't2' };
    const wrong = { ...suite, actions: [plug, { type: 'reload' }] };
    const failure = await author.client.failure('editTest', wrong);
    expect(failure.message).toBe(
      '"actions[1]": a suite holds only plugTest, plugScenario, plugFeature and comment, not reload.',
    );
    expect([failure.code, failure.data.reason, failure.data.field]).toEqual([-32000, 'invalid-project', 'actions[1]']);
    expect(failure.data.faults).toHaveLength(1);
    const turned = await author.client.failure('editTest', { ...wrong, type: 'suite' });
    expect([turned.code, turned.data.field]).toEqual([-32602, 'actions[1]']);
    expect(await author.actions(suite)).toMatchObject([{ type: 'plugTest' }]);
    await author.do('editTest', { ...wrong, type: 'web' });
    expect(await author.actions(suite)).toHaveLength(2);
  });
});
