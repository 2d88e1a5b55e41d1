import { AppError } from '../../errors/errors.ts';
import type { ModuleCode, TestCode } from '../../names/codes.ts';
import type { Module } from '../module.ts';
import { pluggedTests } from '../references.ts';
import { isSameTest } from '../same-test.ts';
import type { Test } from '../test.ts';
import type { VersionContent, VersionDraft } from '../version-content.ts';
import { FreeCodes } from './free-codes.ts';

/** What becomes of a test that the target has already: its own is overwritten, or kept beside the copy. */
export const EXISTING_MODES = ['replace', 'add', 'refuse'] as const;
export type ExistingMode = (typeof EXISTING_MODES)[number];

export interface CopiedTest {
  /** Its code where it came from. */
  from: TestCode;
  testCode: TestCode;
  moduleCode: ModuleCode;
  state: 'added' | 'replaced' | 'same';
  /** The test that plugs it in, or the module that runs it, when it was not asked for. */
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
  /** By the code in the source; tests that are there already stand for themselves. */
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
    // Grows while it is walked through: by plugged tests, and by those that a new module runs around its own.
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

  /** Brings a test along unless the target has it. */
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

  /** The module of the target that takes the tests of one of the source; made with those around it when it lacks. */
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
      if (code !== undefined) this.#need(code, `module ${module.moduleCode} runs it around its tests`);
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

/** A module with the same code and name, else the only one of the name. */
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
