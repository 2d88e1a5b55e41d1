/** Connected browser extensions, and the tabs that people lend with them. Knows nothing of tests. */
import { isDeepStrictEqual } from 'node:util';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { explainIssues } from '../../model/errors/explain-issues.ts';
import type { ProjectId } from '../../model/names/codes.ts';
import type { BrowserEndpoint } from '../../model/protocol/browser-endpoint.ts';
import {
  EXTENSION_PROTOCOL,
  EXTENSION_REQUESTS,
  type ExtensionNotice,
  type RecordingUnderWay,
} from '../../model/protocol/channel/extension.ts';
import type { Admission } from '../../model/protocol/channel/page-service.ts';
import type { ConnectedExtension, ExtensionService, Extensions, LentTab } from '../../model/protocol/extensions.ts';
import type { LaunchedBrowser } from '../browser/launch/browser-launcher.ts';
import { loadPlaywright, registerEngines } from '../browser/launch/load-playwright.ts';
import { HUB_LIMITS, type HubLimits } from '../hub/hub-limits.ts';
import { closeInTime } from '../hub/page-socket.ts';
import type { TakeSocket } from '../hub/socket-server.ts';
import { browserName } from './browser-name.ts';
import { ExtensionSocket } from './extension-socket.ts';
import { LentDownloads } from './lent-downloads.ts';
import { TabRelay } from './tab-relay.ts';

type AskedOf<Name extends keyof typeof EXTENSION_REQUESTS> = (typeof EXTENSION_REQUESTS)[Name]['params']['_output'];

interface Lending {
  projectId: ProjectId;
  extension: Extension;
  tabId: number;
  relay: TabRelay;
}

const GONE = {
  closed: 'the tab that was lent was closed',
  cancelled: 'debugging was cancelled in the tab that was lent',
  'given-back': 'the tab that was lent was taken back',
  crashed: 'the page in the tab that was lent crashed',
  left: 'the tab that was lent went to a page that is never lent',
} as const;
const NOT_CONNECTED = 'the browser extension is no longer connected';
const CONNECT_LIMIT_MS = 15_000;

export class ExtensionHub implements Extensions {
  readonly #limits: HubLimits;
  readonly #extensions = new Set<Extension>();
  readonly #lendings = new Map<string, Lending>();

  constructor(limits: Partial<HubLimits> = {}) {
    this.#limits = { ...HUB_LIMITS, ...limits };
  }

