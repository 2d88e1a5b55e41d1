import { expect, it } from 'vitest';
import { applyPatches } from '../../ide/app/apply-patches.ts';
import { countSteps, stepLink, withLink } from '../../ide/app/feature-links.ts';
import type { FeatureScenario, FeatureStep } from '../../ide/app/tool-replies.ts';
import { areFew } from '../../ide/parts/are-few.ts';
import { filterFeatures } from '../../ide/screens/features/feature-items.ts';
import { FeatureCode, ScenarioCode } from '../../model/names/codes.ts';
import { LinkHeader, ProjectSnapshot, TestHeader } from '../../model/protocol/channel/project-view.ts';
import { emptySnapshot } from './project-views.ts';

const test = TestHeader.parse({ testCode: 't1', moduleCode: 'm1', name: 'One', type: 'web', actionCount: 0 });
const link = LinkHeader.parse({ testCode: 't1' });

/** As the service sends it. */
const sent = (links: object) =>
  ProjectSnapshot.parse(JSON.parse(JSON.stringify({ ...emptySnapshot(), tests: { t1: test }, links })));

it.each(['__proto__', 'constructor', 'toString'])('a step %s counts as linked only while it has a link', text => {
  const read = sent({ [text]: link });
  expect(stepLink(read, text)).toEqual({ isLinked: true, link, test });
  expect(stepLink(sent({}), text)).toEqual({ isLinked: false });
  const unlinked = withLink(read, text, undefined);
  expect(stepLink(unlinked, text)).toEqual({ isLinked: false });
  expect(stepLink(withLink(unlinked, text, link), text).isLinked).toBe(true);
  const patched = applyPatches({ snapshot: unlinked, open: {} }, [{ op: 'set', path: ['links', text], value: link }]);
  expect(stepLink(patched.snapshot, text).isLinked).toBe(true);
});

it.each([
  ['a list', []],
  ['a link without a test', { 'the shop is open': {} }],
  ['a link to an invalid test', JSON.parse('{ "__proto__": { "testCode": 7 } }')],
])('a project with %s in place of its links is refused', (_words, links) => {
  expect(ProjectSnapshot.safeParse({ ...emptySnapshot(), links }).success).toBe(false);
});

const STEP = { index: 0, keyword: 'Given ' };
const scenarioOf = (scenario: string, steps: readonly FeatureStep[]): FeatureScenario => ({
  scenario: ScenarioCode.parse(scenario),
  name: scenario,
  keyword: 'Scenario',
  issueKeys: [],
  steps: [...steps],
});

it('the steps of a scenario are counted only once until its links or tests change', () => {
  let reads = 0;
  const step: FeatureStep = {
    ...STEP,
    get text() {
      reads += 1;
      return 'the shop is open';
    },
  };
  const scenarios = [scenarioOf('f1.s1', [step, { ...STEP, text: 'it rains' }])];
  const links = sent({ 'the shop is open': link });
  for (const _row of ['feature', 'scenario']) expect(countSteps(links, scenarios)).toEqual({ linked: 1, steps: 2 });
  expect(reads).toBe(1);
  expect(countSteps({ ...links, links: {} }, scenarios)).toEqual({ linked: 0, steps: 2 });
  expect(countSteps({ ...links, tests: {} }, scenarios)).toEqual({ linked: 0, steps: 2 });
  expect(countSteps(links, scenarios)).toEqual({ linked: 1, steps: 2 });
});

it.each([
  [999, true],
  [1_000, false],
])('a filter that leaves %d scenarios of a feature opens it: %s', (count, isOpened) => {
  const scenarios = Array.from({ length: count }, (_, at) => scenarioOf(`f1.s${at + 1}`, []));
  const featureCode = FeatureCode.parse('f1');
  const feature = { featureCode, name: 'Orders', file: 'a.feature', issueKeys: [], revision: '1', scenarios };
  const left = filterFeatures([feature], { text: 'orders', shown: 'all' }, { links: {}, tests: {}, states: {} });
  expect(areFew(left)).toBe(isOpened);
});
