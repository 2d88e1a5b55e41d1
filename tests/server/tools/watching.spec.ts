import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { comments, eventually, useApp } from '../../ide/shared-app.ts';
import { editFile } from '../../support/outside-edit.ts';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';

const shop = useApp({ isAnew: true });

const RunsReply = z.object({
  runs: z.array(z.looseObject({ title: z.string(), items: z.number(), state: z.string() })),
});
const WatchedReply = z.object({
  watched: z.array(z.looseObject({ code: z.string(), by: z.string(), problem: z.string().optional() })),
});

/** How each run ended, the first one first. */
const runs = async () =>
  (await shop.author.client.call('getRuns', {}, RunsReply)).runs
    .map(({ title, items, state }) => `${title}, ${items} ${state}`)
    .reverse();
const expectRuns = (expected: readonly string[]) => expect.poll(runs, eventually).toEqual(expected);
const watched = async () => (await shop.author.client.call('getWatched', {}, WatchedReply)).watched;
const codes = async () => (await watched()).map(({ code }) => code);
const part = { moduleCode: 'm1', testCode: 't1' };
const editBrowse = (word: string) =>
  shop.author.do('editTest', { moduleCode: 'm1', testCode: 't3', actions: comments(word) });
const editPart = (...words: string[]) => shop.author.do('editTest', { ...part, actions: comments(...words) });

/** Test t2 plugs in t1, t3 has nothing to do with them. */
beforeEach(async () => {
  const { author } = shop;
  await author.module('Shop');
  await author.test('m1', 'Sign in', { actions: comments('first') });
  await author.test('m1', 'Buy', { actions: [{ type: 'plugTest', test: 't1' }] });
  await author.test('m1', 'Browse', { actions: comments('around') });
});

