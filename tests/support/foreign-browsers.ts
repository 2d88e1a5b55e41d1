/** Browsers that somebody else has started, with what they did in them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { vi } from 'vitest';
import { QUIET_ARGUMENTS } from '../../ide-bridge/browser/launch/browser-arguments.ts';
import { CHROMIUM, launchBrowser } from './browser.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export interface ForeignBrowser extends AsyncDisposable {
  /** What `--connect` takes. */
  endpoint: string;
  /** Titles of the pages that are open in it, as those see who started it. */
  titles(): Promise<string[]>;
  /** Opens an address in a tab, as those do. */
  visit(url: string): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
}

const OWN = 'data:text/html,<title>Not yours</title>';

/** A server of browsers, as Playwright's `launchServer` starts it. Each client sees its own pages alone. */
export async function launchedServer(place: { port?: number; wsPath?: string } = {}): Promise<ForeignBrowser> {
  const server = await chromium.launchServer({
    ...place,
    host: '127.0.0.1',
    executablePath: CHROMIUM,
    args: QUIET_ARGUMENTS,
    chromiumSandbox: SANDBOX.length === 0,
  });
  const visit = async (url: string) => {
    const client = await chromium.connect(server.wsEndpoint());
    await (await client.newPage()).goto(url);
  };
  return {
    endpoint: server.wsEndpoint(),
    visit,
    titles: async () => {
      const client = await chromium.connect(server.wsEndpoint());
      const page = await client.newPage();
      await page.goto(OWN);
      const title = await page.title();
      await client.close();
      return [title];
    },
    kill: () => server.kill(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** A browser that a script drives, and shares with `bind`. */
export async function boundBrowser(): Promise<ForeignBrowser> {
  const browser = await launchBrowser();
  await (await browser.newPage()).goto(OWN);
  const { endpoint } = await browser.bind('shared', { host: '127.0.0.1', port: 0 });
  const pages = () => browser.contexts().flatMap(context => context.pages());
  return {
    endpoint,
    titles: () => Promise.all(pages().map(page => page.title())),
    visit: async url => void (await (await browser.newPage()).goto(url)),
    kill: () => browser.close(),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** A browser of everyday use, started with a debugging port. */
export async function debuggedBrowser(): Promise<ForeignBrowser> {
  const profile = await temporaryDirectory();
  const child = spawn(
    CHROMIUM,
    [
      ...SANDBOX,
      ...QUIET_ARGUMENTS,
      '--headless=new',
      `--user-data-dir=${profile.path}`,
      '--remote-debugging-port=0',
      OWN,
    ],
    { stdio: 'ignore' },
  );
  const port = await vi.waitFor(
    async () => {
      const [line] = (await readFile(join(profile.path, 'DevToolsActivePort'), 'utf8')).split('\n');
      if (!line) throw new Error('There is no port yet.');
      return line;
    },
    { timeout: 60_000, interval: 50 },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  const end = () => ended(child);
  return {
    endpoint,
    titles: async () => {
      const targets: unknown = await (await fetch(`${endpoint}/json/list`)).json();
      return Array.isArray(targets) ? targets.filter(({ type }) => type === 'page').map(({ title }) => title) : [];
    },
    visit: async url => {
      const { ok, status } = await fetch(`${endpoint}/json/new?${encodeURIComponent(url)}`, { method: 'PUT' });
      if (!ok) throw new Error(`No tab was opened: ${status}.`);
    },
    kill: end,
    async [Symbol.asyncDispose]() {
      await end();
      await profile[Symbol.asyncDispose]();
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
