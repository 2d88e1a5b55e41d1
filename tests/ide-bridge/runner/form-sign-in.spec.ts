import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ENTERED, greets, membersArea, SIGN_IN } from '../../support/members-area.ts';
import { type ActionInput, type Results, states, useRunner } from './runner-fixture.ts';

// Each runs a browser several times.
vi.setConfig({ testTimeout: 300_000 });

const PASSWORD = 'spring-Rain-4711';
const area = membersArea({ ann: PASSWORD, max: PASSWORD });
const runner = useRunner(area.pages, { context: 'fresh', isAnew: true });

const ROLES = [
  { role: 'customer', username: 'ann', password: PASSWORD },
  { role: 'admin', username: 'max', password: PASSWORD },
];
const CHECK = { locator: "getByRole('heading')", matcher: 'toHaveText', expected: 'Hello {{auth.username}}' };
const NOTHING = { roles: null, headers: null, identityCheck: null, signInTest: null, reuseMinutes: null };

const statesFolder = () => join(runner.app.folder, '.steploom', 'sign-in');
const stateFiles = () => readdir(statesFolder()).catch(() => []);

async function configure(settings: object = {}, actions: readonly ActionInput[] = SIGN_IN): Promise<string> {
  const signInTest = await runner.write({ name: 'Sign in', actions });
  await runner.call('configureAuth', { ...NOTHING, method: 'form', roles: ROLES, signInTest, ...settings });
  return signInTest;
}

const failureOf = ({ error }: Results) => error?.message;

/** Checks that fail wait for as long as actions do. */
const limitActions = (actionMs: number) => runner.call('editProject', { settings: { timeouts: { actionMs } } });

beforeEach(async () => {
  area.forget();
  area.signIns.length = 0;
  await limitActions(10_000);
});

describe('signing in by a test', () => {
  test('a run signs in once per role, and the first item of the role lists the sign-in', { tags: 'full' }, async () => {
    await configure();
    const [ann, max] = [
      await runner.write(greets('ann')),
      await runner.write({ role: 'admin', actions: greets('max') }),
    ];
    const plugs = [ann, max, ann, max].map(code => ({ type: 'plugTest', test: code }));
    const results = await runner.run({ type: 'suite', actions: plugs });
    expect(results.outcome).toBe('passed');
    expect(area.signIns).toEqual(['ann', 'max']);
    expect(results.items.map(({ role }) => role)).toEqual(['customer', 'admin', 'customer', 'admin']);
    expect(results.items.map(({ signIns }) => signIns?.map(({ role, title, state }) => [role, title, state]))).toEqual([
      [['customer', 'Sign in', 'passed']],
      [['admin', 'Sign in', 'passed']],
      undefined,
      undefined,
    ]);
    expect(states(results.items[0]?.signIns?.[0]?.actions ?? [])).toEqual(['passed', 'passed', 'passed', 'passed']);
  });

  test('a sign-in brings cookies, local storage and session storage to the run', async () => {
    await configure();
    const stored = { type: 'assert', matcher: 'toHaveText', locator: '#stored', expected: 'ann,ann' };
    const results = await runner.passes([...greets('ann'), stored]);
    expect(results).toMatchObject({ role: 'customer', signIns: [{ role: 'customer', state: 'passed' }] });
  });

  test('a sign-in test gets the values of its role as parameters, even when it runs by itself', {
    tags: 'full',
  }, async () => {
    const parameters = [{ name: 'username' }, { name: 'password', default: 'none' }];
    const actions = SIGN_IN.map(action => JSON.parse(JSON.stringify(action).replaceAll('auth.', '')));
    const signInTest = await runner.write({ name: 'Sign in', parameters, actions });
    await runner.call('configureAuth', { ...NOTHING, method: 'form', roles: ROLES, signInTest });
    await runner.passes(greets('ann'));
    expect((await runner.runStored(signInTest, { role: 'admin' })).outcome).toBe('passed');
    expect(area.signIns).toEqual(['ann', 'max']);
  });

  test('a failed sign-in keeps the tests of its role from running and says why', { tags: 'full' }, async () => {
    const roles = [{ ...ROLES[0], password: 'a-wrong-one-99' }, ROLES[1]];
    await configure({ roles }, [...SIGN_IN, ...ENTERED]);
    const [ann, max] = [
      await runner.write(greets('ann')),
      await runner.write({ role: 'admin', actions: greets('max') }),
    ];
    const plugs = [ann, ann, max].map(code => ({ type: 'plugTest', test: code }));
    const results = await runner.run({ type: 'suite', actions: plugs });
    expect(results.items.map(({ state }) => state)).toEqual(['error', 'error', 'passed']);
    for (const { error, actions } of results.items.slice(0, 2)) {
      expect(error?.message).toMatch(/^Not run, since signing in as "customer" failed: .*Refused/);
      expect(states(actions)).toEqual(['skipped', 'skipped']);
    }
    expect(results.items[0]?.signIns?.[0]).toMatchObject({ state: 'error' });
    expect(JSON.stringify(results)).not.toContain('a-wrong-one-99');
    const single = await runner.runStored(ann);
    expect(single).toMatchObject({ outcome: 'error', signIns: [{ state: 'error' }] });
    expect(failureOf(single)).toContain('Not run, since signing in as "customer" failed');
  });

  test('a run can be stopped while it signs in', { tags: 'full' }, async () => {
    const never = { type: 'wait', until: 'visible', locator: "getByText('Never')", timeoutMs: 100_000 };
    await configure({}, [{ type: 'visit', url: '/sign-in' }, never]);
    const testId = await runner.write(greets('ann'));
    await runner.call('runTest', { testId });
    await runner.until(({ action }) => action?.type === 'wait');
    await runner.call('stopTest');
    expect((await runner.status()).state).toBe('stopped');
    expect(area.signIns).toEqual([]);
  });

  test('a run signs nobody in for the role none or on the live page', { tags: ['full'] }, async () => {
    await configure();
    const nobody = {
      type: 'assert',
      matcher: 'toHaveText',
      locator: "getByRole('heading')",
      expected: 'Nobody is signed in',
    };
    await runner.passes([{ type: 'visit', url: '/' }, nobody], { role: 'none' });
    await runner.passes([nobody], { context: 'live' });
    expect(area.signIns).toEqual([]);
  });
});

