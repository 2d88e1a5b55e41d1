/** The real browser of this machine, found as the product finds it. */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright';
import { findBrowser } from '../../ide-bridge/browser/install/find-browser.ts';
import { thisMachine } from '../../ide-bridge/browser/install/machine.ts';
import { QUIET_ARGUMENTS, UNWANTED_ARGUMENTS } from '../../ide-bridge/browser/launch/browser-arguments.ts';
import type { BrowserLauncher, LaunchedBrowser } from '../../ide-bridge/browser/launch/browser-launcher.ts';
import { loadPlaywright } from '../../ide-bridge/browser/launch/load-playwright.ts';
import { NO_METADATA } from '../../ide-bridge/browser/requests/metadata-addresses.ts';
import { SHARED_MARK } from './child-processes.ts';

const machine = thisMachine();
const found = await findBrowser(machine);
if (found === undefined) throw new Error('No browser was found; "npm test" gets one before it runs specs.');

export const CHROMIUM = found.executablePath;

const isSandboxed = machine.userId !== 0;

/** Driven by Playwright alone; as root without its sandbox. */
export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  // As the product has it, with what it teaches Playwright.
  const { chromium } = await loadPlaywright();
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: [...QUIET_ARGUMENTS, NO_METADATA, ...more],
    ignoreDefaultArgs: UNWANTED_ARGUMENTS,
    chromiumSandbox: isSandboxed,
  });
}

let shared: Promise<Browser> | undefined;

/** One browser for all specs of a worker, each in contexts of its own; it ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  const known = await shared;
  if (known?.isConnected()) return known;
  shared = launchBrowser(SHARED_MARK);
  return await shared;
}

/** Gives services the shared browser instead of one of their own; for specs that neither end nor wedge it. */
export const sharedLauncher: BrowserLauncher = {
  sandboxed: isSandboxed,
  hasDisplay: false,
  launch: async () => borrow(await sharedBrowser()),
};

const CLOSE_LIMIT_MS = 5_000;

/** The browser as seen by one who leaves nothing open in it, and hears of it no longer than it has it. */
function borrow(browser: Browser): LaunchedBrowser {
  const contexts = new Set<BrowserContext>();
  const connections = new Set<CDPSession>();
  const isOver = new AbortController();
  const own = {
    newContext: async (options: BrowserContextOptions) => {
      const context = await browser.newContext(options);
      contexts.add(context);
      context.once('close', () => contexts.delete(context));
      return context;
    },
    newBrowserCDPSession: async () => {
      const connection = await browser.newBrowserCDPSession();
      connections.add(connection);
      return connection;
    },
    once: (event: 'disconnected', listener: () => void) => {
      browser.once(event, listener);
      isOver.signal.addEventListener('abort', () => browser.off(event, listener));
    },
  };
  const view = new Proxy(browser, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const giveBack = async () => {
    isOver.abort();
    const closing = [...contexts].map(context => context.close());
    const leaving = [...connections].map(connection => connection.detach());
    const late = new Promise<'late'>(resolve => setTimeout(() => resolve('late'), CLOSE_LIMIT_MS).unref());
    // One that a page keeps too busy for that is replaced for those who come later.
    if ((await Promise.race([Promise.allSettled([...closing, ...leaving]), late])) === 'late') await browser.close();
  };
  let ended: Promise<void> | undefined;
  const dispose = () => {
    ended ??= giveBack();
    return ended;
  };
  return { browser: view, headed: false, dispose, [Symbol.asyncDispose]: dispose };
}
