import type { Page } from 'playwright';
import { ACTION_KINDS, type Action } from '../../../model/actions/index.ts';
import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import type { Clue } from '../../../model/run/clues.ts';
import { requestEnd } from '../../../model/run/failed-request.ts';
import type { ActionFailure, ActionResult, AnsweredDialog, FailedRequest } from '../../../model/run/run.ts';
import type { BadRequest } from '../../browser/logs/network-activity.ts';
import type { NotedDialog } from '../../browser/logs/open-dialogs.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { isLoop } from '../../browser/session/hanging-page.ts';
import type { News } from '../../page/engine/seen-news.ts';
import { byGravity, NO_NEWS, newsOf, newsSentence, noted, type PageNews, readNews } from './page-news.ts';
import { watchClues } from './watch-clues.ts';

const MOST_SHOWN = 5;

interface Mark {
  requests: number;
  errors: number;
  uncaught: number;
  ways: { page: Page | undefined; count: number };
  isTravel: boolean;
  news: PageNews;
  at: number;
}

interface KnownFailure {
  message: string;
  isMissing: boolean;
  news: readonly News[];
}

interface WatchedCauses {
  own: string[];
  other: string | undefined;
  clues: Clue[];
}

export class PageWatch {
  readonly #session: AppSession;
  #dialogs: number;
  #refused: { dialog: AnsweredDialog; opener: string } | undefined;
  #ways: Mark['ways'];
  /** The last alert, and since which action it is there. */
  #alert: { dialog: AnsweredDialog; opener: string; age: number } | undefined;
  /** When the previous action that changes something began, and when the present one did. */
  #before: Mark;
  #present: Mark;
  /** When the action began that led to the document that is shown. */
  #arrival: Mark;
  /** Whether the present action only looks at the effect of the previous one. */
  #isLooking = false;

  constructor(session: AppSession) {
    this.#session = session;
    this.#dialogs = session.dialogs.count;
    this.#present = this.#markNow('other');
    this.#before = this.#present;
    this.#arrival = this.#present;
    this.#ways = this.#waysNow();
  }

