import type { Browser } from 'playwright';
import { z } from 'zod';
import { transportOf } from '../../playwright/transport.ts';

/** Far more than a well-behaved page does, and less than blocks the browser. */
interface ProtocolBudget {
  most: number;
  spanMs: number;
  did: string;
}

const SPAN_MS = 10_000;
const within = (most: number, did: string): ProtocolBudget => ({
  most,
  spanMs: SPAN_MS,
  did: `${did.replace('N', most.toLocaleString('en-US'))} within ${SPAN_MS / 1_000} s`,
});

const BUDGETS = {
  tabs: within(30, 'opened more than N tabs'),
  targets: within(400, 'started more than N workers and frames'),
  frames: within(4_000, 'made more than N frames'),
  dialogs: within(100, 'showed more than N dialogs'),
  downloads: within(25, 'began more than N downloads'),
  choosers: within(500, 'asked more than N times for files'),
  requests: within(30_000, 'sent more than N requests'),
  ways: within(4_000, 'went to more than N addresses'),
  messages: within(300_000, 'caused more than N browser events'),
} satisfies Record<string, ProtocolBudget>;

type BudgetKind = keyof typeof BUDGETS;

const KINDS: Partial<Record<string, BudgetKind>> = {
  'Page.frameAttached': 'frames',
  'Page.javascriptDialogOpening': 'dialogs',
  'Browser.downloadWillBegin': 'downloads',
  'Page.fileChooserOpened': 'choosers',
  'Network.requestWillBeSent': 'requests',
  'Page.frameRequestedNavigation': 'ways',
  'Page.frameStartedLoading': 'ways',
};

/** In one document with those inside of them; each takes the browser milliseconds, and every question to the page. */
const MOST_FRAMES = 500;

/** Tabs open at the same time; each takes the browser a tenth of a second and more. */
const MOST_TABS = 25;

/** Console lines beyond this rate per second are dropped. */
const LINE_EVENTS: ReadonlySet<string> = new Set([
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Log.entryAdded',
]);
const MOST_LINES = 1_500;
const MOST_CHARACTERS = 5_000_000;
/** From this share on a page counts as flooding. */
const FLOOD_SHARE = 1 / 3;
const LINES_SPAN_MS = 1_000;

interface ProtocolEvent {
  method: string;
  params: object;
  sessionId?: unknown;
}

const Attached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string(), openerId: z.string().optional() }),
});

interface Lines {
  since: number;
  count: number;
  characters: number;
}

const NO_LINES: Lines = { since: 0, count: 0, characters: 0 };

/**
 * Counts what pages make the browser report before Playwright processes it, which takes a hundred times as long.
 */
export class ProtocolGauge {
  readonly #report: (did: string) => void;
  readonly #counts = new Map<BudgetKind, { since: number; count: number }>();
  #lines = NO_LINES;
  #linesBefore = NO_LINES;
  readonly #tabs = new Map<string, string>();
  /** By session, since its outermost document is there. */
  readonly #frames = new Map<unknown, number>();
  #isOver = false;

  private constructor(report: (did: string) => void) {
    this.#report = report;
  }

  /** Reports once what the pages did, when it was too much. Undefined for an unknown release of Playwright. */
  static attach(browser: Browser, report: (did: string) => void): ProtocolGauge | undefined {
    const transport = transportOf(browser);
    if (transport === undefined) return undefined;
    const gauge = new ProtocolGauge(report);
    const pass = transport.onmessage;
    transport.onmessage = message => {
      if (gauge.#lets(message)) pass(message);
    };
    return gauge;
  }

  get isFlooded(): boolean {
    const now = performance.now();
    const isRecent = now - this.#lines.since < 2 * LINES_SPAN_MS;
    return isRecent && isMuch(this.#linesBefore, FLOOD_SHARE);
  }

  #lets(message: object): boolean {
    if (!isEvent(message)) return true;
    this.#count('messages');
    if (LINE_EVENTS.has(message.method)) return this.#letsLine(message);
    if (message.method === 'Target.attachedToTarget') return this.#letsTarget(message);
    if (message.method === 'Target.detachedFromTarget') {
      this.#tabs.delete(String(memberOf(message.params, 'sessionId')));
      this.#frames.delete(memberOf(message.params, 'sessionId'));
    }
    this.#countFrames(message);
    const kind = KINDS[message.method];
    if (kind !== undefined) this.#count(kind);
    return true;
  }

  /** A tab without an opener is ours; one that nobody takes over never begins. */
  #letsTarget({ params }: ProtocolEvent): boolean {
    const { sessionId, targetInfo } = Attached.parse(params);
    const { type, openerId, targetId } = targetInfo;
    if (type !== 'page') this.#count('targets');
    if (type !== 'page') return true;
    if (openerId === undefined) {
      // Another test begins.
      this.#counts.delete('tabs');
      return true;
    }
    this.#count('tabs');
    this.#tabs.set(sessionId, targetId);
    if (this.#tabs.size > MOST_TABS && new Set(this.#tabs.values()).size > MOST_TABS)
      this.#over(`opened more than ${MOST_TABS} tabs`);
    return !this.#isOver;
  }

  #countFrames({ method, params, sessionId }: ProtocolEvent): void {
    if (method === 'Page.frameNavigated' && memberOf(memberOf(params, 'frame'), 'parentId') === undefined)
      this.#frames.delete(sessionId);
    if (method !== 'Page.frameAttached' && method !== 'Page.frameDetached') return;
    const count = (this.#frames.get(sessionId) ?? 0) + (method === 'Page.frameAttached' ? 1 : -1);
    this.#frames.set(sessionId, count);
    if (count > MOST_FRAMES) this.#over(`had more than ${MOST_FRAMES} frames`);
  }

  #count(kind: BudgetKind): void {
    const { most, spanMs, did } = BUDGETS[kind];
    const now = performance.now();
    const known = this.#counts.get(kind);
    const counted = known === undefined || now - known.since > spanMs ? { since: now, count: 0 } : known;
    counted.count += 1;
    this.#counts.set(kind, counted);
    if (counted.count > most) this.#over(did);
  }

  #letsLine({ params }: ProtocolEvent): boolean {
    const now = performance.now();
    const elapsed = now - this.#lines.since;
    if (elapsed > LINES_SPAN_MS) {
      this.#linesBefore = elapsed < 2 * LINES_SPAN_MS ? this.#lines : NO_LINES;
      this.#lines = { since: now, count: 0, characters: 0 };
    }
    this.#lines.count += valuesIn(params).length || 1;
    this.#lines.characters += charactersIn(params);
    return !isMuch(this.#lines) && !this.#isOver;
  }

  #over(did: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#report(did);
  }
}

const isMuch = ({ count, characters }: Lines, share = 1): boolean =>
  count > MOST_LINES * share || characters > MOST_CHARACTERS * share;

/** Each object in a line costs as much as a line. */
function valuesIn(params: object): readonly unknown[] {
  const values = memberOf(params, 'args');
  return Array.isArray(values) ? values : [];
}

const charactersIn = (params: object): number =>
  valuesIn(params).reduce<number>((sum, each) => {
    const value = memberOf(each, 'value');
    return sum + (typeof value === 'string' ? value.length : 0);
  }, 0);

const isEvent = (message: object): message is ProtocolEvent =>
  typeof memberOf(message, 'method') === 'string' && typeof memberOf(message, 'params') === 'object';

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
