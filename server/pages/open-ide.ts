import type { Bridge } from '../../model/protocol/bridge.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PageAccess } from './page-access.ts';

interface IdeParts {
  bridge: Bridge;
  access: PageAccess;
  workspace: Workspace;
  signal: AbortSignal;
}

/** Opens the IDE in a window of its own on the project shown last, else the first. Errors: as `Ides.open`. */
export async function openIde(
  { bridge, access, workspace, signal }: IdeParts,
  headed: boolean | undefined,
): Promise<void> {
  const ids = workspace.projects().map(({ projectId }) => projectId);
  const last = access.file.lastProject;
  const projectId = last !== undefined && ids.includes(last) ? last : ids[0];
  if (access.address.addressOf(projectId) === undefined) return;
  const url = () => access.address.linkTo(projectId)?.url ?? '';
  await bridge.ides.open({ url, projectId, headed }, { signal });
}
