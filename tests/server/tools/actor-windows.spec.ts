/** Windows of the actors of a test, for callers who act and look. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

const runner = useRunner({
  '/': '<title>Room</title><button onclick="document.title = \'Asked\'">Ask</button>',
  '/desk': '<title>Desk</title><button onclick="console.error(\'Wrong\')">Answer</button>',
});

const ACTORS = [{ name: 'Buyer' }, { name: 'Seller' }];
const Page = z.looseObject({ title: z.string() });
const titleOf = async (actor?: string) =>
  Page.parse(await runner.call('getPageInfo', actor === undefined ? {} : { actor })).title;

describe('windows of actors', () => {
  test('open at their first visit, and each is looked at and acted on by name', async () => {
    await runner.write({ name: 'Deal', actors: ACTORS, actions: [] });
    await runner.call('navigateUrl', { url: '/', actor: 'Buyer' });
    await runner.call('performAction', { action: { type: 'visit', url: '/desk', actor: 'Seller' } });
    expect([await titleOf(), await titleOf('Buyer'), await titleOf('Seller')]).toEqual(['Room', 'Room', 'Desk']);
    expect(JSON.stringify(await runner.call('getPageElements', { actor: 'Seller' }))).toContain('Answer');
    const answer = { type: 'click', locator: "getByRole('button', { name: 'Answer' })", actor: 'Seller' };
    const done = await runner.call('performAction', { action: answer });
    expect(done).toMatchObject({ state: 'passed', page: { title: 'Desk' } });
    expect(await runner.call('getConsoleLog', { actor: 'Seller' })).toMatchObject({ entries: [{ text: 'Wrong' }] });
    expect(JSON.stringify(await runner.call('getConsoleLog', {}))).not.toContain('Wrong');
    expect(await runner.call('getIDEState')).toMatchObject({
      app: { actors: [{ name: 'Buyer' }, { name: 'Seller', url: `${runner.origin}/desk` }] },
    });
  });

  test('what several of them did is kept as a test that names them, and passes', async () => {
    const kept = z.looseObject({ kept: z.looseObject({ testCode: z.string() }) }).parse(
      await runner.call('performActions', {
        actions: [
          { type: 'visit', url: '/' },
          { type: 'visit', url: '/desk', actor: 'Seller' },
          { type: 'click', locator: "getByRole('button', { name: 'Ask' })" },
          { type: 'assert', matcher: 'toHaveTitle', expected: 'Desk', actor: 'Seller' },
        ],
        keepAs: { moduleCode: runner.moduleCode, name: 'Ask and look' },
      }),
    );
    const { testCode } = kept.kept;
    expect(await runner.call('getTest', { testCode }).catch(() => runner.call('getTests', {}))).toBeDefined();
    const results = await runner.runStored(testCode);
    expect([results.outcome, results.actions.map(({ title }) => title.split(':')[0])]).toEqual([
      'passed',
      ['Buyer', 'Seller', 'Buyer', 'Seller'],
    ]);
  });

  test('somebody without a window, and somebody whom no test names, are told apart', async () => {
    await runner.write({ name: 'Later', actors: [{ name: 'Buyer' }, { name: 'Judge' }], actions: [] });
    await expect(runner.call('getPageInfo', { actor: 'Judge' })).rejects.toThrow(/“Judge” has no window.*“Seller”/);
    await expect(runner.call('navigateUrl', { url: '/', actor: 'Nobody' })).rejects.toThrow(/No test names/);
  });
});
