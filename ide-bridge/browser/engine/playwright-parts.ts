/**
 * Parts of Playwright's own engine that ours uses. They are not public, so they are used only in the known release and
 * only if present; a spec checks the installed release.
 */
import type { BrowserContext } from 'playwright';

/** The Playwright release whose parts are described here. */
const KNOWN_RELEASE = '1.65.1';

export interface Progress {
  timeout: number;
  log(line: string): void;
  race<Result>(work: Promise<Result>): Promise<Result>;
  wait(ms: number): Promise<void>;
  setAllowConcurrentOrNestedRaces(isAllowed: boolean): void;
}

/** Playwright's isolated world of one document. */
export interface UtilityWorld {
  delegate: { _client: UtilitySession };
  injectedScript(): Promise<{ _objectId: string }>;
  raceAgainstContextDestroyed<Result>(work: Promise<Result>): Promise<Result>;
}

interface UtilitySession {
  send(method: 'Runtime.callFunctionOn', parameters: object): Promise<CallAnswer>;
  on(event: 'Page.windowOpen', listener: () => void): void;
  off(event: 'Page.windowOpen', listener: () => void): void;
}

interface CallAnswer {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

export interface PagePoint {
  x: number;
  y: number;
}

export interface PagePart {
  browserContext: ContextPart;
  frameManager: {
    waitForSignalsCreatedBy<Result>(
      progress: Progress,
      isAwaited: boolean,
      work: (progress: Progress) => Promise<Result>,
    ): Promise<Result>;
  };
  keyboard: {
    ensureModifiers(progress: Progress, wanted: readonly string[]): Promise<string[]>;
    insertText(progress: Progress, text: string): Promise<void>;
    press(progress: Progress, key: string, options?: object): Promise<void>;
  };
  mouse: {
    click(progress: Progress, x: number, y: number, options: object): Promise<void>;
    move(progress: Progress, x: number, y: number): Promise<void>;
  };
  performActionPreChecks(progress: Progress): Promise<void>;
  frames(): readonly FramePart[];
  mainFrame(): FramePart;
}

export interface RequestPart {
  isNavigationRequest(): boolean;
  frame(): FramePart | null;
}

interface ContextPart {
  tracing: { _contextCreatedEvent: { playwrightVersion: string }; _state?: { recording: boolean } | undefined };
  on(event: 'request', listener: (request: RequestPart) => void): void;
  on(event: 'page', listener: () => void): void;
  off(event: 'request', listener: (request: RequestPart) => void): void;
  off(event: 'page', listener: () => void): void;
}

interface Resolved {
  frame: FramePart;
  frameVisible: boolean;
}

export interface SoughtElement {
  selector: string;
  strict?: boolean;
  scope?: unknown;
  anyFrame?: boolean;
}

export interface FramePart {
  guid: string;
  _page: PagePart;
  instrumentation: {
    onBeforeInputAction(progress: Progress, of: FramePart, point?: PagePoint | undefined, box?: object): Promise<void>;
  };
  selectors: {
    resolveFramesForSelector(target: SoughtElement): Promise<Resolved[]>;
  };
  _asLocator(selector: string): string;
  context(world: 'utility'): Promise<UtilityWorld>;
  isNonRetriableError(error: unknown): boolean;
  raceAgainstEvaluationStallingEvents<Result>(work: () => Promise<Result>): Promise<Result>;
}

export const FRAME_METHODS = [
  'click',
  'dblclick',
  'hover',
  'fill',
  'press',
  'selectOption',
  'check',
  'uncheck',
  'expect',
] as const;
export type FrameMethod = (typeof FRAME_METHODS)[number];

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const part = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (isObject(found) ? Reflect.get(found, name) : undefined), value);

const has = (value: unknown, ...names: readonly string[]): boolean =>
  names.every(name => typeof part(value, name) === 'function');

const isLinked = (value: object): value is { _connection: { toImpl(of: object): unknown } } =>
  has(part(value, '_connection'), 'toImpl');

/** The object behind Playwright's interface; undefined for one in another process. */
export function implOf(object: object): unknown {
  if (!isLinked(object)) return undefined;
  try {
    return object._connection.toImpl(object);
  } catch {
    // It is gone.
    return undefined;
  }
}

const isContextPart = (value: unknown): value is ContextPart & object =>
  typeof part(value, 'tracing', '_contextCreatedEvent', 'playwrightVersion') === 'string' && has(value, 'on', 'off');

interface DragMouse {
  _x: number;
  _y: number;
  _raw: { _dragManager: { isDragging(): boolean } };
  move(progress: Progress, x: number, y: number): Promise<void>;
  up(progress: Progress, ...given: unknown[]): Promise<void>;
}

export const mouseOf = (page: unknown): unknown => part(page, 'mouse');

export const isDragMouse = (value: unknown): value is DragMouse =>
  has(value, 'move', 'up') &&
  has(part(value, '_raw', '_dragManager'), 'isDragging') &&
  typeof part(value, '_x') === 'number' &&
  typeof part(value, '_y') === 'number';

const isPagePart = (value: unknown): value is PagePart & object =>
  has(value, 'performActionPreChecks', 'mainFrame', 'frames') &&
  isContextPart(part(value, 'browserContext')) &&
  has(part(value, 'frameManager'), 'waitForSignalsCreatedBy') &&
  has(part(value, 'keyboard'), 'ensureModifiers', 'insertText', 'press') &&
  has(part(value, 'mouse'), 'click', 'move');

export const isFramePart = (value: unknown): value is FramePart & object =>
  has(value, '_asLocator', 'context', 'isNonRetriableError', 'raceAgainstEvaluationStallingEvents', ...FRAME_METHODS) &&
  has(part(value, 'selectors'), 'resolveFramesForSelector') &&
  has(part(value, 'instrumentation'), 'onBeforeInputAction') &&
  isPagePart(part(value, '_page'));

export const isTraced = ({ _page }: FramePart): boolean => _page.browserContext.tracing._state?.recording === true;

/** Why our engine does not work with this Playwright; undefined where it does. */
export function whyUnknown(context: BrowserContext): string | undefined {
  const impl = implOf(context);
  if (!isContextPart(impl)) return 'the browser is driven from another process';
  const release = impl.tracing._contextCreatedEvent.playwrightVersion;
  return release === KNOWN_RELEASE ? undefined : `it knows Playwright ${KNOWN_RELEASE}, and this is ${release}`;
}
