import type { ModuleCode, TestCode } from '../names/codes.ts';
import { readTestReference } from '../names/codes.ts';
import type { Module } from './module.ts';
import type { Test } from './test.ts';
import type { VersionContent } from './version-content.ts';

/** How messages call the steps of a text. */
export const stepPlace = (text: string): string =>
  `step "${text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text}"`;

const LONGEST_TEXT = 100;

/** A place that uses a test. */
export interface Usage {
  /** In words, e.g. `m2.t7 action 3`. */
  place: string;
  testCode: TestCode;
  by: TestUser;
}

/** What uses a test, for those who tell of it in words of their own. */
export type TestUser =
  | { kind: 'action'; testCode: TestCode }
  | { kind: 'module'; moduleCode: ModuleCode }
  | { kind: 'sign-in' }
  | { kind: 'step'; text: string };

/** Codes of the tests that a test plugs in. */
export function pluggedTests(test: Test): TestCode[] {
  return test.actions.flatMap(action => (action.type === 'plugTest' ? [readTestReference(action.test).testCode] : []));
}

export interface PlugAction {
  test: Test;
  actionIndex: number;
  plugged: TestCode;
}

const plugActions = new WeakMap<Module, readonly PlugAction[]>();

/** The plug actions of a module that is not changed any more; looked for once, since few actions are of this kind. */
export function plugActionsOf(module: Module): readonly PlugAction[] {
  const known = plugActions.get(module);
  if (known !== undefined) return known;
  const found: PlugAction[] = [];
  for (const test of module.tests)
    for (const [actionIndex, action] of test.actions.entries())
      if (action.type === 'plugTest')
        found.push({ test, actionIndex, plugged: readTestReference(action.test).testCode });
  plugActions.set(module, found);
  return found;
}

/**
 * Places outside the given tests that use one of them: plug actions, before/after of modules that stay, linked steps, and
 * the sign-in of the project, which every version performs with its own tests.
 */
export function usagesOf(
  content: VersionContent,
  testCodes: ReadonlySet<TestCode>,
  leaving: ReadonlySet<ModuleCode> = new Set(),
): Usage[] {
  const usages = signInUsages(content, testCodes);
  for (const module of content.modules.values()) {
    if (leaving.has(module.moduleCode)) continue;
    for (const slot of ['before', 'after'] as const) {
      const code = module[slot];
      if (code !== undefined && testCodes.has(code))
        usages.push({
          place: `module ${module.moduleCode} "${slot}"`,
          testCode: code,
          by: { kind: 'module', moduleCode: module.moduleCode },
        });
    }
    for (const { test, actionIndex, plugged } of plugActionsOf(module))
      if (testCodes.has(plugged) && !testCodes.has(test.testCode))
        usages.push({
          place: `${module.moduleCode}.${test.testCode} action ${actionIndex}`,
          testCode: plugged,
          by: { kind: 'action', testCode: test.testCode },
        });
  }
  return [...usages, ...linkUsages(content, testCodes)];
}

const linkUsages = ({ links }: VersionContent, testCodes: ReadonlySet<TestCode>): Usage[] =>
  links.links.flatMap(({ text, testCode }) =>
    testCodes.has(testCode) ? [{ place: stepPlace(text), testCode, by: { kind: 'step', text } }] : [],
  );

function signInUsages({ project }: VersionContent, testCodes: ReadonlySet<TestCode>): Usage[] {
  return (['signInTest', 'signOutTest'] as const).flatMap((field): Usage[] => {
    const reference = project.authentication?.[field];
    if (reference === undefined) return [];
    const { testCode } = readTestReference(reference);
    if (!testCodes.has(testCode)) return [];
    return [{ place: `${field} of the sign-in settings`, testCode, by: { kind: 'sign-in' } }];
  });
}

/** A circle of plugged tests that starts and ends at the given one, or nothing. */
export function plugCycle(content: VersionContent, start: TestCode): TestCode[] | undefined {
  const visited = new Set<TestCode>();
  const walk = (code: TestCode, path: TestCode[]): TestCode[] | undefined => {
    const test = content.test(code);
    if (test === undefined || visited.has(code)) return undefined;
    visited.add(code);
    for (const plugged of pluggedTests(test)) {
      if (plugged === start) return [...path, code, start];
      const found = walk(plugged, [...path, code]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(start, []);
}
