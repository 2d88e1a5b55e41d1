import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { faultsIn } from '../../server/reports/envelope-schema.ts';
import { Author } from '../../support/author.ts';
import { featuresOf, noticed, putFeature } from '../../support/feature-files.ts';
import { BASKET } from './basket-feature.ts';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<title>Shop</title><h1>Shop</h1><input id="box"><textarea id="note"></textarea>' });

const Step = z.looseObject({
  index: z.number(),
  text: z.string(),
  state: z.string(),
  testCode: z.string().optional(),
  actions: z.array(z.looseObject({ state: z.string(), testCode: z.string() })),
  error: z.looseObject({ message: z.string() }).optional(),
});
const Scenario = z.looseObject({
  scenario: z.string(),
  row: z.number().optional(),
  state: z.string(),
  steps: z.array(Step),
});
const Results = z.looseObject({ runId: z.string(), state: z.string(), scenarios: z.array(Scenario).default([]) });

const assertValue = (expected: string) => ({
  type: 'assert',
  matcher: 'toHaveValue',
  locator: '#box',
  expected,
  timeoutMs: 4_000,
});

async function run(args: object, tool = 'runFeatures') {
  await runner.call(tool, { ...args, wait: 25 });
  await runner.until(({ state }) => !['starting', 'running'].includes(state));
  return runner.app.client.call('getTestResults', { limit: 10_000 }, Results);
}

const states = ({ steps }: z.infer<typeof Scenario>) => steps.map(({ state }) => state);

beforeAll(async () => {
  const author = new Author(runner.app.client);
  await putFeature(runner.app.folder, 'basket.feature', BASKET);
  await noticed(async () => expect(await featuresOf(author)).toHaveLength(1));
  const link = (text: string, testCode: string, parameters?: object) =>
    runner.call('linkStep', { text, moduleCode: 'm1', testCode, parameters });
  const parameter = (...names: string[]) => ({ parameters: names.map(name => ({ name })) });
  const fill = (value: string) => ({ type: 'fill', locator: '#box', value });
  await link('the shop is open', await runner.write([{ type: 'visit', url: '/' }]));
  const extract = { type: 'extract', from: 'value', locator: '#box', into: 'typed' };
  await link('I type "mug"', await runner.write([fill('mug'), extract]));
  await link('the box says mug', await runner.write([assertValue('{{typed}}')]));
  const typing = await runner.write({
    actions: [fill('{{word}} {{more}}'), { ...extract, into: 'seen' }],
    ...parameter('word', 'more'),
  });
  await link('I type <word> and more', typing, { more: '<<other>>' });
  await link('it is there', await runner.write([assertValue('{{seen}}')]));
  const table = { actions: [fill('{{table[1][1]}} {{table[1][0]}}'), assertValue('2 mug')], ...parameter('table') };
  await link('I look at these:', await runner.write(table));
  const note = { type: 'fill', locator: '#note', value: '{{text}}' };
  const same = {
    type: 'assert',
    matcher: 'toHaveValue',
    locator: '#note',
    expected: 'Dear shop,\nhello',
    timeoutMs: 4_000,
  };
  await link('I write', await runner.write({ actions: [note, same], ...parameter('text') }));
  await link('the page breaks', await runner.write([{ type: 'script', code: 'throw new Error("broken")' }]));
});

