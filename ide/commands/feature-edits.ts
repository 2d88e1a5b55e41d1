import type { Ide } from '../app/ide.ts';
import { showDone } from '../app/toasts.tsx';
import type { ReplyOf } from '../app/tool-replies.ts';
import type { NamedFeature } from './features.ts';

/** A feature that its server has no more becomes the project's own. */
export async function keepFeature({ editing }: Ide, { featureCode }: NamedFeature): Promise<void> {
  await editing.change('editFeature', { feature: featureCode, source: 'local' });
}

/** Makes a feature of the project's own from the text of a server's, to be edited. */
export async function copyFeature(ide: Ide, { name, file }: NamedFeature, text: string): Promise<void> {
  await showText(ide, await ide.editing.change('createFeature', { text }));
  showDone(`“${name || file}” copied: the copy belongs to the project`);
}

interface FeatureNames {
  name: string;
  /** Left out: derived from the name. */
  file?: string | undefined;
}

export const createFeature = async (ide: Ide, given: FeatureNames | { text: string }): Promise<void> =>
  showText(ide, await ide.editing.change('createFeature', given));

export async function renameFeature(
  ide: Ide,
  { featureCode }: NamedFeature,
  names: Partial<FeatureNames>,
): Promise<void> {
  await ide.editing.change('editFeature', { feature: featureCode, ...names });
}

async function showText({ navigation, store }: Ide, reply: ReplyOf<'createFeature'> | undefined): Promise<void> {
  if (reply === undefined) return;
  const { feature } = reply;
  store.setView({ textFocus: feature.featureCode });
  navigation.goWithin({ tab: 'features', feature: feature.featureCode, view: 'text' });
}
