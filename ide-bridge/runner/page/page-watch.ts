import type { Page } from 'playwright';
import { z } from 'zod';
import { ACTION_KINDS, type Action } from '../../../model/actions/index.ts';
import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import { requestEnd } from '../../../model/run/failed-request.ts';
import type { ActionFailure, ActionResult, AnsweredDialog, FailedRequest } from '../../../model/run/run.ts';
import { newsBeforeAction } from '../../browser/engine/news-before.ts';
import { type News, seenNews } from '../../browser/engine/seen-news.mjs';
import type { BadRequest } from '../../browser/logs/network-activity.ts';
import type { NotedDialog } from '../../browser/logs/open-dialogs.ts';
import { shortened, shownAddress } from '../../browser/logs/shown-text.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { isLoop } from '../../browser/session/hanging-page.ts';
import { connect } from '../../browser/session/page-connection.ts';

const MOST_SHOWN = 5;

/** How much there was of each, and when. */
interface Mark {
  requests: number;
  errors: number;
  /** How often the page had gone elsewhere. */
  ways: { page: Page | undefined; count: number };
  /** Whether it is that of an action which goes to another page. */
  isTravel: boolean;
  /** What the page announced. Never rejects. */
  news: { read(): Promise<unknown> };
  /** By `performance.now()`. */
  at: number;
}

/** What a failure says by itself, and what was seen on the page. */
interface KnownFailure {
  message: string;
  /** No element matches. */
  isMissing: boolean;
  news: readonly News[];
}

/** What pages tell by themselves while the actions of an item run. */
export class PageWatch {
  readonly #session: AppSession;
  #dialogs: number;
  #refused: { dialog: AnsweredDialog; opener: string } | undefined;
  /** How often the page had gone elsewhere when the action under way began. */
  #ways: Mark['ways'];
  /** The last dialog that only says something, and since which action that does something it is there. */
  #alert: { dialog: AnsweredDialog; opener: string; age: number } | undefined;
  /** When the action before began that did something, and when the present one did. */
  #before: Mark;
  #present: Mark;
  /** Whether the action under way only looks at what the one before has done. */
  #isLooking = false;

