import { AppError } from '../../../model/errors/errors.ts';
import type { VersionId } from '../../../model/names/codes.ts';
import { NO_FEATURES } from '../../../model/project/features-file.ts';
import { NO_LINKS } from '../../../model/project/link.ts';
import type { Module } from '../../../model/project/module.ts';
import type { Project } from '../../../model/project/project.ts';
import { type ProjectContent, type VersionContent, versionContent } from '../../../model/project/version-content.ts';
import type { CodeCounters } from './code-counters.ts';
import { isKind, NO_ENVIRONMENTS, PROJECT_PATH, type StoredFile, type StoredValue } from './stored.ts';

export interface ProjectState {
  files: ReadonlyMap<string, StoredFile>;
  counters: CodeCounters;
}

/** Codes give the order in which modules were made. */
const byNumber = (left: Module, right: Module): number =>
  Number(left.moduleCode.slice(1)) - Number(right.moduleCode.slice(1));

const contents = new WeakMap<ProjectState, ProjectContent>();

export function contentOf(state: ProjectState): ProjectContent {
  const known = contents.get(state);
  if (known !== undefined) return known;
  const content = buildContent(state.files);
  contents.set(state, content);
  return content;
}

function buildContent(files: ProjectState['files']): ProjectContent {
  const stored = files.get(PROJECT_PATH);
  if (!isKind(stored, 'project')) throw new AppError('damaged-file', `${PROJECT_PATH} is missing.`);
  const project = stored.value;
  const byVersion = new Map<VersionId, StoredFile[]>();
  for (const file of files.values()) {
    if (file.kind === 'project') continue;
    const known = byVersion.get(file.versionId);
    if (known === undefined) byVersion.set(file.versionId, [file]);
    else known.push(file);
  }
  const versions = new Map<VersionId, VersionContent>();
  for (const [versionId, parts] of byVersion) {
    const content = wholeVersion(project, parts);
    if (content !== undefined) versions.set(versionId, content);
  }
  return { project, versions };
}

function wholeVersion(project: Project, files: readonly object[]): VersionContent | undefined {
  const all = <Kind extends StoredFile['kind']>(kind: Kind): StoredValue<Kind>[] =>
    files.flatMap(file => (isKind(file, kind) ? [file.value] : []));
  const [version] = all('version');
  if (version === undefined) return undefined;
  const [environments = NO_ENVIRONMENTS] = all('environments');
  const [features = NO_FEATURES] = all('features');
  const [links = NO_LINKS] = all('links');
  const modules = new Map(
    all('module')
      .sort(byNumber)
      .map(module => [module.moduleCode, module]),
  );
  const featureFiles = all('feature').sort((one, other) => (one.file < other.file ? -1 : 1));
  return versionContent({ project, version, environments, modules, features, links, featureFiles });
}
