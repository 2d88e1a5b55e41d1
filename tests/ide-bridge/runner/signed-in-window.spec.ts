import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ENTERED, membersArea, SIGN_IN } from '../../support/members-area.ts';
import { useRunner } from './runner-fixture.ts';

// Each runs a browser several times.
vi.setConfig({ testTimeout: 300_000 });

const PASSWORD = 'spring-Rain-4711';
const area = membersArea({ ann: PASSWORD, max: PASSWORD });
const runner = useRunner(area.pages, { isAnew: true });

const ROLES = [
  { role: 'customer', username: 'ann', password: PASSWORD },
  { role: 'admin', username: 'max', password: PASSWORD },
];

const Arrival = z.looseObject({ url: z.string(), notSignedIn: z.string().optional() });
const Listing = z.object({ elements: z.array(z.looseObject({ role: z.string(), name: z.string() })) });

const goTo = (url: string, args: object = {}) => runner.app.client.call('navigateUrl', { url, ...args }, Arrival);

async function heading(): Promise<string | undefined> {
  const query = { role: 'heading', interactiveOnly: false };
  return (await runner.app.client.call('getPageElements', query, Listing)).elements[0]?.name;
}

async function configure(actions: readonly { type: string }[], roles: readonly object[] = ROLES): Promise<void> {
  const signInTest = await runner.write({ name: 'Sign in', actions });
  await runner.call('configureAuth', { method: 'form', roles, signInTest, reuseMinutes: 30 });
}

beforeEach(() => {
  area.signIns.length = 0;
});

describe('the app window', () => {
  test('the app window opens signed in as the first role and stays signed in', { tags: ['full'] }, async () => {
    await configure(SIGN_IN);
    expect((await goTo('/')).notSignedIn).toBeUndefined();
    expect(await heading()).toBe('Hello ann');
    await goTo('/');
    expect(area.signIns).toEqual(['ann']);
  });

  test('the app window reopens for the requested role or for nobody, and an unknown role is refused', {
    tags: 'full',
  }, async () => {
    await configure(SIGN_IN);
    await goTo('/', { role: 'admin' });
    expect(await heading()).toBe('Hello max');
    await goTo('/', { role: 'none' });
    expect(await heading()).toBe('Nobody is signed in');
    await goTo('/', { role: 'admin' });
    expect(await heading()).toBe('Hello max');
    expect(area.signIns).toEqual(['max']);
    expect((await runner.app.client.failure('navigateUrl', { url: '/', role: 'ghost' })).message).toMatch(
      /^No role "ghost"/,
    );
  });

  test('a failed sign-in says why, and the app window stays as it is', { tags: 'full' }, async () => {
    await configure(SIGN_IN);
    await goTo('/', { role: 'admin' });
    await configure([...SIGN_IN, ...ENTERED], [{ role: 'customer', username: 'ann', password: 'a-wrong-one-99' }]);
    const { data, message } = await runner.app.client.failure('navigateUrl', { url: '/', role: 'customer' });
    expect(data.reason).toBe('invalid-project');
    expect(message).toMatch(/^Nobody could be signed in: .*Refused/);
    expect(await heading()).toBe('Hello max');
  });
});

test('a test is refused when it gives a role to a plugged test that shares its browser', async () => {
  await configure(SIGN_IN);
  const plugged = await runner.write([{ type: 'visit', url: '/' }]);
  const testId = await runner.write([{ type: 'plugTest', test: plugged, role: 'admin' }]);
  expect((await runner.app.client.failure('runTest', { testId })).message).toBe(
    `The test cannot run: ${testId} action 1 gives a role to ${plugged}, which shares the browser of this test; items of a suite can have one of their own.`,
  );
});
