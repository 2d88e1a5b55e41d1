import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newChildProcesses } from '../../support/child-processes.ts';
import { states, useRunner } from './runner-fixture.ts';

let askedAt = 0;
const PAGES: Parameters<typeof useRunner>[0] = {
  '/asked': (_request, response) => {
    askedAt = Date.now();
    response.end();
  },
  '/': '<title>Shop</title><h1>Shop</h1><input aria-label="Key" style="position:fixed;left:0;top:100px;width:200px;height:50px;border:0;padding:0">',
};
const runner = useRunner(PAGES);

const visit = { type: 'visit', url: '/' };
const fine = { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop' };
const wrong = { type: 'assert', matcher: 'toHaveTitle', expected: 'No', timeoutMs: 50 };
const comment = { type: 'comment', text: 'a' };

const fileOf = (runId: string, name = '', { app } = runner) => join(app.folder, '.steploom', 'runs', runId, name);
const Record = z.object({ items: z.array(z.object({ state: z.string(), startedAt: z.string(), ms: z.number() })) });
const isPng = async (path: string) => (await readFile(path)).subarray(1, 4).toString() === 'PNG';

describe('a suite', () => {
  test('a suite runs its tests one by one, continues after a failure and lists skipped tests', async () => {
    const good = await runner.write({ name: 'Good', actions: [visit, fine] });
    const bad = await runner.write({ name: 'Bad', actions: [visit, wrong, comment] });
    const left = await runner.write({ name: 'Left out', skip: true, actions: [wrong] });
    const empty = await runner.write({ name: 'Empty', actions: [] });
    const rows = await runner.write({ name: 'Rows', data: { rows: [{ a: 1 }, { a: 2 }] }, actions: [comment] });
    const plug = (code: string) => ({ type: 'plugTest', test: code });
    const suite = await runner.write({
      name: 'Suite',
      type: 'suite',
      actions: [
        plug(bad),
        plug(left),
        { ...plug(good), repeat: 2 },
        comment,
        { ...plug(bad), disabled: true },
        plug(empty),
        plug(rows),
      ],
    });
    const results = await runner.runStored(suite);
    expect(results.outcome).toBe('failed');
    expect(results.items.map(({ title, state }) => [title, state])).toEqual([
      ['Bad', 'failed'],
      ['Left out', 'skipped'],
      ['Good', 'passed'],
      ['Good', 'passed'],
      ['Empty', 'passed'],
      ['Rows (row 1)', 'passed'],
      ['Rows (row 2)', 'passed'],
    ]);
    expect(states(results.items[0]?.actions ?? [])).toEqual(['passed', 'failed', 'skipped']);
  });

  test('a suite passes its parameters on to its tests', { tags: 'full' }, async () => {
    const greet = await runner.write({
      name: 'Greet',
      parameters: [{ name: 'who' }, { name: 'wanted' }],
      actions: [
        visit,
        { type: 'assert', matcher: 'toPassScript', expected: '"{{who}}" === "{{wanted}}"', timeoutMs: 500 },
      ],
    });
    const suite = await runner.write({
      name: 'Greetings',
      type: 'suite',
      parameters: [
        { name: 'user', default: 'Ann' },
        { name: 'wanted', default: 'Hello Ann' },
      ],
      actions: [{ type: 'plugTest', test: greet, parameters: { who: 'Hello {{user}}', wanted: '{{wanted}}' } }],
    });
    expect(await runner.runStored(suite)).toMatchObject({ outcome: 'passed' });
    const given = { parameters: { user: 'Bob', wanted: 'Hello Bob' } };
    expect(await runner.runStored(suite, given)).toMatchObject({ outcome: 'passed' });
  });
});

describe('results', () => {
  test('an empty test passes', async () => {
    expect(await runner.run([])).toMatchObject({ outcome: 'passed', actions: [] });
  });

  test('the results can be limited to what did not pass, in blocks too', { tags: ['full'] }, async () => {
    const { runId } = await runner.run([
      visit,
      { type: 'group', title: 'G' },
      comment,
      wrong,
      comment,
      { type: 'end' },
      comment,
    ]);
    const failures = await runner.results({ detail: 'failures' });
    expect(failures.actions).toMatchObject([{ actionIndex: 1, actions: [{ actionIndex: 3, state: 'failed' }] }]);
    expect(failures.actions[0]?.actions).toHaveLength(1);
    const cut = await runner.results({ runId, limit: 1 });
    expect(cut.actions).toMatchObject([{ actionIndex: 0 }]);
    expect(cut.omitted).toBeDefined();
  });

  test('the results name a screenshot for each failure, or for each action on request', { tags: 'full' }, async () => {
    const failed = await runner.run([visit, wrong]);
    expect(failed.actions.map(({ screenshot }) => screenshot !== undefined)).toEqual([false, true]);
    expect(await isPng(fileOf(failed.runId, failed.actions[1]?.screenshot))).toBe(true);
    const each = await runner.run([visit, fine, wrong], { screenshots: 'each' });
    expect(each.actions.every(({ screenshot }) => screenshot !== undefined)).toBe(true);
    const none = await runner.run([visit, wrong], { screenshots: 'off' });
    expect(none.actions.some(({ screenshot }) => screenshot !== undefined)).toBe(false);
  });
});

describe('pictures', () => {
  test('a screenshot shows the viewport, the whole page or one element', async () => {
    const { actions, runId } = await runner.passes([
      visit,
      { type: 'script', code: "document.body.style.height = '3000px'" },
      { type: 'screenshot' },
      { type: 'screenshot', name: 'Whole', fullPage: true },
      { type: 'screenshot', locator: "getByLabel('Key')" },
    ]);
    const sizes = await Promise.all(
      actions.slice(2).map(async ({ screenshot }) => {
        const bytes = await readFile(fileOf(runId, screenshot));
        return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      }),
    );
    const [[width, height] = [], [wholeWidth, wholeHeight = 0] = [], element] = sizes;
    expect(wholeWidth).toBe(width);
    expect(wholeHeight).toBeGreaterThanOrEqual(3_000);
    expect(height).toBeLessThan(1_500);
    expect(element).toEqual([200, 50]);
  });
});

describe('a service that starts a browser of its own', () => {
  let ownProcesses: ReturnType<typeof newChildProcesses>;
  beforeEach(() => {
    ownProcesses = newChildProcesses();
  });
  // Its browser has yet to start in each spec, and one of them ends it.
  const alone = useRunner(PAGES, { ownBrowser: true, isAnew: true });

  test('a test begins when its page is ready, and not when the browser for it is started', async () => {
    const { runId } = await alone.run([visit, { type: 'visit', url: '/asked' }]);
    const { items } = Record.parse(JSON.parse(await readFile(fileOf(runId, 'run.json', alone), 'utf8')));
    expect(items).toEqual([expect.objectContaining({ state: 'passed' })]);
    for (const { startedAt, ms } of items)
      expect(Date.parse(startedAt) + Math.ceil(ms)).toBeGreaterThanOrEqual(askedAt);
  });

  test('many runs leave no listener behind, and the service leaves no process when it ends', {
    tags: 'full',
  }, async () => {
    const warnings: string[] = [];
    const warn = (warning: Error) => warnings.push(`${warning.name}: ${warning.message}`);
    process.on('warning', warn);
    const code = await alone.write({
      data: { rows: Array.from({ length: 4 }, (_, row) => ({ row })) },
      actions: [
        { type: 'loop', times: 3 },
        { type: 'assert', matcher: 'toPassScript', expected: '{{ round + 1 }} > 1' },
        { type: 'assert', matcher: 'toHaveURL', expected: 'about:blank' },
        { type: 'end' },
      ],
    });
    const passes = async () => expect(await alone.runStored(code)).toMatchObject({ outcome: 'passed' });
    // The browser starts with the first.
    await passes();
    const before = ownProcesses().length;
    for (let run = 0; run < 3; run++) await passes();
    expect(ownProcesses().length).toBeLessThanOrEqual(before + 2);
    const mine = ownProcesses().filter(({ commandLine }) => /chrom|expression-child/.test(commandLine));
    expect(mine.length).toBeGreaterThan(1);
    await alone.app.service.dispose();
    process.off('warning', warn);
    expect(warnings).toEqual([]);
    const left = new Set(ownProcesses().map(({ pid }) => pid));
    expect(mine.filter(({ pid }) => left.has(pid))).toEqual([]);
  });
});
