import { codeNumber, type FeatureCode, ScenarioCode } from '../names/codes.ts';
import type { FeatureFile, FeaturesFile, ScenarioEntry, StoredFeature } from '../project/features-file.ts';
import type { Feature, Scenario } from './feature.ts';

/** `feature` is missing when the file cannot be read. */
interface FeatureWithSource {
  source: FeatureFile;
  feature?: Feature | undefined;
}

interface KnownFeature {
  file: string;
  name: string;
  key: string | undefined;
}

type Sign = (known: KnownFeature) => string | undefined;

/** Signs that two features are the same, surest first; an unreadable file has only its path. */
const SIGNS: readonly Sign[] = [
  ({ key, file }) => key && JSON.stringify([key, file]),
  ({ key, name }) => key && JSON.stringify([key, name]),
  ({ key }) => key,
  ({ name, file }) => JSON.stringify([name, file]),
  ({ name }) => name || undefined,
  ({ file }) => file,
];

/**
 * Each feature keeps its code, found by issue key, else exact name, else file. Features without a file are kept as
 * gone.
 */
export function matchFeatures(
  before: FeaturesFile,
  found: readonly FeatureWithSource[],
  newCode: () => FeatureCode,
  known: ReadonlyMap<string, StoredFeature> = new Map(),
): FeaturesFile {
  const entries = pairUp(before.features, found, known);
  const present = found.map((one, index) => entryOf(one, entries[index], newCode));
  const taken = new Set(entries);
  const left = before.features.filter(entry => !taken.has(entry));
  const absent = left.map((entry): StoredFeature => (entry.gone ? entry : { ...entry, gone: true }));
  const all = [...present, ...absent];
  all.sort((one, other) => codeNumber(one.featureCode) - codeNumber(other.featureCode));
  return { ...before, features: all };
}

/**
 * The earlier entry of each feature; of two candidates the one that is still there, else the first. `known`: by file.
 */
export function pairUp(
  before: readonly StoredFeature[],
  found: readonly FeatureWithSource[],
  known: ReadonlyMap<string, StoredFeature> = new Map(),
): (StoredFeature | undefined)[] {
  const pairs = found.map(({ source }) => known.get(source.file));
  const left = new Set([...before.filter(({ gone }) => !gone), ...before.filter(({ gone }) => gone)]);
  for (const entry of pairs) if (entry !== undefined) left.delete(entry);
  for (const signOf of SIGNS) {
    const free = groupBySign([...left], signOf);
    for (const [index, one] of found.entries()) {
      if (pairs[index] !== undefined) continue;
      const entry = free.get(signOf(knownOf(one)))?.shift();
      pairs[index] = entry;
      if (entry !== undefined) left.delete(entry);
    }
  }
  return pairs;
}

const knownOf = ({ source, feature }: FeatureWithSource): KnownFeature => ({
  file: source.file,
  name: feature?.name ?? '',
  key: feature?.issueKeys[0],
});

function groupBySign(entries: readonly StoredFeature[], signOf: Sign): Map<string | undefined, StoredFeature[]> {
  const groups = new Map<string | undefined, StoredFeature[]>();
  for (const entry of entries) {
    const sign = signOf({ file: entry.file, name: entry.name, key: entry.issueKeys?.[0] });
    if (sign !== undefined) groups.set(sign, [...(groups.get(sign) ?? []), entry]);
  }
  return groups;
}

/** An unreadable file changes nothing that is known of its feature. */
function entryOf(
  { source, feature }: FeatureWithSource,
  known: StoredFeature | undefined,
  newCode: () => FeatureCode,
): StoredFeature {
  const { file, hash } = source;
  if (known !== undefined && isOf(known, source)) return known;
  const featureCode = known?.featureCode ?? newCode();
  if (feature === undefined) {
    const { gone: _back, ...before } = known ?? { featureCode, name: '', source: 'local', scenarios: [] };
    return { ...before, file, hash };
  }
  const { name, issueKeys } = feature;
  return {
    featureCode,
    file,
    name,
    ...(issueKeys.length === 0 ? {} : { issueKeys }),
    source: known?.source ?? 'local',
    hash,
    scenarios: matchScenarios(featureCode, feature.scenarios, known?.scenarios ?? []),
  };
}

