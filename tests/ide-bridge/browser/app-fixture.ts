import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { createAppWindow } from '../../../ide-bridge/browser/app-window.ts';
import { createBrowserLauncher } from '../../../ide-bridge/browser/launch/browser-launcher.ts';
import { AppSession, type AppSessionOptions } from '../../../ide-bridge/browser/session/app-session.ts';
import type { AppOpening, AppWindow, CallOptions } from '../../../model/protocol/app-window.ts';
import { CHROMIUM, sharedLauncher } from '../../support/browser.ts';

export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** Serves pages by path on a free port; a path that is not listed is answered with 404. */
export async function servePages(pages: Record<string, Answer>): Promise<{ origin: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const answer = pages[new URL(request.url ?? '', 'http://localhost').pathname];
    if (typeof answer === 'function') return answer(request, response);
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(answer === undefined ? '<title>Nothing here</title>' : `<!doctype html>${answer}`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** Starts a browser of its own, for specs that end or wedge it. */
export const launcher = createBrowserLauncher({
  locateBrowser: async () => ({ executablePath: CHROMIUM }),
  machine: { environment: process.env, platform: process.platform, userId: process.getuid?.() },
});

export const opening = (appUrl?: string, settings: AppOpening['settings'] = {}): AppOpening => ({
  settings,
  appUrl,
});

export const within = (timeoutMs?: number): CallOptions => ({ signal: new AbortController().signal, timeoutMs });

/** A session with its window, closed at the end; in the worker's browser unless it is given a launcher. */
export function openApp(
  options: Partial<AppSessionOptions> = {},
): AsyncDisposable & { session: AppSession; app: AppWindow } {
  const session = new AppSession({ launcher: sharedLauncher, forbiddenOrigins: () => [], ...options });
  return { session, app: createAppWindow(session), [Symbol.asyncDispose]: () => session.dispose() };
}

/** Repeats the check until it passes; a busy machine is given its time. */
export const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000, interval: 20 });
