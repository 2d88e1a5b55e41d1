import type { BrowserContext, Page, Request } from 'playwright';
import { Changes } from './changes.ts';
import { FailedRequests } from './failed-requests.ts';
import { NetworkLog } from './network-log.ts';

/** Kinds of requests that may stay open as long as the page does. */
const ENDLESS = ['eventsource', 'websocket', 'media', 'ping'];

/** The requests of a browser context: which there were, which are under way, and which failed. */
export class NetworkActivity {
  readonly failures = new FailedRequests();
  readonly log = new NetworkLog();
  readonly #open = new Map<Request, Page>();
  readonly #changes = new Changes();

  watch(context: BrowserContext): void {
    context.on('request', request => this.#began(request));
    context.on('requestfinished', request => this.#ended(request));
    context.on('requestfailed', request => this.#ended(request));
    this.failures.watch(context);
    this.log.watch(context);
  }

  clear(): void {
    this.#open.clear();
    this.failures.clear();
    this.log.clear();
    this.#changes.tell();
  }

  /** Resolves once the page has had no request under way for that long. */
  async quiet(page: Page, quietMs: number, signal: AbortSignal): Promise<void> {
    await this.#changes.held(() => !this.#isBusy(page), quietMs, signal);
  }

  /** Where the page is on its way to, as long as nobody there has answered. */
  wayOf(page: Page): string | undefined {
    const way = [...this.#open].find(
      ([request, on]) =>
        on === page &&
        request.isNavigationRequest() &&
        request.frame() === page.mainFrame() &&
        request.existingResponse() === null,
    );
    return way?.[0].url();
  }

  #isBusy(page: Page): boolean {
    return [...this.#open.values()].includes(page);
  }

  #began(request: Request): void {
    if (ENDLESS.includes(request.resourceType())) return;
    const page = pageOf(request);
    if (page === undefined) return;
    this.#open.set(request, page);
    this.#changes.tell();
  }

  #ended(request: Request): void {
    if (this.#open.delete(request)) this.#changes.tell();
  }
}

/** A request of a service worker, or the first one of a new tab, belongs to no page yet; asking for it throws. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}
