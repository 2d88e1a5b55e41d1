/** Edits of features that buttons and menus make. */
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { showUndo } from '../app/toasts.tsx';
import type { FeatureEntry } from '../app/tool-replies.ts';
import { takeBack } from './take-back.ts';

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
