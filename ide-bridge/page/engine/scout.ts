import type { AnyElement } from '../any-element.ts';
import type { HitPlace, HitPlaces } from './hit-places.ts';
import type { HitTargetInterceptor, InjectedScript, PageBox, ParsedSelector } from './injected-script.ts';
import type {
  ActionQuestion,
  EnterAsked,
  ExpectAsked,
  Numbered,
  PointAsked,
  ScoutAnswer,
  ScoutRequest,
} from './scout-questions.ts';
import type { News } from './seen-news.ts';
import type { Stillness } from './stillness.ts';

interface ScoutCode {
  StillnessClass: typeof Stillness;
  HitPlacesClass: typeof HitPlaces;
  seenNews(): News[];
}

type PointRequest = ActionQuestion & PointAsked & Numbered;

/**
 * Runs in the world that Playwright keeps in each document for itself: finds elements, waits for them and prepares input
 * in one call, by what Playwright's own script there says (`injected`). Where anything is not sure, it says so (`hand`),
 * and Playwright does the work. Pages cannot reach it.
 */
export class Scout {
  /** What may make something hold without a mutation of the document. */
  readonly #telling = [
    'input',
    'change',
    'focusin',
    'focusout',
    'scroll',
    'load',
    'toggle',
    'transitionend',
    'animationend',
  ];
  readonly #alignments = [
    undefined,
    { block: 'end', inline: 'end' },
    { block: 'center', inline: 'center' },
    { block: 'start', inline: 'start' },
  ] as const;
  /** What an element must be for each, in the order in which Playwright asks for it. */
  readonly #states = {
    look: ['visible'],
    point: ['visible', 'enabled', 'non-inert'],
    select: ['visible', 'enabled', 'non-inert'],
    fill: ['visible', 'enabled', 'editable', 'non-inert'],
  } as const;
  /** As often as Playwright tries again what is covered or out of view. */
  readonly #ladder = [1, 20, 100, 100, 500];
  /** Sooner than Playwright looks: what changes without any sign is seen that late. */
  readonly #looks = [16, 16, 33, 50, 50, 100];

  readonly #injected: InjectedScript;
  readonly #window: InjectedScript['window'];
  readonly #document: Document;
  readonly #builtins: InjectedScript['utils']['builtins'];
  readonly #stillness: Stillness;
  readonly #places: HitPlaces;
  readonly #seenNews: () => News[];
  readonly #parsed = new Map<string, ParsedSelector>();
  readonly #waiters = new Set<() => void>();
  /** Numbers of the requests that are waited for; those that nobody waits for any more are not in it. */
  readonly #asked = new Set<number>();
  #armed: HitTargetInterceptor | undefined;
  /** What input went to last. */
  #target: Element | undefined;

  constructor(injected: InjectedScript, { StillnessClass, HitPlacesClass, seenNews }: ScoutCode) {
    this.#injected = injected;
    this.#window = injected.window;
    this.#document = injected.document;
    this.#builtins = injected.utils.builtins;
    this.#stillness = new StillnessClass(injected, this.#wake);
    this.#places = new HitPlacesClass(injected, this.#stillness);
    this.#seenNews = seenNews;
    const listen = () => {
      for (const type of this.#telling)
        this.#window.addEventListener(type, this.#wake, { capture: true, passive: true });
    };
    listen();
    injected.onGlobalListenersRemoved.add(listen);
  }

  readonly #wake = (): void => {
    for (const wake of [...this.#waiters]) wake();
  };

  /** Until something changes or the time is over; never so that looking takes more than a quarter of the time. */
  #pause(lookMs: number, mostMs: number): Promise<void> {
    const { setTimeout, clearTimeout, performance } = this.#builtins;
    const earliest = performance.now() + Math.min(lookMs * 3, 500);
    return new Promise(resolve => {
      let soon: number | undefined;
      const end = () => {
        this.#waiters.delete(wake);
        clearTimeout(late);
        clearTimeout(soon);
        resolve();
      };
      const wake = () => {
        const restMs = earliest - performance.now();
        if (restMs <= 0) end();
        else soon ??= setTimeout(end, restMs);
      };
      this.#waiters.add(wake);
      const late = setTimeout(end, Math.max(mostMs, lookMs * 3));
    });
  }

  /** Does what is asked if it can be done at once; else says why not. */
  async act(request: ScoutRequest): Promise<ScoutAnswer> {
    const pageAfter = request.asksPageAfter ? this.#takeSnapshot(true) : undefined;
    // It has to be taken in another way, before anything is done to it.
    if (request.asksPageAfter && pageAfter === undefined) return {};
    const news = request.action !== 'expect' && request.wantsNews ? this.#seenNews() : undefined;
    const answer = await this.#guarded(() => this.#look(request, true));
    return { ...answer, news, pageAfter };
  }

  /** Waits until what is asked could be done, or holds; says so, or what it saw until its time was over. */
  async wait(request: ScoutRequest): Promise<ScoutAnswer> {
    const { performance } = this.#builtins;
    const end = performance.now() + (request.timeoutMs ?? 0);
    const whys: string[] = [];
    const action = request.action === 'expect' ? undefined : request;
    this.#asked.add(request.id);
    for (let look = 0; ; look++) {
      const began = performance.now();
      const seen = await this.#guarded(() => this.#look(request, false));
      if (seen.hand || seen.done) {
        this.#asked.delete(request.id);
        return seen;
      }
      if (seen.why !== undefined && whys.at(-1) !== seen.why) whys.push(seen.why);
      const lookedAt = performance.now();
      const isOver = lookedAt >= end || !this.#asked.has(request.id);
      if (isOver) return { whys: whys.slice(-5), ...(action && { tries: action.tries }) };
      const mostMs = this.#nextLookMs(seen, action, look);
      await this.#pause(lookedAt - began, Math.min(mostMs, Math.max(1, end - lookedAt)));
    }
  }

  #nextLookMs({ why, isLadder }: ScoutAnswer, action: ActionQuestion | undefined, look: number): number {
    if (why === 'detached' && action !== undefined) action.isCareful = true;
    const next = (steps: readonly number[], at: number) => steps[Math.min(at, steps.length - 1)] ?? 0;
    if (!isLadder || action === undefined) return next(this.#looks, look);
    action.tries += 1;
    return next(this.#ladder, action.tries - 1);
  }

  /** Nobody waits any more for the answer to a request. */
  leave(id: number): void {
    this.#asked.delete(id);
    this.#wake();
  }

  /** Ends what watches over input; says what received it. */
  stop(): ReturnType<HitTargetInterceptor['stop']> {
    const armed = this.#armed;
    this.#armed = undefined;
    return armed === undefined ? 'done' : armed.stop();
  }

  /** Of the element that input went to last. */
  isTicked(): boolean | 'error:notconnected' {
    if (this.#target === undefined) return 'error:notconnected';
    const { received, matches } = this.#injected.elementState(this.#target, 'checked');
    return received === 'error:notconnected' ? received : matches;
  }

  /** What would be done now, beside what Playwright is about to do to a node. */
  async beside(request: ScoutRequest, node: Element): Promise<ScoutAnswer & { isSame: boolean }> {
    const { point, why, hand } = await this.#guarded(() => this.#look(request, false));
    return { isSame: this.#target === node, ...(point && { point }), ...(why && { why }), ...(hand && { hand }) };
  }

  /** Whatever is thrown is for Playwright to find and to tell. */
  async #guarded(look: () => Promise<ScoutAnswer>): Promise<ScoutAnswer> {
    try {
      return await look();
    } catch (error) {
      return { hand: error instanceof Error ? error.message : String(error) };
    }
  }

  #find({ selector, isStrict }: ScoutRequest): Element[] {
    let parsed = this.#parsed.get(selector);
    if (parsed === undefined) {
      parsed = this.#injected.parseSelector(selector);
      this.#parsed.set(selector, parsed);
    }
    const elements = this.#injected.querySelectorAll(parsed, this.#document);
    this.#injected.checkDeprecatedSelectorUsage(parsed, elements);
    if (isStrict && elements.length > 1) throw new Error('several elements');
    return elements;
  }

  async #look(request: ScoutRequest, isNow: boolean): Promise<ScoutAnswer> {
    const elements = this.#find(request);
    if (request.action === 'expect') return this.#expect(request, elements);
    const [node] = elements;
    if (node === undefined) return { why: 'nothing' };
    if (request.isMarked) this.#injected.markTargetElements(new Set(elements));
    this.#target = node;
    if (request.action === 'focus') return this.#focus(request, node, isNow);
    if (!request.frameVisible) return { why: 'in a hidden frame' };
    if (request.action === 'fill' || request.action === 'select') return this.#enter(request, node, isNow);
    return this.#point(request, node, isNow);
  }

  async #expect(
    { options, isMany, isMarked, missing, frameVisible }: ExpectAsked & { isMarked: boolean } & Numbered,
    elements: Element[],
  ): Promise<ScoutAnswer> {
    const [node] = elements;
    if (isMarked) this.#injected.markTargetElements(new Set(elements));
    if (node === undefined) return missing ? { done: true } : { why: 'nothing' };
    const { matches, received } = isMany
      ? this.#injected.expectArray(elements, options)
      : await this.#injected.expectSingleElement(node, options, frameVisible);
    if (matches !== options.isNot) return { done: true };
    return { why: typeof received === 'string' ? `is ${received}` : 'else' };
  }

  #focus({ wantsSnapshot }: ActionQuestion, node: Element, isNow: boolean): ScoutAnswer {
    const box = this.#boxOf(node);
    if (!isNow) return { done: true, box };
    const snapshot = wantsSnapshot ? this.#takeSnapshot() : undefined;
    const done = this.#injected.focusNode(node, true);
    if (done !== 'done') return { why: 'detached', snapshot };
    return { done: true, seen: this.#seen(node), box, snapshot, isPassword: this.#isPassword(node) };
  }

  async #enter(request: ActionQuestion & EnterAsked & Numbered, node: Element, isNow: boolean): Promise<ScoutAnswer> {
    const { action, wantsSnapshot } = request;
    const lacks = await this.#injected.checkElementStates(node, this.#states[action], true);
    if (lacks) return this.#whyNot(lacks, node);
    const about = { done: true, seen: this.#seen(node), box: this.#boxOf(node) };
    if (!isNow) return about;
    const snapshot = wantsSnapshot ? this.#takeSnapshot() : undefined;
    const result =
      request.action === 'fill'
        ? this.#injected.fill(node, request.value)
        : this.#injected.selectOptions(node, request.options);
    const isRefused = typeof result === 'string' && result.startsWith('error:');
    if (isRefused) return { ...this.#whyNot(result, node), snapshot };
    if (result === 'needsinput') await this.#pageTurn();
    return { ...about, value: result, isPassword: this.#isPassword(node), snapshot };
  }

  /**
   * Input follows. What the page does a moment after it got the focus, such as passing it on, comes first, each time and
   * not only where the way to the browser and back takes longer.
   */
  #pageTurn(): Promise<void> {
    return new Promise(resolve => this.#builtins.setTimeout(resolve, 0));
  }

  /**
   * The document as a trace takes it, by what Playwright has in the world of the page for that; undefined where it is not
   * there. Events are heard in both worlds, and at once. `isLast`: what was acted on is marked no longer once it is taken.
   */
  #takeSnapshot(isLast = false): string | undefined {
    let snapshot: string | undefined;
    const hear = ({ detail }: Event & { detail?: string }) => {
      snapshot = detail;
    };
    this.#document.addEventListener('__steploom_snapshot_taken__', hear);
    const asked = { cancelable: true, detail: isLast };
    this.#document.dispatchEvent(new this.#window.CustomEvent('__steploom_take_snapshot__', asked));
    this.#document.removeEventListener('__steploom_snapshot_taken__', hear);
    return snapshot;
  }

  #boxOf(node: Element): PageBox {
    return this.#stillness.boxOf(node);
  }

  #isPassword(node: Element): boolean {
    const { control, type }: AnyElement = node;
    return (control ?? { type }).type === 'password';
  }

  #seen(node: Element): string {
    return this.#injected.previewNode(node);
  }

  #whyNot(lacks: string | { missingState: string }, node: Element): ScoutAnswer {
    if (lacks === 'error:notconnected') return { why: 'detached' };
    if (typeof lacks === 'string') return { why: lacks, seen: this.#seen(node) };
    return { why: `not ${lacks.missingState}`, seen: this.#seen(node) };
  }

  /** Readies a click or hover: the element is visible, enabled, still, in view, and what is hit; input is watched. */
  async #point(request: PointRequest, node: Element, isNow: boolean): Promise<ScoutAnswer> {
    const { action, tries, wanted } = request;
    const ticked = wanted === undefined ? undefined : this.#ticked(node, wanted);
    if (ticked !== undefined) return ticked;
    const lacks = (await this.#lacks(request, node)) ?? (await this.#unsteady(request, node));
    if (lacks !== undefined) return lacks;
    const alignment = this.#alignments[tries % this.#alignments.length];
    if (alignment) node.scrollIntoView({ ...alignment, behavior: 'instant' });
    else this.#showIfNeeded(node);
    const place = this.#places.of(node);
    if (!('frames' in place)) return { ...place, seen: this.#seen(node) };
    const miss = this.#hit(node, action === 'hover' ? 'hover' : 'mouse', place, isNow);
    if (miss !== undefined) return { ...miss, seen: this.#seen(node) };
    const snapshot = isNow && request.wantsSnapshot ? this.#takeSnapshot() : undefined;
    return { done: true, point: place.point, box: place.box, seen: this.#seen(node), snapshot };
  }

  /** Where there is nothing to be done, or nothing that can be. */
  #ticked(node: Element, wanted: boolean): ScoutAnswer | undefined {
    const { matches, isRadio } = this.#injected.elementState(node, 'checked');
    if (matches === wanted) return { done: true, isAlready: true };
    return !wanted && isRadio ? { hand: 'a radio button cannot be unticked' } : undefined;
  }

  async #lacks({ isEnabled }: PointRequest, node: Element): Promise<ScoutAnswer | undefined> {
    const states = isEnabled ? this.#states.point : this.#states.look;
    const lacks = await this.#injected.checkElementStates(node, states, true);
    return lacks ? this.#whyNot(lacks, node) : undefined;
  }

  async #unsteady(request: PointRequest, node: Element): Promise<ScoutAnswer | undefined> {
    const odd = this.#places.whatIsOdd(node);
    if (odd !== undefined) return { hand: odd };
    // Frames that are out of view draw nothing.
    if (this.#window !== this.#window.top) this.#showIfNeeded(node);
    const isStable = await this.#stillness.isStable(node, request.isCareful);
    if (isStable !== true) return this.#whyNot(isStable === false ? { missingState: 'stable' } : isStable, node);
    return this.#lacks(request, node);
  }

  #showIfNeeded(node: Element): void {
    const element: Element & { scrollIntoViewIfNeeded?(isCentered: boolean): void } = node;
    element.scrollIntoViewIfNeeded?.(true);
  }

  /** Undefined where the element is what input at its place meets; the input is watched then, unless this is only a look. */
  #hit(node: Element, kind: 'hover' | 'mouse', { frames, inner }: HitPlace, isNow: boolean): ScoutAnswer | undefined {
    for (const { element, point } of frames) {
      const found = this.#injected.expectHitTarget(point, element);
      if (found !== 'done') return { why: `covered by ${found.hitTargetDescription}`, isLadder: true };
    }
    const interceptor = this.#injected.setupHitTargetInterceptor(node, kind, inner, false);
    if (interceptor === 'error:notconnected') return { why: 'detached' };
    if (typeof interceptor === 'string') return { why: `covered by ${interceptor}`, isLadder: true };
    if (isNow) this.#armed = interceptor;
    else interceptor.stop();
    return undefined;
  }
}
