import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ENTERED, greets, membersArea, SIGN_IN } from '../../support/members-area.ts';
import { useRunner } from './runner-fixture.ts';

// Each runs a browser several times.
vi.setConfig({ testTimeout: 300_000 });

const PASSWORD = 'spring-Rain-4711';
const area = membersArea({ ann: PASSWORD, max: PASSWORD });
const runner = useRunner(
  {
    ...area.pages,
    '/guarded': (request, response) => {
      const isKnown = request.headers['x-key'] === PASSWORD;
      response.writeHead(isKnown ? 200 : 403, { 'content-type': 'text/html' }).end('<title>Guarded</title>');
    },
  },
  { context: 'fresh' },
);

const Attempt = z.strictObject({
  ok: z.boolean(),
  role: z.string().optional(),
  method: z.string(),
  url: z.string().optional(),
  title: z.string().optional(),
  ms: z.number(),
  reason: z.string().optional(),
  failedAction: z.looseObject({ type: z.string(), message: z.string() }).optional(),
});
const tryAuth = (args: object = {}) => runner.app.client.call('tryAuth', args, Attempt);

const ROLES = [
  { role: 'customer', username: 'ann', password: PASSWORD },
  { role: 'admin', username: 'max', password: PASSWORD },
];
const CHECK = { locator: "getByRole('heading')", matcher: 'toHaveText', expected: 'Hello {{auth.username}}' };
const NOTHING = {
  ...{ roles: null, headers: null, identityCheck: null },
  ...{ signInTest: null, signOutTest: null, reuseMinutes: null },
};
const configure = (settings: object) => runner.call('configureAuth', { ...NOTHING, ...settings });

/** Checks that fail wait for as long as actions do. */
const limitActions = (actionMs: number) => runner.call('editProject', { settings: { timeouts: { actionMs } } });

beforeEach(async () => {
  area.forget();
  area.signIns.length = 0;
  await limitActions(10_000);
});

