import type { TagFilter } from '../../../model/values/tag-expression.ts';
import type { CodedScenario, FeatureCatalog } from '../../feature-sync/feature-catalog.ts';
import { type FoundScenario, findFeature, findScenario } from '../../feature-sync/find-feature.ts';
import { repeatedKeys } from '../../feature-sync/repeated-keys.ts';
import type { ScenarioTarget } from './plan-scenarios.ts';

interface ScenarioWords {
  /** Codes, paths or names; without features and scenarios, all. */
  features?: readonly string[] | undefined;
  scenarios?: readonly string[] | undefined;
  isChosen: TagFilter;
}

export interface SelectedScenarios {
  targets: ScenarioTarget[];
  warnings: string[];
}

/** Outlines row by row. Errors: `not-found`, `invalid-params` (several of a name). */
export function selectScenarios(catalog: FeatureCatalog, wanted: ScenarioWords): SelectedScenarios {
  const { features, scenarios, isChosen } = wanted;
  const isAll = features === undefined && scenarios === undefined;
  const ofFeatures = isAll
    ? catalog
    : (features ?? []).map((word, index) => findFeature(catalog, word, `features[${index}]`));
  const named = (scenarios ?? []).map((word, index) => findScenario(catalog, word, `scenarios[${index}]`));
  return chosenScenarios(catalog, { features: ofFeatures, named, isChosen });
}

interface ChosenScenarios {
  features: FeatureCatalog;
  named: readonly FoundScenario[];
  isChosen: TagFilter;
}

/** Of several scenarios with one issue key only the first runs, unless another is named. */
export function chosenScenarios(
  catalog: FeatureCatalog,
  { features, named, isChosen }: ChosenScenarios,
): SelectedScenarios {
  const repeated = repeatedKeys(catalog);
  const repeats = new Set<CodedScenario>(repeated.flatMap(({ others }) => others));
  const ofFeatures = features.flatMap(({ scenarios }) => scenarios.filter(scenario => !repeats.has(scenario)));
  const all: FoundScenario[] = [...ofFeatures.map(scenario => ({ scenario })), ...named];
  const targets = all.flatMap(rowsOf).filter(({ scenario, row }) => isChosen(tagsOf(scenario, row)));
  const unique = new Map(targets.map(target => [`${target.scenario.scenario}.r${target.row}`, target]));
  const met = new Set(features.flatMap(({ scenarios }) => scenarios));
  const warnings = repeated.filter(({ first, others }) => [first, ...others].some(one => met.has(one)));
  return { targets: [...unique.values()], warnings: warnings.map(({ message }) => message) };
}

const rowsOf = ({ scenario, row }: FoundScenario): ScenarioTarget[] =>
  scenario.rows === undefined || row !== undefined
    ? [{ scenario, row }]
    : scenario.rows.map((_, index) => ({ scenario, row: index }));

const tagsOf = ({ tags, rows }: CodedScenario, row: number | undefined): readonly string[] =>
  (row === undefined ? undefined : rows?.[row]?.tags) ?? tags;
