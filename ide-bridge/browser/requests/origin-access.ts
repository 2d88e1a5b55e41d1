import type { Browser, CDPSession, Page } from 'playwright';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import type { Identity } from '../../../model/protocol/identity.ts';
import { withinLimit } from '../limits/within-limit.ts';

type Access = Pick<Identity, 'origins' | 'headers' | 'credentials'>;

const AS_EVER = { response: 'Default' } as const;

export const needsAccess = ({ headers, credentials }: Access = { origins: [] }): boolean =>
  headers !== undefined || credentials !== undefined;

/**
 * Adds headers to requests for some origins, and answers their requests for credentials, also for workers, new tabs and
 * after redirects. Playwright's extra headers go to every origin, its routes keep them on redirects to other origins,
 * and with its credentials a foreign page that asks for some is never answered. Here Chromium pauses only requests to
 * those origins: all others cost nothing. In a shared browser the requests of others are unchanged.
 */
export class OriginAccess {
  #held: { browser: Browser; connection: CDPSession } | undefined;
  #access: Access = { origins: [] };
  /** Requests that were given the credentials: a repeated question means that they were refused. */
  readonly #answered = new Set<string>();
  /** Whether others use the browser too; `#own` recognises our requests, and without it none is ours. */
  #isShared = false;
  #own: OwnRequests | undefined;

  /** Call it before the context is opened: existing pages do not notice. */
  async give(browser: Browser, isShared: boolean, access: Access = { origins: [] }): Promise<void> {
    const { origins, credentials } = access;
    this.#access = access;
    this.#isShared = isShared;
    this.#own = undefined;
    const connection = this.#held?.browser === browser ? this.#held.connection : undefined;
    if (!needsAccess(access)) {
      if (connection !== undefined) await connection.send('Fetch.disable');
      return;
    }
    this.#answered.clear();
    const open = connection ?? (await this.#connect(browser));
    const patterns = origins.map(origin => ({ urlPattern: `${origin}/*` }));
    await open.send('Fetch.enable', { patterns, handleAuthRequests: credentials !== undefined });
  }

  /** Call it with the first page of the context, before it navigates. */
  async confineTo(page: Page): Promise<void> {
    if (!this.#isShared || this.#held === undefined || !needsAccess(this.#access)) return;
    this.#own = await OwnRequests.of(page, this.#held.connection);
  }

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
    connection.on('Fetch.requestPaused', async ({ requestId, request, frameId }) => {
      const added = (await this.#isOurs(frameId)) ? this.#access.headers : undefined;
      const headers =
        added === undefined
          ? {}
          : { headers: mergeHeaders(request.headers, added).map(([name, value]) => ({ name, value })) };
      // The request may be cancelled, or ask for credentials in vain.
      connection.send('Fetch.continueRequest', { requestId, ...headers }).catch(() => {});
    });
    connection.on('Fetch.authRequired', async ({ requestId, frameId, authChallenge: { source, origin } }) => {
      const isOurs = await this.#isOurs(frameId);
      const authChallengeResponse = isOurs ? this.#answer(requestId, source, origin) : AS_EVER;
      connection.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {});
    });
    return connection;
  }

  async #isOurs(frameId: string): Promise<boolean> {
    return !this.#isShared || ((await this.#own?.holds(frameId)) ?? false);
  }

  /** Proxy credentials are in the project's settings. */
  #answer(requestId: string, source: 'Server' | 'Proxy' | undefined, origin: string) {
    const { credentials, origins } = this.#access;
    if (source === 'Proxy') return AS_EVER;
    if (credentials === undefined || this.#answered.has(requestId) || !origins.includes(new URL(origin).origin))
      return { response: 'CancelAuth' } as const;
    this.#answered.add(requestId);
    return { response: 'ProvideCredentials', ...credentials } as const;
  }
}

type HeaderValues = Readonly<Record<string, string>>;

/** Our headers replace those of the same name, ignoring case. */
export function mergeHeaders(others: HeaderValues, own: HeaderValues): [name: string, value: string][] {
  const names = new Set(Object.keys(own).map(name => name.toLowerCase()));
  return [...Object.entries(others).filter(([name]) => !names.has(name.toLowerCase())), ...Object.entries(own)];
}

const Tree = z.object({
  frame: z.object({ id: z.string() }),
  get childFrames() {
    return z.array(Tree).default([]);
  },
});
const Answer = z.object({ result: z.object({ frameTree: Tree }) });

const idsIn = ({ frame, childFrames }: z.infer<typeof Tree>): string[] => [frame.id, ...childFrames.flatMap(idsIn)];

/** A page that the request itself blocks does not answer; the request then counts as foreign. */
const ANSWER_LIMIT_MS = 4_000;

/** Recognises the requests of one browser context by their frames and workers. */
class OwnRequests {
  readonly #connection: CDPSession;
  readonly #contextId: string;
  readonly #ours = new Set<string>();

  private constructor(connection: CDPSession, contextId: string) {
    this.#connection = connection;
    this.#contextId = contextId;
  }

  static async of(page: Page, connection: CDPSession): Promise<OwnRequests> {
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    const { browserContextId } = targetInfo;
    if (browserContextId === undefined) throw new AppError('internal', 'Chromium names no context of a page.');
    return new OwnRequests(connection, browserContextId);
  }

  /** Never rejects. */
  async holds(frameId: string): Promise<boolean> {
    return this.#ours.has(frameId) || (await this.#find(frameId).catch(() => false));
  }

  async #find(frameId: string): Promise<boolean> {
    const { targetInfos } = await this.#connection.send('Target.getTargets');
    const ours = targetInfos.filter(({ browserContextId }) => browserContextId === this.#contextId);
    for (const { targetId } of ours) this.#ours.add(targetId);
    if (targetInfos.some(({ targetId }) => targetId === frameId)) return this.#ours.has(frameId);
    // Frames of the same site are no targets, and those of other sites know the frames in them.
    const places = ours.filter(({ type }) => type === 'page' || type === 'iframe');
    const looks = places.map(async ({ targetId }) => {
      for (const id of await this.#framesIn(targetId)) this.#ours.add(id);
      if (!this.#ours.has(frameId)) throw new Error('The frame is in another page.');
      return true;
    });
    return await Promise.any(looks);
  }

  /** Not over Playwright's connections: those learn of a frame only after its first requests. */
  async #framesIn(targetId: string): Promise<string[]> {
    const connection = this.#connection;
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: false });
    let read = (_event: { sessionId: string; message: string }) => {};
    const answered = new Promise<string>(resolve => {
      read = event => event.sessionId === sessionId && resolve(event.message);
      connection.on('Target.receivedMessageFromTarget', read);
    });
    try {
      const message = JSON.stringify({ id: 1, method: 'Page.getFrameTree' });
      await connection.send('Target.sendMessageToTarget', { sessionId, message });
      const answer = Answer.parse(JSON.parse(await withinLimit(() => answered, { timeoutMs: ANSWER_LIMIT_MS })));
      return idsIn(answer.result.frameTree);
    } finally {
      connection.off('Target.receivedMessageFromTarget', read);
      await connection.send('Target.detachFromTarget', { sessionId }).catch(() => {});
    }
  }
}
