import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { states, useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<title>Page</title><h1>Home</h1>' });

const Hook = z.object({
  testCode: z.string(),
  title: z.string(),
  state: z.string(),
  error: z.object({ message: z.string() }).optional(),
  actions: z.array(z.object({ title: z.string(), state: z.string() })),
});
const Results = z.object({
  runId: z.string(),
  outcome: z.string(),
  before: Hook.optional(),
  actions: z.array(z.object({ state: z.string(), title: z.string() })).default([]),
  after: Hook.optional(),
  items: z
    .array(z.object({ title: z.string(), state: z.string(), before: Hook.optional(), after: Hook.optional() }))
    .default([]),
});

const visit = { type: 'visit', url: '/' };
const note = (name: string) => ({
  type: 'script',
  code: `(window.notes ??= []).push('${name}') && '${name}'`,
  into: name,
});
const fails = { type: 'assert', matcher: 'toHaveTitle', expected: 'No', timeoutMs: 50 };

interface ModuleTests {
  before?: readonly object[];
  test: object;
  after?: readonly object[];
}

/** A module of its own with hooks and one test. */
async function write({ before, test: fields, after }: ModuleTests) {
  const reply = await runner.app.client.call(
    'createModule',
    { name: 'Hooked' },
    z.object({ module: z.object({ moduleCode: z.string() }) }),
  );
  const { moduleCode } = reply.module;
  const hooks: Record<string, string> = {};
  for (const [slot, actions] of Object.entries({ before, after }))
    if (actions !== undefined) {
      const hook = { name: `Runs ${slot}`, moduleCode, actions };
      const Created = z.object({ test: z.object({ testCode: z.string() }) });
      hooks[slot] = (await runner.app.client.call('createTest', hook, Created)).test.testCode;
    }
  await runner.call('editModule', { moduleCode, ...hooks });
  return { moduleCode, hooks, testId: await runner.write({ name: 'The test', moduleCode, ...fields }) };
}

async function run(testId: string, options: object = {}) {
  await runner.call('runTest', { testId, wait: 25, ...options });
  return runner.app.client.call('getTestResults', { limit: 1_000 }, Results);
}

describe('tests that a module runs before and after each of its tests', () => {
  test('hooks share page and variables with their test and are listed beside its actions', async () => {
    const wanted = '"{{first}}" === "first" && window.notes.join() === "first,second"';
    const { testId, hooks } = await write({
      before: [visit, note('first')],
      test: { actions: [note('second'), { type: 'assert', matcher: 'toPassScript', expected: wanted }] },
      after: [{ type: 'assert', matcher: 'toPassScript', expected: '"{{second}}" === "second"' }],
    });
    const results = await run(testId);
    expect(results).toMatchObject({
      outcome: 'passed',
      before: { testCode: hooks.before, title: 'Runs before', state: 'passed', actions: [{ state: 'passed' }, {}] },
      actions: [{ state: 'passed' }, { state: 'passed' }],
      after: { testCode: hooks.after, title: 'Runs after', state: 'passed' },
    });
    const steps = await stepsOf(results.runId);
    expect(steps[0]).toBe('Before each test: Runs before');
    expect(steps.at(-1)).toBe('After each test: Runs after');
  });

  test('hooks run around each data row and around each test of a suite', { tags: ['full'] }, async () => {
    const { testId } = await write({
      before: [visit, { type: 'assert', matcher: 'toPassScript', expected: 'window.notes === undefined' }],
      test: { data: { rows: [{ who: 'Ann' }, { who: 'Bob' }] }, actions: [note('seen')] },
      after: [],
    });
    const rows = await run(testId);
    const each = [
      { state: 'passed', before: { state: 'passed' }, after: { state: 'passed' } },
      { state: 'passed', before: { state: 'passed' }, after: { state: 'passed' } },
    ];
    expect(rows.items).toMatchObject(each);
    const suite = await runner.write({ type: 'suite', actions: [{ type: 'plugTest', test: testId }] });
    expect((await run(suite)).items).toMatchObject(each);
  });

  test('a failing before hook skips the test, and the after hook still runs', async () => {
    const { testId } = await write({ before: [visit, fails], test: { actions: [visit] }, after: [note('tidy')] });
    const results = await run(testId);
    expect(results).toMatchObject({ outcome: 'failed', before: { state: 'failed' }, after: { state: 'passed' } });
    expect(states(await actionsOf(results.runId))).toEqual(['skipped']);
  });

  test('the after hook runs when the test failed, and its own failure fails the test', { tags: ['full'] }, async () => {
    const failing = await write({ test: { actions: [visit, fails] }, after: [note('tidy')] });
    expect(await run(failing.testId)).toMatchObject({ outcome: 'failed', after: { state: 'passed' } });
    const untidy = await write({ test: { actions: [visit] }, after: [fails] });
    expect(await run(untidy.testId)).toMatchObject({
      outcome: 'failed',
      actions: [{ state: 'passed' }],
      after: { state: 'failed', actions: [{ state: 'failed' }] },
    });
  });

  test('a run from or up to an action leaves out the before or after hook, and a hook has no hooks', {
    tags: 'full',
  }, async () => {
    const { testId, hooks } = await write({ before: [visit], test: { actions: [visit, note('a')] }, after: [visit] });
    const first = await run(testId, { toAction: 0 });
    expect(first).toMatchObject({ outcome: 'passed', before: { state: 'passed' } });
    expect(first.after).toBeUndefined();
    const rest = await run(testId, { fromAction: 1 });
    expect(rest.before).toBeUndefined();
    expect(rest.after).toMatchObject({ state: 'passed' });
    const alone = await run(hooks.before ?? '');
    expect(alone).toMatchObject({ outcome: 'passed', actions: [{ state: 'passed' }] });
    expect(alone.before ?? alone.after).toBeUndefined();
  });

  test('the results say why a hook could not begin', async () => {
    const { testId, moduleCode } = await write({ test: { actions: [visit] } });
    const parameters = [{ name: 'who', default: '{{ nobody }}' }];
    const before = await runner.write({ name: 'Needs a name', moduleCode, parameters, actions: [visit] });
    await runner.call('editModule', { moduleCode, before });
    const results = await run(testId);
    expect(results).toMatchObject({ outcome: 'error', before: { state: 'error', actions: [] } });
    expect(results.before?.error?.message).toContain('No value is called nobody');
  });

  test('no test of a module runs while one of its hooks is deleted', async () => {
    const { testId, moduleCode, hooks } = await write({ before: [visit], test: { actions: [visit] } });
    await runner.call('deleteTest', { moduleCode, testCode: hooks.before, force: true });
    const message = `The test cannot run: ${testId} belongs to ${moduleCode}, whose "before" names ${hooks.before}, which does not exist.`;
    await expect(runner.call('runTest', { testId })).rejects.toThrow(message);
    await runner.call('editModule', { moduleCode, before: null });
    expect(await run(testId)).toMatchObject({ outcome: 'passed' });
  });

  test('the values that a hook needs are checked before the run starts', async () => {
    const { testId } = await write({
      before: [{ type: 'fill', locator: 'h1', value: '{{secret.NOWHERE}}' }],
      test: { actions: [visit] },
    });
    await expect(runner.call('runTest', { testId })).rejects.toThrow(/The test needs secret\.NOWHERE/);
  });
});

const actionsOf = async (runId: string) => (await runner.results({ runId })).actions;

async function stepsOf(runId: string): Promise<string[]> {
  const file = join(runner.app.folder, '.steploom', 'runs', runId, 'messages.ndjson');
  const Pickle = z.object({ pickle: z.object({ steps: z.array(z.object({ text: z.string() })) }).optional() });
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.flatMap(line => Pickle.parse(JSON.parse(line)).pickle?.steps ?? []).map(({ text }) => text);
}