  serve(service: ExtensionService): TakeSocket {
    return (socket, admission) => {
      const { projectId, device } = admission;
      if (projectId === undefined || device === undefined) {
        closeInTime(socket, 'signedOut', 'Not paired with a project.');
        return;
      }
      const extension = new Extension(socket, {
        service,
        projectId,
        device,
        credential: admission.credential,
        heartbeatMs: this.#limits.heartbeatMs,
        lend: (from, tab) => this.#lend(from, tab, service),
        notice: (from, notice) => this.#notice(from, notice),
      });
      this.#extensions.add(extension);
      const stops = [
        admission.onEnd(() => extension.socket.close('signedOut', 'No longer paired.')),
        service.onProjects(() => extension.notifyProject()),
        service.onRecording(projectId, () => extension.notifyRecording()),
      ];
      extension.socket.onClose(() => {
        for (const stop of stops) stop();
        this.#extensions.delete(extension);
        for (const { extension: owner, relay } of this.#lendings.values())
          if (owner === extension) relay.close(NOT_CONNECTED);
      });
    };
  }

  connected(): readonly ConnectedExtension[] {
    return [...this.#extensions].flatMap(({ about }) => (about === undefined ? [] : [about]));
  }

  lent(): readonly LentTab[] {
    return [...this.#lendings.values()].map(({ projectId, relay }) => ({ projectId, title: relay.title }));
  }

  isLent(projectId: string): boolean {
    return this.#lendings.has(projectId);
  }

  endpointOf(projectId: string): BrowserEndpoint | undefined {
    const lending = this.#lendings.get(projectId);
    return lending && endpointOf(lending.relay);
  }

  giveBack(projectId: string): boolean {
    const lending = this.#lendings.get(projectId);
    lending?.relay.close(GONE['given-back']);
    return lending !== undefined;
  }

  dispose(): void {
    for (const { socket } of this.#extensions) socket.close('ending', 'Steploom is shutting down.');
  }

  /** Connects Playwright to the lent tab. Errors: `browser-lost`. */
  async open(projectId: string): Promise<LaunchedBrowser> {
    const lending = this.#lendings.get(projectId);
    if (lending === undefined) throw new AppError('browser-lost', 'The tab that was lent is gone.');
    const { relay } = lending;
    const { chromium } = await loadPlaywright();
    const downloads = await LentDownloads.open();
    relay.downloads = downloads;
    const options = { artifactsDir: downloads.folder, noDefaults: true, isLocal: true, timeout: CONNECT_LIMIT_MS };
    const browser = await chromium.connectOverCDP(relay, options).catch((error: unknown) => {
      const why = relay.endedBy ?? (error instanceof Error ? error.message.split('\n')[0] : String(error));
      relay.close();
      if (relay.refusal !== undefined) throw relay.refusal;
      throw new AppError('browser-lost', `The tab cannot be used: ${why}.`, { cause: error });
    });
    for (const context of browser.contexts()) await registerEngines(context);
    const dispose = async () => relay.close();
    return {
      browser,
      attachedTo: endpointOf(relay),
      isLent: true,
      goneBecause: () => relay.endedBy,
      dispose,
      [Symbol.asyncDispose]: dispose,
    };
  }

  async #lend(extension: Extension, tab: AskedOf<'tab/lend'>, service: ExtensionService): Promise<void> {
    const { tabId } = tab;
    const { projectId, userAgent } = extension;
    this.#lendings.get(projectId)?.relay.close(GONE['given-back']);
    const relay = new TabRelay({ socket: extension.socket, tabId, userAgent, onEnd: () => this.#end(relay) });
    this.#lendings.set(projectId, { projectId, extension, tabId, relay });
    try {
      await service.openLent(projectId);
    } catch (error) {
      relay.close();
      throw error;
    }
    this.#notifyLent(extension);
  }

  #end(relay: TabRelay): void {
    for (const [projectId, lending] of this.#lendings)
      if (lending.relay === relay) {
        this.#lendings.delete(projectId);
        this.#notifyLent(lending.extension);
      }
  }

  #notifyLent(extension: Extension): void {
    const lent = [...this.#lendings.values()].filter(each => each.extension === extension);
    extension.socket.notify({
      jsonrpc: '2.0',
      method: 'lent/changed',
      params: { lent: lent.map(({ tabId }) => tabId) },
    });
  }

  #notice(extension: Extension, notice: ExtensionNotice): void {
    if (notice.method === 'extension/alive') return;
    if (notice.method === 'tools/cancel') {
      extension.cancelCalls();
      return;
    }
    const { tabId } = notice.params;
    const relays = [...this.#lendings.values()].filter(each => each.extension === extension).map(each => each.relay);
    if (notice.method === 'tab/opened') {
      const { openerId } = notice.params;
      relays.find(relay => relay.holds(openerId))?.opened(tabId);
      return;
    }
    const relay = relays.find(each => each.holds(tabId));
    if (notice.method === 'cdp/event') relay?.event(notice.params);
    else if (notice.method === 'tab/downloaded') void relay?.downloaded(notice.params.guid, notice.params.path);
    else relay?.gone(tabId, GONE[notice.params.reason]);
  }
}

const endpointOf = ({ title }: TabRelay): BrowserEndpoint => ({
  url: '',
  way: 'extension',
  shown: title === '' ? 'the tab that is lent' : `the tab "${title}"`,
});

/** Errors: `invalid-params`. */
function readParams<Params extends z.ZodType>(
  { params: schema }: { params: Params },
  given: unknown,
): z.output<Params> {
  const { data, error } = schema.safeParse(given);
  if (error !== undefined) throw explainIssues(error, given, { schema });
  return data;
}

interface ExtensionOptions {
  service: ExtensionService;
  projectId: ProjectId;
  device: NonNullable<Admission['device']>;
  credential: Admission['credential'];
  heartbeatMs: number;
  lend(extension: Extension, tab: AskedOf<'tab/lend'>): Promise<void>;
  notice(extension: Extension, notice: ExtensionNotice): void;
}

/** Requests of a paired extension are answered only after its hello. */
class Extension {
  readonly socket: ExtensionSocket;
  readonly #options: ExtensionOptions;
  #about: ConnectedExtension | undefined;
  #userAgent = '';
  /** As the extension was told of it last. */
  #recording: RecordingUnderWay | undefined;
  #calls = new AbortController();

  constructor(socket: WebSocket, options: ExtensionOptions) {
    this.#options = options;
    this.socket = new ExtensionSocket(socket, {
      heartbeatMs: options.heartbeatMs,
      explain: options.service.explain,
      onNotice: notice => options.notice(this, notice),
      onRequest: (method, params) => this.#perform(method, params),
    });
    this.socket.onClose(() => this.cancelCalls());
  }

  cancelCalls(): void {
    this.#calls.abort(new AppError('stopped', 'Given up in the extension.'));
    this.#calls = new AbortController();
  }

  get about(): ConnectedExtension | undefined {
    return this.#about;
  }

  get projectId(): ProjectId {
    return this.#options.projectId;
  }

  get userAgent(): string {
    return this.#userAgent;
  }

  notifyProject(): void {
    const { service, projectId } = this.#options;
    this.socket.notify({
      jsonrpc: '2.0',
      method: 'project/changed',
      params: { project: service.projectOf(projectId) },
    });
  }

  notifyRecording(): void {
    const { service, projectId } = this.#options;
    const recording = service.recordingIn(projectId);
    if (this.#about?.isUnderstood !== true || isDeepStrictEqual(recording, this.#recording)) return;
    this.#recording = recording;
    this.socket.notify({ jsonrpc: '2.0', method: 'recording/changed', params: { recording } });
  }

  async #perform(method: string, params: unknown): Promise<unknown> {
    const { service, projectId, device } = this.#options;
    if (method === 'extension/hello') return this.#hello(readParams(EXTENSION_REQUESTS[method], params));
    if (method === 'extension/unpair') {
      readParams(EXTENSION_REQUESTS[method], params);
      await service.unpair(device.key);
      return {};
    }
    if (method === 'tab/lend') {
      const tab = readParams(EXTENSION_REQUESTS[method], params);
      this.#requireUnderstood();
      await this.#options.lend(this, tab);
      return {};
    }
    if (method === 'tools/call') {
      const call = readParams(EXTENSION_REQUESTS[method], params);
      this.#requireUnderstood();
      return await service.callTool({ projectId, ...call }, this.#calls.signal);
    }
    throw new AppError('method-not-found', `No method ${JSON.stringify(method.slice(0, 100))}.`);
  }

  #requireUnderstood(): void {
    if (this.#about?.isUnderstood === true) return;
    const { release } = this.#options.service;
    throw new AppError('invalid-request', `Reload the extension: Steploom ${release} needs its own.`);
  }

  async #hello({ protocol, release, userAgent }: AskedOf<'extension/hello'>) {
    const { service, projectId, device, credential: given } = this.#options;
    const name = browserName(userAgent);
    this.#userAgent = userAgent;
    this.#about = { projectId, key: device.key, name, release, isUnderstood: protocol === EXTENSION_PROTOCOL };
    const credential = await given;
    await device.noteUse(name);
    this.notifyRecording();
    return {
      protocol: EXTENSION_PROTOCOL,
      release: service.release,
      project: service.projectOf(projectId),
      origins: [...service.origins()],
      ...(credential === undefined ? {} : { credential }),
    };
  }
}
