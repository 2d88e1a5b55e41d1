/** Where a browser runs that Steploom did not start, and how it is reached. */
import { AppError } from '../errors/errors.ts';

export const ATTACH_WAYS = ['playwright', 'cdp', 'extension'] as const;
export type AttachWay = (typeof ATTACH_WAYS)[number];

export interface BrowserEndpoint {
  url: string;
  /** `playwright`: its `launchServer` or `bind`; `cdp`: the debugging port of Chromium; `extension`: a tab that is lent. */
  way: AttachWay;
  /** Address without credentials. */
  shown: string;
}

/** Path of a browser's own socket, as in `/json/version`. */
const CDP_SOCKET = /^\/devtools\//;
const SCHEMES = ['ws:', 'wss:', 'http:', 'https:'];

/** Errors: `invalid-params`; `field` names the option. */
export function readBrowserEndpoint(text: string, field: string): BrowserEndpoint {
  const url = URL.parse(text);
  if (url === null || !SCHEMES.includes(url.protocol) || url.hostname === '')
    throw new AppError('invalid-params', `${field} takes ws://… or http://…, not "${text}".`, {
      field,
      expected: "the endpoint of Playwright's launchServer or bind (ws), or of a debugging port (http)",
    });
  const isCdp = url.protocol.startsWith('http') || CDP_SOCKET.test(url.pathname);
  return { url: url.href, way: isCdp ? 'cdp' : 'playwright', shown: `${url.protocol}//${url.host}` };
}
