import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Run } from '../../../model/run/run.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const exec = promisify(execFile);
const NAMED = ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'init.defaultBranch=main'];
const git = (cwd: string, ...words: string[]) => exec('git', [...NAMED, ...words], { cwd });

const Health = z.looseObject({
  runs: z.number(),
  modules: z.array(z.looseObject({ name: z.string(), failing: z.number(), passRate: z.number().optional() })),
  failing: z.array(z.looseObject({ name: z.string(), message: z.string().optional() })),
  flaky: z.array(z.looseObject({ name: z.string(), changes: z.number() })),
  slow: z.array(z.looseObject({ name: z.string(), ms: z.number() })),
  commits: z.array(z.object({ name: z.string(), title: z.string() })).optional(),
});
const Ended = z.looseObject({ runId: z.string(), state: z.string() });

const healthOf = ({ author }: Shop, given = {}) => author.client.call('getHealth', given, Health);

/** Results of a run by the codes of tests: passed in so many milliseconds, or failed. */
async function store({ app }: Shop, results: Record<string, number | 'failed'>): Promise<void> {
  const archive = new RunArchive(`${app.folder}/.steploom/runs`);
  const runId = await archive.begin();
  const items = Object.entries(results).map(([testCode, result]) => {
    const what = { testCode, moduleCode: 'm1', title: testCode, actions: [] };
    if (result !== 'failed') return { ...what, state: 'passed', ms: result };
    const action = { actionIndex: 0, actionId: 'a1', testCode, type: 'click', title: 'Click', state: 'error', ms: 5 };
    return { ...what, state: 'error', ms: 5, actions: [{ ...action, error: { message: 'No element matches.' } }] };
  });
  const head = { format: 1, runId, projectId: 'shop', versionId: 'main', title: 'All', startedBy: 'Ann' };
  const startedAt = '2026-01-02T03:04:05.000Z';
  await archive.save(Run.parse({ ...head, state: 'failed', startedAt, elapsedMs: 1, items }));
}

it('getHealth tells modules by their last runs, the worst first, and which tests fail, are flaky or slow', async () => {
  await using shop = await openShop({ withIde: false });
  const { author } = shop;
  const good = await author.module('Good');
  const bad = await author.module('Bad');
  const never = await author.module('Never');
  const test = async ({ moduleCode }: { moduleCode: string }, name: string) =>
    (await author.test(moduleCode, name)).testCode;
  const [quick, slow, flaky, broken] = [
    await test(good, 'Quick'),
    await test(good, 'Slow'),
    await test(bad, 'Flaky'),
    await test(bad, 'Broken'),
  ];
  await test(never, 'New');
  const suites = await author.module('Suites');
  await author.test(suites.moduleCode, 'Nightly', { type: 'suite', actions: [{ type: 'plugTest', test: quick }] });
  expect(await healthOf(shop)).toMatchObject({ runs: 0, failing: [], flaky: [], slow: [] });
  await store(shop, { [quick]: 10, [slow]: 9_000, [flaky]: 10, [broken]: 10 });
  await store(shop, { [quick]: 10, [slow]: 9_000, [flaky]: 'failed', [broken]: 'failed' });
  await store(shop, { [quick]: 10, [flaky]: 10, [broken]: 'failed' });
  const { modules, failing, ...health } = await healthOf(shop);
  expect(modules.map(({ name }) => name)).toEqual(['Bad', 'Good', 'Never', 'Suites']);
  expect(modules[0]).toMatchObject({ failing: 1, passRate: 50, runs: [{ passed: 2 }, { failed: 2 }, { failed: 1 }] });
  expect(modules[1]).toMatchObject({ failing: 0, passRate: 100, neverRan: 0, hasRun: true });
  expect(modules[2]).toMatchObject({ neverRan: 1, hasRun: false, runs: [] });
  expect(modules[3]).toMatchObject({ neverRan: 0, hasRun: false, runs: [] });
  expect(failing).toEqual([expect.objectContaining({ name: 'Broken', runId: 'r3', message: 'No element matches.' })]);
  expect(health).toMatchObject({ flaky: [{ name: 'Flaky', changes: 2 }], slow: [{ name: 'Slow', ms: 9_000 }] });
  expect((await healthOf(shop, { limit: 1 })).modules).toHaveLength(1);
});

it('runTests runs what differs from a commit, and what uses that, and says which commit there is not', async () => {
  await using shop = await openShop();
  const { author, app } = shop;
  const run = (changedSince: string) => author.client.call('runTests', { changedSince, wait: 20 }, Ended);
  const { moduleCode } = await author.module('Sign in');
  const comment = (text: string) => ({ actions: [{ type: 'comment', text }] });
  const { testCode } = await author.test(moduleCode, 'Inner', comment('a'));
  await author.test(moduleCode, 'Outer', { actions: [{ type: 'plugTest', test: testCode }] });
  await author.test(moduleCode, 'Other', comment('a'));
  await expect(run('main')).rejects.toThrow('The project is not in a git repository.');
  await git(app.folder, 'init', '-q');
  await git(app.folder, 'add', '.');
  await git(app.folder, 'commit', '-q', '-m', 'First tests');
  expect((await healthOf(shop, { withCommits: true })).commits).toEqual([
    { name: 'main', title: 'First tests' },
    { name: expect.stringMatching(/^[0-9a-f]{7,}$/), title: 'First tests' },
  ]);
  await expect(run('main')).rejects.toThrow('None of these tests has changed since main.');
  await expect(run('--output=x')).rejects.toThrow('Git knows no commit or branch “--output=x”.');
  await author.do('editTest', { moduleCode, testCode, ...comment('b') });
  const { state } = await run('main');
  expect(state).toBe('passed');
  const { runs } = await author.client.call('getRuns', {}, z.object({ runs: z.array(z.looseObject({})) }));
  expect(runs).toEqual([expect.objectContaining({ items: 2 })]);
});
