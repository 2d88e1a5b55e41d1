import type { Browser, CDPSession } from 'playwright';
import type { Identity } from '../../model/protocol/identity.ts';
import { mergeHeaders } from './merge-headers.ts';

type Access = Pick<Identity, 'origins' | 'headers' | 'credentials'>;

/**
 * Adds headers to the requests of a browser to some origins, and answers what these ask for user name and password;
 * for workers, new tabs and after redirects too. Playwright's own extra headers go to every origin, its routes keep
 * theirs when a page redirects elsewhere, and with its credentials a foreign page that asks for some is never answered.
 * Here Chromium holds back only requests to those origins: all others cost nothing.
 */
export class OriginAccess {
  #held: { browser: Browser; connection: CDPSession } | undefined;
  #access: Access = { origins: [] };
  /** Requests that were given the credentials: whoever asks again does not take them. */
  readonly #answered = new Set<string>();

  /** To be called before the context is opened that it is for: pages that are there already do not notice. */
  async give(browser: Browser, access: Access = { origins: [] }): Promise<void> {
    const { origins, headers, credentials } = access;
    this.#access = access;
    const connection = this.#held?.browser === browser ? this.#held.connection : undefined;
    if (headers === undefined && credentials === undefined) {
      if (connection !== undefined) await connection.send('Fetch.disable');
      return;
    }
    this.#answered.clear();
    const open = connection ?? (await this.#connect(browser));
    const patterns = origins.map(origin => ({ urlPattern: `${origin}/*` }));
    await open.send('Fetch.enable', { patterns, handleAuthRequests: credentials !== undefined });
  }

  /** What a request to an address takes with it that no page sends. */
  headersFor({ origin }: URL): Readonly<Record<string, string>> {
    const { origins, headers = {}, credentials } = this.#access;
    if (!origins.includes(origin)) return {};
    if (credentials === undefined) return headers;
    const { username, password } = credentials;
    return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`, ...headers };
  }

  async #connect(browser: Browser): Promise<CDPSession> {
    const connection = await browser.newBrowserCDPSession();
    this.#held = { browser, connection };
    connection.on('Fetch.requestPaused', ({ requestId, request }) => {
      const { headers: added } = this.#access;
      const headers =
        added === undefined
          ? {}
          : { headers: mergeHeaders(request.headers, added).map(([name, value]) => ({ name, value })) };
      // A request that was given up meanwhile is not there any more; neither is one that asks for credentials in vain.
      connection.send('Fetch.continueRequest', { requestId, ...headers }).catch(() => {});
    });
    connection.on('Fetch.authRequired', ({ requestId, authChallenge: { source, origin } }) => {
      const authChallengeResponse = this.#answer(requestId, source, origin);
      connection.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {});
    });
    return connection;
  }

  /** What a proxy asks for is the project's settings' to answer. */
  #answer(requestId: string, source: 'Server' | 'Proxy' | undefined, origin: string) {
    const { credentials, origins } = this.#access;
    if (source === 'Proxy') return { response: 'Default' } as const;
    if (credentials === undefined || this.#answered.has(requestId) || !origins.includes(new URL(origin).origin))
      return { response: 'CancelAuth' } as const;
    this.#answered.add(requestId);
    return { response: 'ProvideCredentials', ...credentials } as const;
  }
}
