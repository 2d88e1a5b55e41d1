/** Which features and scenarios are not as they were. Pure. */
import type { FeatureEntry, FeatureScenario, FeatureStep } from './tool-replies.ts';

/** Codes of what is new or changed of the files: features, and in those that were there their scenarios. */
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

/** Cells of examples come only with features that are asked for by themselves; links are not of the file. */
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
