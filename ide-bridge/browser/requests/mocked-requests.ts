import { setMaxListeners } from 'node:events';
import type { BrowserContext, Request, Route } from 'playwright';
import { withinLimit } from '../limits/within-limit.ts';
import { HarRecording } from './har-recording.ts';

interface RequestMock {
  /** Errors: any, for an address that cannot be compared. */
  fits(address: string): boolean;
  /** Its pattern as people wrote it, values filled in. */
  shown: string;
  method: string | undefined;
  /** Whether it answers one that fits; undefined: each. */
  takes?(request: Request): boolean;
  /** How many requests it answers; undefined for all. */
  times: number | undefined;
  /** Ends the route, also when the signal does. Resolves with what could not be done, as a sentence. Never rejects. */
  answer(route: Route, signal: AbortSignal): Promise<string | undefined>;
}

/** What became of a mock so far. */
export interface MockRecord {
  readonly shown: string;
  readonly times: number | undefined;
  answered: number;
  /** Requests that fit it and that a later one answered. */
  covered: number;
  /** Requests that it answered in the place of an earlier one. */
  over: number;
  /** The first thing that could not be done. */
  fault: string | undefined;
}

interface MockInForce {
  mock: RequestMock;
  record: MockRecord;
  end: AbortController;
  fits(url: URL): boolean;
  look(route: Route): Promise<void>;
}

interface TakenRequest {
  by: MockInForce;
  isOver: boolean;
}

const EVERYTHING = '**/*';
const END_LIMIT_MS = 2_000;

/**
 * Answers requests of the open window in the place of servers. Playwright asks the latest mock first: each that fits
 * says so and hands the request on, so that all are known when the last handler, ours for everything, answers it. While
 * nothing is mocked, there is none of them.
 */
export class MockedRequests {
  readonly #onMocked: (request: Request) => void;
  readonly #takings = new WeakMap<Request, TakenRequest>();
  /** Of answers, for a mock to come. */
  readonly recording = new HarRecording();
  #context: BrowserContext | undefined;
  #inForce: MockInForce[] = [];

  constructor(onMocked: (request: Request) => void) {
    this.#onMocked = onMocked;
  }

  get isInForce(): boolean {
    return this.#inForce.length > 0;
  }

  /** Patterns in force, the latest last. */
  get shown(): string[] {
    return this.#inForce.map(({ mock }) => mock.shown);
  }

  /** From now on, also in tabs, frames and workers to come. Errors: those of Playwright. */
  async begin(context: BrowserContext, mock: RequestMock): Promise<MockRecord> {
    if (this.#context !== context) this.#follow(context);
    const { shown, times } = mock;
    const record: MockRecord = { shown, times, answered: 0, covered: 0, over: 0, fault: undefined };
    const one: MockInForce = {
      ...{ mock, record, end: new AbortController() },
      fits: ({ href }) => isFit(mock, record, href),
      look: route => this.#look(one, route),
    };
    // A page may send many requests at once.
    setMaxListeners(0, one.end.signal);
    const isFirst = this.#inForce.length === 0;
    this.#inForce.push(one);
    const begun = isFirst ? context.route(EVERYTHING, this.#answer) : undefined;
    await Promise.all([begun, context.route(one.fits, one.look)]);
    return record;
  }

  /** Ends those of a pattern, else all. Answers that are still to come go to their servers. Errors: those of Playwright. */
  async stop(shown?: string): Promise<MockRecord[]> {
    const context = this.#context;
    const ending = this.#inForce.filter(({ mock }) => shown === undefined || mock.shown === shown);
    this.#inForce = this.#inForce.filter(one => !ending.includes(one));
    for (const { end } of ending) end.abort();
    const unrouted = ending.map(({ fits, look }) => context?.unroute(fits, look));
    const isLast = ending.length > 0 && this.#inForce.length === 0;
    await Promise.all([...unrouted, isLast ? context?.unroute(EVERYTHING, this.#answer) : undefined]);
    return ending.map(({ record }) => record);
  }

  /** Nothing is mocked or recorded any more, whatever the state of the browser. */
  async end(): Promise<void> {
    await this.recording.drop();
    if (this.isInForce) await withinLimit(() => this.stop(), { timeoutMs: END_LIMIT_MS }).catch(() => {});
  }

  /** Neither what was mocked before nor what is mocked meanwhile outlasts the work. */
  async confine<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.end();
    try {
      return await work();
    } finally {
      await this.end();
    }
  }

  /** With a window its routes are gone. */
  #follow(context: BrowserContext): void {
    this.#forget();
    this.#context = context;
    context.once('close', () => {
      if (this.#context === context) this.#forget();
    });
  }

  #forget(): void {
    for (const { end } of this.#inForce) end.abort();
    this.#inForce = [];
    this.#context = undefined;
  }

  #look(one: MockInForce, route: Route): Promise<void> {
    const { mock, record } = one;
    const request = route.request();
    const isMethod = mock.method === undefined || mock.method === request.method();
    const isLeft = record.answered < (mock.times ?? Number.POSITIVE_INFINITY);
    if (isMethod && isLeft && mock.takes?.(request) !== false) {
      const taking = this.#takings.get(request);
      if (taking === undefined) this.#take(one, request);
      else cover(taking, record);
    }
    return route.fallback();
  }

  #take(by: MockInForce, request: Request): void {
    by.record.answered += 1;
    this.#takings.set(request, { by, isOver: false });
  }

  #answer = async (route: Route): Promise<void> => {
    const request = route.request();
    const taking = this.#takings.get(request);
    if (taking === undefined) return route.fallback();
    const { mock, record, end } = taking.by;
    this.#onMocked(request);
    const fault = await mock.answer(route, end.signal);
    record.fault ??= fault;
  };
}

/** What cannot be compared does not fit, and is told as what could not be done. */
function isFit(mock: RequestMock, record: MockRecord, address: string): boolean {
  try {
    return mock.fits(address);
  } catch (error) {
    record.fault ??= error instanceof Error ? error.message : String(error);
    return false;
  }
}

function cover(taking: TakenRequest, record: MockRecord): void {
  record.covered += 1;
  if (!taking.isOver) taking.by.record.over += 1;
  taking.isOver = true;
}
