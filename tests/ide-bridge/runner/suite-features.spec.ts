import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Author } from '../../support/author.ts';
import { noteRun } from '../../support/run-report/doors.ts';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<title>Shop</title><h1>Shop</h1><input id="box">' });

const FEATURE = `Feature: Basket
  Scenario: Open
    Given the shop is open
  @slow
  Scenario Outline: Type <word>
    Given the shop is open
    When I type <word>
    Examples:
      | word |
      | mug  |
      | boot |
  Scenario: Red
    Given nobody knows how
`;

const Results = z.looseObject({
  state: z.string(),
  items: z.array(z.looseObject({ testCode: z.string(), state: z.string() })).default([]),
  scenarios: z
    .array(z.looseObject({ scenario: z.string(), row: z.number().optional(), state: z.string() }))
    .default([]),
});

const Titles = z.looseObject({ items: z.array(z.looseObject({ title: z.string() })).optional() });

async function runSuite(...actions: { type: string; [field: string]: unknown }[]) {
  const suite = await runner.write({ type: 'suite', actions });
  await runner.call('runTest', { moduleId: 'm1', testId: suite, wait: 25 });
  await runner.until(({ state }) => !['starting', 'running'].includes(state));
  const { state, items, scenarios } = await runner.app.client.call('getTestResults', { limit: 1_000 }, Results);
  noteRun(actions, { outcome: state, actions: [] });
  return {
    state,
    tests: items.map(item => item.state),
    scenarios: scenarios.map(one => `${one.scenario}${one.row === undefined ? '' : `.r${one.row}`} ${one.state}`),
  };
}

describe('a suite with features', () => {
  beforeAll(async () => {
    await runner.call('createFeature', { text: FEATURE });
    const link = (text: string, testCode: string) => runner.call('linkStep', { text, moduleCode: 'm1', testCode });
    await link('the shop is open', await runner.write([{ type: 'visit', url: '/' }]));
    const typing = [{ type: 'fill', locator: '#box', value: '{{word}}' }];
    await link('I type <word>', await runner.write({ actions: typing, parameters: [{ name: 'word' }] }));
  });

  test('a suite runs whole features beside tests, and outlines row by row', { tags: ['full'] }, async () => {
    const plain = await runner.write([{ type: 'visit', url: '/' }]);
    const { state, tests, scenarios } = await runSuite(
      { type: 'plugTest', test: plain },
      { type: 'plugFeature', feature: 'f1' },
    );
    expect({ state, tests }).toEqual({ state: 'notImplemented', tests: ['passed'] });
    expect(scenarios).toEqual(['f1.s1 passed', 'f1.s2.r0 passed', 'f1.s2.r1 passed', 'f1.s3 notImplemented']);
  });

  test('a suite runs one scenario, one row of it or the scenarios with a tag', async () => {
    const one = await runSuite(
      { type: 'plugScenario', scenario: 'f1.s1' },
      { type: 'plugScenario', scenario: 'f1.s2.r1' },
    );
    expect(one).toEqual({ state: 'passed', tests: [], scenarios: ['f1.s1 passed', 'f1.s2.r1 passed'] });
    const slow = await runSuite({ type: 'plugFeature', feature: 'f1', tags: '@slow' });
    expect(slow.scenarios).toEqual(['f1.s2.r0 passed', 'f1.s2.r1 passed']);
    expect(await runSuite({ type: 'plugTags', tags: '@slow' })).toEqual(slow);
  });

  test('a suite in a suite runs what it holds, each item on its own, with the values it is given', async () => {
    const named = await runner.write({
      parameters: [{ name: 'text', default: 'Tea' }],
      actions: [
        { type: 'visit', url: '/' },
        { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '{{text}}', timeoutMs: 500 },
      ],
    });
    const inner = await runner.write({
      type: 'suite',
      parameters: [{ name: 'text' }],
      actions: [
        { type: 'plugTest', test: named },
        { type: 'plugScenario', scenario: 'f1.s1' },
      ],
    });
    const outer = await runSuite(
      { type: 'plugTest', test: inner, parameters: { text: 'Shop' } },
      { type: 'plugTest', test: inner, parameters: { text: 'Milk' } },
    );
    expect(outer).toEqual({
      state: 'failed',
      tests: ['passed', 'failed'],
      scenarios: ['f1.s1 passed', 'f1.s1 passed'],
    });
    const testId = await runner.write([{ type: 'plugTest', test: inner }]);
    const author = new Author(runner.app.client);
    expect(await author.refusal('runTest', { moduleId: 'm1', testId })).toMatch(/only a suite can hold it/);
  });

  test('a suite with data runs all that it holds once for each row, with the values of the row', {
    tags: ['full'],
  }, async () => {
    const named = await runner.write({
      tags: ['@row'],
      parameters: [{ name: 'text', default: 'Tea' }],
      actions: [
        { type: 'visit', url: '/' },
        { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '{{text}}', timeoutMs: 500 },
      ],
    });
    const suite = await runner.write({
      type: 'suite',
      data: {
        rows: [
          { text: 'Milk', other: 'Shop' },
          { text: "{{ 'Sh' & 'op' }}", other: 'Milk' },
        ],
      },
      actions: [
        { type: 'plugTest', test: named },
        { type: 'plugTest', test: named, parameters: { text: '{{other}}' } },
        { type: 'plugTags', tags: '@row' },
        { type: 'plugScenario', scenario: 'f1.s1' },
      ],
    });
    const { tests, scenarios } = await runSuite({ type: 'plugTest', test: suite });
    expect(tests).toEqual(['failed', 'passed', 'passed', 'failed']);
    expect(scenarios).toEqual(['f1.s1 passed', 'f1.s1 passed']);
    const { items = [] } = await runner.app.client.call('getTestResults', {}, Titles);
    expect(items.map(({ title }) => title.replace(/^.* \(/, '('))).toEqual(
      [1, 1, 2, 2].map(row => `(suite row ${row})`),
    );
  });

  test.each([
    [{ type: 'web', actions: [{ type: 'plugFeature', feature: 'f1' }] }, /which only a suite can do/],
    [{ type: 'suite', actions: [{ type: 'plugScenario', scenario: 'f1.s9' }] }, /runs f1.s9, which does not exist/],
    [{ type: 'suite', actions: [{ type: 'plugFeature', feature: 'f7' }] }, /runs f7, which does not exist/],
  ])('runTest refuses to run the test %j', async (fields, problem) => {
    const testId = await runner.write(fields);
    const author = new Author(runner.app.client);
    expect(await author.refusal('runTest', { moduleId: 'm1', testId })).toMatch(problem);
  });

  test('a suite refuses tags that cannot be read and rows that do not exist', async () => {
    const author = new Author(runner.app.client);
    const wrong = {
      moduleCode: 'm1',
      name: 'x',
      type: 'suite',
      actions: [{ type: 'plugFeature', feature: 'f1', tags: '@a and' }],
    };
    expect(await author.refusal('createTest', wrong)).toMatch(/^invalid-params: .*a tag is missing after/);
    const testId = await runner.write({ type: 'suite', actions: [{ type: 'plugScenario', scenario: 'f1.s2.r9' }] });
    expect(await author.refusal('runTest', { moduleId: 'm1', testId })).toMatch(
      /has 2 example rows; there is no row r9/,
    );
  });
});
