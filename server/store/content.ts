import type { ModuleCode, TestCode, VersionId } from '../../model/project/codes.ts';
import type { EnvironmentsFile } from '../../model/project/environment.ts';
import type { Module } from '../../model/project/module.ts';
import type { Project, Version } from '../../model/project/project.ts';
import type { Test } from '../../model/project/test.ts';
import type { ProjectContent, VersionContent } from '../../model/project/version-content.ts';
import { AppError } from '../../model/protocol/errors.ts';
import type { ProjectState } from './project-state.ts';
import type { Stored } from './stored.ts';

const testsByCode = new WeakMap<Module, ReadonlyMap<TestCode, Test>>();

/** The tests of a module by code; made once per published module. */
export function testsOf(module: Module): ReadonlyMap<TestCode, Test> {
  const known = testsByCode.get(module);
  if (known !== undefined) return known;
  const map = new Map(module.tests.map(test => [test.testCode, test]));
  testsByCode.set(module, map);
  return map;
}

interface VersionParts {
  project: Project;
  version: Version;
  environments: EnvironmentsFile;
  modules: ReadonlyMap<ModuleCode, Module>;
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

/** Modules in the order of codes, which is the order they were made in. */
const byNumber = (left: Module, right: Module): number =>
  Number(left.moduleCode.slice(1)) - Number(right.moduleCode.slice(1));

interface LooseParts {
  version?: Version;
  environments?: EnvironmentsFile;
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
    const parts = loose.get(versionId) ?? { modules: [] };
    loose.set(versionId, parts);
    return parts;
  };
  for (const stored of files) {
    if (stored.kind === 'project') project = stored.value;
    else if (stored.kind === 'version') partsOf(stored.versionId).version = stored.value;
    else if (stored.kind === 'environments') partsOf(stored.versionId).environments = stored.value;
    else partsOf(stored.versionId).modules.push(stored.value);
  }
  if (project === undefined) throw new AppError('damaged-file', 'project.json is missing.');
  const versions = new Map<VersionId, VersionContent>();
  for (const [versionId, parts] of loose) {
    const content = wholeVersion(project, parts);
    if (content !== undefined) versions.set(versionId, content);
  }
  return { project, versions };
}

function wholeVersion(project: Project, parts: LooseParts): VersionContent | undefined {
  const { version, environments = { format: 1, environments: [] } } = parts;
  if (version === undefined) return undefined;
  const modules = new Map(parts.modules.sort(byNumber).map(module => [module.moduleCode, module]));
  return versionContent({ project, version, environments, modules });
}
