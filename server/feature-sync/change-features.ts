import { freeze } from 'immer';
import { AppError } from '../../model/errors/errors.ts';
import type { FeatureFile, FeatureSource, FeaturesFile, StoredFeature } from '../../model/project/features-file.ts';
import type { Link } from '../../model/project/link.ts';
import { addLinks } from '../../model/project/links.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { ProjectStore } from '../store/edits/project-store.ts';
import { featurePath } from '../store/edits/stored.ts';
import type { Transaction } from '../store/edits/transaction.ts';
import type { UndoRequest } from '../store/edits/undo-history.ts';
import { areSameFiles, codesFor, type FeatureCatalog } from './feature-catalog.ts';
import { codedFeatures } from './keep-codes.ts';
import { type ReadFeature, readFeatures } from './read-features.ts';

/** All changes are made at once, or none. */
export interface FeatureChanges {
  /** `entry`: the stored feature that the file belongs to. */
  written: readonly { source: FeatureFile; entry: StoredFeature | undefined; origin: FeatureSource }[];
  deleted?: readonly StoredFeature[];
  removed?: readonly StoredFeature[];
  links?: readonly Link[];
}

interface Planned<Result> {
  result: Result;
  title: string;
  /** Left out when there is nothing to change. */
  changes?: FeatureChanges | undefined;
}

interface FeatureChange<Result> extends Pick<UndoRequest, 'actor'> {
  content: VersionContent;
  plan(content: VersionContent, catalog: FeatureCatalog): Planned<Result> | Promise<Planned<Result>>;
}

/** Attempts while others change the features at the same time. */
const MOST_ROUNDS = 5;

/** Plans again when somebody else was faster. Errors: `busy`, those of the plan and of writing. */
export async function changeFeatures<Result>(
  store: Pick<ProjectStore, 'change' | 'content'>,
  { content: first, actor, plan }: FeatureChange<Result>,
): Promise<{ result: Result; isDone: boolean }> {
  const { versionId } = first.version;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { content, catalog } = await codedFeatures(store, store.content.versions.get(versionId) ?? first);
    const { result, title, changes } = await plan(content, catalog);
    if (changes === undefined) return { result, isDone: false };
    if (await areMade(store, { content, changes, actor, title })) return { result, isDone: true };
  }
  throw new AppError('busy', 'The features keep changing; nothing was done.');
}

interface FeatureEdit extends Pick<UndoRequest, 'actor'> {
  content: VersionContent;
  changes: FeatureChanges;
  title: string;
}

/** False, without any change, where somebody changed the features in the meantime. */
async function areMade(
  store: Pick<ProjectStore, 'change'>,
  { content, changes, actor, title }: FeatureEdit,
): Promise<boolean> {
  const { versionId } = content.version;
  const read = await readFeatures(filesAfter(content.featureFiles, changes));
  return await store.change({
    versionId,
    actor,
    title,
    edit: transaction => {
      const draft = transaction.version(versionId);
      if (draft.features !== content.features || !areSameFiles(draft.featureFiles, content.featureFiles)) return false;
      writeFiles(transaction, content, changes);
      const { features } = entriesAfter(read, draft.features, changes, () => draft.nextNumber('f'));
      // Immer searches for drafts in what is not frozen, which takes long for thousands of scenarios.
      draft.draftFeatures().features = freeze(features, true);
      if (changes.links?.length) addLinks(draft, changes.links);
      return true;
    },
  });
}

/** Paths without a file after the change. */
function leaving({ written, deleted = [] }: FeatureChanges): Set<string> {
  const staying = new Set(written.map(({ source }) => source.file));
  const before = [...written.map(({ entry }) => (entry?.gone ? undefined : entry)), ...deleted];
  return new Set(before.flatMap(entry => (entry === undefined || staying.has(entry.file) ? [] : entry.file)));
}

function filesAfter(files: readonly FeatureFile[], changes: FeatureChanges): FeatureFile[] {
  const gone = leaving(changes);
  const after = new Map(files.filter(({ file }) => !gone.has(file)).map(file => [file.file, file]));
  for (const { source } of changes.written) after.set(source.file, source);
  return [...after.values()].sort((one, other) => (one.file < other.file ? -1 : 1));
}

function writeFiles(transaction: Transaction, { version }: VersionContent, changes: FeatureChanges): void {
  const { versionId } = version;
  for (const file of leaving(changes)) transaction.remove(featurePath(versionId, file));
  for (const { source } of changes.written) transaction.put({ kind: 'feature', versionId, value: source });
}

function entriesAfter(
  read: readonly ReadFeature[],
  before: FeaturesFile,
  { written, removed = [] }: FeatureChanges,
  newNumber: () => number,
): FeaturesFile {
  const known = new Map(written.flatMap(({ source, entry }) => (entry === undefined ? [] : [[source.file, entry]])));
  const after = codesFor(read, before, newNumber, known);
  const origins = new Map(written.map(({ source, origin }) => [source.file, origin]));
  const lost = new Set(removed.map(({ featureCode }) => featureCode));
  const features = after.features.map((entry): StoredFeature => {
    const origin = entry.gone ? undefined : origins.get(entry.file);
    if (origin !== undefined) {
      const { removed: _back, ...rest } = entry;
      return { ...rest, source: origin };
    }
    return lost.has(entry.featureCode) ? { ...entry, removed: true } : entry;
  });
  return { ...after, features };
}
