import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop, type Shop } from '../../support/shop.ts';

const SECRET = 'spring-Rain-4711';
const Reply = z.object({
  authentication: z.looseObject({
    method: z.string(),
    roles: z.array(z.looseObject({ role: z.string() })),
    headers: z.record(z.string(), z.unknown()),
  }),
});

const configure = async ({ author }: Shop, args: object) =>
  (await author.client.call('configureAuth', args, Reply)).authentication;
const read = async ({ author }: Shop) => (await author.client.call('getAuthConfig', {}, Reply)).authentication;
const textOf = ({ app }: Shop, path: string) => readFile(join(app.folder, path), 'utf8');

describe('the sign-in settings', () => {
  it('a new project has no sign-in settings', async () => {
    await using shop = await openShop();
    expect(await read(shop)).toEqual({ method: 'none', roles: [], headers: {} });
  });

  it('plain passwords and header values never appear in replies or in project.json', async () => {
    await using shop = await openShop();
    const roles = [
      { role: 'customer', username: 'ann', password: SECRET },
      { role: 'admin', username: '{{env.ADMIN}}', password: '{{secret.admin}}', stateFile: 'states/admin.json' },
    ];
    const headers = { 'X-Key': `${SECRET}-2`, 'X-Other': '{{secret.other}}' };
    const shown = await configure(shop, { method: 'basic', roles, headers, reuseMinutes: 30 });
    expect(shown).toEqual({
      method: 'basic',
      roles: [
        { role: 'customer', username: 'ann', password: { set: true } },
        {
          role: 'admin',
          username: '{{env.ADMIN}}',
          password: { set: true, reference: '{{secret.admin}}' },
          stateFile: 'states/admin.json',
        },
      ],
      headers: { 'X-Key': { set: true }, 'X-Other': { set: true, reference: '{{secret.other}}' } },
      reuseMinutes: 30,
    });
    expect(await read(shop)).toEqual(shown);
    expect(await textOf(shop, 'project.json')).not.toContain(SECRET);
    expect(await textOf(shop, '.steploom/secrets.json')).toContain(SECRET);
  });

  it('configureAuth keeps the passwords, method and roles that a call leaves out', async () => {
    await using shop = await openShop();
    await configure(shop, { method: 'basic', roles: [{ role: 'customer', username: 'ann', password: SECRET }] });
    await configure(shop, { roles: [{ role: 'customer', username: 'eve' }] });
    await configure(shop, { reuseMinutes: 5 });
    expect(await read(shop)).toMatchObject({
      method: 'basic',
      roles: [{ role: 'customer', username: 'eve', password: { set: true } }],
      reuseMinutes: 5,
    });
    await configure(shop, { headers: { 'X-Key': 'value-of-key', 'X-Other': '{{env.other}}' } });
    await configure(shop, { headers: { 'X-Key': '', 'X-Other': '' } });
    expect((await read(shop)).headers).toEqual({
      'X-Key': { set: true },
      'X-Other': { set: true, reference: '{{env.other}}' },
    });
    await configure(shop, { roles: [{ role: 'customer', password: '{{secret.x}}' }] });
    expect(await textOf(shop, '.steploom/secrets.json')).not.toContain(SECRET);
  });

  it('removing a role or a header removes its secret, and undo brings both back', async () => {
    await using shop = await openShop();
    await configure(shop, { roles: [{ role: 'customer', password: SECRET }], headers: { 'X-Key': `${SECRET}-2` } });
    for (const change of [
      { roles: [], headers: {} },
      { roles: null, headers: null },
    ]) {
      await configure(shop, change);
      expect(await textOf(shop, '.steploom/secrets.json')).not.toContain(SECRET);
      await shop.author.do('undo');
      expect(await read(shop)).toMatchObject({
        roles: [{ password: { set: true } }],
        headers: { 'X-Key': { set: true } },
      });
      expect(await textOf(shop, '.steploom/secrets.json')).toContain(`${SECRET}-2`);
    }
  });

  it('the sign-in and sign-out tests must exist, and null clears them', async () => {
    await using shop = await openShop();
    await shop.author.module('A');
    await shop.author.test('m1', 'Log in');
    const check = { locator: "getByText('Hello')", matcher: 'toBeVisible' };
    const shown = await configure(shop, {
      method: 'form',
      signInTest: 'm1.t1',
      signOutTest: 't1',
      identityCheck: check,
    });
    expect(shown).toMatchObject({ method: 'form', signInTest: 'm1.t1', signOutTest: 't1', identityCheck: check });
    expect(await shop.author.refusal('configureAuth', { signInTest: 't9' })).toMatch(/^not-found: No test t9/);
    const cleared = await configure(shop, { signInTest: null, signOutTest: null, identityCheck: null });
    expect(cleared).toEqual({ method: 'form', roles: [], headers: {} });
  });

  it.each([
    [{ method: 'oauth' }, /"method" must be one of/],
    [{ roles: [{ username: 'ann' }] }, /"roles\[0\].role" is missing/],
    [{ roles: [{ role: 'a' }, { role: 'a' }] }, /"roles\[1\].role": "a" appears twice/],
    [{ headers: { 'two words': 'x' } }, /"headers/],
    [{ identityCheck: { matcher: 'toBeVisible' } }, /"identityCheck.locator" is missing/],
    [{ identityCheck: { locator: 'h1', matcher: 'toBeNice' } }, /"identityCheck.matcher"/],
    [{ identityCheck: { locator: 'getByRole(', matcher: 'toBeVisible' } }, /"identityCheck.locator"/],
    [{ identityCheck: { locator: 'h1', matcher: 'toHaveText' } }, /"identityCheck.expected".*toHaveText needs/],
    [{ identityCheck: { locator: '', matcher: 'toHaveTitle' } }, /"identityCheck.expected".*toHaveTitle needs/],
    [{ reuseMinutes: -1 }, /"reuseMinutes"/],
  ])('configureAuth refuses %j', async (args, message) => {
    await using shop = await openShop();
    const failure = await shop.author.client.failure('configureAuth', args);
    expect(failure.code).toBe(-32602);
    expect(failure.message).toMatch(message);
  });

  it('a test that the sign-in settings use is deleted only with force', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('Sign in');
    await author.module('Rest');
    await author.test('m1', 'In');
    await author.test('m2', 'Out');
    await configure(shop, { method: 'form', signInTest: 'm1.t1', signOutTest: 't2' });
    expect(await author.refusal('deleteTest', { moduleCode: 'm1', testCode: 't1' })).toBe(
      'in-use: Test t1 is in use: signInTest of the sign-in settings uses t1. "force": true deletes it anyway.',
    );
    expect(await author.refusal('deleteModule', { moduleCode: 'm2' })).toBe(
      'in-use: Module m2 is in use: signOutTest of the sign-in settings uses t2. "force": true deletes it anyway.',
    );
    await author.do('deleteModule', { moduleCode: 'm2', force: true });
    await author.do('configureAuth', { signInTest: null });
    await author.do('deleteTest', { moduleCode: 'm1', testCode: 't1' });
    expect(await author.tests()).toEqual([]);
  });
});
