import { expect, test } from 'vitest';
import { z } from 'zod';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { startTestApp } from '../../support/test-app.ts';

const SAME = [
  ['testId', 'testCode'],
  ['moduleId', 'moduleCode'],
  ['feature', 'featureCode'],
] as const;

const tools = [...createToolRegistry().values()];

test.each(SAME)('wherever a tool takes %s or %s, it takes the other name as well', async (one, other) => {
  await using app = await startTestApp({ withIde: false });
  const found = tools.filter(({ input, scope }) => scope !== 'owner' && one in input.shape !== other in input.shape);
  expect(found.length).toBeGreaterThan(2);
  for (const { name, input, scope } of found) {
    const unlisted = one in input.shape ? other : one;
    const listed = unlisted === one ? other : one;
    const refusal = async (field: string) => {
      const { data } = await app.client.failure(name, {
        [field]: 7,
        ...(scope === 'read' ? {} : { idempotencyKey: 'k' }),
      });
      return data;
    };
    // A value that no tool takes: it is refused for itself, under the name that the schema lists.
    expect([name, await refusal(unlisted)]).toEqual([name, await refusal(listed)]);
  }
});

test('a test and a feature are found by either name of the parameter', async () => {
  await using app = await startTestApp({ withIde: false });
  const call = (name: string, args: object) => app.client.call(name, args, z.unknown());
  await call('createModule', { name: 'Sales' });
  await call('createTest', { moduleId: 'm1', name: 'Buy', actions: [{ type: 'comment', text: 'x' }] });
  expect(await call('getActions', { moduleId: 'm1', testId: 't1' })).toMatchObject({ total: 1 });
  await call('createFeature', { name: 'Basket' });
  expect(await call('getFeature', { featureCode: 'f1' })).toMatchObject({ feature: { name: 'Basket' } });
  expect(await call('useTool', { name: 'getFeatures', arguments: { featureCode: 'f1' } })).toMatchObject({
    total: 1,
  });
});

test('both names of one parameter together are refused', async () => {
  await using app = await startTestApp({ withIde: false });
  const { message } = await app.client.failure('deleteTest', { moduleCode: 'm1', testCode: 't1', testId: 't2' });
  expect(message).toContain('Unknown parameter "testId"');
});
