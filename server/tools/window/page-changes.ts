import { z } from 'zod';
import type { ACTION_KINDS, ActionType } from '../../../model/actions/index.ts';
import { isAppError } from '../../../model/errors/errors.ts';
import { timeoutSignal } from '../../../model/errors/timeout-signal.ts';
import { whereabouts } from '../../../model/locator/describe-locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import type { ConsoleEntry, ElementQuery, NetworkEntry, PageElement } from '../../../model/protocol/app-window.ts';
import { isFailedRequest } from '../../../model/run/failed-request.ts';
import { FailedRequest } from '../../../model/run/run.ts';
import { ObservedText } from '../../../model/values/observed.ts';
import type { ToldElements } from '../../workspace/listed-elements.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { takeFitting } from '../define/paging.ts';
import { limitsOf, windowOf } from './app-window.ts';
import { digestLines } from './element-digest.ts';

type ListedElement = Omit<PageElement, 'ref'> & { ref: string };

/** One short line for an element, to save tokens: `e5 textbox "Email" [focused] = "ada@example.com"`. */
function elementLine({ ref, role, name, state = [], value, options, optionCount, box }: ListedElement): string {
  const states = state.filter(word => !word.startsWith('level '));
  const rest = optionCount === undefined ? '' : ` … ${optionCount}`;
  return [
    `${ref} ${role}`,
    ...(name === '' ? [] : [JSON.stringify(name)]),
    ...(states.length === 0 ? [] : [`[${states.join(', ')}]`]),
    ...(value === undefined ? [] : [`= ${JSON.stringify(value)}`]),
    ...(options === undefined ? [] : [`(${options.join(' | ')}${rest})`]),
    ...(box === undefined ? [] : [`at ${box.x},${box.y} ${box.width}x${box.height}`]),
  ].join(' ');
}

/** Elements of the same role and name also show where they are; with `locators`, all show their locator. */
export function elementLines(elements: readonly ListedElement[], { locators = false } = {}): string[] {
  const says = ({ role, name }: ListedElement) => JSON.stringify([role, name]);
  const isAlike = repeated(elements.map(says));
  const places = elements.map(element => (isAlike(says(element)) ? placeOf(element) : undefined));
  const keyOf = (at: number) => JSON.stringify([elements[at]?.role, elements[at]?.name, places[at]]);
  const isVague = repeated(elements.map((_, at) => keyOf(at)));
  return elements.map((element, at) => {
    const line = elementLine(element);
    if (!locators && !isAlike(says(element))) return line;
    const place = places[at];
    return locators || place === undefined || isVague(keyOf(at)) ? `${line}  ${element.locator}` : `${line} ${place}`;
  });
}

function repeated(texts: readonly string[]): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return text => (counts.get(text) ?? 0) > 1;
}

function placeOf({ locator }: ListedElement): string | undefined {
  try {
    return whereabouts(parseLocator(locator));
  } catch (error) {
    if (!isAppError(error, 'invalid-params')) throw error;
    return undefined;
  }
}

export interface PageState {
  url: string;
  /** Undefined where the elements could not be read. */
  elements: readonly PageElement[] | undefined;
  tabs: ReadonlyMap<number, string>;
  /** Failed requests and uncaught errors are listed from this time on. */
  at: string;
  /** The same time by `performance.now()`. */
  since: number;
}

export const TAB_CHANGES = {
  openedTabs: z.array(ObservedText).optional().describe('Addresses; the last one is acted on now'),
  closedTabs: z.array(ObservedText).optional(),
};

const PageError = z.strictObject({
  message: ObservedText,
  url: ObservedText.optional().describe('Of the script'),
  line: z.number().optional(),
  times: z.number().int().optional().describe('How often, where more than once'),
});

/** What the page failed at, whether or not an action did. */
export const TROUBLES = {
  failedRequests: z.array(FailedRequest).optional(),
  pageErrors: z.array(PageError).optional().describe('Errors that no script of the page has caught'),
};

const Lines = z.array(ObservedText).optional();

export const PageChanges = z.strictObject({
  came: Lines.describe('Elements that are new: ref, role, name, [state], = value; of like ones the place'),
  changed: Lines.describe('Those whose state or value is another'),
  went: Lines.describe('Those that are gone; not told of a page that was left'),
  ...TAB_CHANGES,
  downloads: z
    .array(z.strictObject({ name: ObservedText, path: z.string().optional(), sizeBytes: z.number().int().optional() }))
    .optional()
    .describe('Files that it stored: their path on the machine of the service, until the window closes'),
  ...TROUBLES,
  omitted: z.string().optional(),
});
export type PageChanges = z.infer<typeof PageChanges>;

