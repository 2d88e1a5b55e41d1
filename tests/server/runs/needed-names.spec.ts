import { describe, expect, it } from 'vitest';
import { openShop } from '../../support/shop.ts';

const fill = (value: string, fields: object = {}) => ({ type: 'fill', locator: '#a', value, ...fields });

/** The names that a run is refused for. */
async function missing(author: Awaited<ReturnType<typeof openShop>>['author'], args: object): Promise<unknown> {
  const { data, message } = await author.client.failure('runTest', args);
  expect(data).toMatchObject({ reason: 'invalid-project', field: 'environment', next: 'editEnvironment' });
  expect(message).toMatch(/^The test needs .*, but the environment "empty" does not have them\./);
  return data.missing;
}

async function openProject() {
  const shop = await openShop();
  await shop.author.module('A');
  await shop.author.environment('empty');
  return shop;
}

describe('names that the environment does not have', () => {
  it('a run is refused for missing names in values, conditions and locators of enabled actions', async () => {
    await using shop = await openProject();
    await shop.author.test('m1', 'One', {
      actions: [
        fill('{{env.VALUE}} {{ $exists(env.MAYBE) }}', { comment: '{{env.REMARK}}' }),
        fill('{{env.OFF}}', { disabled: true }),
        { type: 'click', locator: "getByText('{{env.TEXT}}')" },
        { type: 'if', condition: 'env.FLAG = "on"' },
        { type: 'script', code: '"{{env.CODE}}"' },
        { type: 'end' },
      ],
    });
    expect(await missing(shop.author, { testId: 't1' })).toEqual(['env.VALUE', 'env.TEXT', 'env.FLAG']);
  });

  it('a run is refused for missing names in parameter defaults and in the values given instead', async () => {
    await using shop = await openProject();
    const { author } = shop;
    const parameters = [
      { name: 'user', default: '{{env.USER}}' },
      { name: 'word', default: '{{secret.WORD}}' },
    ];
    await author.test('m1', 'Sign in', { parameters });
    expect(await missing(author, { testId: 't1' })).toEqual(['env.USER', 'secret.WORD']);
    expect(await missing(author, { testId: 't1', parameters: { user: 'ann' } })).toEqual(['secret.WORD']);
    expect(await missing(author, { testId: 't1', parameters: { user: '{{env.OTHER}}', word: 'x' } })).toEqual([
      'env.OTHER',
    ]);
    await author.test('m1', 'Buy', {
      actions: [{ type: 'plugTest', test: 't1', parameters: { word: '{{env.GIVEN}}' } }],
    });
    expect(await missing(author, { testId: 't2' })).toEqual(['env.GIVEN', 'env.USER']);
    await author.test('m1', 'All', {
      type: 'suite',
      actions: [{ type: 'plugTest', test: 't1', parameters: { user: 'x' } }],
    });
    expect(await missing(author, { testId: 't3' })).toEqual(['secret.WORD']);
  });

  it('a run is refused for missing names in its data rows and in the outer data that it uses', async () => {
    await using shop = await openProject();
    const { author } = shop;
    await author.do('editProject', { data: { base: '{{env.BASE}}', other: '{{env.UNUSED}}' } });
    await author.do('editModule', { moduleCode: 'm1', data: { start: '{{base}}/start', idle: '{{secret.IDLE}}' } });
    await author.test('m1', 'Rows', {
      parameters: [{ name: 'user', default: '{{env.USER}}' }],
      data: { rows: [{ user: '{{secret.ANN}}' }, { user: '{{secret.BOB}}' }] },
      actions: [{ type: 'visit', url: '{{start}}' }, fill('{{user}}')],
    });
    expect(await missing(author, { testId: 't1' })).toEqual(['secret.ANN', 'env.BASE', 'secret.BOB']);
    await author.test('m1', 'Hidden', {
      parameters: [{ name: 'start', default: '/' }],
      actions: [fill('{{start}} {{env.X}}')],
    });
    expect(await missing(author, { testId: 't2' })).toEqual(['env.X']);
  });

  it('a run is refused for missing names in the tests that run before and after it', async () => {
    await using shop = await openProject();
    const { author } = shop;
    await author.test('m1', 'Before', {
      parameters: [{ name: 'user', default: '{{env.USER}}' }],
      actions: [fill('{{env.ONE}}')],
    });
    await author.test('m1', 'After', { actions: [fill('{{env.TWO}}')] });
    await author.test('m1', 'Test', { actions: [fill('{{env.OWN}}')] });
    await author.do('editModule', { moduleCode: 'm1', before: 't1', after: 't2' });
    expect(await missing(author, { testId: 't3' })).toEqual(['env.OWN', 'env.USER', 'env.ONE', 'env.TWO']);
    expect(await missing(author, { testId: 't3', fromAction: 0 })).toEqual(['env.OWN', 'env.TWO']);
    expect(await missing(author, { testId: 't3', toAction: 0 })).toEqual(['env.OWN', 'env.USER', 'env.ONE']);
  });
});
