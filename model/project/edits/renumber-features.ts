import { FeatureCode, ScenarioCode } from '../../names/codes.ts';
import type { VersionDraft } from '../version-content.ts';
import type { Renumbered } from './renumber-twins.ts';

/** Leaves the code of a feature to the first that has it; the others take their scenarios along. */
export function renumberFeatures(draft: VersionDraft): Renumbered[] {
  const seen = new Set<FeatureCode>();
  return draft.features.features.flatMap(({ featureCode, file }, at) => {
    if (seen.size < seen.add(featureCode).size) return [];
    const now = FeatureCode.parse(`f${draft.nextNumber('f')}`);
    const own = draft.draftFeatures().features[at];
    if (own !== undefined) {
      own.featureCode = now;
      for (const entry of own.scenarios) entry.scenario = ScenarioCode.parse(entry.scenario.replace(featureCode, now));
    }
    return [{ text: `Feature ${featureCode} "${file}" is ${now} now`, rewritten: [], unchanged: [] }];
  });
}
