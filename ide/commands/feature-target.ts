/** What commands on features are about: what has the focus in their tree, else what the address names. Pure. */
import { isInProject } from '../app/places.ts';
import { type IdeState, snapshotOf } from '../app/state.ts';
import type { FeatureEntry, FeatureScenario } from '../app/tool-replies.ts';
import type { Situation } from './command.ts';

export interface FeatureTarget {
  feature: FeatureEntry;
  scenario?: FeatureScenario | undefined;
}

/** A feature or a scenario by its code. */
function featureAt({ features }: IdeState, code: string | undefined): FeatureTarget | undefined {
  if (code === undefined || features.phase !== 'ready') return undefined;
  const [featureCode] = code.split('.');
  const feature = features.value.find(one => one.featureCode === featureCode);
  if (feature === undefined || code === featureCode) return feature && { feature };
  const scenario = feature.scenarios.find(one => one.scenario === code);
  return scenario && { feature, scenario };
}

/** Undefined on other screens, too. */
export function featureTarget({ state, place }: Situation): FeatureTarget | undefined {
  if (!isInProject(place) || place.tab !== 'features') return undefined;
  const { focusArea, treeFocus } = state.view;
  const focused = focusArea === 'tree' ? featureAt(state, treeFocus) : undefined;
  return focused ?? featureAt(state, place.scenario ?? place.feature);
}

/** What a server has is changed there; what it has no more is the project's. */
export function isForeign(state: IdeState, { file }: Pick<FeatureEntry, 'file'>): boolean {
  const header = snapshotOf(state)?.features[file];
  return header?.source === 'server' && header.removed !== true;
}