const isOf = (entry: StoredFeature, { file, hash }: FeatureFile): boolean =>
  !entry.gone && entry.file === file && entry.hash === hash;

export function areCodesOf({ features }: FeaturesFile, files: readonly FeatureFile[]): boolean {
  const present = new Map(features.filter(({ gone }) => !gone).map(entry => [entry.file, entry]));
  const isKnown = (source: FeatureFile) => {
    const entry = present.get(source.file);
    return entry !== undefined && isOf(entry, source);
  };
  return present.size === files.length && files.every(isKnown);
}

/**
 * Each scenario keeps its code, found by issue key, else exact name, else its place between known ones. Missing
 * scenarios are kept as gone.
 */
function matchScenarios(
  featureCode: FeatureCode,
  scenarios: readonly Scenario[],
  before: readonly ScenarioEntry[],
): ScenarioEntry[] {
  const matcher = new ScenarioMatcher(scenarios, before);
  matcher.match(({ issueKeys: [key] }) => key && `key ${key}`);
  matcher.match(({ name }) => `name ${name}`);
  matcher.matchPlaces();
  let last = before.reduce((most, { scenario }) => Math.max(most, numberOf(scenario)), 0);
  const present = scenarios.map(({ name, issueKeys }, index): ScenarioEntry => {
    const scenario = matcher.found[index]?.scenario ?? ScenarioCode.parse(`${featureCode}.s${++last}`);
    return { scenario, name, ...(issueKeys.length === 0 ? {} : { issueKeys }) };
  });
  const gone = matcher.left.map((entry): ScenarioEntry => ({ ...entry, gone: true }));
  return [...present, ...gone];
}

const numberOf = (code: ScenarioCode): number => Number(code.slice(code.indexOf('.s') + 2));

interface NamedScenario {
  name: string;
  issueKeys: readonly string[];
}

class ScenarioMatcher {
  /** By position in the file. */
  readonly found: (ScenarioEntry | undefined)[];
  readonly #scenarios: readonly Scenario[];
  readonly #before: readonly ScenarioEntry[];
  readonly #taken = new Set<ScenarioEntry>();

  constructor(scenarios: readonly Scenario[], before: readonly ScenarioEntry[]) {
    this.#scenarios = scenarios;
    this.#before = before;
    this.found = scenarios.map(() => undefined);
  }

  get left(): ScenarioEntry[] {
    return this.#before.filter(entry => !this.#taken.has(entry));
  }

  /** Pairs scenarios and entries of the same word, in order; entries that were in the file last come first. */
  match(wordOf: (named: NamedScenario) => string | undefined): void {
    const free = new Map<string, ScenarioEntry[]>();
    for (const entry of this.left) {
      const word = wordOf({ name: entry.name, issueKeys: entry.issueKeys ?? [] });
      if (word !== undefined) free.set(word, [...(free.get(word) ?? []), entry]);
    }
    for (const [index, scenario] of this.#scenarios.entries()) {
      if (this.found[index] !== undefined) continue;
      const word = wordOf(scenario);
      this.#take(index, word === undefined ? undefined : free.get(word)?.shift());
    }
  }

  /** Scenarios between two known ones take the codes that were between these, in order. */
  matchPlaces(): void {
    const present = this.#before.filter(({ gone }) => !gone);
    let place = 0;
    for (const [index] of this.#scenarios.entries()) {
      const known = this.found[index];
      if (known !== undefined) place = known.gone ? place : present.indexOf(known) + 1;
      else if (this.#isFree(present[place])) this.#take(index, present[place++]);
    }
  }

  #isFree(entry: ScenarioEntry | undefined): entry is ScenarioEntry {
    return entry !== undefined && !this.#taken.has(entry);
  }

  #take(index: number, entry: ScenarioEntry | undefined): void {
    if (entry === undefined) return;
    this.found[index] = entry;
    this.#taken.add(entry);
  }
}
