/** What is chosen, by its code and its place. Pure. */
import { ModuleCode, TestCode } from '../../model/names/codes.ts';
import { isInProject, type ProjectPlace } from '../app/places.ts';
import type { Situation } from './command.ts';
import { featureTarget } from './feature-target.ts';
import { focusedTarget, testTarget } from './target.ts';

export interface ItemPlace {
  code: string;
  place: ProjectPlace;
}

/** A feature, a scenario, a module or a test; undefined where none is chosen. */
export function itemPlace(situation: Situation): ItemPlace | undefined {
  const { place } = situation;
  if (!isInProject(place)) return undefined;
  const { projectId, versionId } = place;
  const found = featureTarget(situation);
  if (found !== undefined) {
    const { feature, scenario } = found;
    const where = { projectId, versionId, feature: feature.featureCode, scenario: scenario?.scenario };
    return { code: scenario?.scenario ?? feature.featureCode, place: { tab: 'features', ...where } };
  }
  const target = focusedTarget(situation) ?? testTarget(situation);
  if (target === undefined) return undefined;
  const moduleId = ModuleCode.parse(target.moduleCode);
  const testId = target.kind === 'module' ? undefined : TestCode.parse(target.testCode);
  return { code: testId ?? moduleId, place: { tab: 'modules', projectId, versionId, moduleId, testId } };
}
