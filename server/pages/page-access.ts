import type { Bridge } from '../../model/protocol/bridge.ts';
import { ExtensionPairing } from '../rpc/access/extension-pairing.ts';
import { Sessions } from '../rpc/access/sessions.ts';
import { SignInCodes } from '../rpc/access/sign-in-codes.ts';
import { PeopleFile } from '../service/people-file.ts';
import { createPageAddress, type PageAddress } from '../tools/define/page-address.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface IdeParts {
  bridge: Bridge;
  access: PageAccess;
  workspace: Workspace;
  signal: AbortSignal;
}

/** Opens the IDE in a new window on the project shown last, else the first. Errors: as `Ides.open`. */
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

export interface PageAccess {
  readonly codes: SignInCodes;
  readonly sessions: Sessions;
  readonly file: PeopleFile;
  readonly address: PageAddress;
  readonly pairing: ExtensionPairing;
  /** Called once the service listens. */
  reachedAt(url: string, ownUrls: readonly string[]): void;
}

export async function openPageAccess(workspaceFolder: string): Promise<PageAccess> {
  const file = await PeopleFile.open(workspaceFolder);
  const codes = new SignInCodes();
  const sessions = await Sessions.open({
    read: async () => file.sessions,
    write: kept => file.keepSessions(kept),
  });
  let place: { url: string; ownUrls: readonly string[] } = { url: '', ownUrls: [] };
  const pairing = new ExtensionPairing(sessions);
  const address = createPageAddress({ url: () => place.url, ownUrls: () => place.ownUrls, codes, pairing });
  return {
    codes,
    sessions,
    file,
    address,
    pairing,
    reachedAt(url, ownUrls) {
      place = { url, ownUrls };
    },
  };
}