  #waysNow() {
    const { page, network } = this.#session;
    return { page, count: network.waysOf(page).count };
  }

  #markNow(way: WayOfAction): Mark {
    const { network, console, page } = this.#session;
    const ways = this.#waysNow();
    return {
      requests: network.failures.count,
      errors: console.count,
      uncaught: console.uncaught.count,
      ways,
      isTravel: way === 'travel',
      // After a navigation all content is new.
      news: page === undefined || way === 'travel' ? NO_NEWS : newsOf(page, way === 'element'),
      at: performance.now(),
    };
  }

  #arrivalNow(): Mark {
    const { page, count } = this.#present.ways;
    const now = this.#waysNow();
    return now.page === page && now.count === count ? this.#arrival : this.#present;
  }

  isLooping(): boolean {
    const { page, network } = this.#session;
    return isLoop(network.waysOf(page).since(page === this.#ways.page ? this.#ways.count : 0));
  }

  /** An action that does not touch the page does not become the previous one. */
  actionBegins(action: Action): void {
    this.#ways = this.#waysNow();
    const { isQuiet, isLook } = ACTION_KINDS[action.type];
    this.#isLooking = isQuiet || isLook;
    if (this.#isLooking) return;
    this.#session.network.sent.begin();
    this.#arrival = this.#arrivalNow();
    this.#before = this.#present;
    this.#present = this.#markNow(wayOf(action));
    if (this.#alert !== undefined) this.#alert.age += 1;
  }

  newDialogs({ actionIndex, title }: Pick<ActionResult, 'actionIndex' | 'title'>): { dialogs?: AnsweredDialog[] } {
    const { dialogs } = this.#session;
    const found = dialogs.since(this.#dialogs);
    const refused = found.findLast(isRefused);
    if (refused !== undefined)
      this.#refused = { dialog: refused.shown, opener: `action ${actionIndex + 1} (${title})` };
    const said = found.findLast(({ shown }) => shown.type === 'alert');
    if (said !== undefined)
      this.#alert = { dialog: said.shown, opener: `action ${actionIndex + 1} (${title})`, age: 0 };
    this.#dialogs = dialogs.count;
    return found.length === 0 ? {} : { dialogs: found.map(({ shown }) => shown) };
  }

  dropDialogs(): void {
    this.#dialogs = this.#session.dialogs.count;
  }

  /** A sentence about the last question of a page that was dismissed because no action answered it. */
  refusal(): string | undefined {
    const refused = this.#lastRefused();
    if (refused === undefined) return undefined;
    const { dialog, opener } = refused;
    return `The ${dialog.type} “${dialog.message}” of ${opener} was dismissed: no dialog action came before it.`;
  }

  #lastRefused(): { dialog: AnsweredDialog; opener: string } | undefined {
    const own = this.#session.dialogs.since(this.#dialogs).findLast(isRefused);
    return own === undefined ? this.#refused : { dialog: own.shown, opener: 'this action' };
  }

  /**
   * Reasons from the page itself: effects of the previous or the failed action are likely causes (`own`); others
   * (`other`) are reported where there is nothing better.
   */
  causes({ message, isMissing, news }: KnownFailure): WatchedCauses {
    const since = this.#since;
    const clues = this.#clues(since, news);
    const isOwn = ownTo(this.#session.page?.url());
    const requests = this.#badRequests().filter(({ failed, type }) => isOwn(failed.url) && type !== 'script');
    const ownRequest = worstOf(requests.filter(({ began, isTrimming }) => began >= since.at && !isTrimming));
    const redirection = redirectionSentence(this.#redirection(since));
    const polite = news.filter(({ kind }) => kind === 'status');
    const grave = news.filter(({ kind }) => kind !== 'status');
    const found = [
      ...[isMissing ? this.#closedTab() : undefined, this.#said(), newsSentence(grave), inSentence(ownRequest)],
      since.isTravel ? redirection : undefined,
    ];
    const own = found.filter(sentence => sentence !== undefined);
    const error = this.#errors().findLast(entry => isThrown(entry) && isOwn(entry.url));
    const isOwnError = error && !since.isTravel && this.#session.console.since(since.errors).includes(error);
    if (own.length === 0 && isOwnError) own.push(errorSentence(error));
    if (own.length > 0) return { own, other: undefined, clues };
    const request = requests.findLast(({ isTrimming }) => !isTrimming) ?? requests.at(-1);
    const others = [error && errorSentence(error), inSentence(request), redirection, newsSentence(polite)];
    return { own, other: others.find(sentence => sentence !== undefined) ?? this.#onItsWay(message), clues };
  }

  #clues(since: Mark, news: readonly News[]): Clue[] {
    const { network, console, page } = this.#session;
    const arrival = this.#arrivalNow();
    const said = this.#lastSaid();
    return watchClues({
      news: byGravity(news),
      dialog: said && { shown: said.dialog, isRefused: said.isRefused },
      redirection: since.isTravel ? this.#redirection(since) : undefined,
      requests: network.failures.since(arrival.requests),
      uncaught: console.uncaught.since(arrival.uncaught),
      fresh: since.isTravel ? [] : console.uncaught.since(since.uncaught),
      isOwn: ownTo(page?.url()),
    });
  }

  get #since(): Mark {
    return this.#isLooking ? this.#present : this.#before;
  }

  /**
   * Texts that appeared since the previous action began; after a navigation only alerts, since many others come with a
   * dialog. Never rejects.
   */
  async news(): Promise<News[]> {
    const { news, isTravel } = this.#since;
    const [marked, now] = await Promise.all([news.read(), readNews(this.#session.page)]);
    const before = noted(marked);
    const isOld = (item: News) => before.some(({ kind, text }) => kind === item.kind && text === item.text);
    return now.filter(item => !isOld(item) && (!isTravel || item.kind === 'alert'));
  }

  #said(): string | undefined {
    const said = this.#lastSaid();
    if (said?.isRefused !== false) return said && this.refusal();
    return `The page said “${said.dialog.message}” (alert) during ${said.opener}.`;
  }

  #lastSaid(): { dialog: AnsweredDialog; opener: string; isRefused: boolean } | undefined {
    const refused = this.#lastRefused();
    if (refused !== undefined) return { ...refused, isRefused: true };
    const own = this.#session.dialogs.since(this.#dialogs).findLast(({ shown }) => shown.type === 'alert');
    const said = own === undefined ? this.#alert : { dialog: own.shown, opener: 'this action', age: 0 };
    return said === undefined || said.age > 1 ? undefined : { ...said, isRefused: false };
  }

  #closedTab(): string | undefined {
    const gone = this.#session.tabs.lastGone;
    if (gone === undefined || gone.at < this.#since.at || !gone.page.isClosed()) return undefined;
    return `The tab ${shownAddress(gone.page.url())} has closed.`;
  }

  #redirection({ ways }: Mark): Redirection | undefined {
    const { page, network } = this.#session;
    if (page === undefined || network.wayOf(page) !== undefined) return undefined;
    // The target of the failed action is no redirection.
    const { page: left, count } = this.#present.ways;
    if (!this.#isLooking && page === left && network.waysOf(page).count > count) return undefined;
    const asked = network.askedSince(page, page === ways.page ? ways.count : 0);
    const [from, to] = [asked ?? '', page.url()].map(address => URL.parse(address));
    if (!from || !to || isExpected(from, to)) return undefined;
    const isOneOrigin = from.origin === to.origin;
    const [there, here] = [from, to].map(({ href, pathname, hash }) =>
      shownAddress(isOneOrigin ? pathname + hash : href),
    );
    return there === undefined || here === undefined ? undefined : { asked: there, came: here };
  }

  #onItsWay(message: string): string | undefined {
    const { page, network } = this.#session;
    const way = page && network.wayOf(page);
    const there = way === undefined ? undefined : shownAddress(way);
    if (there === undefined || message.includes(there)) return undefined;
    return `The page is on its way to ${there}, which has not answered yet.`;
  }

  /**
   * The last console errors and failed requests, those of the app first. Includes those of the previous action, which
   * often requested what the next one waits for.
   */
  troubles(): Pick<ActionFailure, 'consoleErrors' | 'failedRequests'> {
    const isOwn = ownTo(this.#session.page?.url());
    const errors = ranked(folded(this.#errors(), inOneText), ({ item }) => isOwn(item.url));
    const requests = ranked(
      folded(this.#requests(), request => JSON.stringify(request)),
      ({ item }) => isOwn(item.url),
    );
    return {
      ...(errors.length === 0 ? {} : { consoleErrors: errors.map(inLine) }),
      ...(requests.length === 0 ? {} : { failedRequests: requests.map(({ item }) => item) }),
    };
  }

  #errors(): readonly ConsoleEntry[] {
    return this.#session.console.since(this.#before.errors).filter(isInformative);
  }

  #badRequests(): readonly BadRequest[] {
    const { network, page } = this.#session;
    const waiting = page === undefined ? [] : network.unanswered(page);
    return [...waiting, ...network.failures.since(this.#before.requests)];
  }

  #requests(): readonly FailedRequest[] {
    const { at } = this.#before;
    const bad = this.#badRequests().filter(({ failed, began }) => failed.unansweredMs === undefined || began >= at);
    return bad.map(({ failed }) => failed);
  }
}

interface Redirection {
  asked: string;
  came: string;
}

const redirectionSentence = (way: Redirection | undefined): string | undefined =>
  way && `The page was asked for ${way.asked} and came to ${way.came}.`;

/** Addresses without origin count as the page's own. */
function ownTo(page: string | undefined): (url: string | undefined) => boolean {
  const origin = page === undefined ? undefined : URL.parse(page)?.origin;
  return url => url === undefined || url === '' || URL.parse(url)?.origin === origin;
}

const worstOf = (requests: readonly BadRequest[]): BadRequest | undefined =>
  requests.findLast(({ failed }) => failed.method !== 'GET') ?? requests.at(-1);

function inSentence(request: BadRequest | undefined): string | undefined {
  if (request === undefined) return undefined;
  const { failed } = request;
  const { pathname, search } = URL.parse(failed.url) ?? { pathname: failed.url, search: '' };
  return `${failed.method} ${shownAddress(pathname + search)} ${requestEnd(failed)}.`;
}

/**
 * Whether the shown address counts as the requested one: the start page leads anywhere, a page may have parts or
 * languages, and a place on it is no other page.
 */
function isExpected(from: URL, to: URL): boolean {
  const [asked, shown] = [from, to].map(({ pathname }) => `${pathname}/`.replace(/\/+$/, '/'));
  const isPart = shown?.startsWith(asked ?? '') === true || shown?.endsWith(asked ?? '') === true;
  const isOther = !isPart || (from.hash !== '' && from.hash !== to.hash);
  return asked === '/' || to.origin === 'null' || !isOther;
}

const ELEMENT_ACTIONS: ReadonlySet<Action['type']> = new Set([
  'click',
  'dblclick',
  'rightClick',
  'hover',
  'fill',
  'select',
  'check',
  'uncheck',
  'press',
]);

type WayOfAction = 'travel' | 'element' | 'other';

function wayOf(action: Action): WayOfAction {
  if (ACTION_KINDS[action.type].isNavigation) return 'travel';
  const isOnElement = 'locator' in action && action.locator !== undefined;
  return isOnElement && ELEMENT_ACTIONS.has(action.type) ? 'element' : 'other';
}

interface Folded<Item> {
  item: Item;
  times: number;
}

function folded<Item>(items: readonly Item[], key: (item: Item) => string): Folded<Item>[] {
  const byKey = new Map<string, Folded<Item>>();
  for (const item of items) {
    const times = (byKey.get(key(item))?.times ?? 0) + 1;
    byKey.delete(key(item));
    byKey.set(key(item), { item, times });
  }
  return [...byKey.values()];
}

function ranked<Item>(items: readonly Item[], isOwn: (item: Item) => boolean): Item[] {
  const own = items.filter(isOwn).slice(-MOST_SHOWN);
  const room = MOST_SHOWN - own.length;
  const others = room === 0 ? [] : items.filter(item => !isOwn(item)).slice(-room);
  return [...own, ...others];
}

/** An alert has only one answer, and leaving a page cannot be undone. */
const isRefused = ({ shown, isPlanned }: NotedDialog): boolean =>
  !isPlanned && shown.answer === 'dismissed' && (shown.type === 'confirm' || shown.type === 'prompt');

/** Browsers request an icon by themselves: that there is none says nothing about the page. */
export const isInformative = ({ level, url = '' }: ConsoleEntry): boolean =>
  level === 'error' && !/^https?:\/\/[^/]+\/favicon\.ico(\?|$)/.test(url);

/** The request for a missing resource reports that itself. */
export const isThrown = ({ text }: ConsoleEntry): boolean => !text.startsWith('Failed to load resource');

const errorSentence = (entry: ConsoleEntry): string => `The page had an error: ${inOneText(entry).replace(/\.$/, '')}.`;

const inLine = ({ item, times }: Folded<ConsoleEntry>): string =>
  times === 1 ? inOneText(item) : `${inOneText(item)} (${times} times)`;

const inOneText = ({ text, url, line }: ConsoleEntry): string =>
  `${text}${url ? ` (${url}${line ? `:${line}` : ''})` : ''}`;
