/** The window that shows the application under test, as tools and runs use it. */
import type { ElementLook } from '../locator/element-look.ts';
import type { Locator } from '../locator/locator.ts';
import type { ProjectSettings } from '../project/project.ts';
import type { AnsweredDialog } from '../run/run.ts';
import type { AttachWay } from './browser-endpoint.ts';
import type { Identity } from './identity.ts';

export interface CallOptions {
  signal: AbortSignal;
  timeoutMs?: number | undefined;
  /** How long the page may leave simple questions open before it counts as hanging; default: until the time is over. */
  hangsAfterMs?: number | undefined;
}

export interface AppOpening {
  settings: ProjectSettings;
  appUrl: string | undefined;
  /** Default: as the project's window of the IDE is, headless without one. */
  headed?: boolean | undefined;
  /** Whether pictures are compared with those of a whole browser, so that it must be one. */
  isWhole?: boolean | undefined;
  /** How a new browser context is signed in. */
  identity?: Identity | undefined;
  /** Opens a new one in the place of that which there is. */
  isAnew?: boolean | undefined;
}

export interface PageInfo {
  url: string;
  title: string;
  viewport: { width: number; height: number } | null;
  readyState: string;
  /** The first ones. */
  frames: { url: string; name: string }[];
  /** How many there are, where that is more. */
  frameCount?: number;
  /** Those that wait for an answer. */
  dialogs: { type: string; message: string }[];
  tabs: Tab[];
}

/** One page of the window. */
export interface Tab {
  /** Tells it from all others of the window, earlier ones too. */
  number: number;
  url: string;
  /** Whether it is the one that is shown and acted on. */
  isCurrent: boolean;
}

export interface ElementQuery {
  filter?: string | undefined;
  role?: string | undefined;
  within?: Locator | undefined;
  interactiveOnly: boolean;
  /** How many to list; undefined: what a short listing has place for. */
  limit: number | undefined;
  boxes: boolean;
}

export interface LocatorMatches {
  locator: string;
  count: number;
}

/** What an element that was pointed at holds, as checks compare it. */
export interface ElementContent {
  text?: string;
  /** Value of a field, except for passwords. */
  value?: string;
  /** All that a list offers, up to a limit. */
  options?: string[];
  isPassword?: boolean;
  /** Text is written into it, though it is no field. */
  isEditable?: boolean;
  /** Type of a field that takes a date, a colour, a number and the like. */
  input?: FieldInput;
}

/** As the attributes of the field say it. */
interface FieldInput {
  type: string;
  min?: string;
  max?: string;
  step?: string;
}

export interface PageElement {
  /** Left out for what takes no clicks. */
  ref?: string;
  role: string;
  name: string;
  state?: string[];
  value?: string;
  /** The first few options of a list. */
  options?: string[];
  /** How many there are, where that is more. */
  optionCount?: number;
  locator: string;
  /** Further ones of one that was pointed at, the best first; each leads to it alone now. */
  fallbacks?: string[];
  /** For an element that was pointed at: what each of these locators finds now, and what its plain role and name find. */
  matches?: LocatorMatches[];
  /** For an element that was pointed at. */
  content?: ElementContent;
  box?: { x: number; y: number; width: number; height: number };
}

/** Siblings of one role (list items, rows, cards) of which only some are shown, in whole or in part. */
export interface ElementRun {
  role: string;
  count: number;
  shown: number;
}

export interface ElementListing {
  /** In document order; controls and what is in view come before the rest where the limit cuts. */
  elements: PageElement[];
  /** How many elements fit the query, shown or not. */
  total: number;
  runs: ElementRun[];
  /** Locators of frames that did not answer in time: what is in them is not listed. */
  silentFrames: string[];
  /** The locator of the first frame that was not looked into because there are so many, and how many there are. */
  leftOutFrames?: { first: string | undefined; count: number };
}

