import { AppError } from '../errors/errors.ts';
import { type ModuleCode, readTestReference, type TestCode, type VersionId } from '../names/codes.ts';
import type { Module } from './module.ts';
import type { Test } from './test.ts';
import type { ProjectContent, VersionContent } from './version-content.ts';

export interface Hooks {
  before?: TestCode | undefined;
  after?: TestCode | undefined;
}

/** A test that is itself a hook of its module runs alone. */
export const hooksAround = ({ before, after }: Module, testCode: TestCode): Hooks =>
  testCode === before || testCode === after ? {} : { before, after };

export const stepPlace = (text: string): string =>
  `step "${text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text}"`;

const LONGEST_TEXT = 100;

interface Usage {
  place: string;
  testCode: TestCode;
  by: TestUser;
}

type TestUser =
  | { kind: 'action'; testCode: TestCode }
  | { kind: 'module'; moduleCode: ModuleCode }
  | { kind: 'sign-in' }
  | { kind: 'step'; text: string };

export function pluggedTests(test: Test): TestCode[] {
  return test.actions.flatMap(action => (action.type === 'plugTest' ? [readTestReference(action.test).testCode] : []));
}

interface PlugAction {
  test: Test;
  actionIndex: number;
  plugged: TestCode;
}

const plugActions = new WeakMap<Module, readonly PlugAction[]>();

/** For a module that no longer changes; cached, since few actions are of this kind. */
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
 * Uses outside the given tests: plug actions, hooks of modules that stay, linked steps, and the sign-in of the project,
 * which every version performs with its own tests.
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

const SHOWN = 5;

/** Errors: `in-use`, naming the places. */
export function refuseWhileUsed(what: string, usages: readonly Usage[]): void {
  if (usages.length === 0) return;
  const places = usages.slice(0, SHOWN).map(usage => `${usage.place} uses ${usage.testCode}`);
  const more = usages.length > SHOWN ? `, and ${usages.length - SHOWN} more places` : '';
  throw new AppError('in-use', `${what} is in use: ${places.join(', ')}${more}. "force": true deletes it anyway.`, {
    field: 'force',
    facts: { places: usages.map(usage => usage.place), uses: usages.map(usage => usage.by) },
  });
}

/** `role`: the file is the sign-in state of that role. */
export type FileUse =
  | { versionId: VersionId; moduleCode: ModuleCode; testCode: TestCode; actionIndex?: number }
  | { role: string };

export function fileUses({ project, versions }: ProjectContent): ReadonlyMap<string, FileUse[]> {
  const uses = new Map<string, FileUse[]>();
  const note = (file: unknown, use: FileUse) => {
    if (typeof file !== 'string') return;
    const path = file.normalize('NFC');
    const known = uses.get(path);
    if (known === undefined) uses.set(path, [use]);
    else known.push(use);
  };
  for (const { version, modules } of versions.values())
    for (const { moduleCode, tests } of modules.values())
      for (const test of tests)
        noteFiles(test, { versionId: version.versionId, moduleCode, testCode: test.testCode }, note);
  for (const { role, stateFile } of project.authentication?.roles ?? []) note(stateFile, { role });
  return uses;
}

type NoteUse = (file: unknown, use: FileUse) => void;

function noteFiles({ data, actions }: Test, place: Exclude<FileUse, { role: string }>, note: NoteUse): void {
  if (data !== undefined && 'file' in data) note(data.file, place);
  for (const [actionIndex, action] of actions.entries()) {
    // All kinds with files call the field so.
    const files: unknown = Reflect.get(action, 'files');
    if (Array.isArray(files)) for (const file of files) note(file, { ...place, actionIndex });
  }
}

/** Places in other versions than the default one name their version. */
export function fileUsages(content: ProjectContent, path: string): string[] {
  const { defaultVersion } = content.project;
  const found = fileUses(content).get(path.normalize('NFC')) ?? [];
  const places = found.map(use => {
    if ('role' in use) return `the sign-in state of role "${use.role}"`;
    const { versionId, moduleCode, testCode, actionIndex } = use;
    const place = actionIndex === undefined ? 'data' : `action ${actionIndex}`;
    return `${moduleCode}.${testCode} ${place}${versionId === defaultVersion ? '' : ` of version ${versionId}`}`;
  });
  return [...new Set(places)];
}

