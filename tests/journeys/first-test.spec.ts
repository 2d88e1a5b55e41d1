import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { steploom } from '../support/command-line.ts';
import { startSteploom } from '../support/running-steploom.ts';
import { servePages } from '../support/serve-pages.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const Module = z.object({ module: z.object({ moduleCode: z.string() }) });
const Test = z.object({ test: z.object({ testCode: z.string() }) });
const Results = z.object({
  runId: z.string(),
  outcome: z.string(),
  actions: z.array(
    z.object({
      type: z.string(),
      state: z.string(),
      error: z.object({ message: z.string(), expected: z.string(), actual: z.string() }).partial().optional(),
      screenshot: z.string().optional(),
    }),
  ),
});

const SIGN_IN_PAGE = `<!doctype html><title>Sign in</title>
  <form onsubmit="event.preventDefault(); document.querySelector('h1').textContent = 'Welcome ' + this.user.value">
    <h1>Sign in</h1><label>User <input name="user"></label><button>Enter</button>
  </form>`;

it('a program with a token writes a test, runs it on a real page and reads the results', async () => {
  await using pages = await servePages({ '/': SIGN_IN_PAGE });
  await using workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop', '--name', 'Shop', '--app-url', pages.url);
  await using service = await startSteploom(workspace.path);
  const client = await service.client('shop');

  const { module } = await client.call('createModule', { name: 'Sign in' }, Module);
  const { moduleCode } = module;
  const { test } = await client.call('createTest', { name: 'Valid user', moduleCode }, Test);
  const { testCode } = test;
  const place = { moduleCode, testCode };
  const actions = [
    { type: 'visit', url: '/' },
    { type: 'fill', locator: "getByLabel('User')", value: 'Ann' },
    { type: 'click', locator: "getByRole('button', { name: 'Enter' })" },
    { type: 'assert', matcher: 'toHaveText', locator: "getByRole('heading')", expected: 'Welcome Ann' },
  ];
  for (const action of actions) await client.call('createAction', { ...place, ...action }, z.unknown());

  await client.call('runTest', { moduleId: moduleCode, testId: testCode, wait: 25 }, z.unknown());
  const passed = await client.call('getTestResults', {}, Results);
  expect(passed.outcome).toBe('passed');
  expect(passed.actions.map(action => [action.type, action.state])).toEqual(
    actions.map(({ type }) => [type, 'passed']),
  );

  await client.call('editAction', { ...place, actionIndex: 3, expected: 'Welcome Bob', timeoutMs: 300 }, z.unknown());
  await client.call('runTest', { testId: testCode, wait: 25 }, z.unknown());
  const failed = await client.call('getTestResults', {}, Results);
  expect(failed.outcome).toBe('failed');
  expect(failed.actions[3]).toMatchObject({
    state: 'failed',
    error: { expected: 'Welcome Bob', actual: 'Welcome Ann' },
  });

  const picture = failed.actions[3]?.screenshot ?? '';
  const stored = join(workspace.path, 'shop', '.steploom', 'runs', failed.runId);
  expect((await readFile(join(stored, picture))).subarray(1, 4).toString()).toBe('PNG');
  expect(JSON.parse(await readFile(join(stored, 'run.json'), 'utf8'))).toMatchObject({ state: 'failed' });
  expect((await readFile(join(stored, 'messages.ndjson'), 'utf8')).trim().split('\n').length).toBeGreaterThan(10);

  await service.kill();
  await using again = await startSteploom(workspace.path);
  const reader = await again.client('shop', 'read');
  const kept = await reader.call('getActions', place, z.object({ actions: z.array(z.object({ type: z.string() })) }));
  expect(kept.actions.map(action => action.type)).toEqual(actions.map(({ type }) => type));
});
