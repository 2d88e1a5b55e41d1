import type { Action } from '../../actions/index.ts';
import { AppError } from '../../errors/errors.ts';
import { ActionId, ModuleCode, readTestReference, TestCode, TestReference } from '../../names/codes.ts';
import type { Module } from '../module.ts';
import { pluggedTests } from '../references.ts';
import type { Test } from '../test.ts';
import type { VersionContent, VersionDraft } from '../version-content.ts';
import { findModule } from './modules.ts';
import { draftTest, nextActionId } from './tests.ts';

export const EXISTING_MODES = ['replace', 'add', 'refuse'] as const;
type ExistingMode = (typeof EXISTING_MODES)[number];

interface CopiedTest {
  from: TestCode;
  testCode: TestCode;
  moduleCode: ModuleCode;
  state: 'added' | 'replaced' | 'same';
  /** The test or module that needs it, when nobody asked for it. */
  neededBy?: string;
}

interface CopyRequest {
  source: VersionContent;
  tests: readonly { module: Module; test: Test }[];
  existing: ExistingMode;
}

interface PlannedCopy {
  module: Module;
  test: Test;
  testCode: TestCode;
  state: CopiedTest['state'];
  neededBy: string | undefined;
}

/**
 * Copies tests of another version, with the tests that these plug in and the target lacks. A test keeps its code where
 * that is free, and takes the place of the test that has it when both are the same test.
 * Errors: `conflict` when `existing` refuses, `invalid-project` for a test that plugs what is not there.
 */
export function copyTests(draft: VersionDraft, { source, tests, existing }: CopyRequest): CopiedTest[] {
  const copier = new Copier(draft, source, existing);
  for (const { module, test } of tests) copier.plan(module, test);
  return copier.copyAll();
}

class Copier {
  readonly #draft: VersionDraft;
  readonly #source: VersionContent;
  readonly #existing: ExistingMode;
  readonly #codes: FreeCodes;
  /** By the code in the source; tests that are already there map to themselves. */
  readonly #targets = new Map<TestCode, TestCode>();
  readonly #planned = new Map<TestCode, PlannedCopy>();
  readonly #modules = new Map<ModuleCode, ModuleCode>();

  constructor(draft: VersionDraft, source: VersionContent, existing: ExistingMode) {
    this.#draft = draft;
    this.#source = source;
    this.#existing = existing;
    this.#codes = new FreeCodes(draft);
  }