/**
 * Invariants after every edit, checked only where it changed something: parents and plugged tests exist, and nothing
 * contains or plugs itself. Errors: `not-found`, `invalid-project`.
 */
export function checkInvariants(before: ProjectContent, after: ProjectContent): void {
  for (const [versionId, content] of after.versions) {
    const old = before.versions.get(versionId);
    if (old === undefined) continue;
    checkRemoved(old, content);
    for (const module of content.modules.values())
      if (old.modules.get(module.moduleCode) !== module) checkModule(old, content, module);
  }
}

/** Modules below a removed one would be unreachable. */
function checkRemoved(old: VersionContent, content: VersionContent): void {
  for (const moduleCode of old.modules.keys()) {
    if (content.modules.has(moduleCode)) continue;
    for (const module of content.modules.values())
      if (module.parentModule === moduleCode)
        throw new AppError(
          'invalid-project',
          `Module ${module.moduleCode} is below ${moduleCode}, which would be deleted.`,
          {
            field: 'moduleCode',
          },
        );
  }
}

interface ChangedSpan<Item> {
  start: number;
  before: readonly Item[];
  after: readonly Item[];
}

/** Between the equal beginning and the equal end of two lists. An edit of a long list leaves a short span. */
export function changedSpan<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item | undefined, other: Item | undefined) => boolean = Object.is,
): ChangedSpan<Item> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  let equalAtEnd = 0;
  while (equalAtEnd < shorter - start && isSame(before.at(-1 - equalAtEnd), after.at(-1 - equalAtEnd))) equalAtEnd += 1;
  return {
    start,
    before: before.slice(start, before.length - equalAtEnd),
    after: after.slice(start, after.length - equalAtEnd),
  };
}

function checkModule(old: VersionContent, content: VersionContent, module: Module): void {
  const was = old.modules.get(module.moduleCode);
  if (was?.parentModule !== module.parentModule) checkParent(content, module);
  checkHooks(content, was, module);
  const span = changedSpan(was?.tests ?? [], module.tests);
  const earlier = new Set(span.before.flatMap(pluggedTests));
  for (const test of span.after) checkPlugs({ old, content }, test, earlier);
}

function checkParent(content: VersionContent, module: Module): void {
  const seen = new Set([module.moduleCode]);
  let parent = module.parentModule;
  while (parent !== undefined) {
    if (seen.has(parent))
      throw new AppError('invalid-project', `Module ${module.moduleCode} cannot be below itself.`, {
        field: 'parentModule',
      });
    seen.add(parent);
    const above = content.modules.get(parent);
    if (above === undefined)
      throw new AppError('not-found', `No module ${parent} to be the parent.`, { field: 'parentModule' });
    parent = above.parentModule;
  }
}

function checkHooks(content: VersionContent, was: Module | undefined, module: Module): void {
  for (const slot of ['before', 'after'] as const) {
    const code = module[slot];
    if (code !== undefined && code !== was?.[slot] && content.test(code) === undefined)
      throw new AppError('not-found', `No test ${code} to run ${slot} the tests of ${module.moduleCode}.`, {
        field: slot,
      });
  }
}

interface Versions {
  old: VersionContent;
  content: VersionContent;
}

/** A test plugged in before the edit may be gone by now: that is a problem of the test, not of the edit. */
function checkPlugs({ old, content }: Versions, test: Test, inModule: ReadonlySet<TestCode>): void {
  const before = old.test(test.testCode);
  const earlier = new Set(before === undefined ? [] : pluggedTests(before));
  const fresh = test.actions.flatMap((action, index) => {
    if (action.type !== 'plugTest') return [];
    const plugged = readTestReference(action.test).testCode;
    return earlier.has(plugged) || inModule.has(plugged) ? [] : [{ field: `actions[${index}].test`, plugged }];
  });
  for (const { field, plugged } of fresh)
    if (content.test(plugged) === undefined)
      throw new AppError('not-found', `No test ${plugged} to plug in. Call getTests to see the tests.`, {
        field,
        next: 'getTests',
      });
  const cycle = fresh.length === 0 ? undefined : plugCycle(content, test.testCode);
  if (cycle === undefined) return;
  const { field } = fresh.find(({ plugged }) => plugged === cycle[1]) ?? { field: 'actions' };
  throw new AppError('invalid-project', `Test ${test.testCode} would plug itself: ${cycle.join(' → ')}.`, { field });
}
