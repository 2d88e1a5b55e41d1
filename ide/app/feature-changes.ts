import type { FeatureEntry, FeatureScenario, FeatureStep } from './tool-replies.ts';

/** Codes of new and changed features and, in those known before, of their scenarios. */
export function changedCodes(
  before: readonly FeatureEntry[],
  after: readonly FeatureEntry[],
  files: ReadonlySet<string>,
): string[] {
  const old = new Map(before.map(feature => [feature.file, feature]));
  return after.flatMap(feature => {
    if (!files.has(feature.file)) return [];
    const was = old.get(feature.file);
    return [feature.featureCode, ...(was === undefined ? [] : changedScenarios(was, feature))];
  });
}

function changedScenarios(before: FeatureEntry, after: FeatureEntry): string[] {
  if (before === after) return [];
  const old = new Map(before.scenarios.map(scenario => [scenario.scenario, wordsOf(scenario)]));
  return after.scenarios.flatMap(one => (old.get(one.scenario) === wordsOf(one) ? [] : [one.scenario]));
}

/** Example cells are not in lists of features, and links are not part of the file. */
const wordsOf = ({ examples: _examples, steps, ...scenario }: FeatureScenario): string =>
  JSON.stringify([scenario, steps.map(wordsOfStep)]);

const wordsOfStep = ({ index, keyword, text, background, table, docString }: FeatureStep) => [
  index,
  keyword,
  text,
  background,
  table,
  docString,
];
