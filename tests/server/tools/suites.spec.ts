import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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
      '"actions[1]": a suite holds only plugTest, plugScenario, plugFeature, plugTags and comment, not reload.',
    );
    expect([failure.code, failure.data.reason, failure.data.field]).toEqual([-32000, 'invalid-project', 'actions[1]']);
    expect(failure.data.faults).toHaveLength(1);
    const turned = await author.client.failure('editTest', { ...wrong, type: 'suite' });
    expect([turned.code, turned.data.field]).toEqual([-32602, 'actions[1]']);
    expect(await author.actions(suite)).toMatchObject([{ type: 'plugTest' }]);
    await author.do('editTest', { ...wrong, type: 'web' });
    expect(await author.actions(suite)).toHaveLength(2);
  });

  it('tags that cannot be read are refused at their field, and nothing is stored', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'Tagged', { type: 'suite', actions: [{ type: 'plugTags', tags: '@smoke' }] });
    const suite = { moduleCode: 'm1', testCode: 't1' };
    const made = await author.client.failure('createAction', { ...suite, type: 'plugTags', tags: '@smoke and' });
    expect([made.code, made.data.field]).toEqual([-32602, 'tags']);
    expect(made.message).toContain('a tag is missing after');
    const edited = await author.client.failure('editAction', { ...suite, actionIndex: 0, tags: '@a @b' });
    expect([edited.code, edited.data.field]).toEqual([-32602, 'tags']);
    expect(await author.refusal('createAction', { ...suite, type: 'plugTags', tags: '' })).toContain('tags');
    expect(await author.actions(suite)).toMatchObject([{ type: 'plugTags', tags: '@smoke' }]);
  });

  it('a suite in which nothing would run is refused; tags without a match beside others are told', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const empty = await author.test('m1', 'Empty', { type: 'suite' });
    const run = (testId: string) => author.refusal('runTest', { moduleId: 'm1', testId });
    expect(await run(empty.testCode)).toBe(
      'invalid-project: The suite t1 is empty. Plug tests, features or scenarios into it.',
    );
    const { testCode } = await author.test('m1', 'Tagged', {
      type: 'suite',
      actions: [{ type: 'plugTags', tags: '@smoke' }],
    });
    const why = 'Action 1 of the suite t2 finds nothing to run: Plug what is tagged @smoke.';
    const refused = `invalid-project: Nothing in the suite t2 would run. ${why}`;
    expect(await run(testCode)).toBe(refused);
    const script = { target: 'shell', suite: testCode };
    expect(await author.refusal('generateCIScript', script)).toBe(refused);
    const test = await author.test('m1', 'One', { tags: ['@other'] });
    const place = { moduleCode: 'm1', testCode };
    await author.do('createAction', { ...place, type: 'plugTags', tags: '@other or @none' });
    expect(await author.client.call('generateCIScript', script, Script)).toMatchObject({
      counts: { tests: 1, scenarios: 0 },
      warnings: [why],
    });
    await author.do('createAction', { ...place, type: 'plugTest', test: test.testCode });
    expect(await author.client.call('generateCIScript', script, Script)).toMatchObject({ counts: { tests: 1 } });
  });
});

const Script = z.looseObject({
  counts: z.looseObject({ tests: z.number(), scenarios: z.number() }),
  warnings: z.array(z.string()).optional(),
});