const MOST_ELEMENTS = 300;
const MOST_BYTES = 6_000;
const MOST_TROUBLES = 10;
const MOST_MESSAGE = 500;
const LISTING_LIMIT_MS = 5_000;

async function listed(context: ToolContext, query: Pick<ElementQuery, 'interactiveOnly'>) {
  const whole = { ...query, filter: undefined, role: undefined, within: undefined, limit: MOST_ELEMENTS, boxes: false };
  return (await windowOf(context).elements(whole, limitsOf(context))).elements;
}

/** Undefined where the page does not answer in time, which the action has told by then. */
const elementsOf = (context: ToolContext, query: Pick<ElementQuery, 'interactiveOnly'>) =>
  listed({ ...context, signal: AbortSignal.any([context.signal, timeoutSignal(LISTING_LIMIT_MS)]) }, query).catch(
    () => undefined,
  );

/**
 * Before a kind of action. After a visit, what there was before is useless, so it is not read then. Errors: those of a
 * page that does not answer, unless the action may leave it.
 */
export async function pageState(
  context: ToolContext<'listedElements'>,
  kind: (typeof ACTION_KINDS)[ActionType],
  isSinceTold = false,
): Promise<PageState> {
  const window = windowOf(context);
  const told = isSinceTold ? await toldElements(context) : undefined;
  const query = { interactiveOnly: false };
  const mayLeave = kind.isNavigation || kind.leavesPage === 'yes';
  const read = async () => (mayLeave ? await elementsOf(context, query) : await listed(context, query));
  const elements = () => (kind.type === 'visit' ? undefined : read());
  return {
    url: window.url() ?? '',
    elements: told ?? (window.isOpen() ? await elements() : []),
    tabs: tabsOf(context),
    at: new Date().toISOString(),
    since: performance.now(),
  };
}

/** Undefined where nothing was told of this page. */
const toldElements = async (context: ToolContext<'listedElements'>): Promise<readonly PageElement[] | undefined> =>
  await toldPages(context).get(windowOf(context).url() ?? '');

const toldPages = ({ project, windows }: ToolContext<'listedElements'>) =>
  project.listedElements.toldIn(windows.current);

/** For the next call, which tells what has changed since then. Does not wait for the page. */
function rememberTold(context: ToolContext<'listedElements'>, elements: ToldElements): void {
  const url = windowOf(context).url();
  if (url !== undefined) toldPages(context).set(url, elements);
}

export const tabsOf = (context: ToolContext): Map<number, string> =>
  new Map(
    windowOf(context)
      .tabs()
      .map(({ number, url }) => [number, url]),
  );

export function tabChanges(context: ToolContext, before: ReadonlyMap<number, string>) {
  const after = tabsOf(context);
  const opened = [...after].flatMap(([number, url]) => (before.has(number) ? [] : [url]));
  const closed = [...before].flatMap(([number, url]) => (after.has(number) ? [] : [url]));
  return {
    ...(opened.length === 0 ? {} : { openedTabs: opened }),
    ...(closed.length === 0 ? {} : { closedTabs: closed }),
  };
}

interface ChangesWanted {
  wasVisited: boolean;
  /** Whether changes are told since the page was told of last. Default: since the actions began. */
  isSinceTold?: boolean;
  /** Whether it is told that the focus alone has moved. Default: yes. */
  tellsFocus?: boolean;
  /** Whether an element is as the actions were to make it, which need not be told. Default: all is told. */
  isExpected?: ((element: PageElement) => boolean) | undefined;
}

/** What changed on the live page once it is idle; everything, on a page that was just visited. Never fails. */
export async function pageChanges(
  context: ToolContext<'listedElements'>,
  before: PageState,
  { wasVisited, isSinceTold = false, tellsFocus = true, isExpected = () => false }: ChangesWanted,
) {
  const window = windowOf(context);
  await window.settled(before.since, limitsOf(context));
  const hasLeft = pathOf(window.url() ?? '') !== pathOf(before.url);
  // Of a page that was told of before, e.g. in another tab, what has changed since then is enough.
  const earlier = isSinceTold && hasLeft && !wasVisited ? await toldElements(context) : undefined;
  const isElsewhere = earlier === undefined && (wasVisited || hasLeft);
  // After a visit, differences from the page before are useless.
  const known = wasVisited ? [] : (earlier ?? before.elements);
  // A new page is shown by its controls and headings, the same page by every new text.
  const after = window.isOpen() ? await elementsOf(context, { interactiveOnly: isElsewhere }) : [];
  const whole = { ...context, signal: timeoutSignal(LISTING_LIMIT_MS) };
  rememberTold(context, isElsewhere ? elementsOf(whole, { interactiveOnly: false }) : Promise.resolve(after));
  return {
    ...(known === undefined || after === undefined
      ? {}
      : difference(context, { before: known, after, isElsewhere, tellsFocus, isExpected })),
    ...tabChanges(context, before.tabs),
    ...(await downloadsSince(context, before.at)),
    ...troublesSince(context, before.at),
  };
}

