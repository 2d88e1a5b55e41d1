import type { CodeLetter, ModuleCode, TestCode } from '../names/codes.ts';
import type { EnvironmentsFile } from './environment.ts';
import type { FeatureFile, FeaturesFile } from './features-file.ts';
import type { LinksFile } from './link.ts';
import type { Module } from './module.ts';
import type { Project, Version } from './project.ts';
import type { Test } from './test.ts';

/** Everything in a version, as published: immutable, shared between readers. */
export interface VersionContent {
  /** What holds for all versions. */
  readonly project: Project;
  readonly version: Version;
  readonly environments: EnvironmentsFile;
  readonly modules: ReadonlyMap<ModuleCode, Module>;
  /** Codes of features and scenarios. */
  readonly features: FeaturesFile;
  readonly links: LinksFile;
  /** Sorted by their paths. */
  readonly featureFiles: readonly FeatureFile[];
  /** The module that holds a test. */
  moduleOf(testCode: TestCode): Module | undefined;
  test(testCode: TestCode): Test | undefined;
}

/** What a version is made of: plain data. */
export type VersionParts = Omit<VersionContent, 'moduleOf' | 'test'>;

const testsByCode = new WeakMap<Module, ReadonlyMap<TestCode, Test>>();

/** The tests of a module by code; made once per published module. */
export function testsOf(module: Module): ReadonlyMap<TestCode, Test> {
  const known = testsByCode.get(module);
  if (known !== undefined) return known;
  const map = new Map(module.tests.map(test => [test.testCode, test]));
  testsByCode.set(module, map);
  return map;
}

export function versionContent(parts: VersionParts): VersionContent {
  const moduleOf = (testCode: TestCode): Module | undefined => {
    for (const module of parts.modules.values()) if (testsOf(module).has(testCode)) return module;
    return undefined;
  };
  return {
    ...parts,
    moduleOf,
    test: testCode => {
      const module = moduleOf(testCode);
      return module === undefined ? undefined : testsOf(module).get(testCode);
    },
  };
}

/**
 * A version while an edit works on it. What it hands out may be changed in place; nothing is seen by others before
 * the edit is on disk, and nothing stays when it fails.
 */
export interface VersionDraft extends VersionContent {
  /** The module to change. */
  draftModule(moduleCode: ModuleCode): Module;
  draftEnvironments(): EnvironmentsFile;
  draftVersion(): Version;
  draftFeatures(): FeaturesFile;
  draftLinks(): LinksFile;
  addModule(module: Module): void;
  removeModule(moduleCode: ModuleCode): void;
  /** The next number for codes of a letter, never given before in this version. */
  nextNumber(letter: CodeLetter): number;
}

/** A whole project as published. */
export interface ProjectContent {
  readonly project: Project;
  readonly versions: ReadonlyMap<string, VersionContent>;
}
