import type { BrowserContext, Page, Request, Response } from 'playwright';
import { timeoutSignal } from '../../../model/errors/timeout-signal.ts';
import type { NetworkEntry } from '../../../model/protocol/app-window.ts';
import { isFailedRequest } from '../../../model/run/failed-request.ts';
import type { FailedRequest } from '../../../model/run/run.ts';
import { ArrivedBodies } from './arrived-bodies.ts';
import { Changes } from './changes.ts';
import { Newest } from './newest.ts';
import { SentRequests } from './sent-requests.ts';
import { shownAddress } from './shown-text.ts';

const MOST_KEPT = 1_000;

/** The newest 1,000 requests of a browser context. Bodies are never read. */
class NetworkLog extends Newest<NetworkEntry> {
  #entries = new WeakMap<Request, NetworkEntry>();

  constructor() {
    super(MOST_KEPT);
  }

  override clear(): void {
    super.clear();
    this.#entries = new WeakMap();
  }

  watch(context: BrowserContext): void {
    context.on('request', request => this.#began(request));
    context.on('response', response => this.#answered(response));
    context.on('requestfinished', request => this.#ended(request));
    context.on('requestfailed', request => this.#ended(request, request.failure()?.errorText ?? 'failed'));
  }

  numberOf(request: Request): number | undefined {
    return this.#entries.get(request)?.number;
  }

  /** Something else than a server has a part in its answer. */
  noteMocked(request: Request): void {
    const entry = this.#entries.get(request);
    if (entry !== undefined) entry.mocked = true;
  }

  #began(request: Request): void {
    const entry = {
      number: this.count + 1,
      method: request.method(),
      url: shownAddress(request.url()),
      type: request.resourceType(),
      at: new Date().toISOString(),
    };
    this.#entries.set(request, entry);
    this.add(entry);
  }

  #answered(response: Response): void {
    const entry = this.#entries.get(response.request());
    if (entry === undefined) return;
    entry.status = response.status();
    const length = Number.parseInt(response.headers()['content-length'] ?? '', 10);
    if (length >= 0) entry.sizeBytes = length;
  }

  #ended(request: Request, reason?: string): void {
    const entry = this.#entries.get(request);
    if (entry === undefined) return;
    if (reason !== undefined) entry.reason = reason;
    const { responseEnd } = request.timing();
    entry.ms = responseEnd >= 0 ? Math.round(responseEnd) : Date.now() - Date.parse(entry.at);
  }
}

const MOST_FAILED = 50;

export interface BadRequest {
  failed: FailedRequest;
  /** By `performance.now()`. */
  began: number;
  /** As browsers call it: script, stylesheet and so on. */
  type: string;
  /** Whether the page works without it: pictures, fonts and the like. */
  isTrimming: boolean;
}

/** Kinds of requests that no page needs to do its work. */
const TRIMMINGS = ['image', 'font', 'media', 'stylesheet', 'manifest', 'ping'];
const isTrimming = (request: Request): boolean => TRIMMINGS.includes(request.resourceType());

/** Includes answers with an error status; the last 50. */
class FailedRequests extends Newest<BadRequest> {
  readonly #began = new WeakMap<Request, number>();

  constructor() {
    super(MOST_FAILED);
  }

  watch(context: BrowserContext): void {
    const seen = new WeakSet<Request>();
    context.on('request', request => this.#began.set(request, performance.now()));
    context.on('response', response => {
      const status = response.status();
      if (!isFailedRequest({ status })) return;
      seen.add(response.request());
      this.#note(response.request(), { status });
    });
    context.on('requestfailed', request => {
      const reason = request.failure()?.errorText ?? 'failed';
      if (isFailedRequest({ reason }) && !seen.has(request)) this.#note(request, { reason });
    });
  }

  #note(request: Request, end: Pick<FailedRequest, 'status' | 'reason'>): void {
    const failed = { method: request.method(), url: request.url(), ...end };
    this.add({
      failed,
      began: this.#began.get(request) ?? 0,
      type: request.resourceType(),
      isTrimming: isTrimming(request),
    });
  }
}

/** Requests that may stay open as long as the page does. */
const ENDLESS = ['eventsource', 'websocket', 'media', 'ping'];

/** The requests of a browser context: which there were, which are under way, and which failed. */
export class NetworkActivity {
  readonly failures = new FailedRequests();
  readonly log = new NetworkLog();
  readonly sent = new SentRequests();
  readonly bodies = new ArrivedBodies();
  #ways = new WeakMap<Page, Newest<string>>();
  #failedWays = new WeakMap<Page, string>();
  readonly #open = new Map<Request, { page: Page; since: number }>();
  /** First requests of tabs that are announced only once a server has answered. */
  readonly #ofNewTabs = new Set<Request>();
  readonly #changes = new Changes();
  #beganAt = Number.NEGATIVE_INFINITY;
  #watched: BrowserContext | undefined;

