import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openShop, type Shop } from '../../support/shop.ts';

const Exported = z.object({ text: z.string(), notes: z.array(z.string()) });

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ withIde: false });
  await shop.author.module('A');
});
afterAll(() => shop[Symbol.asyncDispose]());

test('an action that calls a function that there is not is refused at its field, with those that come near', async () => {
  const action = { type: 'fill', locator: '#user', value: 'Ann {{ $randomTxt(3) }}' };
  const refused = await shop.author.client.failure('createTest', { moduleCode: 'm1', name: 'A', actions: [action] });
  expect(refused).toMatchObject({
    message: expect.stringContaining(
      '{{ $randomTxt(3) }} cannot be computed: no function is called $randomTxt; there are $randomText, ',
    ),
    data: { reason: 'invalid-params', field: 'actions[0].value' },
  });
  const block = { type: 'if', condition: '$uid() = "1"' };
  expect(
    await shop.author.client.failure('createTest', { moduleCode: 'm1', name: 'A', actions: [block, { type: 'end' }] }),
  ).toMatchObject({ message: expect.stringContaining('$uuid'), data: { field: 'actions[0].condition' } });
});

test('exported code of Playwright has the functions that its expressions call, and says what it needs for them', async () => {
  const { testCode } = await shop.author.test('m1', 'Codes', {
    actions: [
      { type: 'fill', locator: '#code', value: '{{ $totp(secret.KEY) }}' },
      { type: 'fill', locator: '#name', value: '{{ $randomText(3) }}' },
    ],
  });
  const { text, notes } = await shop.author.client.call(
    'exportTest',
    { testCode, format: 'playwright-test' },
    Exported,
  );
  expect(text).toContain("import { randomInt } from 'node:crypto';");
  expect(text).toContain("import { TOTP, URI } from 'otpauth';");
  expect(text).toContain("compiled.registerFunction('totp', ");
  expect(text).toContain("compiled.registerFunction('randomText', ");
  expect(text).not.toContain("registerFunction('uuid'");
  expect(notes).toContain('One-time codes need otpauth: npm install otpauth.');
});