describe('what is watched', () => {
  it('a test runs once after a burst of edits of a part that it plugs in, and again when its file changes, beside the app window', async () => {
    const { author, app } = shop;
    await author.do('startWatching', { codes: ['m1.t2'] });
    expect(await watched()).toMatchObject([{ code: 't2', by: 'write 1', versionId: 'main' }]);
    for (const word of ['one', 'two', 'three']) await editPart(word);
    await expectRuns(['Shop › Buy, 1 passed']);
    await editFile(app.folder, 'versions/main/modules/m1.json', text => text.replace('"three"', '"from git"'));
    await expectRuns(['Shop › Buy, 1 passed', 'Shop › Buy, 1 passed']);
    // It would be answered from the app window, were that open.
    expect(await author.refusal('getPageInfo')).toMatch(/^ide-not-open: /);
    const { runs: told } = await author.client.call('getRuns', {}, RunsReply);
    const Run = z.object({ run: z.looseObject({ startedBy: z.string() }) });
    const { run } = await author.client.call('getRun', { runId: told[0]?.runId }, Run);
    expect(run.startedBy).toBe('watch');
  });

  const put = (path: string, text: string) => shop.author.do('putFile', { path, text });

  /** Test t4 uploads two files, one of them by a path that is computed; the rows of t5 come from a file. */
  async function withFiles(page: ServedPages) {
    const { author } = shop;
    for (const path of ['dog.txt', 'cat.txt']) await put(path, 'small');
    await put('rows.json', '[{ "size": "S" }]');
    const upload = { type: 'upload', locator: 'input', files: ['dog.txt', '{{ kind }}.txt'] };
    const actions = [{ type: 'visit', url: page.url }, upload];
    await author.test('m1', 'Send', { parameters: [{ name: 'kind', default: 'cat' }], actions });
    await author.test('m1', 'Sizes', { data: { file: 'rows.json' }, actions: comments('{{ size }}') });
    await put('rows.json', '[{ "size": "M" }]');
  }

  it('a test runs again when a file changes that its rows come from, and no other', async () => {
    const { author, app } = shop;
    await using page = await servePages({});
    await withFiles(page);
    await author.do('startWatching', { codes: ['t2', 't4', 't5'] });
    await writeFile(join(app.folder, 'files/rows.json'), '[{ "size": "S" }, { "size": "L" }]');
    await expectRuns(['Shop › Sizes, 2 passed']);
  });

  it('a test runs again when a file changes that it, or what it plugs in, uploads by whichever path', {
    tags: 'full',
  }, async () => {
    const { author } = shop;
    await using page = await servePages({ '/': '<input type=file multiple>' });
    await withFiles(page);
    await author.do('editTest', { ...part, actions: [{ type: 'plugTest', test: 't4' }] });
    await author.do('startWatching', { codes: ['t4', 't5'] });
    await put('dog.txt', 'large');
    await expectRuns(['Shop › Send, 1 passed']);
    await author.do('startWatching', { codes: ['t2'] });
    await put('cat.txt', 'large');
    await expectRuns(['Shop › Send, 1 passed', '2 tests, 2 passed']);
  });

  it('what is not affected does not run, nor what is not watched any more', async () => {
    const { author } = shop;
    await author.do('startWatching', { codes: ['t2', 't3'] });
    await editBrowse('elsewhere');
    await expectRuns(['Shop › Browse, 1 passed']);
    await author.do('stopWatching', { codes: ['t2'] });
    expect(await codes()).toEqual(['t3']);
    await editPart('four');
    await editBrowse('once more');
    await expectRuns(['Shop › Browse, 1 passed', 'Shop › Browse, 1 passed']);
  });

  it('edits while its run is under way make it run once more, with the latest', async () => {
    const { author } = shop;
    await author.do('startWatching', { codes: ['t2', 't3'] });
    const slow = { type: 'wait', until: 'time', value: 1_500 };
    await author.do('editTest', { ...part, actions: [slow] });
    await expectRuns(['Shop › Buy, 1 running']);
    for (const word of ['one', 'two']) await editPart(word);
    await expectRuns(['Shop › Buy, 1 passed', 'Shop › Buy, 1 passed']);
    await editBrowse('afterwards');
    await expectRuns(['Shop › Buy, 1 passed', 'Shop › Buy, 1 passed', 'Shop › Browse, 1 passed']);
  });

  it('of modules, suites and features only what the change affects runs, in one run', { tags: 'full' }, async () => {
    const { author } = shop;
    const text =
      'Feature: Orders\n  Scenario: One\n    Given I am signed in\n  Scenario: Two\n    Given I look around\n';
    await author.do('createFeature', { file: 'orders.feature', text });
    await author.do('linkStep', { text: 'I am signed in', ...part });
    await author.do('linkStep', { text: 'I look around', moduleCode: 'm1', testCode: 't3' });
    await author.test('m1', 'Nightly', { type: 'suite', actions: [{ type: 'plugTest', test: 't3' }] });
    await author.do('startWatching', { codes: ['m1', 'f1'] });
    await editPart('another');
    await expectRuns(['2 tests, 1 scenario, 3 passed']);
    await author.do('stopWatching');
    await author.do('startWatching', { codes: ['t4'] });
    const actions = [
      { type: 'plugTest', test: 't3' },
      { type: 'plugTest', test: 't2' },
    ];
    await author.do('editTest', { moduleCode: 'm1', testCode: 't4', actions });
    await expectRuns(['2 tests, 1 scenario, 3 passed', 'Shop › Nightly, 2 passed']);
  });

  it('a test that cannot run says why until it is mended, and one that is deleted is watched no more', async () => {
    const { author } = shop;
    await author.do('startWatching', { codes: ['t1', 't3'] });
    await author.do('editTest', { ...part, actions: [{ type: 'visit', url: '{{ env.GONE }}' }] });
    const problemOf = async (code: string) => (await watched()).find(item => item.code === code)?.problem;
    await expect.poll(() => problemOf('t1'), eventually).toContain('GONE');
    expect(await problemOf('t3')).toBeUndefined();
    await editPart('mended');
    await expectRuns(['Shop › Sign in, 1 passed']);
    expect(await problemOf('t1')).toBeUndefined();
    await author.do('deleteTest', { moduleCode: 'm1', testCode: 't3' });
    await expect.poll(codes, eventually).toEqual(['t1']);
  });

  it('what is not there, or not watched, is refused with what there is, and changes nothing', async () => {
    const { author, app } = shop;
    expect(await author.refusal('startWatching', { codes: ['t1', 't99'] })).toMatch(/^not-found: .*t99/);
    expect(await author.refusal('startWatching', { codes: ['f7.s1'] })).toMatch(/^not-found: .*f7\.s1/);
    expect(await author.refusal('startWatching', { codes: ['t1'], environment: 'Nowhere' })).toMatch(/^not-found: /);
    expect(await author.refusal('startWatching', { codes: ['Buy'] })).toMatch(/^invalid-params: .*such as "m1", "t57"/);
    expect(await codes()).toEqual([]);
    const reader = await app.clientWith('read');
    expect((await reader.failure('startWatching', { codes: ['t1'] })).data.reason).toBe('forbidden');
    await author.do('startWatching', { codes: ['t1'] });
    expect(await author.refusal('stopWatching', { codes: ['t2'] })).toBe(
      'not-found: "t2" is not watched. These are: t1.',
    );
    expect(await codes()).toEqual(['t1']);
  });
});
