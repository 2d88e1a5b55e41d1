import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import type { Environment } from '../../../model/project/environment.ts';
import type { Module } from '../../../model/project/module.ts';
import type { Project } from '../../../model/project/project.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { CodedFeature } from '../../feature-sync/feature-catalog.ts';
import type { RecordChange } from '../../store/edits/record-changes.ts';
import { moduleRevision, revisionOf } from '../../store/edits/revisions.ts';
import { environmentsPath, featurePath, modulePath, modulesFolder, PROJECT_PATH } from '../../store/edits/stored.ts';
import type { ToolContext } from './define-tool.ts';

export const Revision = z.string().describe('Short hash of the content; give it back as ifRevision');

export const IfRevision = z.string().max(64).optional().describe('Refuse when the record has another revision by now');

/** A record whose revision shows whether somebody else has edited it. */
interface RevisedRecord {
  name: string;
  revision: string;
  isChangedBy(change: RecordChange): boolean;
}

export const testRecord = ({ version: { versionId } }: VersionContent, test: Test): RevisedRecord => ({
  name: `Test ${test.testCode}`,
  revision: revisionOf(test),
  isChangedBy: change =>
    change.kind === 'test' && change.code === test.testCode && change.path.startsWith(`${modulesFolder(versionId)}/`),
});

/** The revision of a module covers its tests, which are in the same file. */
export const moduleRecord = ({ version }: VersionContent, module: Module): RevisedRecord => ({
  name: `Module ${module.moduleCode}`,
  revision: moduleRevision(module),
  isChangedBy: change => change.path === modulePath(version.versionId, module.moduleCode),
});

export const environmentRecord = ({ version }: VersionContent, environment: Environment): RevisedRecord => ({
  name: `Environment ${environment.environmentCode}`,
  revision: revisionOf(environment),
  isChangedBy: change =>
    change.kind === 'environment' &&
    change.code === environment.environmentCode &&
    change.path === environmentsPath(version.versionId),
});

export const featureRecord = (
  { version }: VersionContent,
  { entry, source }: Pick<CodedFeature, 'entry' | 'source'>,
): RevisedRecord => ({
  name: `Feature ${entry.featureCode}`,
  revision: source.hash,
  isChangedBy: change => change.path === featurePath(version.versionId, entry.file),
});

export const projectRecord = (project: Project): RevisedRecord => ({
  name: 'The project',
  revision: revisionOf(project),
  isChangedBy: change => change.path === PROJECT_PATH,
});

/** Errors: `conflict` for a record that is not as the caller read it, naming the last change. */
export function checkRevision({ project }: ToolContext, record: RevisedRecord, ifRevision: string | undefined): void {
  const { name, revision } = record;
  if (ifRevision === undefined || ifRevision === revision) return;
  const last = project.store.lastEditor(change => record.isChangedBy(change));
  const by = last === undefined ? '' : `, last by ${last.actor.name} (${last.title})`;
  const message = `${name} was changed since you read it${by}: its revision is ${revision} now, not ${ifRevision}. Read it again.`;
  const changedBy = last === undefined ? {} : { changedBy: { by: last.actor.name, title: last.title } };
  throw new AppError('conflict', message, { field: 'ifRevision', facts: { revision, ...changedBy } });
}
