import { freeze } from 'immer';
import { isAppError } from '../../model/errors/errors.ts';
import { areCodesOf } from '../../model/feature/match-features.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { OUTSIDE } from '../store/edits/editor.ts';
import type { ProjectStore } from '../store/edits/project-store.ts';
import { areSameFiles, catalogOf, codesFor, type FeatureCatalog } from './feature-catalog.ts';
import { readFeatures } from './read-features.ts';

/** Attempts while files change at the same time; the next call tries again. */
const MOST_ROUNDS = 5;

/** Stores codes of features that have none, such as files from git. Where nothing can be stored, they may change. */
export async function codedFeatures(
  store: Pick<ProjectStore, 'change' | 'content'>,
  content: VersionContent,
): Promise<{ content: VersionContent; catalog: FeatureCatalog }> {
  const { versionId } = content.version;
  let current = content;
  for (let round = 0; round < MOST_ROUNDS && !areCodesOf(current.features, current.featureFiles); round++) {
    if (!(await keepCodes(store, current))) break;
    current = store.content.versions.get(versionId) ?? current;
  }
  return { content: current, catalog: await catalogOf(current) };
}

/** Returns whether the codes are stored. */
async function keepCodes(store: Pick<ProjectStore, 'change'>, { version, featureFiles }: VersionContent) {
  const read = await readFeatures(featureFiles);
  const { versionId } = version;
  try {
    await store.change({
      versionId,
      actor: OUTSIDE,
      title: 'changed the features',
      edit: transaction => {
        const draft = transaction.version(versionId);
        if (!areSameFiles(draft.featureFiles, featureFiles) || areCodesOf(draft.features, featureFiles)) return;
        const { features } = codesFor(read, draft.features, () => draft.nextNumber('f'));
        // Immer searches for drafts in what is not frozen, which takes long for thousands of scenarios.
        draft.draftFeatures().features = freeze(features, true);
      },
    });
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}
