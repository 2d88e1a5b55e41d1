import type { BrowserContext, Request } from 'playwright';
import { isFailedRequest } from '../../../model/run/failed-request.ts';
import type { FailedRequest } from '../../../model/run/run.ts';
import { Newest } from './newest.ts';

const MOST_KEPT = 50;
/** Requests of a browser context that failed or were answered with an error; the last 50. */
export class FailedRequests {
  readonly #kept = new Newest<FailedRequest>(MOST_KEPT);

  /** How many there were in all; a place to look back to with `since`. */
  get count(): number {
    return this.#kept.count;
  }

  /** Those after the first `count`, oldest first. */
  since(count: number): readonly FailedRequest[] {
    return this.#kept.since(count);
  }

  clear(): void {
    this.#kept.clear();
  }

  watch(context: BrowserContext): void {
    const told = new WeakSet<Request>();
    context.on('response', response => {
      const status = response.status();
      if (!isFailedRequest({ status })) return;
      const request = response.request();
      told.add(request);
      this.#add(request, { status });
    });
    context.on('requestfailed', request => {
      const reason = request.failure()?.errorText ?? 'failed';
      if (isFailedRequest({ reason }) && !told.has(request)) this.#add(request, { reason });
    });
  }

  #add(request: Request, end: Pick<FailedRequest, 'status' | 'reason'>): void {
    this.#kept.add({ method: request.method(), url: request.url(), ...end });
  }
}