describe('a kept sign-in', () => {
  test('a kept sign-in serves later runs while it may be reused, from a file only its owner can read', {
    tags: 'full',
  }, async () => {
    await configure({ reuseMinutes: 30 });
    const testId = await runner.write(greets('ann'));
    for (let round = 0; round < 2; round++) expect((await runner.runStored(testId)).outcome).toBe('passed');
    expect(area.signIns).toEqual(['ann']);
    const [name = '', ...others] = await stateFiles();
    expect(others).toEqual([]);
    expect((await stat(join(statesFolder(), name))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(statesFolder(), name), 'utf8')).toContain(area.tokens.at(-1));
    await runner.call('configureAuth', { reuseMinutes: 0 });
    expect((await runner.runStored(testId)).outcome).toBe('passed');
    expect(area.signIns).toEqual(['ann', 'ann']);
    expect(await stateFiles()).toEqual([]);
  });

  test('a kept sign-in is not used once credentials, sign-in test or environment change', {
    tags: 'full',
  }, async () => {
    const signInTest = await configure({ reuseMinutes: 30 });
    const testId = await runner.write([{ type: 'visit', url: '/' }]);
    const runs = async (times: number) => {
      await runner.runStored(testId);
      expect(area.signIns.length).toBe(times);
    };
    await runs(1);
    await runs(1);
    await runner.call('configureAuth', { roles: [{ role: 'customer', username: 'max', password: PASSWORD }] });
    await runs(2);
    expect(area.signIns).toEqual(['ann', 'max']);
    const remark = { moduleCode: runner.moduleCode, testCode: signInTest, type: 'comment', text: 'Changed' };
    await runner.call('createAction', remark);
    await runs(3);
    await runner.call('createEnvironment', { name: `other ${testId}`, items: [] });
    await runner.runStored(testId, { environment: `other ${testId}` });
    expect(area.signIns.length).toBe(4);
  });

  test('a kept sign-in is checked before it is used, and renewed when it no longer shows the user', {
    tags: 'full',
  }, async () => {
    await configure({ identityCheck: CHECK });
    const testId = await runner.write(greets('ann'));
    expect(await runner.runStored(testId)).toMatchObject({ outcome: 'passed', signIns: [{ state: 'passed' }] });
    const again = await runner.runStored(testId);
    expect(again).toMatchObject({ outcome: 'passed', role: 'customer' });
    expect(again.signIns).toBeUndefined();
    area.forget();
    await limitActions(4_000);
    expect(await runner.runStored(testId)).toMatchObject({ outcome: 'passed', signIns: [{ state: 'passed' }] });
    expect(area.signIns).toEqual(['ann', 'ann']);
  });

  test('a sign-in fails when its identity check does not pass within the time limit of actions', {
    tags: 'full',
  }, async () => {
    await configure({ identityCheck: { ...CHECK, expected: 'Hello nobody' }, reuseMinutes: 30 });
    await limitActions(4_000);
    const results = await runner.run(greets('ann'));
    expect(results.outcome).toBe('failed');
    expect(results.signIns?.[0]?.error?.message).toBe(
      'The sign-in test passed, but the identity check did not: Expected heading to have the text “Hello nobody”, but it is “Hello ann”.',
    );
    expect(results.signIns?.[0]?.error?.log?.join()).toContain('with timeout 4000ms');
    expect(area.signIns).toEqual(['ann']);
  });
});
