import type { BrowserContext, Page, Request, Response } from 'playwright';
import type { AppOpening } from '../../../model/protocol/app-window.ts';

/** What a browser keeps of an answer beyond its site's data, and Chromium offers no way to forget. */
const LASTING_HEADERS = [
  'accept-ch',
  'alt-svc',
  'nel',
  'report-to',
  'sec-session-registration',
  'strict-transport-security',
  'use-as-dictionary',
];

const SIGNED_IN = 'it told a server who it is';
const MAY_SIGN_IN: ReadonlySet<string> = new Set(['document', 'fetch', 'xhr']);

/** More sites than these take longer to clean than a new window to open. */
const MOST_ORIGINS = 5;
/** Chromium's processes grow with what they have shown. */
const MOST_USES = 50;

/** What the pages of a window did that must not reach the next test in it. */
export class WindowUse {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #origins = new Set<string>();
  #count = 1;
  #reason: string | undefined;

  /** Call it before the page is used. */
  constructor(context: BrowserContext, page: Page, opening: AppOpening) {
    this.#context = context;
    this.#page = page;
    this.#noteStored(opening);
    this.watch();
  }

  get page(): Page {
    return this.#page;
  }

  /** Sites whose documents were shown, in whatever frame or tab. */
  get origins(): readonly string[] {
    return [...this.#origins];
  }

  /** Why the window cannot be made as new; undefined where it may. */
  get reason(): string | undefined {
    if (this.#reason !== undefined) return this.#reason;
    if (this.#count >= MOST_USES) return `it was used ${MOST_USES} times`;
    if (this.#origins.size > MOST_ORIGINS) return `it showed more than ${MOST_ORIGINS} sites`;
    if (this.#page.isClosed() || this.#context.pages()[0] !== this.#page) return 'its first tab is gone';
    if (hasForeignFrames(this.#page)) return 'it shows frames of another site, which end later than their page';
    return undefined;
  }

  /** The first reason stays. */
  spoil(reason: string): void {
    this.#reason ??= reason;
  }

  /** Call it once the window is as new, with the state of the opening. */
  renew(opening: AppOpening): void {
    this.#count += 1;
    this.#origins.clear();
    this.#noteStored(opening);
  }

  /** The browser keeps names and passwords that it was given, and sends them again without being asked. */
  async #noteSignIn(request: Request): Promise<void> {
    if ('authorization' in request.headers()) return;
    const sent = await request.allHeaders().catch(() => undefined);
    if (sent !== undefined && 'authorization' in sent) this.spoil(SIGNED_IN);
  }

  #noteStored({ identity }: AppOpening): void {
    const { origins = [], sessionStorage = [] } = identity?.state ?? {};
    for (const { origin } of [...origins, ...sessionStorage]) this.#origins.add(origin);
  }

  /** Call it again where all events of the window were left. */
  watch(): void {
    const context = this.#context;
    context.on('framenavigated', frame => {
      const origin = originOf(frame.url());
      if (origin !== undefined) this.#origins.add(origin);
    });
    context.on('request', request => {
      if (URL.parse(request.url())?.username) this.spoil(SIGNED_IN);
    });
    context.on('response', response => {
      const reason = whatLasts(response);
      if (reason !== undefined) this.spoil(reason);
    });
    context.on('requestfinished', request => {
      if (MAY_SIGN_IN.has(request.resourceType())) void this.#noteSignIn(request);
    });
    context.on('download', () => this.spoil('it downloaded a file'));
    this.#page.on('crash', () => this.spoil('its page crashed'));
  }
}

/** Undefined for pages that belong to no site; a `blob:` address names the one that made it. */
function originOf(address: string): string | undefined {
  const origin = URL.parse(address)?.origin;
  return origin?.startsWith('http') ? origin : undefined;
}

function whatLasts(response: Response): string | undefined {
  const status = response.status();
  if (status === 401 || status === 407) return 'it was asked who it is';
  const headers = response.headers();
  const lasting = LASTING_HEADERS.find(name => headers[name] !== undefined);
  return lasting === undefined ? undefined : `a server sent the header ${lasting}`;
}

/** Only those of other hosts can be in another process. */
function hasForeignFrames(page: Page): boolean {
  const host = URL.parse(page.url())?.hostname;
  return page.frames().some(frame => {
    const { protocol = '', hostname } = URL.parse(frame.url()) ?? {};
    return protocol.startsWith('http') && hostname !== host;
  });
}
