import { AppError } from '../../../model/errors/errors.ts';
import { type EnvironmentCode, type ModuleCode, type TestCode, VersionId } from '../../../model/names/codes.ts';
import type { FeatureEntry } from '../../../model/project/features-file.ts';
import type { VersionContent, VersionDraft } from '../../../model/project/version-content.ts';
import type { RecordChange } from '../../store/edits/records.ts';
import { environmentsPath, featurePath, modulePath, modulesFolder, PROJECT_PATH } from '../../store/edits/stored.ts';
import type { Transaction } from '../../store/edits/transaction.ts';
import type { ToolContext } from '../define/define-tool.ts';

/** A record whose edits can be told from others'. */
interface RevisedRecord {
  /** As messages call it. */
  name: string;
  isChangedBy(change: RecordChange): boolean;
}

export const testRecord = (versionId: VersionId, testCode: TestCode): RevisedRecord => ({
  name: `Test ${testCode}`,
  isChangedBy: change =>
    change.kind === 'test' && change.code === testCode && change.path.startsWith(`${modulesFolder(versionId)}/`),
});

/** The revision of a module covers its tests, which lie in the same file. */
export const moduleRecord = (versionId: VersionId, moduleCode: ModuleCode): RevisedRecord => ({
  name: `Module ${moduleCode}`,
  isChangedBy: change => change.path === modulePath(versionId, moduleCode),
});

export const environmentRecord = (versionId: VersionId, environmentCode: EnvironmentCode): RevisedRecord => ({
  name: `Environment ${environmentCode}`,
  isChangedBy: change =>
    change.kind === 'environment' && change.code === environmentCode && change.path === environmentsPath(versionId),
});

export const featureRecord = (versionId: VersionId, { featureCode, file }: FeatureEntry): RevisedRecord => ({
  name: `Feature ${featureCode}`,
  isChangedBy: change => change.path === featurePath(versionId, file),
});

export const PROJECT_RECORD: RevisedRecord = {
  name: 'The project',
  isChangedBy: change => change.path === PROJECT_PATH,
};

interface RevisionCheck {
  record: RevisedRecord;
  /** As it is now. */
  revision: string;
  ifRevision: string | undefined;
}

/** Refuses an edit of a record that is not as the caller read it. Errors: `conflict`, saying what changed it last. */
export function checkRevision({ project }: ToolContext, { record, revision, ifRevision }: RevisionCheck): void {
  if (ifRevision === undefined || ifRevision === revision) return;
  const last = project.store.lastEditor(change => record.isChangedBy(change));
  const by = last === undefined ? '' : `, last by ${last.actor.name} (${last.title})`;
  const message = `${record.name} was changed since you read it${by}: its revision is ${revision} now, not ${ifRevision}. Read it again.`;
  const changedBy = last === undefined ? {} : { changedBy: { by: last.actor.name, title: last.title } };
  throw new AppError('conflict', message, { field: 'ifRevision', facts: { revision, ...changedBy } });
}

/** The version a call speaks of: the one named in `field`, else the project's default. Errors: `not-found`. */
export function versionOf(context: ToolContext, versionId: string | undefined, field = 'versionId'): VersionContent {
  const { project, versions } = context.project.store.content;
  const id = versionId ?? project.defaultVersion;
  const content = versions.get(id);
  if (content !== undefined) return content;
  const message = `No version "${id}". There are: ${[...versions.keys()].join(', ')}.`;
  throw new AppError('not-found', message, { field, next: 'getVersions' });
}

interface VersionEdit<Result> {
  versionId: string | undefined;
  /** What the edit does, e.g. `createTest`. */
  title: string;
  label?(result: Result): string;
  edit(draft: VersionDraft, transaction: Transaction): Result;
}

/** Performs an edit of one version; afterwards `content` is the version as published. */
export async function editVersion<Result>(
  context: ToolContext,
  { versionId, edit, ...request }: VersionEdit<Result>,
): Promise<{ result: Result; content: VersionContent }> {
  const id = VersionId.parse(versionOf(context, versionId).version.versionId);
  const result = await context.project.store.change({
    ...request,
    versionId: id,
    actor: context.actor,
    edit: transaction => edit(transaction.version(id), transaction),
  });
  return { result, content: versionOf(context, id) };
}
