import { Sessions } from '../rpc/access/sessions.ts';
import { SignInCodes } from '../rpc/access/sign-in-codes.ts';
import { PeopleFile } from '../service/people-file.ts';
import { createPageAddress, type PageAddress } from '../tools/define/page-address.ts';

/** How people reach the page of the IDE and stay signed in to it. */
export interface PageAccess {
  readonly codes: SignInCodes;
  readonly sessions: Sessions;
  readonly file: PeopleFile;
  readonly address: PageAddress;
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
  const address = createPageAddress({ url: () => place.url, ownUrls: () => place.ownUrls, codes });
  return {
    codes,
    sessions,
    file,
    address,
    reachedAt(url, ownUrls) {
      place = { url, ownUrls };
    },
  };
}
