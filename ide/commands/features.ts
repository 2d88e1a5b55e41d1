/** The target of commands on features: the focused item of their tree, else what the address names. */

import { isUnsaved } from '../app/feature-texts.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { featuresOf, type IdeState, snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import type { FeatureEntry, FeatureScenario } from '../app/tool-replies.ts';
import { type Command, NO_CONNECTION, onChosen, onlineObstacle, type Situation } from './command.ts';
import { takeBack } from './edits.ts';

export interface FeatureTarget {
  feature: FeatureEntry;
  scenario?: FeatureScenario | undefined;
}

function featureAt(state: IdeState, code: string | undefined): FeatureTarget | undefined {
  if (code === undefined) return undefined;
  const [featureCode] = code.split('.');
  const feature = featuresOf(state).find(one => one.featureCode === featureCode);
  if (feature === undefined || code === featureCode) return feature && { feature };
  const scenario = feature.scenarios.find(one => one.scenario === code);
  return scenario && { feature, scenario };
}

export function featureTarget({ state, place }: Situation): FeatureTarget | undefined {
  if (!isInProject(place) || place.tab !== 'features') return undefined;
  const { focusArea, treeFocus } = state.view;
  const focused = focusArea === 'tree' ? featureAt(state, treeFocus) : undefined;
  return focused ?? featureAt(state, place.scenario ?? place.feature);
}

/** A server's features are changed there, unless the server has them no more. */
export function isForeign(state: IdeState, { file }: Pick<FeatureEntry, 'file'>): boolean {
  const header = snapshotOf(state)?.features[file];
  return header?.source === 'server' && header.removed !== true;
}

export const newFeature: Command = {
  title: 'New feature…',
  obstacle: onlineObstacle,
  run({ store, navigation }) {
    const place = navigation.place();
    if (!isInProject(place) || place.tab !== 'features') navigation.goWithin({ tab: 'features' });
    store.setView({ naming: {} });
  },
};

export const importFeatures: Command = {
  title: 'Import features…',
  obstacle: onlineObstacle,
  run: ide => openDialog(ide, 'import'),
};

/** First shows what would be pushed. */
export const pushFeatures: Command = {
  title: 'Push features to the server…',
  obstacle({ state }) {
    if (state.connection.phase !== 'open') return NO_CONNECTION;
    if (state.unknownTools.has('pushFeatures')) return 'The service is older than this page';
    return featuresOf(state).some(feature => !isForeign(state, feature))
      ? undefined
      : 'The project has no features of its own';
  },
  run: ide => openDialog(ide, 'push'),
};

/** Over what is shown of the features, if anything is. */
function openDialog({ navigation }: Ide, dialog: 'import' | 'push'): void {
  const place = navigation.place();
  if (isInProject(place) && place.tab === 'features') navigation.go({ ...place, dialog });
  else navigation.goWithin({ tab: 'features', dialog });
}

const shownText = ({ place }: Pick<Situation, 'place'>): string | undefined =>
  isInProject(place) && place.tab === 'features' && place.view === 'text' ? place.feature : undefined;

export const saveText: Command = {
  title: 'Save the text',
  shortcut: '$mod+s',
  isForTextFields: true,
  obstacle({ state, place }) {
    const feature = shownText({ place });
    if (feature === undefined || !isUnsaved(state, feature)) return 'There is no text to save';
    return state.connection.phase === 'open' ? undefined : NO_CONNECTION;
  },
  async run({ navigation, texts }) {
    const feature = shownText({ place: navigation.place() });
    if (feature !== undefined) await texts.save(feature);
  },
};

/** Goes to the line of a chosen scenario. */
export const editText = onChosen({
  title: 'Edit text',
  otherwise: 'Choose a feature or a scenario',
  chosen: featureTarget,
  act({ navigation }, { feature, scenario }) {
    const place = navigation.place();
    navigation.goWithin({
      tab: 'features',
      feature: feature.featureCode,
      scenario: scenario?.scenario,
      view: 'text',
      ...(isInProject(place) && { filter: place.filter, shown: place.shown }),
    });
  },
});

export type NamedFeature = Pick<FeatureEntry, 'featureCode' | 'name' | 'file'>;

export async function deleteFeature(ide: Ide, { featureCode, name, file }: NamedFeature): Promise<void> {
  const { editing, navigation } = ide;
  await editing.change('deleteFeature', { feature: featureCode });
  const place = navigation.place();
  if (isInProject(place) && place.feature === featureCode)
    navigation.go({ ...place, feature: undefined, scenario: undefined, view: undefined }, { replace: true });
  showUndo(`“${name || file}” deleted`, () => void takeBack(ide));
}
