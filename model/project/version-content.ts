import type { CodeLetter, ModuleCode, TestCode } from '../names/codes.ts';
import type { EnvironmentsFile } from './environment.ts';
import type { FeatureFile, FeaturesFile } from './features-file.ts';
import type { LinksFile } from './link.ts';
import type { Module } from './module.ts';
import type { Project, Version } from './project.ts';
import type { Test } from './test.ts';

/** As published: immutable, shared between readers. */
export interface VersionContent {
  readonly project: Project;
  readonly version: Version;
  readonly environments: EnvironmentsFile;
  readonly modules: ReadonlyMap<ModuleCode, Module>;
  readonly features: FeaturesFile;
  readonly links: LinksFile;
  readonly featureFiles: readonly FeatureFile[];
  moduleOf(testCode: TestCode): Module | undefined;
  test(testCode: TestCode): Test | undefined;
}

export type VersionParts = Omit<VersionContent, 'moduleOf' | 'test'>;

const testsByCode = new WeakMap<Module, ReadonlyMap<TestCode, Test>>();

/** Cached for each published module. */
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
 * What it hands out may be changed in place; nobody sees a change before it is on disk, and none stays when the edit
 * fails.
 */
export interface VersionDraft extends VersionContent {
  draftModule(moduleCode: ModuleCode): Module;
  draftEnvironments(): EnvironmentsFile;
  draftVersion(): Version;
  draftFeatures(): FeaturesFile;
  draftLinks(): LinksFile;
  addModule(module: Module): void;
  removeModule(moduleCode: ModuleCode): void;
  /** Never given before in this version. */
  nextNumber(letter: CodeLetter): number;
}

export interface ProjectContent {
  readonly project: Project;
  readonly versions: ReadonlyMap<string, VersionContent>;
}
