import { AppError } from '../../../model/errors/errors.ts';
import type { TestCode, VersionId } from '../../../model/names/codes.ts';
import type { EnvironmentsFile } from '../../../model/project/environment.ts';
import { type FeatureFile, type FeaturesFile, NO_FEATURES } from '../../../model/project/features-file.ts';
import { type LinksFile, NO_LINKS } from '../../../model/project/link.ts';
import type { Module } from '../../../model/project/module.ts';
import type { Project, Version } from '../../../model/project/project.ts';
import type { Test } from '../../../model/project/test.ts';
import type { ProjectContent, VersionContent } from '../../../model/project/version-content.ts';
import type { CodeCounters } from './code-counters.ts';
import type { Stored } from './stored.ts';

/** What a project is between edits: its files by path and the highest codes. Immutable. */
export interface ProjectState {
  files: ReadonlyMap<string, Stored>;
  counters: CodeCounters;
}

const testsByCode = new WeakMap<Module, ReadonlyMap<TestCode, Test>>();

/** The tests of a module by code; made once per published module. */
export function testsOf(module: Module): ReadonlyMap<TestCode, Test> {
  const known = testsByCode.get(module);
  if (known !== undefined) return known;
  const map = new Map(module.tests.map(test => [test.testCode, test]));
  testsByCode.set(module, map);
  return map;
}

type VersionParts = Omit<VersionContent, 'moduleOf' | 'test'>;

function versionContent(parts: VersionParts): VersionContent {
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

/** Modules in the order of codes, which is the order they were made in. */
const byNumber = (left: Module, right: Module): number =>
  Number(left.moduleCode.slice(1)) - Number(right.moduleCode.slice(1));

interface LooseParts {
  version?: Version;
  environments?: EnvironmentsFile;
  features?: FeaturesFile;
  links?: LinksFile;
  featureFiles: FeatureFile[];
  modules: Module[];
}

const contents = new WeakMap<ProjectState, ProjectContent>();

/** The readers' view of a state; made once per state. */
export function contentOf(state: ProjectState): ProjectContent {
  const known = contents.get(state);
  if (known !== undefined) return known;
  const content = buildContent(state.files.values());
  contents.set(state, content);
  return content;
}

function buildContent(files: Iterable<Stored>): ProjectContent {
  let project: Project | undefined;
  const loose = new Map<VersionId, LooseParts>();
  const partsOf = (versionId: VersionId): LooseParts => {
    const parts = loose.get(versionId) ?? { modules: [], featureFiles: [] };
    loose.set(versionId, parts);
    return parts;
  };
  for (const stored of files) {
    if (stored.kind === 'project') project = stored.value;
    else addPart(partsOf(stored.versionId), stored);
  }
  if (project === undefined) throw new AppError('damaged-file', 'project.json is missing.');
  const versions = new Map<VersionId, VersionContent>();
  for (const [versionId, parts] of loose) {
    const content = wholeVersion(project, parts);
    if (content !== undefined) versions.set(versionId, content);
  }
  return { project, versions };
}

function addPart(parts: LooseParts, stored: Exclude<Stored, { kind: 'project' }>): void {
  switch (stored.kind) {
    case 'version':
      parts.version = stored.value;
      return;
    case 'environments':
      parts.environments = stored.value;
      return;
    case 'features':
      parts.features = stored.value;
      return;
    case 'links':
      parts.links = stored.value;
      return;
    case 'feature':
      parts.featureFiles.push(stored.value);
      return;
    case 'module':
      parts.modules.push(stored.value);
  }
}

function wholeVersion(project: Project, parts: LooseParts): VersionContent | undefined {
  const { version, environments = { format: 1, environments: [] }, features = NO_FEATURES, links = NO_LINKS } = parts;
  if (version === undefined) return undefined;
  const modules = new Map(parts.modules.sort(byNumber).map(module => [module.moduleCode, module]));
  const featureFiles = parts.featureFiles.sort((one, other) => (one.file < other.file ? -1 : 1));
  return versionContent({ project, version, environments, modules, features, links, featureFiles });
}