const pathOf = (url: string): string => url.replace(/[?#].*$/s, '');

interface ComparedPages {
  isExpected(element: PageElement): boolean;
  before: readonly PageElement[];
  after: readonly PageElement[];
  isElsewhere: boolean;
  tellsFocus: boolean;
}

const withoutFocus = (line: string): string => line.replace(/ \[focused\]|focused, |, focused/, '');

function difference(
  context: ToolContext<'listedElements'>,
  { before, after, isElsewhere, tellsFocus, isExpected }: ComparedPages,
): PageChanges {
  const { listedElements } = context.project;
  const withRefs = (elements: readonly PageElement[]) =>
    elements.map(element => ({ ...element, ref: listedElements.refOf(element) }));
  const keyed = (elements: readonly ListedElement[]) => {
    const lines = elementLines(elements);
    return new Map(elements.map((element, index) => [keyOf(element), lines[index] ?? '']));
  };
  const named = withRefs(after);
  const [old, now] = [keyed(withRefs(before)), keyed(named)];
  const fresh = named.filter(element => !old.has(keyOf(element)));
  // Of a new page the gist is enough; what changes on the same page is told in full.
  const came = isElsewhere ? digestLines(fresh, elementLines) : fresh.map(element => now.get(keyOf(element)) ?? '');
  const told = new Set(named.filter(element => !isExpected(element)).map(keyOf));
  const changed = [...now].flatMap(([key, text]) =>
    told.has(key) && (old.get(key) ?? text) !== text ? [[text, old.get(key) ?? ''] as const] : [],
  );
  const others = changed.filter(([text, was]) => withoutFocus(text) !== withoutFocus(was)).map(([text]) => text);
  const went = [...old].flatMap(([key, text]) => (now.has(key) || isElsewhere ? [] : [text]));
  // The focus goes along with nearly every action; it is told where it is all that has changed.
  const isFocusAlone = tellsFocus && came.length + others.length + went.length === 0;
  return withinSize({ came, changed: isFocusAlone ? changed.map(([text]) => text) : others, went });
}

const keyOf = ({ role, name, locator }: ListedElement): string => JSON.stringify([role, name, locator]);

/** New things come first: what is gone matters least. */
function withinSize({ came, changed, went }: { came: string[]; changed: string[]; went: string[] }): PageChanges {
  const all = [...came, ...changed, ...went];
  const shown = takeFitting(all, MOST_BYTES).length;
  const part = (list: string[], from: number) => list.slice(0, Math.max(0, shown - from));
  const parts = {
    came: part(came, 0),
    changed: part(changed, came.length),
    went: part(went, came.length + changed.length),
  };
  const listed = Object.fromEntries(Object.entries(parts).filter(([, list]) => list.length > 0));
  if (shown === all.length) return listed;
  return {
    ...listed,
    omitted: `${all.length - shown} more elements came, changed or went; getPageElements lists what is there.`,
  };
}

async function downloadsSince(context: ToolContext, at: string): Promise<Pick<PageChanges, 'downloads'>> {
  const downloads = await windowOf(context).downloads(at);
  return downloads.length === 0 ? {} : { downloads };
}

/** The last of each kind. `at`: ISO time. */
export function troublesSince(context: ToolContext, at: string) {
  const window = windowOf(context);
  const failed = window.requests().filter(entry => entry.at >= at && isFailedRequest(entry));
  const uncaught = eachOnce(window.uncaught().filter(entry => entry.at >= at));
  const failedRequests = failed.slice(-MOST_TROUBLES).map(requestView);
  const pageErrors = uncaught.slice(-MOST_TROUBLES);
  return {
    ...(failedRequests.length === 0 ? {} : { failedRequests }),
    ...(pageErrors.length === 0 ? {} : { pageErrors }),
  };
}

const requestView = ({ method, url, status, reason }: NetworkEntry): FailedRequest => ({ method, url, status, reason });

function eachOnce(entries: readonly ConsoleEntry[]): z.input<typeof PageError>[] {
  const times = new Map<string, number>();
  const shown = new Map<string, z.input<typeof PageError>>();
  for (const { text, url, line } of entries) {
    const key = JSON.stringify([text, url, line]);
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    shown.delete(key);
    const message = text.length > MOST_MESSAGE ? `${text.slice(0, MOST_MESSAGE)}…` : text;
    shown.set(key, { message, url, line, ...(count === 1 ? {} : { times: count }) });
  }
  return [...shown.values()];
}
