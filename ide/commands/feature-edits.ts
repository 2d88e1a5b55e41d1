/** Edits of features that buttons and menus make. */
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { showDone, showUndo } from '../app/toasts.tsx';
import type { FeatureEntry, ReplyOf } from '../app/tool-replies.ts';
import { takeBack } from './edits.ts';

type Named = Pick<FeatureEntry, 'featureCode' | 'name' | 'file'>;

export async function deleteFeature(ide: Ide, { featureCode, name, file }: Named): Promise<void> {
  const { editing, navigation } = ide;
  const reply = await editing.change('deleteFeature', { feature: featureCode });
  const place = navigation.place();
  if (isInProject(place) && place.feature === featureCode)
    navigation.go({ ...place, feature: undefined, scenario: undefined, view: undefined }, { replace: true });
  if (reply !== undefined) showUndo(`“${name || file}” deleted`, () => void takeBack(ide));
}

/** One that its server has no more becomes the project's own. */
export async function keepFeature({ editing }: Ide, { featureCode }: Named): Promise<void> {
  await editing.change('editFeature', { feature: featureCode, source: 'local' });
}

/** A feature of the project itself with the text of one that comes from a server, to be written. */
export async function copyFeature(ide: Ide, { name, file }: Named, text: string): Promise<void> {
  await showText(ide, await ide.editing.change('createFeature', { text }));
  showDone(`“${name || file}” copied: this one is the project's own`);
}

export interface FeatureNames {
  name: string;
  /** Left out: after the name. */
  file?: string | undefined;
}

/** An empty feature, or one with its text, to be written. */
export const createFeature = async (ide: Ide, given: FeatureNames | { text: string }): Promise<void> =>
  showText(ide, await ide.session.call('createFeature', given));

export async function renameFeature(ide: Ide, { featureCode }: Named, names: Partial<FeatureNames>): Promise<void> {
  await ide.session.call('editFeature', { feature: featureCode, ...names });
}

async function showText({ navigation, store }: Ide, reply: ReplyOf<'createFeature'> | undefined): Promise<void> {
  if (reply === undefined) return;
  const { feature } = reply;
  store.setView({ textFocus: feature.featureCode });
  navigation.goWithin({ tab: 'features', feature: feature.featureCode, view: 'text' });
}
