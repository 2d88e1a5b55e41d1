import type { Feature } from '../../model/feature/feature.ts';
import { featureFileName, type IncomingFile } from '../../model/feature/feature-files.ts';
import { issueKeysOf } from '../../model/feature/issue-keys.ts';
import { pairUp } from '../../model/feature/match-features.ts';
import type { FeatureFile, FeatureSource, StoredFeature } from '../../model/project/features-file.ts';
import { featureFile } from '../store/edits/stored.ts';
import type { CodedFeature, FeatureCatalog } from './feature-catalog.ts';
import { readFeatures } from './read-features.ts';

export interface PlannedFeature {
  state: 'added' | 'changed' | 'same';
  name: string;
  source: FeatureFile;
  feature: Feature;
  entry: StoredFeature | undefined;
  before: CodedFeature | undefined;
}

interface FailedFile {
  file: string;
  line?: number | undefined;
  message: string;
}

export interface SyncPlan {
  features: readonly PlannedFeature[];
  removed: readonly StoredFeature[];
  failed: readonly FailedFile[];
}

const MOST_BYTES = 2_000_000;

export async function planSync(
  catalog: FeatureCatalog,
  known: readonly StoredFeature[],
  { incoming, origin }: { incoming: readonly IncomingFile[]; origin: FeatureSource },
): Promise<SyncPlan> {
  const read = await readFeatures(
    incoming.flatMap(each => (each.fault === undefined ? featureFile(each.file, each.text) : [])),
  );
  const failed = incoming.flatMap(({ file, fault }): FailedFile[] =>
    fault === undefined ? [] : [{ file, message: fault }],
  );
  const found: { source: FeatureFile; feature: Feature }[] = [];
  for (const { source, parsed } of read) {
    if (Buffer.byteLength(source.text) > MOST_BYTES)
      failed.push({ file: source.file, message: `The file is larger than ${MOST_BYTES / 1_000_000} MB.` });
    else if (parsed.feature !== undefined) found.push({ source, feature: parsed.feature });
    else failed.push(...parsed.faults.slice(0, 1).map(fault => ({ file: source.file, ...fault })));
  }
  const entries = pairUp(inOrderOf(known, origin), found);
  const names = placesFor(found, entries, catalog);
  const current = new Map(catalog.map(one => [one.entry.featureCode, one]));
  const features = found.map(({ source, feature }, index): PlannedFeature => {
    const placed = featureFile(names[index] ?? source.file, source.text);
    const entry = entries[index];
    const before = entry && current.get(entry.featureCode);
    return { state: stateOf(placed, entry, origin), name: source.file, source: placed, feature, entry, before };
  });
  const present = new Set(entries);
  const missing = known.filter(each => each.source === 'server' && !each.gone && !each.removed && !present.has(each));
  const came = new Set(found.map(({ source }) => source.file));
  const unread = failed.filter(({ file }) => !came.has(file));
  return { features, removed: origin === 'server' ? removedOf(missing, unread) : [], failed };
}

/** Features of the same origin are matched first. */
const inOrderOf = (known: readonly StoredFeature[], origin: FeatureSource): StoredFeature[] => [
  ...known.filter(({ source }) => source === origin),
  ...known.filter(({ source }) => source !== origin),
];

/** Missing features that no unreadable file may hold; a file that matches none by name may hold any of them. */
function removedOf(missing: readonly StoredFeature[], unread: readonly FailedFile[]): StoredFeature[] {
  const kept = unread.map(({ file }) => missing.filter(entry => isCalledAs(entry, file)));
  if (kept.some(entries => entries.length === 0)) return [];
  const present = new Set(kept.flat());
  return missing.filter(entry => !present.has(entry));
}

/** By the name of the feature or of one of its issues: services number their files anew each time. */
function isCalledAs({ file, issueKeys = [], scenarios }: StoredFeature, name: string): boolean {
  if (featureFileName(name, () => false) === file) return true;
  const [key] = issueKeysOf([name.replace(/\.feature$/i, '')]);
  return key !== undefined && [...issueKeys, ...scenarios.flatMap(each => each.issueKeys ?? [])].includes(key);
}

/** Each file gets its own name, unless another feature that stays has it. */
function placesFor(
  found: readonly { source: FeatureFile }[],
  entries: readonly (StoredFeature | undefined)[],
  catalog: FeatureCatalog,
): string[] {
  const leaving = new Set(entries.map(entry => entry?.file));
  const taken = new Set(catalog.map(({ source }) => source.file).filter(file => !leaving.has(file)));
  return found.map(({ source }) => {
    const file = featureFileName(source.file, each => taken.has(each));
    taken.add(file);
    return file;
  });
}

function stateOf(
  { file, hash }: FeatureFile,
  entry: StoredFeature | undefined,
  origin: FeatureSource,
): PlannedFeature['state'] {
  if (entry === undefined || entry.gone) return 'added';
  const isSame = entry.hash === hash && entry.file === file && !entry.removed;
  return isSame && (entry.source === origin || origin === 'local') ? 'same' : 'changed';
}
