import type { Browser } from 'playwright';
import { implOf, NeededParts } from './impl-of.ts';

/** What brings each message of a browser to Playwright; the call can be replaced. */
interface BrowserTransport {
  onmessage: (message: object) => void;
}

export const TRANSPORT_PARTS = new NeededParts<{ _connection: { _transport: BrowserTransport } }>({
  function: ['_connection._transport.onmessage'],
});

/** Undefined for an unknown release of Playwright, and where another process drives the browser. */
export function transportOf(browser: Browser): BrowserTransport | undefined {
  const impl = implOf(browser);
  return TRANSPORT_PARTS.areIn(impl) ? impl._connection._transport : undefined;
}
