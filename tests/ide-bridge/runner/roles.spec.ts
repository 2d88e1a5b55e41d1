import { describe, expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<title>Home</title>' });

const visit = (url: string) => ({ type: 'visit', url });
const roles = [
  { role: 'customer', username: 'ann', password: 'spring-Rain-4711' },
  { role: 'admin', username: 'max', password: 'spring-Rain-4711' },
];
const configure = (settings: object) =>
  runner.call('configureAuth', { roles: null, headers: null, identityCheck: null, signInTest: null, ...settings });

describe('runs that are refused before they start', () => {
  test.each([
    [
      { method: 'basic', roles },
      { role: 'ghost' },
      'not-found: No role "ghost". Roles: customer, admin; "none" signs nobody in.',
    ],
    [{ method: 'none' }, { role: 'ghost' }, 'not-found: No role "ghost". No roles are set.'],
    [
      { method: 'basic' },
      {},
      'invalid-project: Nobody can be signed in: there are no roles. Set what is missing with configureAuth.',
    ],
    [
      { method: 'basic', roles: [{ role: 'a' }] },
      {},
      'invalid-project: Nobody can be signed in: role "a" has no username. Set what is missing with configureAuth.',
    ],
    [
      { method: 'header' },
      {},
      'invalid-project: Nobody can be signed in: there are no headers. Set what is missing with configureAuth.',
    ],
    [
      { method: 'basic', roles: [{ role: 'a', username: '{{ name }}' }] },
      {},
      'invalid-project: The username of role "a" is {{ name }}, but only {{env.NAME}} and {{secret.NAME}} work there.',
    ],
    [
      { method: 'basic', roles },
      { role: 'admin', context: 'live' },
      'invalid-params: "role" needs a browser context of its own; the live page stays as it is.',
    ],
  ])('a run with the sign-in settings %j and the options %j is refused', async (settings, options, refusal) => {
    await configure(settings);
    const testId = await runner.write([visit('/')]);
    const { data, message } = await runner.app.client.failure('runTest', { testId, ...options });
    expect(`${data.reason}: ${message}`).toBe(refusal);
  });

  test('a run is refused when its test asks for an unknown role and the run names no other', {
    tags: 'full',
  }, async () => {
    await configure({ method: 'basic', roles });
    const testId = await runner.write({ role: 'ghost', actions: [visit('/')] });
    const { message } = await runner.app.client.failure('runTest', { testId });
    expect(message).toBe(
      `Test ${testId} asks for the role "ghost", which there is not. Roles: customer, admin; "none" signs nobody in.`,
    );
    expect(await runner.runStored(testId, { role: 'admin' })).toMatchObject({ outcome: 'passed', role: 'admin' });
    await configure({ method: 'none' });
    expect(await runner.runStored(testId)).toMatchObject({ outcome: 'passed' });
  });
});
