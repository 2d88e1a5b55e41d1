import { patternOf, valuesIn } from '../../model/feature/step-pattern.ts';
import { counted } from '../../model/names/counted.ts';
import type { LinkHeader, ProjectSnapshot, TestHeader } from '../../model/protocol/channel/project-view.ts';
import type { FeatureEntry, FeatureScenario } from './tool-replies.ts';

export type LinkedTest = Pick<TestHeader, 'moduleCode' | 'testCode'>;

export type Links = Pick<ProjectSnapshot, 'links' | 'tests'>;

/** Black: a test implements the step. `missing`: the name of the deleted test that it was linked to. */
type StepLink =
  | { isLinked: true; link: LinkHeader; test: TestHeader }
  | { isLinked: false; missing?: string | undefined };

const own = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

export function stepLink({ links, tests }: Links, text: string): StepLink {
  const link = own(links, text);
  const test = link && own(tests, link.testCode);
  if (link === undefined || test === undefined) return { isLinked: false, missing: link && nameOfLast(link) };
  return { isLinked: true, link, test };
}

/** The name is known only of tests that were deleted in Steploom. */
const nameOfLast = ({ testName, testCode }: LinkHeader): string =>
  testName === undefined ? testCode : `“${testName}”`;

const isLinked = (links: Links, text: string): boolean => stepLink(links, text).isLinked;

export interface StepCount {
  linked: number;
  steps: number;
}

export function countSteps(links: Links, scenarios: readonly FeatureScenario[]): StepCount {
  let [linked, steps] = [0, 0];
  for (const scenario of scenarios) {
    linked += countLinked(links, scenario);
    steps += scenario.steps.length;
  }
  return { linked, steps };
}

const linkedCounts = new WeakMap<FeatureScenario, Links & { linked: number }>();

/** Cached until links or tests change. */
function countLinked({ links, tests }: Links, scenario: FeatureScenario): number {
  const known = linkedCounts.get(scenario);
  if (known?.links === links && known.tests === tests) return known.linked;
  const linked = scenario.steps.filter(({ text }) => isLinked({ links, tests }, text)).length;
  linkedCounts.set(scenario, { links, tests, linked });
  return linked;
}

export function withLink(snapshot: ProjectSnapshot, text: string, link: LinkHeader | undefined): ProjectSnapshot {
  const { [text]: _old, ...others } = snapshot.links;
  return { ...snapshot, links: link === undefined ? others : { ...others, [text]: link } };
}

export const scenariosAt = (
  features: readonly FeatureEntry[],
  { feature, scenario }: { feature?: string | undefined; scenario?: string | undefined },
): FeatureScenario[] =>
  features
    .filter(({ featureCode }) => feature === undefined || featureCode === feature)
    .flatMap(({ scenarios }) => scenarios)
    .filter(one => scenario === undefined || one.scenario === scenario);

interface RedStep {
  feature: string;
  scenario: string;
  index: number;
}

export function firstRedStep(
  links: Links,
  features: readonly FeatureEntry[],
  place: Parameters<typeof scenariosAt>[1] = {},
): RedStep | undefined {
  for (const entry of features) {
    for (const { scenario, steps } of scenariosAt([entry], place)) {
      const red = steps.find(({ text }) => !isLinked(links, text));
      if (red !== undefined) return { feature: entry.featureCode, scenario, index: red.index };
    }
  }
  return undefined;
}

export const unlinkedInWords = (count: number): string =>
  `${counted(count, 'step is', 'steps are')} not linked: scenarios with unlinked steps are reported as not implemented.`;

type Groups = ReadonlyMap<string, readonly string[]>;

const NONE: readonly string[] = [];
const known = new WeakMap<readonly FeatureEntry[], Groups>();
const reds = new WeakMap<readonly string[], Links & { red: readonly string[] }>();

export function redTextsLike(
  features: readonly FeatureEntry[],
  { links, tests }: Links,
  text: string,
): readonly string[] {
  const group = groupsOf(features).get(text);
  if (group === undefined) return NONE;
  const kept = reds.get(group);
  const isFresh = kept !== undefined && kept.links === links && kept.tests === tests;
  const red = isFresh ? kept.red : group.filter(each => !isLinked({ links, tests }, each));
  if (!isFresh) reds.set(group, { links, tests, red });
  return red.includes(text) ? red.filter(other => other !== text) : red;
}

function groupsOf(features: readonly FeatureEntry[]): Groups {
  const found = known.get(features) ?? readGroups(features);
  known.set(features, found);
  return found;
}

function readGroups(features: readonly FeatureEntry[]): Groups {
  const texts = new Set(
    features.flatMap(({ scenarios }) => scenarios.flatMap(({ steps }) => steps.map(step => step.text))),
  );
  const byPattern = new Map<string, string[]>();
  for (const text of texts) {
    if (valuesIn(text).length === 0) continue;
    const pattern = patternOf(text);
    const group = byPattern.get(pattern);
    if (group === undefined) byPattern.set(pattern, [text]);
    else group.push(text);
  }
  return new Map([...byPattern.values()].flatMap(group => (group.length < 2 ? [] : group.map(text => [text, group]))));
}
