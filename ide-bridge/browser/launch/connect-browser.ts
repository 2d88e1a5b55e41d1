import type { Browser } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { BrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { KNOWN_RELEASE } from '../../playwright/release.ts';
import { firstLine } from '../requests/page-failure.ts';
import type { BrowserLauncher, LaunchedBrowser } from './browser-launcher.ts';
import { loadPlaywright } from './load-playwright.ts';

const CONNECT_LIMIT_MS = 15_000;
const LEAVE_LIMIT_MS = 3_000;

/** Leaves the browser running. Errors: `browser-missing`. */
export async function connectBrowser(
  endpoint: BrowserEndpoint,
  { limitMs = CONNECT_LIMIT_MS } = {},
): Promise<LaunchedBrowser> {
  const { chromium } = await loadPlaywright();
  const { url, way } = endpoint;
  const limit = { timeout: limitMs };
  const connecting =
    way === 'playwright'
      ? chromium.connect(url, limit)
      : // Whoever uses that browser keeps their downloads and focus as they are.
        chromium.connectOverCDP(url, { ...limit, noDefaults: true });
  const browser = await connecting.catch((error: unknown) => {
    throw notAttached(endpoint, error, limitMs);
  });
  let leaving: Promise<void> | undefined;
  const dispose = () => {
    leaving ??= leave(browser);
    return leaving;
  };
  return { browser, attachedTo: endpoint, dispose, [Symbol.asyncDispose]: dispose };
}

/** Errors: `browser-missing`. */
export async function tryBrowser(endpoint: BrowserEndpoint): Promise<void> {
  await (await connectBrowser(endpoint)).dispose();
}

export const connectingTo = (
  endpoint: BrowserEndpoint,
  launcher: BrowserLauncher,
): BrowserLauncher & { attachedTo: BrowserEndpoint } => ({
  sandboxed: launcher.sandboxed,
  hasDisplay: launcher.hasDisplay,
  attachedTo: endpoint,
  launch: () => connectBrowser(endpoint),
});

/** Ends only the connection: Playwright closes no browser that it did not start. */
async function leave(browser: Browser): Promise<void> {
  const late = new Promise<void>(resolve => void setTimeout(resolve, LEAVE_LIMIT_MS).unref());
  await Promise.race([browser.close().catch(() => {}), late]);
}

const reasons = (limitMs: number): readonly (readonly [RegExp, string])[] => [
  [/ECONNREFUSED/, 'nothing answers there'],
  [/ENOTFOUND|EAI_AGAIN/, 'there is no host of that name'],
  [
    /version mismatch| 428 /i,
    `it is of another release of Playwright; Steploom uses ${KNOWN_RELEASE.replace(/\.\d+$/, '')}`,
  ],
  [/ (?:400|401|403|404)\b/, 'it refuses the address'],
  [
    / \d{3} |Unexpected (?:token|status|end)|JSON|Invalid URL|Parse Error|Protocol error/,
    'what answers is not a browser',
  ],
  [/EPROTO|SSL routines/, 'nothing answers by https or wss there'],
  [/timed? ?out|Timeout/i, `it did not answer within ${inSeconds(limitMs)}`],
  [/ECONNRESET|socket hang up|closed/i, 'the connection was closed from there'],
];

function notAttached({ url, shown, way }: BrowserEndpoint, error: unknown, limitMs: number): AppError {
  const message = error instanceof Error ? error.message : String(error);
  // Its path may give access, so nothing repeats it.
  const text = (message.split('Call log:')[0] ?? '').replaceAll(url, shown);
  const reason = reasons(limitMs).find(([pattern]) => pattern.test(text))?.[1] ?? firstLine(text);
  const what = way === 'playwright' ? "Playwright's endpoint" : 'the debugging port';
  return new AppError('browser-missing', `The browser at ${shown} could not be attached: ${reason}.`, {
    next: `check that the browser runs and that this is the whole address of ${what}`,
    cause: error,
  });
}
