import { expect, it } from 'vitest';
import type { FeatureScenario } from '../../ide/app/tool-replies.ts';
import { outcomeOf, shownState } from '../../ide/screens/features/outcome.ts';
import { ScenarioCode } from '../../model/names/codes.ts';

const scenario = (code: string, rows?: number): FeatureScenario => ({
  scenario: ScenarioCode.parse(code),
  name: code,
  keyword: 'Scenario',
  issueKeys: [],
  steps: [],
  ...(rows !== undefined && { rows }),
});

const FEATURE = [scenario('f1.s1'), scenario('f1.s2', 3)];

it.each([
  ['nothing', {}, {}, undefined],
  ['one scenario', { 'f1.s1': 'passed' }, {}, { state: 'passed', played: 1, all: 4, shown: 'partial' }],
  [
    'some rows, one failed',
    { 'f1.s2': 'failed' },
    { 'f1.s2': { 0: 'passed', 2: 'failed' } },
    { state: 'failed', played: 2, all: 4, shown: 'failed' },
  ],
  [
    'all',
    { 'f1.s1': 'passed', 'f1.s2': 'passed' },
    { 'f1.s2': { 0: 'passed', 1: 'passed', 2: 'passed' } },
    { state: 'passed', played: 4, all: 4, shown: 'passed' },
  ],
])('the outcome of a feature sums up what was run: %s', (_words, scenarios, rows, expected) => {
  const outcome = outcomeOf(FEATURE, { scenarios, rows });
  expect(outcome && { ...outcome, shown: shownState(outcome) }).toEqual(expected);
});