  watch(context: BrowserContext): void {
    this.#watched = context;
    // Requests hold on to their pages.
    context.once('close', () => {
      if (this.#watched === context) this.sent.clear();
    });
    context.on('request', request => this.#began(request));
    context.on('requestfinished', request => this.#ended(request));
    context.on('requestfailed', request => this.#failed(request));
    context.on('page', () => {
      this.#beganAt = performance.now();
      this.#changes.emit();
    });
    this.failures.watch(context);
    this.log.watch(context);
  }

  /** By its number in the log; undefined once its window is gone. */
  requestOf(number: number): Request | undefined {
    return this.sent.items.find(request => this.log.numberOf(request) === number);
  }

  clear(): void {
    this.#ways = new WeakMap();
    this.#failedWays = new WeakMap();
    this.#open.clear();
    this.#ofNewTabs.clear();
    this.failures.clear();
    this.log.clear();
    this.sent.clear();
    this.#changes.emit();
  }

  /** Resolves once the page has had no pending request for that long. */
  async quiet(page: Page, quietMs: number, signal: AbortSignal): Promise<void> {
    await this.#changes.held(() => !this.#isBusy(page), quietMs, signal);
  }

  /** Resolves when no new tab is pending, or the time is over: late tabs are not awaited again. */
  async tabsArrive({ signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number }): Promise<void> {
    if (!this.#awaitsTab()) return;
    const until = AbortSignal.any([signal, timeoutSignal(timeoutMs)]);
    await this.#changes.held(() => !this.#awaitsTab(), 0, until);
    this.#ofNewTabs.clear();
  }

  /** `since` is by `performance.now()`. */
  hasBegunSince(since: number): boolean {
    return this.#beganAt >= since;
  }

  /** Whether the page waits for a server, or a tab is on its way. */
  isUnderWay(page: Page): boolean {
    return this.#isBusy(page) || this.#awaitsTab();
  }

  async rest(page: Page, quietMs: number, signal: AbortSignal): Promise<void> {
    await this.#changes.held(() => !this.isUnderWay(page), quietMs, signal);
  }

  /** Resolves once the present requests of the page were answered in full or failed. */
  async answered(page: Page): Promise<void> {
    const asked = [...this.#open].filter(([, open]) => open.page === page);
    await Promise.all(asked.map(([request]) => ended(request)));
  }

  wayOf(page: Page): string | undefined {
    const way = [...this.#open].find(
      ([request, open]) => open.page === page && isNavigation(request, page) && request.existingResponse() === null,
    );
    return way?.[0].url();
  }

  /** Requests without an answer for a while, except long polling. */
  unanswered(page: Page): BadRequest[] {
    const now = performance.now();
    return [...this.#open]
      .filter(
        ([request, open]) =>
          open.page === page &&
          now - open.since >= LONG_MS &&
          !isNavigation(request, page) &&
          request.existingResponse() === null &&
          !this.#isPolled(request),
      )
      .map(([request, { since }]) => ({
        failed: { method: request.method(), url: request.url(), unansweredMs: Math.round(now - since) },
        began: since,
        type: request.resourceType(),
        isTrimming: isTrimming(request),
      }));
  }

  #isPolled(request: Request): boolean {
    const path = withoutQuery(request.url());
    return this.log.items.some(
      ({ method, url, ms = 0 }) => ms >= POLLED_MS && method === request.method() && withoutQuery(url) === path,
    );
  }

  /** The first address requested since that many navigations; none where it was sent data. */
  askedSince(page: Page, ways: number): string | undefined {
    const [first] = this.waysOf(page).since(ways);
    if (first === undefined) return undefined;
    const asked = this.log.items.findLast(({ type, url }) => type === 'document' && url === shownAddress(first));
    return asked?.method === 'GET' ? first : undefined;
  }

  waysOf(page: Page | undefined): Pick<Newest<string>, 'count' | 'since'> {
    return (page && this.#ways.get(page)) ?? NO_WAYS;
  }

  failedWayOf(page: Page | undefined): string | undefined {
    return page && this.#failedWays.get(page);
  }

  #awaitsTab(): boolean {
    return [...this.#ofNewTabs].some(request => pageOf(request) === undefined);
  }

  #isBusy(page: Page): boolean {
    return [...this.#open.values()].some(open => open.page === page);
  }

  #began(request: Request): void {
    this.sent.add(request);
    if (ENDLESS.includes(request.resourceType())) return;
    const since = performance.now();
    this.#beganAt = since;
    const page = pageOf(request);
    if (page === undefined) {
      if (request.serviceWorker() === null && request.isNavigationRequest()) this.#ofNewTabs.add(request);
      return;
    }
    this.#open.set(request, { page, since });
    if (leadsElsewhere(request, page)) this.#noteWay(page, request.url());
    this.#changes.emit();
  }

  #noteWay(page: Page, url: string): void {
    const ways = this.#ways.get(page) ?? new Newest<string>(MOST_WAYS);
    ways.add(url);
    this.#failedWays.delete(page);
    this.#ways.set(page, ways);
  }

  #failed(request: Request): void {
    const page = pageOf(request);
    if (page !== undefined && isNavigation(request, page)) this.#failedWays.set(page, request.url());
    this.#ended(request);
  }

  #ended(request: Request): void {
    this.sent.end(request);
    const wasOpen = this.#open.delete(request);
    if (this.#ofNewTabs.delete(request) || wasOpen) this.#changes.emit();
  }
}

async function ended(request: Request): Promise<void> {
  const response = await request.response().catch(() => null);
  await response?.finished().catch(() => null);
}

const LONG_MS = 500;
const POLLED_MS = 5_000;
const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '');
const MOST_WAYS = 10;
const NO_WAYS = new Newest<string>(MOST_WAYS);

const isNavigation = (request: Request, page: Page): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame();

/** A redirect by the server belongs to the same navigation. */
const leadsElsewhere = (request: Request, page: Page): boolean =>
  isNavigation(request, page) && request.redirectedFrom() === null;

/** A request of a service worker, or the first one of a new tab, belongs to no page yet; asking for it throws. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}