describe('a run of scenarios', () => {
  test('a scenario runs the tests of its steps in one page, background first, with shared variables', async () => {
    const { state, scenarios } = await run({ scenario: 'f1.s1' }, 'runTest');
    expect(state).toBe('passed');
    expect(scenarios).toMatchObject([
      {
        scenario: 'f1.s1',
        state: 'passed',
        steps: [
          { index: 0, keyword: 'Given', text: 'the shop is open', testCode: 't1', actions: [{ type: 'visit' }] },
          { index: 1, text: 'I type "mug"', testCode: 't2', actions: [{}, { type: 'extract' }] },
          { index: 2, text: 'the box says mug', testCode: 't3', state: 'passed' },
        ],
      },
    ]);
  });

  test('an outline runs row by row and passes its cells as parameters exactly as written', async () => {
    const { state, scenarios } = await run({ scenarios: ['f1.s2'] });
    expect(state).toBe('passed');
    expect(scenarios.map(({ scenario, row, steps }) => [scenario, row, steps[1]?.text])).toEqual([
      ['f1.s2', 0, 'I type cup and more'],
      ['f1.s2', 1, 'I type {{env.GONE}} and more'],
    ]);
    const one = await run({ scenario: 'f1.s2.r1' }, 'runTest');
    expect(one.scenarios.map(({ row }) => row)).toEqual([1]);
  });

  test('a step passes its table or text to the test that asks for it', async () => {
    expect(await run({ scenarios: ['Table and text'] })).toMatchObject({ state: 'passed' });
  });

  test('a scenario ends at a step that nothing implements unless keepRunning is set', { tags: 'full' }, async () => {
    const { state, scenarios } = await run({ tags: '@red' });
    expect(state).toBe('notImplemented');
    expect(scenarios.map(states)).toEqual([['passed', 'notImplemented', 'skipped']]);
    const further = await run({ tags: '@red', keepRunning: true });
    // What the box should say was stored by a step of another scenario only.
    expect(further).toMatchObject({ state: 'error', scenarios: [{ state: 'error' }] });
    expect(further.scenarios.map(states)).toEqual([['passed', 'notImplemented', 'error']]);
  });

  test('a scenario ends at a step that fails, and the run takes the worst state of all', { tags: 'full' }, async () => {
    const { state, runId, scenarios } = await run({ features: ['f1'] });
    expect(state).toBe('error');
    expect(scenarios.map(scenario => scenario.state)).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      'notImplemented',
      'error',
      'notImplemented',
    ]);
    expect(scenarios.map(states)[5]).toEqual(['passed', 'error', 'skipped', 'skipped']);
    const stored = z
      .looseObject({ items: z.array(z.unknown()), scenarios: z.array(Scenario) })
      .parse(JSON.parse(await readFile(join(runner.app.folder, '.steploom/runs', runId, 'run.json'), 'utf8')));
    expect(stored.items).toEqual([]);
    expect(stored.scenarios).toHaveLength(7);
    const failures = await runner.app.client.call('getTestResults', { detail: 'failures' }, Results);
    expect(failures.scenarios[5]?.steps).toMatchObject([{ index: 1, state: 'error' }]);
  });

  test('a run writes Cucumber messages of the feature file that fit their schema', { tags: 'full' }, async () => {
    const { runId } = await run({ features: ['f1'] });
    const text = await readFile(join(runner.app.folder, '.steploom/runs', runId, 'messages.ndjson'), 'utf8');
    const messages = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(faultsIn(messages)).toEqual([]);
    const all = (kind: string) => messages.flatMap(message => message[kind] ?? []);
    expect(all('source')).toEqual([{ uri: 'basket.feature', data: BASKET, mediaType: expect.any(String) }]);
    expect(all('pickle')).toHaveLength(7);
    expect(all('testCase')).toHaveLength(7);
    const statuses = all('testStepFinished').map(({ testStepResult }) => testStepResult.status);
    expect(statuses.filter(status => status === 'UNDEFINED')).toHaveLength(1);
    expect(statuses.filter(status => status === 'FAILED')).toHaveLength(1);
  });

  test('a run of scenarios pauses at a breakpoint in a linked test and can be resumed', {
    tags: ['full'],
  }, async () => {
    await runner.call('setBreakpoint', { testId: 't3', actionIndex: 0 });
    await runner.call('runTest', { scenario: 'f1.s1', wait: 25 });
    const status = await runner.app.client.call('getTestStatus', {}, z.looseObject({ state: z.string() }));
    expect(status).toMatchObject({
      state: 'paused',
      scenario: 'f1.s1',
      action: { testCode: 't3', actionIndex: 0 },
      done: 2,
      total: 3,
    });
    await runner.call('clearBreakpoints');
    await runner.call('resumeTest', {});
    await runner.until(({ state }) => state === 'passed');
  });

  test('a run of scenarios is reported as Cucumber JSON with one element for each row', { tags: 'full' }, async () => {
    const { runId } = await run({ features: ['f1'] });
    const Report = z.object({ format: z.string(), fileName: z.string(), report: z.string() });
    const get = (format: string) => runner.app.client.call('getReport', { runId, format, as: 'text' }, Report);
    const { fileName, report } = await get('cucumber');
    expect(fileName).toBe('cucumber.json');
    const [feature, ...others] = JSON.parse(report);
    expect(others).toEqual([]);
    expect(feature).toMatchObject({
      uri: 'basket.feature',
      name: 'Basket',
      keyword: 'Feature',
      tags: [{ name: '@SHOP-1' }],
    });
    const names = feature.elements.map(({ name, line }: { name: string; line: number }) => `${line} ${name}`);
    expect(names.slice(0, 3)).toEqual(['8 Remember', '18 Type cup', '19 Type {{env.GONE}}']);
    const statuses = feature.elements.map((element: { steps: { result: { status: string } }[] }) =>
      element.steps.map(({ result }) => result.status),
    );
    expect(statuses[4]).toEqual(['passed', 'undefined', 'skipped']);
    expect(statuses[5]).toEqual(['passed', 'failed', 'skipped', 'skipped']);
    expect((await get('pretty')).report).toContain('? When nobody has done this (not implemented)');
    const kept = await runner.app.client.call(
      'getReport',
      { runId, format: 'messages', as: 'file' },
      z.looseObject({ url: z.string() }),
    );
    const answer = await fetch(kept.url, { headers: { Authorization: `Bearer ${runner.app.client.token}` } });
    expect([answer.status, (await answer.text()).split('\n')[0]]).toEqual([200, expect.stringContaining('"meta"')]);
  });

  test.each([
    [{}, /^invalid-params: Name what to run/],
    [{ scenario: 'f1.s1', testId: 't1' }, /^invalid-params: Give "testId" or "scenario", not both/],
    [{ scenario: 'f1.s99' }, /^not-found: No scenario "f1.s99"/],
    [{ scenario: 'f1.s2.r7' }, /^not-found: Scenario f1.s2 has 2 example rows/],
    [{ scenario: 'f1.s1.r0' }, /^not-found: Scenario f1.s1 is not an outline/],
  ])('runTest refuses the arguments %j', async (args, reason) => {
    expect(await new Author(runner.app.client).refusal('runTest', args)).toMatch(reason);
  });

  test('runFeatures is refused when its arguments fit no scenario', async () => {
    const author = new Author(runner.app.client);
    expect(await author.refusal('runFeatures', { tags: '@nowhere' })).toMatch(/^not-found: No scenario is meant/);
    expect(await author.refusal('runFeatures', { features: ['Baskett'] })).toMatch(/^not-found: .*"Basket"/);
  });
});
