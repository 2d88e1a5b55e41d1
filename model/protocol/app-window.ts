import type { ElementLook } from '../locator/element-look.ts';
import type { Locator } from '../locator/locator.ts';
import type { Isolation } from '../project/isolation.ts';
import type { ProjectSettings } from '../project/project.ts';
import type { AnsweredDialog } from '../run/run.ts';
import type { WindowClock } from '../values/window-clock.ts';
import type { AttachWay } from './browser-endpoint.ts';
import type { Identity } from './identity.ts';
import type { KeptExchange } from './kept-exchange.ts';

export interface CallOptions {
  signal: AbortSignal;
  timeoutMs?: number | undefined;
  /** How long simple questions may stay unanswered before the page counts as hanging. Default: the whole time limit. */
  hangsAfterMs?: number | undefined;
}

export interface AppOpening {
  settings: ProjectSettings;
  appUrl: string | undefined;
  /** Default: as the project's window of the IDE, headless without one. */
  headed?: boolean | undefined;
  /** Whether it must be a whole browser, because pictures are compared with those of one. */
  isWhole?: boolean | undefined;
  identity?: Identity | undefined;
  isAnew?: boolean | undefined;
  /** Whether it may be the window of an earlier opening like it, made as new, or be used again so. Default: `fresh`. */
  isolation?: Isolation | undefined;
}

export interface PageInfo {
  url: string;
  title: string;
  viewport: { width: number; height: number } | null;
  readyState: string;
  frames: { url: string; name: string }[];
  /** Total number, where it is more than the list. */
  frameCount?: number;
  dialogs: { type: string; message: string }[];
  tabs: Tab[];
}

export interface Tab {
  /** Unique in the window, closed tabs included. */
  number: number;
  url: string;
  isCurrent: boolean;
}

export interface ElementQuery {
  filter?: string | undefined;
  role?: string | undefined;
  within?: Locator | undefined;
  interactiveOnly: boolean;
  limit: number | undefined;
  boxes: boolean;
}

export interface LocatorMatches {
  locator: string;
  count: number;
}

export interface ElementContent {
  text?: string;
  /** Missing for passwords. */
  value?: string;
  /** All options of a list, up to a limit. */
  options?: string[];
  /** How many of the first options only say what to do, such as “Choose a size”. */
  placeholders?: number;
  isPassword?: boolean;
  /** Text is written into it, although it is no field. */
  isEditable?: boolean;
  input?: FieldInput;
}

interface FieldInput {
  type: string;
  min?: string;
  max?: string;
  step?: string;
}

export interface PageElement {
  /** Missing for what takes no clicks. */
  ref?: string;
  role: string;
  name: string;
  state?: string[];
  value?: string;
  options?: string[];
  /** Total number, where it is more than the list. */
  optionCount?: number;
  locator: string;
  /** For an element that was pointed at: further locators, best first; each finds it alone. */
  fallbacks?: string[];
  /** For an element that was pointed at: what each of these locators, and its plain role and name, find now. */
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
  /** In document order; where the limit cuts, controls and what is in view come first. */
  elements: PageElement[];
  total: number;
  runs: ElementRun[];
  /** Locators of frames that did not answer in time, whose elements are not listed. */
  silentFrames: string[];
  /** Frames that were not searched because there are so many: locator of the first, and how many. */
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
  /** What may show secrets that could not be covered. */
  note?: string;
}

export interface ConsoleEntry {
  level: 'error' | 'warning' | 'info' | 'debug';
  text: string;
  url?: string;
  line?: number;
  /** ISO time. */
  at: string;
}

/** Without status and reason the request is under way. */
export interface NetworkEntry {
  /** From 1, in the order of sending; no two of a window are the same. */
  number: number;
  method: string;
  url: string;
  /** Resource type as browsers call it: document, script, fetch and so on. */
  type: string;
  status?: number;
  reason?: string;
  ms?: number;
  /** Body size on the wire, where the server gave it. */
  sizeBytes?: number;
  /** Answered, changed, delayed or made to fail by a mock. */
  mocked?: true;
  /** Start, as ISO time. */
  at: string;
}

export interface Arrival {
  url: string;
  title: string;
  status?: number;
  /** Says that the page can be used before all of it has loaded. */
  stillLoading?: string;
  dialogs?: AnsweredDialog[];
}

export interface ClearedSite {
  origin: string;
  cookies: number;
  serviceWorkers: number;
}

/** A file that the page had the browser store. */
export interface DownloadedFile {
  /** As the page proposed it. */
  name: string;
  /** On this machine, until the window closes; missing where the browser runs elsewhere or it is not whole yet. */
  path?: string;
  sizeBytes?: number;
}

/** Errors: `app-not-open`, `page-error`, `timeout`, `browser-lost`. */
export interface AppWindow {
  isOpen(): boolean;
  /** Why the window is gone, where nobody closed it. */
  lostBy(): string | undefined;
  /** Whether its browser context holds cookies or storage. Errors: `timeout`, `browser-lost`. */
  hasState(options: CallOptions): Promise<boolean>;
  /** Undefined where Steploom starts the browser. */
  readonly attachedBy: AttachWay | undefined;
  /** Called when the window opens, closes, shows another page or has another clock. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** Undefined while no window is open. */
  url(): string | undefined;
  /** Undefined while its pages have the real clock. */
  clock(): WindowClock | undefined;
  /** Opens an empty window when there is none. Errors: `browser-missing`, `invalid-project`. */
  open(opening: AppOpening): Promise<void>;
  navigate(url: string, opening: AppOpening, options: CallOptions): Promise<Arrival>;
  refresh(options: CallOptions): Promise<Arrival>;
  /**
   * Deletes cookies, storage, caches and service workers of a site; the page stays as it is.
   * `address`: any address of the site. Default: the page shown, else the one it is on its way to.
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
   * Resolves once no request that began since (by `performance.now()`) is under way, or after a short time. Never
   * fails.
   */
  settled(since: number, options: CallOptions): Promise<void>;
  elements(query: ElementQuery, options: CallOptions): Promise<ElementListing>;
  /** Undefined where the locator finds none, or several. */
  see(locator: Locator, options: CallOptions): Promise<ElementLook | undefined>;
  screenshot(request: ScreenshotRequest, options: CallOptions): Promise<Picture>;
  /**
   * Waits, however long, for a person to point at an element in the live view.
   * Errors: `ide-not-open` when nobody looks, `stopped` when it is given up, `timeout`.
   */
  pick(options: CallOptions): Promise<PageElement>;
  /** Newest last. */
  console(): readonly ConsoleEntry[];
  /** Errors that no script of the page has caught, which the console has as well. Newest last. */
  uncaught(): readonly ConsoleEntry[];
  /** What was typed into password fields since the window was opened, and nobody declared secret. */
  typedPasswords(): readonly string[];
  /** Those that no action expected, waited for a little. `since`: ISO time. Never fails. */
  downloads(since: string): Promise<DownloadedFile[]>;
  /** Newest last; without bodies. */
  requests(): readonly NetworkEntry[];
  /**
   * What was sent and answered with the entry of that number, secrets included. Headers are those of the page and the
   * server, without cookies. Undefined where the browser has let go of the request. Errors: `stopped`.
   */
  exchange(number: number, options: CallOptions): Promise<KeptExchange | undefined>;
}
