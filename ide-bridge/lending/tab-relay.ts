import type { ConnectOverCDPTransport } from 'playwright';
import { z } from 'zod';
import { TAB_REQUESTS } from '../../model/protocol/channel/extension.ts';
import type { ExtensionSocket } from './extension-socket.ts';
import type { LentDownloads } from './lent-downloads.ts';
import { hears, newShare, noteCommand, type RelaySession } from './relay-sessions.ts';

const CdpCommand = z.object({
  id: z.number(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
  sessionId: z.string().optional(),
});
type CdpCommand = z.infer<typeof CdpCommand>;

type TargetInfo = z.infer<(typeof TAB_REQUESTS)['tab/attach']['result']>;
type CdpParams = Readonly<Record<string, unknown>>;

interface RelayOptions {
  socket: ExtensionSocket;
  tabId: number;
  userAgent: string;
  onEnd(): void;
}

const Attached = z.object({ sessionId: z.string(), targetInfo: z.object({ targetId: z.string() }) });
const Detached = z.object({ sessionId: z.string() });
const Script = z.object({ identifier: z.string() });
const Target = z.object({ targetId: z.string() });
const Created = z.object({ url: z.string() });

class NotForTabs extends Error {}

/**
 * The browser protocol over tabs that an extension debugs: Playwright's transport on one side, commands and events of
 * single tabs on the other. Commands about the whole browser are answered here, or refused: a lent tab gives access
 * only to itself and the tabs it opens.
 */
export class TabRelay implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  readonly #options: RelayOptions;
  readonly #sessions = new Map<string, RelaySession>();
  readonly #targets = new Map<number, TargetInfo>();
  /** Sessions of targets inside tabs, by target. */
  readonly #children = new Map<string, string>();
  readonly #browserSessions = new Set<string>();
  readonly #waiting: object[] = [];
  #count = 0;
  #endedBy: string | undefined;
  #refusal: unknown;
  #downloads: LentDownloads | undefined;
  readonly #begun = new Map<string, CdpParams>();

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  get endedBy(): string | undefined {
    return this.#endedBy;
  }

  get refusal(): unknown {
    return this.#refusal;
  }

  /** Chrome reports it once the tab is attached. */
  get title(): string {
    return this.#targets.get(this.#options.tabId)?.title ?? '';
  }

  holds(tabId: number): boolean {
    return tabId === this.#options.tabId || this.#targets.has(tabId);
  }

  send(message: object): void {
    const command = CdpCommand.parse(message);
    this.#perform(command).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      this.#emit({ ...replyTo(command), error: { code: -32000, message: text } });
    });
  }

  /** Called by Playwright, and by whoever takes the tab back. Idempotent. */
  close(reason = 'the lent tab was given back'): void {
    if (this.#endedBy !== undefined) return;
    this.#endedBy = reason;
    for (const tabId of this.#targets.keys()) this.#options.socket.send('tab/detach', { tabId }, () => {});
    this.onclose?.(reason);
    this.#downloads?.dispose().catch(() => {});
    this.#options.onEnd();
  }

  set downloads(downloads: LentDownloads) {
    this.#downloads = downloads;
  }

  /** `saved` is undefined where the download failed. Playwright only hears of downloads from the whole browser. */
  async downloaded(guid: string, saved: string | undefined): Promise<void> {
    const begun = this.#begun.get(guid);
    this.#begun.delete(guid);
    if (begun === undefined) return;
    this.#emit({ method: 'Browser.downloadWillBegin', params: begun });
    const isKept = saved !== undefined && (await this.#downloads?.take(guid, saved)) === true;
    const state = isKept ? 'completed' : 'canceled';
    this.#emit({ method: 'Browser.downloadProgress', params: { guid, totalBytes: 0, receivedBytes: 0, state } });
  }

  event({
    tabId,
    sessionId: childId,
    method,
    params,
  }: { tabId: number; sessionId?: string | undefined } & CdpEvent): void {
    this.#noteChildren(tabId, method, params);
    if (method === 'Page.downloadWillBegin' && childId === undefined) this.#begun.set(String(params.guid), params);
    const all = [...this.#sessions].filter(([, each]) => each.tabId === tabId && each.childId === childId);
    const others = all.map(([, each]) => each);
    for (const [sessionId, session] of all)
      if (hears(session, others, { method, params })) this.#emit({ sessionId, method, params });
  }

  /** A tab that a lent one opened is lent too, unless it is gone or shows what is never lent. */
  opened(tabId: number): void {
    this.#attach(tabId).catch(() => {});
  }

  gone(tabId: number, reason: string): void {
    if (tabId === this.#options.tabId) {
      this.close(reason);
      return;
    }
    const target = this.#targets.get(tabId);
    this.#targets.delete(tabId);
    for (const [sessionId, session] of this.#sessions)
      if (session.tabId === tabId) {
        this.#sessions.delete(sessionId);
        if (session.share !== undefined) this.#tellGone(sessionId);
        else if (session.childId === undefined)
          this.#emit({ method: 'Target.detachedFromTarget', params: { sessionId, targetId: target?.targetId } });
      }
  }

  async #perform(command: CdpCommand): Promise<void> {
    const { sessionId } = command;
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    if (session !== undefined) return this.#pass(session, command);
    if (sessionId !== undefined && !this.#browserSessions.has(sessionId)) throw new Error('No such session.');
    this.#emit({ ...replyTo(command), result: await this.#ofBrowser(command) });
  }

  #pass(session: RelaySession, command: CdpCommand): void {
    const { method, params } = command;
    const { tabId, childId, share } = session;
    // A shared session must not disable events for the others.
    if (share !== undefined && method.endsWith('.disable')) {
      this.#emit({ ...replyTo(command), result: {} });
      return;
    }
    if (share !== undefined) noteCommand(share, method, params);
    const given = forTab(method, params);
    this.#options.socket.send('cdp/send', { tabId, sessionId: childId, method, params: given }, answer => {
      if ('message' in answer) {
        this.#emit({ ...replyTo(command), error: { code: -32000, message: answer.message } });
        return;
      }
      if (method === 'Page.addScriptToEvaluateOnNewDocument')
        share?.scripts.add(Script.safeParse(answer.result).data?.identifier ?? '');
      this.#emit({ ...replyTo(command), result: answer.result ?? {} });
    });
  }

  async #ofBrowser({ method, params }: CdpCommand): Promise<CdpParams> {
    const answer = this.#browserCalls[method];
    if (answer === undefined) throw new NotForTabs(`${method} is not for a tab that is lent.`);
    return await answer(params);
  }

  readonly #browserCalls: Readonly<Record<string, (params: CdpParams) => CdpParams | Promise<CdpParams>>> = {
    'Browser.getVersion': () => versionOf(this.#options.userAgent),
    'Browser.setDownloadBehavior': () => ({}),
    'Target.setAutoAttach': async () => {
      await this.#attach(this.#options.tabId).catch((error: unknown) => {
        this.#refusal = error;
        throw error;
      });
      return {};
    },
    'Target.getTargetInfo': () => ({ targetInfo: { targetId: 'browser', type: 'browser', title: '', url: '' } }),
    'Target.getTargets': () => ({ targetInfos: [...this.#targets.values()] }),
    'Target.attachToBrowserTarget': () => {
      const sessionId = this.#newId('browser');
      this.#browserSessions.add(sessionId);
      return { sessionId };
    },
    'Target.attachToTarget': params => ({ sessionId: this.#share(Target.parse(params).targetId) }),
    'Target.detachFromTarget': params => this.#leave(Detached.parse(params).sessionId),
    'Target.createTarget': params => this.#create(Created.parse(params).url),
    'Target.closeTarget': params => this.#closeTab(Target.parse(params).targetId),
    'Storage.getCookies': () => this.#cookies(),
  };

  async #attach(tabId: number): Promise<TargetInfo> {
    const known = this.#targets.get(tabId);
    if (known !== undefined) return known;
    const answer = await this.#options.socket.ask('tab/attach', { tabId });
    const targetInfo = TAB_REQUESTS['tab/attach'].result.parse(answer);
    if (this.#endedBy !== undefined) throw new Error(this.#endedBy);
    this.#targets.set(tabId, targetInfo);
    const sessionId = this.#newId('tab');
    this.#sessions.set(sessionId, { tabId, childId: undefined });
    const params = { sessionId, targetInfo: { ...targetInfo, attached: true }, waitingForDebugger: false };
    this.#emit({ method: 'Target.attachedToTarget', params });
    return targetInfo;
  }

  #share(targetId: string): string {
    const tab = this.#tabOf(targetId);
    const childId = this.#children.get(targetId);
    const child = childId === undefined ? undefined : this.#sessions.get(childId);
    const place = child ?? (tab === undefined ? undefined : { tabId: tab, childId: undefined });
    if (place === undefined) throw new NotForTabs('No such target.');
    const sessionId = this.#newId('shared');
    this.#sessions.set(sessionId, { tabId: place.tabId, childId: place.childId, share: newShare() });
    return sessionId;
  }

  #leave(sessionId: string): CdpParams {
    const session = this.#sessions.get(sessionId);
    this.#browserSessions.delete(sessionId);
    if (session?.share === undefined) return {};
    this.#sessions.delete(sessionId);
    const { tabId, childId, share } = session;
    const send = (method: string, params: Record<string, unknown>) =>
      this.#options.socket.send('cdp/send', { tabId, sessionId: childId, method, params }, () => {});
    for (const identifier of share.scripts) send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    if (share.isCasting) send('Page.stopScreencast', {});
    return {};
  }

  async #create(url: string): Promise<CdpParams> {
    const { socket, tabId: openerId } = this.#options;
    const { tabId } = TAB_REQUESTS['tab/open'].result.parse(await socket.ask('tab/open', { openerId, url }));
    return { targetId: (await this.#attach(tabId)).targetId };
  }

  async #closeTab(targetId: string): Promise<CdpParams> {
    const tabId = this.#tabOf(targetId);
    if (tabId === undefined) return { success: false };
    if (tabId === this.#options.tabId) throw new NotForTabs('The tab that is lent stays open.');
    await this.#options.socket.ask('tab/close', { tabId });
    return { success: true };
  }

  /** Only cookies of the tab's page; those of the rest of the browser stay private. */
  async #cookies(): Promise<CdpParams> {
    const { socket, tabId } = this.#options;
    const answer = await socket.ask('cdp/send', { tabId, method: 'Network.getCookies', params: {} });
    return TAB_REQUESTS['cdp/send'].result.parse(answer);
  }

  #tabOf(targetId: string): number | undefined {
    return [...this.#targets].find(([, target]) => target.targetId === targetId)?.[0];
  }

  #noteChildren(tabId: number, method: string, params: CdpParams): void {
    const attached = method === 'Target.attachedToTarget' ? Attached.safeParse(params).data : undefined;
    if (attached !== undefined) {
      this.#sessions.set(attached.sessionId, { tabId, childId: attached.sessionId });
      this.#children.set(attached.targetInfo.targetId, attached.sessionId);
    }
    const detached = method === 'Target.detachedFromTarget' ? Detached.safeParse(params).data : undefined;
    if (detached === undefined) return;
    for (const [sessionId, { childId, share }] of this.#sessions)
      if (childId === detached.sessionId) {
        this.#sessions.delete(sessionId);
        if (share !== undefined) this.#tellGone(sessionId);
      }
  }

  /** Told where such sessions are opened, which Chrome does by itself. */
  #tellGone(sharedId: string): void {
    for (const sessionId of this.#browserSessions)
      this.#emit({ sessionId, method: 'Target.detachedFromTarget', params: { sessionId: sharedId } });
  }

  #newId(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }

  /**
   * Each in a turn of its own: Playwright resolves promises by answers but handles events at once, so the second of two
   * in one turn may overtake the first.
   */
  #emit(message: object): void {
    this.#waiting.push(message);
    if (this.#waiting.length === 1) setImmediate(this.#next);
  }

  readonly #next = (): void => {
    const message = this.#waiting.shift();
    if (this.#waiting.length > 0) setImmediate(this.#next);
    if (message !== undefined && this.#endedBy === undefined) this.onmessage?.(message);
  };
}

interface CdpEvent {
  method: string;
  params: CdpParams;
}

/** Playwright asks for worlds that may read all origins, which it does not need, and the extension does not grant. */
function forTab(method: string, params: CdpParams): CdpParams {
  if (method !== 'Page.createIsolatedWorld') return params;
  const { grantUniveralAccess: _all, ...given } = params;
  return given;
}

const replyTo = ({ id, sessionId }: CdpCommand) => ({ id, ...(sessionId === undefined ? {} : { sessionId }) });

function versionOf(userAgent: string): CdpParams {
  const product = /(?:Headless)?Chrome\/[\d.]+/.exec(userAgent)?.[0] ?? 'Chrome/0.0.0.0';
  return { protocolVersion: '1.3', product, revision: '', userAgent, jsVersion: '' };
}
