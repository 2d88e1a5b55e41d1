import { createPageAddress, type PageAddress } from '../page-address.ts';
import { PeopleFile } from '../people-file.ts';
import { Sessions } from '../rpc/people/sessions.ts';
import { SignInCodes } from '../rpc/people/sign-in-codes.ts';

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