describe('tryAuth', () => {
  test('tryAuth signs in with the sign-in test and keeps the sign-in for later runs', { tags: 'full' }, async () => {
    const signInTest = await runner.write({ name: 'Sign in', actions: SIGN_IN });
    await configure({ method: 'form', roles: ROLES, signInTest, identityCheck: CHECK });
    const attempt = await tryAuth({ role: 'admin' });
    expect(attempt).toMatchObject({
      ok: true,
      role: 'admin',
      method: 'form',
      title: 'Members',
      url: `${runner.origin}/`,
    });
    const run = await runner.passes(greets('max'), { role: 'admin' });
    expect(run.signIns).toBeUndefined();
    expect(area.signIns).toEqual(['max']);
  });

  test('tryAuth ends the kept sign-in on the server with the sign-out test', { tags: 'full' }, async () => {
    const signInTest = await runner.write({ name: 'Sign in', actions: SIGN_IN });
    const leave = { type: 'click', locator: "getByRole('link', { name: 'Sign out' })" };
    const gone = { type: 'wait', until: 'visible', locator: "getByRole('heading', { name: 'Nobody is signed in' })" };
    const signOutTest = await runner.write([{ type: 'visit', url: '/' }, leave, gone]);
    await configure({ method: 'form', roles: ROLES, signInTest, signOutTest, reuseMinutes: 30 });
    await tryAuth();
    expect(area.open()).toEqual(['ann']);
    await tryAuth();
    expect(area.signIns).toEqual(['ann', 'ann']);
    expect(area.open()).toEqual(['ann']);
  });

  test('tryAuth says what failed and shows no password', async () => {
    const signInTest = await runner.write({ name: 'Sign in', actions: [...SIGN_IN, ...ENTERED] });
    await configure({ method: 'form', roles: [{ ...ROLES[0], password: 'a-wrong-one-99' }], signInTest });
    const attempt = await tryAuth();
    expect(attempt).toMatchObject({ ok: false, role: 'customer', failedAction: { type: 'script' } });
    expect(attempt.reason).toContain('Refused');
    expect(JSON.stringify(attempt)).not.toContain('a-wrong-one-99');
  });

  test('tryAuth says when the identity check does not show who is signed in', { tags: 'full' }, async () => {
    const signInTest = await runner.write({ name: 'Sign in', actions: SIGN_IN });
    const identityCheck = { ...CHECK, expected: 'Hello max' };
    await configure({ method: 'form', roles: ROLES, signInTest, identityCheck });
    await limitActions(4_000);
    const { ok, reason } = await tryAuth();
    expect(ok).toBe(false);
    expect(reason).toBe(
      'The sign-in test passed, but the identity check did not: Expected heading to have the text “Hello max”, but it is “Hello ann”.',
    );
  });

  test('tryAuth checks whether the application accepts the headers', { tags: 'full' }, async () => {
    const identityCheck = { url: '/guarded', locator: 'html', matcher: 'toBeVisible' };
    await configure({ method: 'header', headers: { 'X-Key': PASSWORD } });
    expect(await tryAuth()).toMatchObject({ ok: true, method: 'header' });
    await runner.call('editProject', { appUrl: `${runner.origin}/guarded` });
    expect(await tryAuth()).toMatchObject({ ok: true, title: 'Guarded' });
    await configure({ method: 'header', headers: { 'X-Key': 'a-wrong-one-99' } });
    const { ok, reason } = await tryAuth();
    expect({ ok, reason }).toEqual({
      ok: false,
      reason: `${runner.origin}/guarded answers with 403: it does not accept who is signed in.`,
    });
    await runner.call('editProject', { appUrl: runner.origin });
    await configure({ method: 'header', headers: { 'X-Key': PASSWORD }, identityCheck });
    expect(await tryAuth()).toMatchObject({ ok: true, url: `${runner.origin}/guarded` });
  });

  test('tryAuth keeps the sign-in of the app window for the method “state”', { tags: 'full' }, async () => {
    await configure({ method: 'state', roles: ROLES, identityCheck: CHECK });
    const testId = await runner.write(greets('ann'));
    const refusal = await runner.app.client.failure('runTest', { testId });
    expect(refusal.message).toBe('No sign-in is kept for role "customer", and there is no state file. Call tryAuth.');
    const values = { username: 'ann', password: PASSWORD };
    const byHand = SIGN_IN.map(action =>
      'value' in action ? { ...action, value: values[nameIn(action.value)] } : action,
    );
    await runner.passes([...byHand, greets('ann')[1]], { role: 'none' });
    expect(await tryAuth()).toMatchObject({ ok: true, method: 'state', role: 'customer' });
    expect((await runner.runStored(testId)).outcome).toBe('passed');
    area.forget();
    await limitActions(4_000);
    const late = await runner.runStored(testId);
    expect(late.outcome).toBe('error');
    expect(late.error?.message).toContain('The state that was kept does not show who is signed in');
  });

  test('a state file of the project signs in runs and tryAuth', { tags: 'full' }, async () => {
    await configure({ method: 'state', roles: [{ ...ROLES[0], stateFile: 'states/ann.json' }] });
    const testId = await runner.write(greets('ann'));
    const refusal = async () => (await runner.app.client.failure('runTest', { testId })).message;
    expect(await refusal()).toMatch(
      /^The state file of role "customer" cannot be used: there is no file files\/states\/ann.json/,
    );
    await mkdir(join(runner.app.folder, 'files', 'states'), { recursive: true });
    const file = join(runner.app.folder, 'files', 'states', 'ann.json');
    await writeFile(file, '[]');
    expect(await refusal()).toMatch(/holds no state of a browser/);
    const value = area.enter('ann');
    const cookies = [{ name: 'session', value, domain: '127.0.0.1', path: '/' }];
    await writeFile(file, JSON.stringify({ cookies }));
    expect((await runner.runStored(testId)).outcome).toBe('passed');
    expect(await tryAuth()).toMatchObject({ ok: true, method: 'state' });
  });

  test.each([
    [{ method: 'none' }, {}, /^There is nobody to sign in/],
    [{ method: 'form', roles: ROLES }, {}, /^Nobody can be signed in: there is no sign-in test/],
    [{ method: 'basic', roles: ROLES }, { role: 'ghost' }, /^No role "ghost". Roles: customer, admin/],
  ])('tryAuth refuses the settings %j with the arguments %j', async (settings, args, message) => {
    await configure(settings);
    expect((await runner.app.client.failure('tryAuth', args)).message).toMatch(message);
  });
});

const nameIn = (value: string): 'username' | 'password' => (value.includes('username') ? 'username' : 'password');
