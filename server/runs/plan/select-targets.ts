import { AppError } from '../../../model/errors/errors.ts';
import { nearestNames } from '../../../model/errors/nearest.ts';
import { ModuleCode, TestReference } from '../../../model/names/codes.ts';
import { findModule, withDescendants } from '../../../model/project/edits/modules.ts';
import { findTest } from '../../../model/project/edits/tests.ts';
import type { Module } from '../../../model/project/module.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { RunTarget } from './plan-run.ts';

/**
 * The tests that people mean by codes or names, each once, in the order given; none given means all but suites and
 * skipped ones. Errors: `not-found`; `invalid-params` for a name that several things have, listing their codes.
 */
export function selectTargets(content: VersionContent, words: readonly string[]): RunTarget[] {
  const chosen = words.length === 0 ? everyTest(content) : words.flatMap(word => targetsOf(content, word));
  return [...new Map(chosen.map(target => [`${target.module.moduleCode}.${target.test.testCode}`, target])).values()];
}

const everyTest = (content: VersionContent): RunTarget[] => [...content.modules.values()].flatMap(testsToRun);

const testsToRun = (module: Module): RunTarget[] =>
  module.tests.filter(test => test.type !== 'suite' && !test.skip).map(test => ({ module, test }));

function targetsOf(content: VersionContent, word: string): RunTarget[] {
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