export interface ScreenshotRequest {
  fullPage: boolean;
  locator?: Locator | undefined;
  format: 'jpeg' | 'png';
  maxWidth: number;
}

export interface Picture {
  bytes: Uint8Array;
  mimeType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}

export interface ConsoleEntry {
  level: 'error' | 'warning' | 'info' | 'debug';
  text: string;
  url?: string;
  line?: number;
  /** ISO time. */
  at: string;
}

/** One request of a page; with neither status nor reason it is under way. */
export interface NetworkEntry {
  method: string;
  url: string;
  /** What it was for, as browsers call it: document, script, fetch and so on. */
  type: string;
  status?: number;
  /** Why it failed. */
  reason?: string;
  /** From its start to its end. */
  ms?: number;
  /** Size of the body as it was sent, where the server said so. */
  sizeBytes?: number;
  /** When it began, as ISO time. */
  at: string;
}

/** What is shown after a navigation. */
export interface Arrival {
  url: string;
  title: string;
  status?: number;
  /** Says that it can be used before all of it has loaded. */
  stillLoading?: string;
  /** Those that it opened while it loaded. */
  dialogs?: AnsweredDialog[];
}

/** What is gone of what a site had stored. */
export interface ClearedSite {
  origin: string;
  cookies: number;
  serviceWorkers: number;
}

/** The window that shows the application under test. Errors: `app-not-open`, `page-error`, `timeout`, `browser-lost`. */
export interface AppWindow {
  isOpen(): boolean;
  /** Why one that was open is not any more, where nobody closed it. */
  lostBy(): string | undefined;
  /** Whether its browser context holds cookies or storage. Errors: `timeout`, `browser-lost`. */
  hasState(options: CallOptions): Promise<boolean>;
  /** How it comes to its browser; undefined where Steploom starts one. */
  readonly attachedBy: AttachWay | undefined;
  /** Tells when the window opens, closes, or shows another page; returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** Address of the page shown; undefined while no window is open. */
  url(): string | undefined;
  /** Opens an empty window when there is none. Errors: `browser-missing`, `invalid-project`. */
  open(opening: AppOpening): Promise<void>;
  /** Opens the window when there is none, and goes to the address. */
  navigate(url: string, opening: AppOpening, options: CallOptions): Promise<Arrival>;
  refresh(options: CallOptions): Promise<Arrival>;
  /**
   * Deletes what a site has stored in the window: cookies, storage, caches and service workers. The page stays as it is.
   * `address`: any address of the site; default: that of the page shown, else the one it is on its way to.
   * Errors: `invalid-params` for an address without a site, and in a tab that is lent.
   */
  clearSite(address: string | undefined, options: CallOptions): Promise<ClearedSite>;
  waitForReady(
    until: 'load' | 'idle' | 'domcontentloaded',
    options: CallOptions,
  ): Promise<{ url: string; readyState: string }>;
  info(options: CallOptions): Promise<PageInfo>;
  /** In the order of opening. */
  tabs(): Tab[];
  /**
   * Resolves once nothing that was done since (by `performance.now()`) has requests under way any more, or a short time
   * is over. What asks no server needs no waiting. Never fails.
   */
  settled(since: number, options: CallOptions): Promise<void>;
  elements(query: ElementQuery, options: CallOptions): Promise<ElementListing>;
  /** The one element that a locator finds now; undefined where there is none, or several. */
  see(locator: Locator, options: CallOptions): Promise<ElementLook | undefined>;
  screenshot(request: ScreenshotRequest, options: CallOptions): Promise<Picture>;
  /**
   * Lets a person point at an element in the live view, however long that takes.
   * Errors: `ide-not-open` when nobody looks, `stopped` when it is given up, `timeout`.
   */
  pick(options: CallOptions): Promise<PageElement>;
  /** Newest last. */
  console(): readonly ConsoleEntry[];
  /** Newest last; without bodies. */
  requests(): readonly NetworkEntry[];
}
