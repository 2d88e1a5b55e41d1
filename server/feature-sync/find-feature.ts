import { AppError } from '../../model/errors/errors.ts';
import { nearestNames } from '../../model/errors/nearest.ts';
import { readScenarioReference } from '../../model/names/codes.ts';
import type { CodedFeature, CodedScenario, FeatureCatalog } from './feature-catalog.ts';

const SHOWN = 5;

/** Features by code, path or name; several may have the same name. */
export const featuresNamed = (catalog: FeatureCatalog, word: string): CodedFeature[] => {
  const byCode = catalog.filter(({ entry }) => entry.featureCode === word);
  if (byCode.length > 0) return byCode;
  const byFile = catalog.filter(({ source }) => source.file === word || `features/${source.file}` === word);
  return byFile.length > 0 ? byFile : catalog.filter(({ entry }) => entry.name.toLowerCase() === word.toLowerCase());
};

/** Errors: `not-found`, `invalid-params` where several have the name. */
export function findFeature(catalog: FeatureCatalog, word: string, field = 'feature'): CodedFeature {
  const [first, other, ...more] = featuresNamed(catalog, word);
  if (first === undefined) throw missing(`feature "${word}"`, { word, field, names: namesOfFeatures(catalog) });
  if (other === undefined) return first;
  const codes = [first, other, ...more].map(({ entry }) => `${entry.featureCode} (${entry.file})`).join(', ');
  throw new AppError('invalid-params', `Several features are named "${word}": ${codes}. Give the code.`, { field });
}

export interface FoundScenario {
  scenario: CodedScenario;
  row?: number | undefined;
}

/** Scenarios by code, such as `f1.s2` or `f1.s2.r0`, or by name. */
export function scenariosNamed(catalog: FeatureCatalog, word: string): FoundScenario[] {
  const scenariosOf = (features: FeatureCatalog) => features.flatMap(({ scenarios }) => scenarios);
  if (!isScenarioCode(word)) {
    const named = scenariosOf(catalog).filter(({ name }) => name.toLowerCase() === word.toLowerCase());
    return named.map(scenario => ({ scenario }));
  }
  const { scenario: code, row } = readScenarioReference(word);
  // Runs may name thousands, so only the scenarios of the feature are searched.
  const within = scenariosOf(catalog.filter(({ entry }) => code.startsWith(`${entry.featureCode}.`)));
  return within.filter(({ scenario }) => scenario === code).map(scenario => ({ scenario, row }));
}

const isScenarioCode = (word: string): boolean => /^f[1-9]\d{0,8}\.s[1-9]\d{0,8}(\.r\d{1,9})?$/.test(word);

/** Errors: `not-found`, `invalid-params` where several have the name. */
export function findScenario(catalog: FeatureCatalog, word: string, field = 'scenario'): FoundScenario {
  const [first, other, ...more] = scenariosNamed(catalog, word);
  if (first === undefined) throw missing(`scenario "${word}"`, { word, field, names: namesOfScenarios(catalog) });
  refuseRow(first, field);
  if (other === undefined) return first;
  const codes = [first, other, ...more].map(({ scenario }) => scenario.scenario).join(', ');
  throw new AppError('invalid-params', `Several scenarios are named "${word}": ${codes}. Give the code.`, { field });
}

function refuseRow({ scenario: { rows, scenario }, row }: FoundScenario, field: string): void {
  if (row === undefined || rows?.[row] !== undefined) return;
  const has = rows === undefined ? 'is not an outline' : `has ${rows.length} example rows`;
  throw new AppError('not-found', `Scenario ${scenario} ${has}; there is no row r${row}.`, { field });
}

export const namesOfFeatures = (catalog: FeatureCatalog): string[] =>
  catalog.flatMap(({ entry }) => [entry.featureCode, entry.name, entry.file]);

export const namesOfScenarios = (catalog: FeatureCatalog): string[] =>
  catalog.flatMap(({ scenarios }) => scenarios.flatMap(({ scenario, name }) => [scenario, name]));

interface Missing {
  word: string;
  field: string;
  names: readonly string[];
}

const MOST_COMPARED = 2_000;

export function missing(what: string, { word, field, names }: Missing): AppError {
  const close = nearestNames(word, [...new Set(names)].slice(0, MOST_COMPARED), SHOWN);
  const hint = close.length === 0 ? '' : ` Similar: ${close.map(name => `"${name}"`).join(', ')}.`;
  const message = `No ${what}.${hint} Call getFeatures to list all.`;
  return new AppError('not-found', message, { field, next: 'getFeatures' });
}
