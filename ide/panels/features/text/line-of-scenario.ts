/** Where a scenario stands in the text of its feature. Pure. */
import type { FeatureScenario } from '../../../app/tool-replies.ts';

/** Scenarios of one name are told apart by their order; undefined where the text says otherwise by now. */
export function lineOfScenario(
  text: string,
  scenarios: readonly FeatureScenario[],
  code: string | undefined,
): number | undefined {
  const scenario = scenarios.find(one => one.scenario === code);
  if (scenario === undefined) return undefined;
  const { name, keyword } = scenario;
  const alike = scenarios.filter(one => one.name === name && one.keyword === keyword);
  const lines = text.split('\n').flatMap((line, index) => {
    const isMeant = line.trimStart().startsWith(`${keyword}:`) && line.trim().endsWith(name);
    return isMeant ? [index + 1] : [];
  });
  return lines[alike.indexOf(scenario)];
}