  constructor(session: AppSession) {
    this.#session = session;
    this.#dialogs = session.dialogs.count;
    this.#present = this.#markNow('other');
    this.#before = this.#present;
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
      ways,
      isTravel: way === 'travel',
      // Where a page is gone to, all that it shows is new.
      news: page === undefined || way === 'travel' ? NO_NEWS : newsOf(page, way === 'element'),
      at: performance.now(),
    };
  }

  /** Whether the page has been going in a loop, or elsewhere without end, since the action under way began. */
  isLooping(): boolean {
    const { page, network } = this.#session;
    return isLoop(network.waysOf(page).since(page === this.#ways.page ? this.#ways.count : 0));
  }

  /** What does nothing to the page keeps no action from being the one before. */
  actionBegins(action: Action): void {
    this.#ways = this.#waysNow();
    const { isQuiet, isLook } = ACTION_KINDS[action.type];
    this.#isLooking = isQuiet || isLook;
    if (this.#isLooking) return;
    this.#before = this.#present;
    this.#present = this.#markNow(wayOf(action));
    if (this.#alert !== undefined) this.#alert.age += 1;
  }

  /** Dialogs that came since the last time this was asked, for the result of the action under way. */
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

  /** Those that came up to now belong to no action. */
  dropDialogs(): void {
    this.#dialogs = this.#session.dialogs.count;
  }

  /** A sentence about the last question of a page that was answered with no because no action answered it. */
  refusal(): string | undefined {
    const own = this.#session.dialogs.since(this.#dialogs).findLast(isRefused);
    const refused = own === undefined ? this.#refused : { dialog: own.shown, opener: 'this action' };
    if (refused === undefined) return undefined;
    const { dialog, opener } = refused;
    return `The ${dialog.type} “${dialog.message}” of ${opener} was dismissed: no dialog action came before it.`;
  }

  /**
   * What the page itself had to say. What came of the action before, or of the one that failed, is likely to be why
   * (`own`); what else there was is not (`other`), and is reported where there is nothing better.
   */
  causes({ message, isMissing, news }: KnownFailure): { own: string[]; other: string | undefined } {
    const since = this.#since;
    const isOwn = ownTo(this.#session.page?.url());
    const requests = this.#badRequests().filter(({ failed }) => isOwn(failed.url));
    const ownRequest = worstOf(requests.filter(({ began, isTrimming }) => began >= since.at && !isTrimming));
    const redirection = this.#redirection(since);
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
    if (own.length > 0) return { own, other: undefined };
    const request = requests.findLast(({ isTrimming }) => !isTrimming) ?? requests.at(-1);
    const others = [error && errorSentence(error), inSentence(request), redirection, newsSentence(polite)];
    return { own, other: others.find(sentence => sentence !== undefined) ?? this.#onItsWay(message) };
  }

  /** When the action before began, or the one that failed where that does something. */
  get #since(): Mark {
    return this.#isLooking ? this.#present : this.#before;
  }

  /**
   * Texts that have come up on the page since the action before began; of a page that was gone to only alerts, since many
   * come with a dialog. Never rejects.
   */
  async news(): Promise<News[]> {
    const { news, isTravel } = this.#since;
    const [marked, now] = await Promise.all([news.read(), readNews(this.#session.page)]);
    const before = AllNews.safeParse(marked).data ?? [];
    const isOld = (item: News) => before.some(({ kind, text }) => kind === item.kind && text === item.text);
    return now.filter(item => !isOld(item) && (!isTravel || item.kind === 'alert'));
  }

  /** A sentence about a dialog: a question that was answered with no, or what the page only said. */
  #said(): string | undefined {
    const refused = this.refusal();
    if (refused !== undefined) return refused;
    const own = this.#session.dialogs.since(this.#dialogs).findLast(({ shown }) => shown.type === 'alert');
    const said = own === undefined ? this.#alert : { dialog: own.shown, opener: 'this action', age: 0 };
    if (said === undefined || said.age > 1) return undefined;
    return `The page said “${said.dialog.message}” (alert) during ${said.opener}.`;
  }

  /** A sentence about the tab that has closed since the action before. */
  #closedTab(): string | undefined {
    const gone = this.#session.tabs.lastGone;
    if (gone === undefined || gone.at < this.#since.at || !gone.page.isClosed()) return undefined;
    return `The tab ${shownAddress(gone.page.url())} has closed.`;
  }

  /** A sentence where the page is elsewhere than where it was asked to go. */
  #redirection({ ways }: Mark): string | undefined {
    const { page, network } = this.#session;
    if (page === undefined || network.wayOf(page) !== undefined) return undefined;
    // What the action that failed went to is no redirection.
    const { page: left, count } = this.#present.ways;
    if (!this.#isLooking && page === left && network.waysOf(page).count > count) return undefined;
    const asked = network.askedSince(page, page === ways.page ? ways.count : 0);
    const [from, to] = [asked ?? '', page.url()].map(address => URL.parse(address));
    if (!from || !to || isExpected(from, to)) return undefined;
    const isOneOrigin = from.origin === to.origin;
    const [there, here] = [from, to].map(({ href, pathname, hash }) =>
      shownAddress(isOneOrigin ? pathname + hash : href),
    );
    return `The page was asked for ${there} and came to ${here}.`;
  }

  #onItsWay(message: string): string | undefined {
    const { page, network } = this.#session;
    const way = page && network.wayOf(page);
    const there = way === undefined ? undefined : shownAddress(way);
    if (there === undefined || message.includes(there)) return undefined;
    return `The page is on its way to ${there}, which has not answered yet.`;
  }

  /**
   * The last errors in the console, and the last failed requests, those of the app first. What an action waits for in
   * vain was often asked for by the one before it, so that one's count too; what is older does not.
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

  /** Those that nobody has answered, however old they are, and those that failed. */
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

/** Whether an address is of the page's own origin; what has none is the page's own. */
function ownTo(page: string | undefined): (url: string | undefined) => boolean {
  const origin = page === undefined ? undefined : URL.parse(page)?.origin;
  return url => url === undefined || url === '' || URL.parse(url)?.origin === origin;
}

/** The one that was to change something, else the last that failed, else one that is not answered. */
const worstOf = (requests: readonly BadRequest[]): BadRequest | undefined =>
  requests.findLast(({ failed }) => failed.method !== 'GET') ?? requests.at(-1);

function inSentence(request: BadRequest | undefined): string | undefined {
  if (request === undefined) return undefined;
  const { failed } = request;
  const { pathname, search } = URL.parse(failed.url) ?? { pathname: failed.url, search: '' };
  return `${failed.method} ${shownAddress(pathname + search)} ${requestEnd(failed)}.`;
}

/**
 * Whether who asks for an address means the other one too: the start page is wherever it leads, a page may have parts or
 * languages, and a place on it is no other page.
 */
function isExpected(from: URL, to: URL): boolean {
  const [asked, shown] = [from, to].map(({ pathname }) => `${pathname}/`.replace(/\/+$/, '/'));
  const isPart = shown?.startsWith(asked ?? '') === true || shown?.endsWith(asked ?? '') === true;
  const isOther = !isPart || (from.hash !== '' && from.hash !== to.hash);
  return asked === '/' || to.origin === 'null' || !isOther;
}

/** What begins with something that our engine does to an element. */
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

/** Whether an action goes to another page, does something to an element of this one, or something else. */
type WayOfAction = 'travel' | 'element' | 'other';

function wayOf(action: Action): WayOfAction {
  if (ACTION_KINDS[action.type].isNavigation) return 'travel';
  const isOnElement = 'locator' in action && action.locator !== undefined;
  return isOnElement && ELEMENT_ACTIONS.has(action.type) ? 'element' : 'other';
}

const NO_NEWS = { read: () => Promise.resolve([]) };
const SEEN_NEWS = `(${seenNews})()`;
const KINDS = ['alert', 'dialog', 'status'] as const;
const AllNews = z.array(z.object({ kind: z.enum(KINDS), text: z.string() }));

/** What the page announces at this moment; of an element's own document, with its first answer. */
function newsOf(page: Page, isElementAction: boolean): Mark['news'] {
  const ask = () => readNews(page);
  if (isElementAction) return newsBeforeAction(page, ask);
  const news = ask();
  return { read: () => news };
}

/** Asked past Playwright, whose trace would keep the page around the question. Nothing of a page that goes away. */
async function readNews(page: Page | undefined): Promise<readonly News[]> {
  if (page === undefined) return [];
  try {
    const connection = await connect(page);
    const { result } = await connection.send('Runtime.evaluate', { expression: SEEN_NEWS, returnByValue: true });
    return AllNews.parse(result.value);
  } catch {
    return [];
  }
}

const MOST_NEWS = 2;
const MOST_QUOTED = 200;

function newsSentence(news: readonly News[]): string | undefined {
  const ranked = news.toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind)).slice(0, MOST_NEWS);
  if (ranked.length === 0) return undefined;
  const quotes = ranked.map(({ kind, text }) => `“${shortened(text, MOST_QUOTED)}” (${kind})`);
  return `The page showed ${quotes.join(' and ')}.`;
}

interface Folded<Item> {
  item: Item;
  times: number;
}

/** Equal ones as one, at the place of the last. */
function folded<Item>(items: readonly Item[], key: (item: Item) => string): Folded<Item>[] {
  const byKey = new Map<string, Folded<Item>>();
  for (const item of items) {
    const times = (byKey.get(key(item))?.times ?? 0) + 1;
    byKey.delete(key(item));
    byKey.set(key(item), { item, times });
  }
  return [...byKey.values()];
}

/** The last few: those of the app, and of others what there is still room for. */
function ranked<Item>(items: readonly Item[], isOwn: (item: Item) => boolean): Item[] {
  const own = items.filter(isOwn).slice(-MOST_SHOWN);
  const room = MOST_SHOWN - own.length;
  const others = room === 0 ? [] : items.filter(item => !isOwn(item)).slice(-room);
  return [...own, ...others];
}

/** An alert has only one answer, and leaving a page cannot be undone. */
const isRefused = ({ shown, isPlanned }: NotedDialog): boolean =>
  !isPlanned && shown.answer === 'dismissed' && (shown.type === 'confirm' || shown.type === 'prompt');

/** Browsers ask for an icon by themselves: that there is none says nothing about the page. */
const isInformative = ({ level, url = '' }: ConsoleEntry): boolean =>
  level === 'error' && !/^https?:\/\/[^/]+\/favicon\.ico(\?|$)/.test(url);

/** The request for a missing resource reports that it is missing. */
const isThrown = ({ text }: ConsoleEntry): boolean => !text.startsWith('Failed to load resource');

const errorSentence = (entry: ConsoleEntry): string => `The page had an error: ${inOneText(entry).replace(/\.$/, '')}.`;

const inLine = ({ item, times }: Folded<ConsoleEntry>): string =>
  times === 1 ? inOneText(item) : `${inOneText(item)} (${times} times)`;

const inOneText = ({ text, url, line }: ConsoleEntry): string =>
  `${text}${url ? ` (${url}${line ? `:${line}` : ''})` : ''}`;
