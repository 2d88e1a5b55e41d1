import { expect, it } from 'vitest';
import type { JsonElement, JsonFeature } from '../../../server/reports/cucumber-json.ts';
import { prepareResults } from '../../../server/uploads/prepare-results.ts';

const element = (name: string, tags: string[], status = 'passed'): JsonElement => ({
  description: '',
  id: name,
  keyword: 'Scenario',
  line: 3,
  name,
  steps: [{ keyword: 'Given ', name: 'it is so', result: { status } }],
  tags: tags.map(tag => ({ name: tag })),
  type: 'scenario',
});
const feature = (name: string, tags: string[], elements: JsonElement[]): JsonFeature => ({
  description: '',
  elements,
  id: name,
  line: 1,
  keyword: 'Feature',
  name,
  tags: tags.map(tag => ({ name: tag })),
  uri: `${name}.feature`,
});
const plain = { keyPrefix: undefined, statusMap: undefined, executionKey: undefined };

it('an issue key in two features causes a warning, but one shared by rows of an outline does not', () => {
  const rows = feature('Rows', [], [element('Takes 1', ['@SH-1']), element('Takes 2', ['@SH-1'])]);
  const again = feature('Again', [], [element('Signs in', ['@SH-2'])]);
  const twice = feature('Twice', [], [element('Signs in', ['@SH-2'])]);
  expect(prepareResults([rows], plain).warnings).toEqual([]);
  expect(prepareResults([rows, again, twice], plain).warnings).toEqual([
    'SH-2 is in several features: the service may keep the result of only one of them.',
  ]);
});

it('scenarios without a key of their own are left out, and so are features that are then empty', () => {
  const { features, leftOut, tests } = prepareResults(
    [
      feature('Basket', ['@REQ-1'], [element('Buys', ['@REQ-1']), element('Pays', ['@REQ-1', '@SH-2'])]),
      feature('Module', [], [element('A test', [])]),
    ],
    plain,
  );
  expect(leftOut).toEqual(['Basket: Buys', 'Module: A test']);
  expect(features.map(({ name, elements }) => [name, elements.length])).toEqual([['Basket', 1]]);
  expect(tests).toEqual([{ key: 'SH-2', scenario: 'Pays', status: 'passed' }]);
});

it.each([
  [['passed', 'failed', 'undefined'], 'failed'],
  [['passed', 'undefined', 'skipped'], 'notImplemented'],
  [['passed'], 'passed'],
])('a scenario with the step results %j is reported as %s', (statuses, status) => {
  const whole = element('Buys', ['@SH-1']);
  const steps = statuses.map(each => ({ keyword: 'Given ', name: 'it is so', result: { status: each } }));
  expect(prepareResults([feature('Basket', [], [{ ...whole, steps }])], plain).tests).toMatchObject([{ status }]);
});

it('a scenario with the keys of two tests counts for both, which is told', () => {
  const both = element('Pays', ['@TEST_SH-1', '@TEST_SH-2', '@REQ_SH-9'], 'failed');
  const { tests, warnings } = prepareResults([feature('Basket', [], [both])], plain);
  expect(tests).toEqual([
    { key: 'SH-1', scenario: 'Pays', status: 'failed' },
    { key: 'SH-2', scenario: 'Pays', status: 'failed' },
  ]);
  expect(warnings).toEqual([
    '1 scenario with the keys of several tests, e.g. “Pays”: SH-1, SH-2. The result counts for each.',
  ]);
});

it('keys that may be of further tests or of sets are told, and those of requirements are not', () => {
  const scenarios = [
    element('Pays', ['@SH-1', '@SH-2']),
    element('Buys', ['@SH-3', '@SH-4']),
    element('Looks', ['@SH-5', '@TESTSET_SH-7', '@REQ_SH-9']),
  ];
  const { tests, warnings } = prepareResults([feature('Basket', [], scenarios)], plain);
  expect(tests.map(({ key }) => key)).toEqual(['SH-1', 'SH-3', 'SH-5']);
  expect(warnings).toEqual([
    '2 scenarios with several issue keys without a prefix, e.g. “Pays”: SH-1, SH-2. The result is told as that of the first.',
  ]);
});
