import { AppError } from '../../../model/errors/errors.ts';
import { VersionId } from '../../../model/names/codes.ts';
import type { VersionContent, VersionDraft } from '../../../model/project/version-content.ts';
import type { Transaction } from '../../store/edits/transaction.ts';
import type { ToolContext } from './define-tool.ts';

/** The version named in `field`, else the project's default. Errors: `not-found`. */
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
  title: string;
  label?(result: Result): string;
  edit(draft: VersionDraft, transaction: Transaction): Result;
}

/** Edits one version; `content` of the result is the version as published. */
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

/** Edits the project itself, or several versions at once. */
export const editWholeProject = <Result>(
  { project, actor }: Pick<ToolContext, 'project' | 'actor'>,
  title: string,
  edit: (transaction: Transaction) => Result,
): Promise<Result> => project.store.change({ versionId: undefined, actor, title, edit });
