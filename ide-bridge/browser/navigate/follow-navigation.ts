import type { Frame, Page, Request, Response } from 'playwright';
import { withinLimit } from '../limits/within-limit.ts';
import { isGone } from '../requests/page-failure.ts';

/** Chromium's page about the previous failure, which may still be loading. */
const OLD_FAILURE = /interrupted by another navigation to "chrome-error:/;
const MOST_TRIES = 3;

const ABORTED = /ERR_ABORTED/;
const ENDED = /interrupted by another navigation|ERR_ABORTED/;
const ALIVE_LIMIT_MS = 2_000;

interface FollowLimit {
  timeout: number;
  signal?: AbortSignal;
  /** How long a document that keeps loading is awaited. Default: until it has loaded. */
  usableAfterMs?: number | undefined;
  isOvertaken?(answered: ReadonlySet<string>): boolean;
}

class FollowedWays {
  /** First requested address by the address of the answer. */
  readonly answered = new Map<string, string>();
  readonly shown = new Set<string>();

  get begun(): ReadonlySet<string> {
    return new Set(this.answered.values());
  }

  get arrived(): ReadonlySet<string> {
    return new Set([...this.answered].flatMap(([address, start]) => (this.shown.has(address) ? [start] : [])));
  }
}

export const withoutHash = (url: string): string => url.replace(/#.*/s, '');

/** The page navigated elsewhere by itself. */
export class Overtaken extends Error {}

/**
 * A page that redirects before it has loaded interrupts the navigation; its target is the arrival. Resolves with the
 * last answer to the page's own requests, null where no server was asked. Errors: `Overtaken`.
 */
export async function follow(
  page: Page,
  go: () => Promise<Response | null>,
  limit: FollowLimit = { timeout: 0 },
): Promise<Response | null> {
  let last: Response | null = null;
  const ways = new FollowedWays();
  const onResponse = (response: Response) => {
    const request = response.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    last = response;
    ways.answered.set(withoutHash(response.url()), startOf(request));
  };
  const onShown = (frame: Frame) => {
    if (frame === page.mainFrame()) ways.shown.add(withoutHash(frame.url()));
  };
  page.on('response', onResponse);
  page.on('framenavigated', onShown);
  using usable = usablePage(page, limit.usableAfterMs ?? Number.POSITIVE_INFINITY);
  try {
    for (let tries = 1; ; tries++)
      try {
        const loaded = go().catch(error => explainAbort(page, error, limit));
        return await Promise.race([loaded, usable.reached.then(() => last)]);
      } catch (error) {
        if (isRetried(error, tries)) continue;
        refuseEnd(error, ways, limit);
        await page.waitForLoadState('load', limit);
        return last;
      }
  } finally {
    page.off('response', onResponse);
    page.off('framenavigated', onShown);
  }
}

function startOf(request: Request): string {
  const before = request.redirectedFrom();
  return before === null ? request.url() : startOf(before);
}

const isRetried = (error: unknown, tries: number): boolean =>
  error instanceof Error && OLD_FAILURE.test(error.message) && tries < MOST_TRIES;

function refuseEnd(error: unknown, ways: FollowedWays, { isOvertaken }: FollowLimit): void {
  if (!(error instanceof Error) || !ENDED.test(error.message)) throw error;
  const isAborted = ABORTED.test(error.message);
  if (isOvertaken?.(isAborted ? ways.begun : ways.arrived)) throw new Overtaken();
  if (isAborted) throw error;
}

/** A crash ends the navigation first and is reported a little later: its own error should win. */
async function explainAbort(page: Page, cause: unknown, { signal }: FollowLimit): Promise<never> {
  if (!(cause instanceof Error) || !ABORTED.test(cause.message)) throw cause;
  await withinLimit(() => page.evaluate('1'), { timeoutMs: ALIVE_LIMIT_MS, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (error instanceof Error && isGone(error.message)) throw error;
    },
  );
  throw cause;
}

interface UsablePage extends Disposable {
  /** Resolves once the last document has been there for that long, even if still loading. */
  reached: Promise<void>;
}

/** Detects a document that is usable although it never finishes loading, e.g. with a frame without an answer. */
function usablePage(page: Page, afterMs: number): UsablePage {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let finish = () => {};
  const reached = new Promise<void>(resolve => {
    finish = resolve;
  });
  const onDocument = () => {
    clearTimeout(timer);
    timer = setTimeout(finish, afterMs);
  };
  // A document that never ends reports only this; changing the address alone starts no load.
  const onShown = (frame: Frame) => {
    if (frame === page.mainFrame()) timer ??= setTimeout(finish, afterMs);
  };
  if (Number.isFinite(afterMs)) page.on('domcontentloaded', onDocument).on('framenavigated', onShown);
  return {
    reached,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      page.off('domcontentloaded', onDocument).off('framenavigated', onShown);
    },
  };
}