  plan(module: Module, test: Test): void {
    if (this.#planned.has(test.testCode)) return;
    const there = this.#draft.test(test.testCode);
    const isThere = there !== undefined && isSameTest(there, test);
    if (isThere && this.#existing === 'refuse') throw alreadyThere(this.#draft, there);
    const state = isThere && this.#existing === 'replace' ? 'replaced' : 'added';
    this.#take({ module, test, state, neededBy: undefined });
  }

  copyAll(): CopiedTest[] {
    // Grows meanwhile: by plugged tests, and by the tests that a new module runs around its own.
    for (const { module, test, state } of this.#planned.values()) {
      this.#planPlugged(test);
      if (state === 'added') this.#moduleFor(module);
    }
    for (const { test, state } of this.#planned.values()) this.#codes.keepActions(test, state === 'replaced');
    return [...this.#planned.values()].map(copy => this.#copy(copy));
  }

  #take(copy: Omit<PlannedCopy, 'testCode'>): void {
    const { testCode } = copy.test;
    const code = copy.state === 'replaced' ? testCode : this.#codes.test(testCode);
    this.#targets.set(testCode, code);
    this.#planned.set(testCode, { ...copy, testCode: code });
  }

  #planPlugged(test: Test): void {
    for (const code of pluggedTests(test)) this.#need(code, `test ${test.testCode} plugs it in`);
  }

  #need(code: TestCode, neededBy: string): void {
    if (this.#targets.has(code)) return;
    const test = this.#source.test(code);
    const module = this.#source.moduleOf(code);
    if (test === undefined || module === undefined)
      throw new AppError('invalid-project', `Test ${code} is missing where the tests come from: ${neededBy}.`, {
        field: 'tests',
      });
    const there = this.#draft.test(code);
    if (there !== undefined && isSameTest(there, test)) this.#targets.set(code, code);
    else this.#take({ module, test, state: 'added', neededBy });
  }

  #moduleFor(module: Module): ModuleCode {
    const known = this.#modules.get(module.moduleCode) ?? findSame(this.#draft, module);
    if (known !== undefined) {
      this.#modules.set(module.moduleCode, known);
      return known;
    }
    const moduleCode = this.#codes.module(module.moduleCode);
    this.#modules.set(module.moduleCode, moduleCode);
    const above = module.parentModule && this.#source.modules.get(module.parentModule);
    const parentModule = above && this.#moduleFor(above);
    const { before, after, parentModule: _above, ...header } = module;
    for (const code of [before, after])
      if (code !== undefined) this.#need(code, `module ${module.moduleCode} runs it before or after its tests`);
    this.#draft.addModule({
      ...header,
      moduleCode,
      ...(parentModule === undefined ? {} : { parentModule }),
      ...(before === undefined ? {} : { before: this.#targetOf(before) }),
      ...(after === undefined ? {} : { after: this.#targetOf(after) }),
      tests: [],
    });
    return moduleCode;
  }

  #targetOf = (code: TestCode): TestCode => this.#targets.get(code) ?? code;

  #copy({ module, test, testCode, state, neededBy }: PlannedCopy): CopiedTest {
    const copy = { ...test, testCode, actions: this.#codes.actionsOf(test, this.#targetOf) };
    const holder = state === 'replaced' ? this.#draft.moduleOf(testCode) : undefined;
    const moduleCode = holder?.moduleCode ?? this.#moduleFor(module);
    const answer = { from: test.testCode, testCode, moduleCode, ...(neededBy === undefined ? {} : { neededBy }) };
    const at = holder?.tests.findIndex(other => other.testCode === testCode) ?? -1;
    if (at >= 0 && JSON.stringify(holder?.tests[at]) === JSON.stringify(copy)) return { ...answer, state: 'same' };
    const { tests } = this.#draft.draftModule(moduleCode);
    if (at >= 0) tests[at] = copy;
    else tests.push(copy);
    return { ...answer, state };
  }
}

/** Same code and name, else the only module of that name. */
function findSame({ modules }: VersionContent, { moduleCode, name }: Module): ModuleCode | undefined {
  if (modules.get(moduleCode)?.name === name) return moduleCode;
  const [first, second] = [...modules.values()].filter(module => module.name === name);
  return second === undefined ? first?.moduleCode : undefined;
}

function alreadyThere({ version }: VersionContent, { testCode, name }: Test): AppError {
  const message = `Version ${version.versionId} has test ${testCode} "${name}" already.`;
  return new AppError('conflict', `${message} existing: "replace" overwrites it, "add" keeps both.`, {
    field: 'existing',
  });
}

/**
 * Whether tests of two versions that have one code are the same test: versions count on by themselves after one was
 * made from the other, and give the same codes to different tests. One that was renamed still shares actions.
 */
function isSameTest(one: Test, other: Test): boolean {
  if (one.name === other.name) return true;
  const actions = new Map(one.actions.map(action => [action.actionId, action]));
  return other.actions.some(action => {
    const like = actions.get(action.actionId);
    return like === action || (like !== undefined && JSON.stringify(like) === JSON.stringify(action));
  });
}

class FreeCodes {
  readonly #draft: VersionDraft;
  readonly #modules: Set<string>;
  readonly #tests = new Set<string>();
  readonly #actions = new Map<string, TestCode>();
  /** Action ids that a test keeps, by the test's code in the source. */
  readonly #kept = new Map<TestCode, ReadonlySet<string>>();

  constructor(draft: VersionDraft) {
    this.#draft = draft;
    this.#modules = new Set(draft.modules.keys());
    for (const { tests } of draft.modules.values())
      for (const { testCode, actions } of tests) {
        this.#tests.add(testCode);
        for (const { actionId } of actions) this.#actions.set(actionId, testCode);
      }
  }

  module(wanted: ModuleCode): ModuleCode {
    return ModuleCode.parse(this.#free('m', wanted, this.#modules));
  }

  test(wanted: TestCode): TestCode {
    return TestCode.parse(this.#free('t', wanted, this.#tests));
  }

  /** Reserves the action ids that a test can keep; must come before any new ids are given. */
  keepActions({ testCode, actions }: Test, takesPlace: boolean): void {
    const ids = actions.map(action => action.actionId);
    const kept = new Set(
      ids.filter(id => {
        const holder = this.#actions.get(id);
        return holder === undefined || (takesPlace && holder === testCode);
      }),
    );
    for (const id of kept) this.#actions.set(id, testCode);
    this.#kept.set(testCode, kept);
  }

  actionsOf({ testCode, actions }: Test, targetOf: (code: TestCode) => TestCode): Action[] {
    const free = new Set(this.#kept.get(testCode));
    return actions.map(action => {
      const actionId = free.delete(action.actionId) ? action.actionId : this.#newAction(testCode);
      if (action.type !== 'plugTest') return { ...action, actionId };
      const plugged = targetOf(readTestReference(action.test).testCode);
      return { ...action, actionId, test: TestReference.parse(plugged) };
    });
  }

  #newAction(testCode: TestCode): ActionId {
    let code = `a${this.#draft.nextNumber('a')}`;
    while (this.#actions.has(code)) code = `a${this.#draft.nextNumber('a')}`;
    this.#actions.set(code, testCode);
    return ActionId.parse(code);
  }

  #free(letter: 'm' | 't', wanted: string, taken: Set<string>): string {
    let code = wanted;
    while (taken.has(code)) code = `${letter}${this.#draft.nextNumber(letter)}`;
    taken.add(code);
    return code;
  }
}

const MOST_CHARACTERS = 200;
const SUFFIX = ' (copy)';

interface DuplicateRequest {
  moduleCode: ModuleCode;
  test: Test;
  name?: string | undefined;
  newModuleCode?: ModuleCode | undefined;
  /** Default: right after the test, or at the end of another module. */
  order?: number | undefined;
}

/** Errors: `not-found`, `conflict` for duplicates. */
export function duplicateTest(draft: VersionDraft, request: DuplicateRequest): TestCode {
  const { moduleCode, test, name = copyName(test.name), newModuleCode = moduleCode, order } = request;
  findModule(draft, newModuleCode, 'newModuleCode');
  const original = draftTest(draft, moduleCode, test.testCode);
  const testCode = TestCode.parse(`t${draft.nextNumber('t')}`);
  const actions = test.actions.map(action => ({ ...action, actionId: nextActionId(draft) }));
  const list = draft.draftModule(newModuleCode).tests;
  const behind = newModuleCode === moduleCode ? list.indexOf(original) + 1 : list.length;
  list.splice(Math.min(order ?? behind, list.length), 0, { ...test, testCode, name, actions });
  return testCode;
}

const copyName = (name: string): string =>
  `${name.slice(0, MOST_CHARACTERS - SUFFIX.length).replace(/[\ud800-\udbff]$/, '')}${SUFFIX}`;
