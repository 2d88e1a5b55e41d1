/** What the page reports of itself to the service, and whether it shows what was asked for. */

import { AppError } from '../../model/errors/errors.ts';
import type { IdeDestination, IdeReport } from '../../model/protocol/channel/selection.ts';
import { isInProject, type Place, type ProjectPlace } from './places.ts';
import { featuresOf, type IdeState, openTestOf, snapshotOf } from './state.ts';

/** Only what exists is reported as chosen. */
export function reportOf(state: IdeState, place: Place, drawn: Pick<IdeReport, 'url' | 'isFocused'>): IdeReport {
  const snapshot = snapshotOf(state);
  const tab = isInProject(place) ? place.tab : 'projects';
  if (!isInProject(place) || snapshot === undefined || snapshot.project.projectId !== place.projectId)
    return { ...drawn, tab, selection: {} };
  const { moduleId, testId, actionId, feature, scenario } = place;
  const holds = (record: object, code: string | undefined) => code !== undefined && Object.hasOwn(record, code);
  const shown = openTestOf(state, testId)?.actions.some(action => action.actionId === actionId) === true;
  const found = featuresOf(state).find(({ featureCode }) => featureCode === feature);
  return {
    ...drawn,
    tab,
    projectId: snapshot.project.projectId,
    versionId: snapshot.versionId,
    selection: {
      moduleId: holds(snapshot.modules, moduleId) ? moduleId : undefined,
      testId: holds(snapshot.tests, testId) ? testId : undefined,
      actionId: shown ? actionId : undefined,
      feature: found?.featureCode,
      scenario: found?.scenarios.some(one => one.scenario === scenario) ? scenario : undefined,
    },
    environment: state.view.environments[snapshot.project.projectId],
  };
}

const notFound = (message: string) => new AppError('not-found', message);

/** Adds what the address leaves out, where that is known; a test is found in any module. */
export function completePlace(state: IdeState, place: Place): Place {
  if (!isInProject(place)) return place;
  const snapshot = snapshotOf(state);
  if (snapshot === undefined || snapshot.project.projectId !== place.projectId) return place;
  const { testId } = place;
  const moduleId = (testId === undefined ? undefined : snapshot.tests[testId]?.moduleCode) ?? place.moduleId;
  return { ...place, versionId: place.versionId ?? snapshot.versionId, moduleId };
}

/** `true` once everything is there, undefined while it is being read. Errors: `not-found`, naming what is missing. */
export function isThere(state: IdeState, place: Place): true | undefined {
  if (!isInProject(place)) return true;
  const { project } = state;
  if (project?.projectId !== place.projectId) return undefined;
  if (project.snapshot.phase === 'failed') throw notFound(project.snapshot.message);
  if (project.snapshot.phase === 'loading') return undefined;
  const { modules, tests, versionId } = project.snapshot.value;
  if (place.versionId !== undefined && place.versionId !== versionId) return undefined;
  const { moduleId, testId } = place;
  if (moduleId !== undefined && !Object.hasOwn(modules, moduleId)) throw notFound(`There is no module ${moduleId}.`);
  if (testId !== undefined && !Object.hasOwn(tests, testId)) throw notFound(`There is no test ${testId}.`);
  return isActionThere(state, place) && isFeatureThere(state, place);
}

function isActionThere(state: IdeState, { testId, actionId }: ProjectPlace): true | undefined {
  if (testId === undefined) return true;
  const followed = state.tests[testId];
  if (followed === undefined || followed.phase === 'loading') return undefined;
  if (followed.phase === 'failed') throw notFound(followed.message);
  const isIn = followed.value.test.actions.some(action => action.actionId === actionId);
  if (actionId !== undefined && !isIn) throw notFound(`Test ${testId} has no action ${actionId}.`);
  return true;
}

function isFeatureThere(
  { features, unknownTools }: IdeState,
  { tab, feature, scenario }: ProjectPlace,
): true | undefined {
  if (tab !== 'features') return true;
  if (unknownTools.has('getFeatures')) throw notFound('This service has no features.');
  if (features.phase === 'failed') throw notFound(features.message);
  if (features.phase === 'loading') return undefined;
  if (feature === undefined) return true;
  const found = features.value.find(({ featureCode }) => featureCode === feature);
  if (found === undefined) throw notFound(`There is no feature ${feature}.`);
  if (scenario !== undefined && !found.scenarios.some(one => one.scenario === scenario))
    throw notFound(`Feature ${feature} has no scenario ${scenario}.`);
  return true;
}

export const nameOf = ({ path, tab, projectId }: IdeDestination): string =>
  path ?? [projectId, tab].filter(word => word !== undefined).join(' / ');
