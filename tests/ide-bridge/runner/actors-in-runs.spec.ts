/** Actors who sign in, act in steps of scenarios, and in runs on several windows at once. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Author } from '../../support/author.ts';
import { featuresOf, noticed, putFeature } from '../../support/feature-files.ts';
import { greets, membersArea, SIGN_IN } from '../../support/members-area.ts';
import { type ActionInput, flat, states, useRunner } from './runner-fixture.ts';

// Each runs several browsers.
vi.setConfig({ testTimeout: 300_000 });

const PASSWORD = 'spring-Rain-4711';
const area = membersArea({ ann: PASSWORD, max: PASSWORD });
const runner = useRunner(area.pages, { context: 'fresh', isAnew: true });

const ROLES = [
  { role: 'customer', username: 'ann', password: PASSWORD },
  { role: 'admin', username: 'max', password: PASSWORD },
];
const ACTORS = [
  { name: 'Buyer', role: 'customer' },
  { name: 'Seller', role: 'admin' },
];

const as = (actor: string, actions: readonly ActionInput[]) => actions.map(action => ({ ...action, actor }));
const both = () => [...greets('ann'), ...as('Seller', greets('max'))];

async function configure(roles: readonly object[] = ROLES): Promise<void> {
  const signInTest = await runner.write({ name: 'Sign in', actions: SIGN_IN });
  await runner.call('configureAuth', { method: 'form', roles, signInTest });
}

beforeEach(() => {
  area.forget();
  area.signIns.length = 0;
});

describe('actors of a run', () => {
  test('each is signed in as their role, which the result lists', { tags: 'full' }, async () => {
    await configure();
    const results = await runner.run({ actors: ACTORS, actions: both() });
    expect([results.outcome, area.signIns]).toEqual(['passed', ['ann', 'max']]);
    expect(results.signIns?.map(({ role, state }) => [role, state])).toEqual([
      ['customer', 'passed'],
      ['admin', 'passed'],
    ]);
  });

  test('one whose sign-in fails is the error of their first row, and the others have acted', {
    tags: 'full',
  }, async () => {
    await configure([ROLES[0] ?? {}, { ...ROLES[1], password: 'a-wrong-one-99' }]);
    await runner.call('configureAuth', {
      identityCheck: { locator: "getByRole('heading')", matcher: 'toHaveText', expected: 'Hello {{auth.username}}' },
    });
    await runner.call('editProject', { settings: { timeouts: { actionMs: 2_000 } } });
    const results = await runner.run({ actors: ACTORS, actions: both() });
    const length = greets('ann').length;
    expect(states(results.actions).slice(0, length + 1)).toEqual([...Array(length).fill('passed'), 'error']);
    expect(results.actions[length]?.error?.message).toMatch(/^Seller could not be signed in as “admin”: /);
    expect(JSON.stringify(results)).not.toContain('a-wrong-one-99');
  });

  test('tests side by side have actors of their own, and sign in once per role in each window', {
    tags: 'full',
  }, async () => {
    await configure();
    const tests = [];
    for (const name of ['One', 'Two', 'Three'])
      tests.push(await runner.write({ name, actors: ACTORS, actions: both() }));
    await runner.call('runTests', { tests, workers: 2 });
    await runner.until(({ state }) => !['starting', 'running'].includes(state));
    const { items, outcome } = await runner.results();
    expect([outcome, items.map(({ state }) => state)]).toEqual(['passed', Array(3).fill('passed')]);
  });

  test('a step linked to an actor is done by them', { tags: 'full' }, async () => {
    await configure();
    await putFeature(
      runner.app.folder,
      'deal.feature',
      'Feature: Deal\n  Scenario: Both\n    Given ann looks\n    Then max looks\n',
    );
    const author = new Author(runner.app.client);
    await noticed(async () => expect(await featuresOf(author)).toHaveLength(1));
    await runner.write({ name: 'Who is who', actors: ACTORS, actions: [] });
    const link = (text: string, testCode: string, actor?: string) =>
      runner.call('linkStep', { text, moduleCode: runner.moduleCode, testCode, actor });
    await link('ann looks', await runner.write(greets('ann')));
    await link('max looks', await runner.write(greets('max')), 'Seller');
    await expect(link('max looks', 't1', 'Sellr')).rejects.toThrow(/No test names the actor “Sellr”/);
    await runner.call('runTest', { scenario: 'f1.s1', wait: 25 });
    const { state } = await runner.until(status => !['starting', 'running'].includes(status.state));
    expect([state, flat((await runner.results()).actions).length, area.signIns]).toEqual(['passed', 0, ['ann', 'max']]);
  });
});
