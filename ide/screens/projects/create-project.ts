import { ProjectId } from '../../../model/names/codes.ts';
import { changeFirstSteps } from '../../app/change-first-steps.ts';
import type { Ide } from '../../app/ide.ts';

interface NewProject {
  folderId: string;
  name: string;
  appUrl: string;
}

/** With an app, its first minute begins. Errors: those of the service. */
export async function createProject(
  { session, store }: Ide,
  { folderId, name, appUrl }: NewProject,
): Promise<ProjectId> {
  const projectId = ProjectId.parse(folderId);
  const given = { newProjectId: folderId, name, ...(appUrl === '' ? {} : { appUrl }) };
  await session.call('createProject', { ...given, projectId: undefined, versionId: undefined });
  const minute = appUrl === '' ? {} : { minute: { phase: 'opening' as const } };
  changeFirstSteps(store, projectId, () => ({ hidden: [], ...minute }));
  return projectId;
}
