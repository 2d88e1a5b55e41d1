/** Playwright's own frames and pages, which our engine acts on: used only in the known release, and only if whole. */
import type { Page } from 'playwright';
import { implOf, NeededParts } from './impl-of.ts';
import type { UtilityWorld } from './utility-world.ts';

export interface Progress {
  timeout: number;
  log(line: string): void;
  race<Result>(work: Promise<Result>): Promise<Result>;
  wait(ms: number): Promise<void>;
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

/** What an action is called in a frame; the engine takes their place. */
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

const ON_CONTEXT = {
  string: ['tracing._contextCreatedEvent.playwrightVersion'],
  function: ['on', 'off'],
};
export const CONTEXT_PARTS = new NeededParts<ContextPart>(ON_CONTEXT);

const inContext = (path: string): string => `_page.browserContext.${path}`;

export const FRAME_PARTS = new NeededParts<FramePart>({
  string: ['guid', ...ON_CONTEXT.string.map(inContext)],
  function: [
    ...FRAME_METHODS,
    ...['_asLocator', 'context', 'isNonRetriableError', 'raceAgainstEvaluationStallingEvents'],
    ...['selectors.resolveFramesForSelector', 'instrumentation.onBeforeInputAction'],
    ...['_page.performActionPreChecks', '_page.mainFrame', '_page.frames'],
    '_page.frameManager.waitForSignalsCreatedBy',
    ...['_page.keyboard.ensureModifiers', '_page.keyboard.insertText', '_page.keyboard.press'],
    ...['_page.mouse.click', '_page.mouse.move'],
    ...ON_CONTEXT.function.map(inContext),
  ],
});

/** A frame as a trace takes it. */
export interface SnapshotFrame {
  guid: string;
  _page: SnapshotPage;
}

export interface SnapshotPage {
  browserContext: object;
  frames(): readonly SnapshotFrame[];
  mainFrame(): SnapshotFrame;
}

export const PAGE_PARTS = new NeededParts<SnapshotPage>({
  object: ['browserContext'],
  function: ['frames', 'mainFrame'],
});

export const pageOf = <Whole>({ _page }: { readonly _page: Whole }): Whole => _page;

/** The page behind that of Playwright's interface. Undefined where another process has it, and for what is gone. */
export function pageBehind(page: Page): SnapshotPage | undefined {
  const part = implOf(page);
  return PAGE_PARTS.areIn(part) ? part : undefined;
}

export const isRequestOf = (page: PagePart, request: RequestPart): boolean => request.frame()?._page === page;

/** How Playwright says a selector in its logs. */
export const locatorText = (frame: FramePart, selector: string): string => frame._asLocator(selector);

export const isTraced = ({ _page }: FramePart): boolean => _page.browserContext.tracing._state?.recording === true;

/** Whether Playwright's own tests made the call. */
export const hasTestHook = (options: object): boolean =>
  Object.keys(options).some(name => name.startsWith('__testHook'));
