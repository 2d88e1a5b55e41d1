import type { BrowserContext, Request, Response } from 'playwright';
import type { NetworkEntry } from '../../../model/protocol/app-window.ts';
import { Newest } from './newest.ts';
import { shownAddress } from './shown-text.ts';

const MOST_KEPT = 1_000;

/** The requests of a browser context, with how they ended; the newest 1,000. Bodies are never read. */
export class NetworkLog {
  readonly #kept = new Newest<NetworkEntry>(MOST_KEPT);
  #entries = new WeakMap<Request, NetworkEntry>();

  /** In the order in which they began. */
  get entries(): readonly NetworkEntry[] {
    return this.#kept.items;
  }

  clear(): void {
    this.#kept.clear();
    this.#entries = new WeakMap();
  }

  watch(context: BrowserContext): void {
    context.on('request', request => this.#began(request));
    context.on('response', response => this.#answered(response));
    context.on('requestfinished', request => this.#ended(request));
    context.on('requestfailed', request => this.#ended(request, request.failure()?.errorText ?? 'failed'));
  }

  #began(request: Request): void {
    const entry = {
      method: request.method(),
      url: shownAddress(request.url()),
      type: request.resourceType(),
      at: new Date().toISOString(),
    };
    this.#entries.set(request, entry);
    this.#kept.add(entry);
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
