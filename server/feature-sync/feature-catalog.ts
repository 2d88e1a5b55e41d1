import type { Feature, ParseFault, Scenario } from '../../model/feature/feature.ts';
import { areCodesOf, matchFeatures } from '../../model/feature/match-features.ts';
import { codeNumber, FeatureCode, type ScenarioCode } from '../../model/names/codes.ts';
import type { FeatureFile, FeaturesFile, StoredFeature } from '../../model/project/features-file.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { scenarioReference } from '../../model/run/item-title.ts';
import { type ReadFeature, readFeatures } from './read-features.ts';

export interface CodedScenario extends Scenario {
  scenario: ScenarioCode;
  feature: CodedFeature;
}

/** A feature file that cannot be read has faults and no scenarios. */
export interface CodedFeature {
  entry: StoredFeature;
  source: FeatureFile;
  feature: Feature | undefined;
  faults: readonly ParseFault[];
  scenarios: readonly CodedScenario[];
}

/** In the order of their files. */
export type FeatureCatalog = readonly CodedFeature[];

/** Under which its results are known: of an outline, those of its example rows. */
export const keysOf = ({ scenario, rows }: Pick<CodedScenario, 'scenario' | 'rows'>): string[] =>
  rows === undefined ? [scenario] : rows.map((_, row) => scenarioReference({ scenario, row }));

type Files = VersionContent['featureFiles'];

/** Keyed by files and codes, which edits of tests and links do not replace. */
const catalogs = new WeakMap<FeaturesFile, { files: Files; catalog: Promise<FeatureCatalog> }>();

export const areSameFiles = (one: Files, other: Files): boolean =>
  one.length === other.length && one.every((file, index) => file === other[index]);

/** New features get codes that are not stored. */
export function catalogOf(content: VersionContent): Promise<FeatureCatalog> {
  const { featureFiles, features } = content;
  const known = catalogs.get(features);
  if (known !== undefined && areSameFiles(known.files, featureFiles)) return known.catalog;
  const catalog = readCatalog(content);
  catalogs.set(features, { files: featureFiles, catalog });
  return catalog;
}

async function readCatalog({ featureFiles, features }: VersionContent): Promise<FeatureCatalog> {
  const read = await readFeatures(featureFiles);
  if (areCodesOf(features, featureFiles)) return coded(read, features);
  let last = features.features.reduce((most, { featureCode }) => Math.max(most, codeNumber(featureCode)), 0);
  return coded(
    read,
    codesFor(read, features, () => ++last),
  );
}

export const codesFor = (
  read: readonly ReadFeature[],
  before: FeaturesFile,
  newNumber: () => number,
  known?: ReadonlyMap<string, StoredFeature>,
): FeaturesFile =>
  matchFeatures(
    before,
    read.map(({ source, parsed: { feature } }) => ({ source, feature })),
    () => FeatureCode.parse(`f${newNumber()}`),
    known,
  );

function coded(read: readonly ReadFeature[], { features }: FeaturesFile): FeatureCatalog {
  const entries = new Map(features.filter(({ gone }) => !gone).map(entry => [entry.file, entry]));
  return read.flatMap(({ source, parsed }) => {
    const entry = entries.get(source.file);
    return entry === undefined ? [] : [codedFeature(entry, source, parsed)];
  });
}

function codedFeature(entry: StoredFeature, source: FeatureFile, { feature, faults = [] }: ReadFeature['parsed']) {
  const scenarios: CodedScenario[] = [];
  const result: CodedFeature = { entry, source, feature, faults, scenarios };
  for (const [index, scenario] of (feature?.scenarios ?? []).entries()) {
    const code = entry.scenarios[index]?.scenario;
    if (code !== undefined) scenarios.push({ ...scenario, scenario: code, feature: result });
  }
  return result;
}
