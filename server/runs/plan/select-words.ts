import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { nearestNames } from '../../../model/errors/nearest.ts';
import { ModuleCode, TestReference } from '../../../model/names/codes.ts';
import { findModule, withDescendants } from '../../../model/project/edits/modules.ts';
import { findTest } from '../../../model/project/edits/tests.ts';
import type { Module } from '../../../model/project/module.ts';
import { isRunnable } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { TagFilter } from '../../../model/values/tag-expression.ts';
import type { FeatureCatalog } from '../../feature-sync/feature-catalog.ts';
import {
  type FoundScenario,
  featuresNamed,
  findFeature,
  findScenario,
  namesOfFeatures,
  namesOfScenarios,
  scenariosNamed,
} from '../../feature-sync/find-feature.ts';
import type { RunTarget } from './run-request.ts';
import { chosenScenarios, type SelectedScenarios } from './select-scenarios.ts';

/** No words: all but suites and skipped tests. Errors: `not-found`, `invalid-params` (several of a name). */
export function selectTargets(content: VersionContent, words: readonly string[]): RunTarget[] {
  const chosen = words.length === 0 ? everyTest(content) : words.flatMap(word => testsFor(content, word));
  return [...new Map(chosen.map(target => [`${target.module.moduleCode}.${target.test.testCode}`, target])).values()];
}

const everyTest = (content: VersionContent): RunTarget[] => [...content.modules.values()].flatMap(testsToRun);

const testsToRun = (module: Module): RunTarget[] => module.tests.filter(isRunnable).map(test => ({ module, test }));

function testsFor(content: VersionContent, word: string): RunTarget[] {
  const moduleCode = ModuleCode.safeParse(word);
  if (moduleCode.success) return moduleTargets(content, findModule(content, moduleCode.data));
  const reference = TestReference.safeParse(word);
  if (reference.success) return [findTest(content, reference.data)];
  return targetsByName(content, word);
}

const moduleTargets = (content: VersionContent, module: Module): RunTarget[] =>
  [...withDescendants(content, module.moduleCode)].flatMap(code => testsToRun(findModule(content, code)));

function targetsByName(content: VersionContent, name: string): RunTarget[] {
  const isIt = (candidate: string) => candidate.toLowerCase() === name.toLowerCase();
  const modules = [...content.modules.values()];
  const foundModules = modules.filter(module => isIt(module.name));
  const foundTests = modules.flatMap(module =>
    module.tests.filter(test => isIt(test.name)).map(test => ({ module, test })),
  );
  const codes = [
    ...foundModules.map(module => module.moduleCode),
    ...foundTests.map(({ module, test }) => `${module.moduleCode}.${test.testCode}`),
  ];
  if (codes.length > 1)
    throw new AppError('invalid-params', `Several things are named "${name}": ${codes.join(', ')}. Give the code.`);
  const [module] = foundModules;
  if (module !== undefined) return moduleTargets(content, module);
  if (foundTests.length > 0) return foundTests;
  const names = modules.flatMap(known => [known.name, ...known.tests.map(test => test.name)]);
  const close = nearestNames(name, [...new Set(names)]);
  const hint = close.length === 0 ? '' : ` Did you mean ${close.map(other => `"${other}"`).join(' or ')}?`;
  throw new AppError('not-found', `No module or test is named "${name}".${hint}`);
}

interface NamedTargets {
  targets: RunTarget[];
  features: FeatureCatalog;
  named: FoundScenario[];
}

export interface Selected extends Omit<SelectedScenarios, 'targets'> {
  targets: RunTarget[];
  scenarios: SelectedScenarios['targets'];
}

/** No words: all but suites and skipped tests. Errors: `not-found`, `invalid-params` (several of a name). */
export function selectWords(
  { content, catalog }: { content: VersionContent; catalog: FeatureCatalog },
  words: readonly string[],
  isChosen: TagFilter,
): Selected {
  const all = { targets: selectTargets(content, []), features: catalog, named: [] };
  const chosen = words.length === 0 ? [all] : words.map(word => findNamed(content, catalog, word));
  const tests = chosen.flatMap(({ targets }) => targets).filter(({ test }) => isChosen(test.tags ?? []));
  const targets = new Map(tests.map(target => [`${target.module.moduleCode}.${target.test.testCode}`, target]));
  const { targets: scenarios, warnings } = chosenScenarios(catalog, {
    features: chosen.flatMap(({ features }) => features),
    named: chosen.flatMap(({ named }) => named),
    isChosen,
  });
  return { targets: [...targets.values()], scenarios, warnings };
}

function findNamed(content: VersionContent, catalog: FeatureCatalog, word: string): NamedTargets {
  const nothing = { targets: [], features: [], named: [] };
  if (/^f\d+$/.test(word)) return { ...nothing, features: [findFeature(catalog, word)] };
  if (/^f\d+\.s\d+/.test(word)) return { ...nothing, named: [findScenario(catalog, word)] };
  const [features, named] = [featuresNamed(catalog, word), scenariosNamed(catalog, word)];
  if (features.length + named.length === 0) return { ...nothing, targets: targetsOf(content, catalog, word) };
  const codes = [
    ...testsNamed(content, word),
    ...features.map(({ entry }) => entry.featureCode),
    ...named.map(({ scenario }) => scenario.scenario),
  ];
  if (codes.length > 1)
    throw new AppError('invalid-params', `Several things are named "${word}": ${codes.join(', ')}. Give the code.`);
  return { ...nothing, features, named };
}

const testsNamed = (content: VersionContent, name: string): string[] =>
  [...content.modules.values()].flatMap(module => {
    const isIt = (other: string) => other.toLowerCase() === name.toLowerCase();
    const tests = module.tests.filter(test => isIt(test.name));
    return [...(isIt(module.name) ? [module.moduleCode] : []), ...tests.map(({ testCode }) => testCode)];
  });

function targetsOf(content: VersionContent, catalog: FeatureCatalog, word: string): RunTarget[] {
  try {
    return selectTargets(content, [word]);
  } catch (error) {
    const close = nearestNames(word, [...namesOfFeatures(catalog), ...namesOfScenarios(catalog)], 1);
    if (!isAppError(error, 'not-found') || close.length === 0) throw error;
    throw new AppError('not-found', `${error.message} Among features there is "${close[0]}".`, error.detail);
  }
}
