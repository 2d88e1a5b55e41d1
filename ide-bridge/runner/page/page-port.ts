/** The one port through which the runner talks to a page: find, act, look, wait. Performers know nothing behind it. */
import type { Matcher } from '../../../model/actions/matchers.ts';
import type { ElementSight } from '../../../model/locator/element-look.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import type { ActionFailure } from '../../../model/run/run.ts';

/** An element to be found when it is needed. */
export interface Found {
  readonly locator: Locator;
}

export interface Limits {
  timeoutMs: number;
  /** What was waited before for the same element, which messages count in. */
  waitedMs?: number | undefined;
  signal: AbortSignal;
}

type Modifier = 'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift';

interface PointerDeed {
  modifiers?: readonly Modifier[] | undefined;
  position?: { x: number; y: number } | undefined;
}

/** What can be done to an element. */
export type ElementDeed =
  | ({ kind: 'click'; button: 'left' | 'right'; count: 1 | 2 } & PointerDeed)
  | ({ kind: 'hover' } & PointerDeed)
  | { kind: 'fill'; value: string; isSecret: boolean }
  | { kind: 'press'; key: string }
  | { kind: 'select'; values: readonly string[]; isSecret: boolean }
  | { kind: 'check'; checked: boolean }
  /** Absolute paths, one file each. */
  | { kind: 'upload'; paths: readonly string[] }
  | { kind: 'scrollTo' }
  | { kind: 'scrollBy'; x: number; y: number };

/** What can be done to the page as a whole. */
export type PageDeed =
  /** A relative address starts from the base. */
  | { kind: 'visit'; url: string; base: string | undefined }
  | { kind: 'goBack' }
  | { kind: 'goForward' }
  | { kind: 'reload' }
  | { kind: 'press'; key: string }
  | { kind: 'scrollBy'; x: number; y: number };

export interface DialogPlan {
  accept: boolean;
  /** What goes into a prompt. */
  text?: string | undefined;
}

/** A file that a page had the browser save. */
export interface Downloaded {
  /** As the page proposes it. */
  name: string;
  bytes: Uint8Array;
}

export interface DownloadWatch {
  /** Waits until it is whole; undefined when none comes. Errors: `page-error` when it fails or is too large. */
  take(limits: Limits): Promise<Downloaded | undefined>;
  drop(): void;
}

/** What can be read at once, waiting only until the element is there. */
export type Question =
  | { kind: 'text' }
  | { kind: 'value' }
  | { kind: 'attribute'; name: string }
  | { kind: 'count' }
  | { kind: 'url' }
  | { kind: 'title' }
  | { kind: 'script'; code: string };

/** What is expected of an element or of the page; how it looks is found out from pictures. */
export interface Expectation {
  matcher: Exclude<Matcher, 'toHaveScreenshot'>;
  expected?: string | undefined;
  attribute?: string | undefined;
  /** Where an expected path starts from. */
  base?: string | undefined;
  not: boolean;
  ignoreCase: boolean;
  /** Looks at the page once; the limits are for the answer only. */
  once?: boolean | undefined;
}

/** How reality differs from an expectation, in plain words. */
export interface Mismatch {
  message: string;
  expected?: string | undefined;
  actual?: string | undefined;
  log: readonly string[];
  /** No element fits at all. */
  isMissing: boolean;
  pictures?: ActionFailure['pictures'];
}

/**
 * Errors of all calls: `locator-not-found`, `timeout`, `page-error`, `browser-lost`, `stopped`, `invalid-params` for a
 * selector that the page cannot read.
 */
export interface Surroundings {
  /** Elements that come close, as locators, best first. */
  candidates: string[];
  /** A sentence about the frame of its locator that is not there. */
  missingFrame?: string | undefined;
}

/** A call of the app over HTTP. A relative address starts from the base. */
export interface ApiCall {
  method: string;
  url: string;
  base: string | undefined;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Whether a redirect with that status is the answer, and not followed. */
  isAnswer(status: number): boolean;
}

export interface ApiAnswer {
  /** Where the answer came from, after redirects. */
  url: string;
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** A tab by its index from 0, or by its title or address: whole, in part, or with `*`. A path starts from the base. */
export interface TabChoice {
  tab: string;
  base: string | undefined;
}

/** The tabs of the window. Errors: `not-found` when none fits in time or several do, naming those there are. */
export interface Tabs {
  /** The new tab is the current one. Errors: `invalid-params` for an address, before anything is opened. */
  open(visit: { url: string; base: string | undefined } | undefined, limits: Limits): Promise<void>;
  use(choice: TabChoice, limits: Limits): Promise<void>;
  /** Without a choice the current one. Errors: `page-error` for the only one. */
  close(choice: TabChoice | undefined, limits: Limits): Promise<void>;
}

export interface PagePort {
  readonly tabs: Tabs;
  find(locator: Locator): Found;
  act(found: Found, deed: ElementDeed, limits: Limits): Promise<void>;
  /** Presses the mouse on one element and lets go on another one. What is about that other one names the field `target`. */
  drag(found: Found, target: Found, limits: Limits): Promise<void>;
  /** Has the next dialog answered that has no answer planned yet, whenever and on whichever tab it comes. */
  answerNextDialog(answer: DialogPlan): { readonly isUsed: boolean };
  /** Begins to wait for the next download that nobody waits for yet. */
  expectDownload(): DownloadWatch;
  /** Errors: `invalid-params` for an address that is not asked, `page-error` when nothing answers or too much. */
  send(call: ApiCall, limits: Limits): Promise<ApiAnswer>;
  actOnPage(deed: PageDeed, limits: Limits): Promise<void>;
  /** The one element that is found, as it is seen. */
  see(found: Found, limits: Limits): Promise<ElementSight>;
  look(question: Question, limits: Limits, found?: Found): Promise<unknown>;
  /** Waits until the expectation holds; answers how it differs when the time is over. */
  wait(expectation: Expectation, limits: Limits, found?: Found): Promise<Mismatch | undefined>;
  /** Waits for a state of the page. */
  waitForState(state: 'load' | 'idle', limits: Limits): Promise<void>;
  /** A path starts from the base. */
  waitForAddress(address: string, base: string | undefined, limits: Limits): Promise<void>;
  /** What there is in place of an element that was not found; nothing when the page does not say. */
  surroundings(found: Found, signal: AbortSignal): Promise<Surroundings>;
  /** The locator of what lies over an element, where there is one. */
  coveringElement(found: Found, signal: AbortSignal): Promise<string | undefined>;
  /** A steady one shows no caret, and animations at their end. */
  picture(
    options: { fullPage: boolean; isSteady?: boolean | undefined; found?: Found | undefined },
    limits: Limits,
  ): Promise<Uint8Array>;
}
