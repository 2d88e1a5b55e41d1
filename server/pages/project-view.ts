import { leftOutMark } from '../../model/exchange/test-drafts.ts';
import type { EnvironmentsFile } from '../../model/project/environment.ts';
import type { FeatureFile, FeaturesFile, StoredFeature } from '../../model/project/features-file.ts';
import type { Link } from '../../model/project/link.ts';
import { linksByText } from '../../model/project/links.ts';
import type { Module } from '../../model/project/module.ts';
import type { Project } from '../../model/project/project.ts';
import { pluggedTests } from '../../model/project/references.ts';
import type { Test } from '../../model/project/test.ts';
import type { ProjectContent, VersionContent } from '../../model/project/version-content.ts';
import {
  type EnvironmentHeader,
  type FeatureHeader,
  type LinkHeader,
  type ModuleHeader,
  type OpenTest,
  ProjectHeader,
  type ProjectSnapshot,
  type TestHeader,
  type VersionHeader,
} from '../../model/protocol/channel/project-view.ts';
import type { ProjectStore } from '../store/edits/project-store.ts';
import { revisionOf } from '../store/edits/revisions.ts';

const ProjectFields = ProjectHeader.strip();

/** Pages refuse unknown fields, which a new field of the file would be. */
export const projectHeader = (project: Project): ProjectHeader => ProjectFields.parse(project);

export const versionHeaders = ({ versions }: ProjectContent): VersionHeader[] =>
  [...versions.values()].map(({ version: { versionId, name } }) => ({ versionId, name }));

export const environmentHeaders = ({ environments }: EnvironmentsFile): EnvironmentHeader[] =>
  environments.map(({ environmentCode, name }) => ({ environmentCode, name }));

export const moduleHeader = ({ format: _format, data: _data, tests, ...header }: Module): ModuleHeader => ({
  ...header,
  tests: tests.map(({ testCode }) => testCode),
});

export function testHeader({ moduleCode }: Module, test: Test): TestHeader {
  const { actions, data, ...header } = test;
  const plugs = [...new Set(pluggedTests(test))];
  return {
    ...header,
    moduleCode,
    ...(data === undefined ? {} : { hasData: true }),
    actionCount: actions.length,
    ...leftOutMark(actions),
    ...(plugs.length === 0 ? {} : { plugs }),
  };
}

export const openTest = (test: Test): OpenTest => ({
  testCode: test.testCode,
  revision: revisionOf(test),
  actions: test.actions,
});

const entriesByFile = new WeakMap<FeaturesFile, ReadonlyMap<string, StoredFeature>>();

export function entriesOf(file: FeaturesFile): ReadonlyMap<string, StoredFeature> {
  const known = entriesByFile.get(file);
  if (known !== undefined) return known;
  const entries = new Map(file.features.filter(({ gone }) => !gone).map(entry => [entry.file, entry]));
  entriesByFile.set(file, entries);
  return entries;
}

export function featureHeader({ hash }: FeatureFile, entry: StoredFeature | undefined): FeatureHeader {
  if (entry === undefined) return { revision: hash };
  const { featureCode, source, removed } = entry;
  return { revision: hash, featureCode, source, ...(removed && { removed }) };
}

export const linkHeader = ({ text: _text, ...header }: Link): LinkHeader => header;

export const healthOf = ({ damaged, readOnlyReason }: SnapshotParts['store']) => ({
  damaged: damaged.map(({ path, reason }) => ({ file: path, message: reason })),
  readOnly: readOnlyReason ?? null,
});

interface SnapshotParts {
  content: ProjectContent;
  version: VersionContent;
  sequence: number;
  store: Pick<ProjectStore, 'damaged' | 'readOnlyReason'>;
}

export function snapshotOf({ content, version, sequence, store }: SnapshotParts): ProjectSnapshot {
  const modules = [...version.modules.values()];
  return {
    project: projectHeader(content.project),
    versionId: version.version.versionId,
    sequence,
    versions: versionHeaders(content),
    environments: environmentHeaders(version.environments),
    modules: Object.fromEntries(modules.map(module => [module.moduleCode, moduleHeader(module)])),
    tests: Object.fromEntries(
      modules.flatMap(module => module.tests.map(test => [test.testCode, testHeader(module, test)])),
    ),
    features: featureHeaders(version),
    links: Object.fromEntries([...linksByText(version)].map(([text, link]) => [text, linkHeader(link)])),
    ...healthOf(store),
  };
}

function featureHeaders({ featureFiles, features }: VersionContent): ProjectSnapshot['features'] {
  const entries = entriesOf(features);
  return Object.fromEntries(featureFiles.map(file => [file.file, featureHeader(file, entries.get(file.file))]));
}
