/**
 * Runs in the world that Playwright keeps in each document for itself: finds elements, waits for them and prepares input
 * in one call, by what Playwright's own script there says (`injected`). Where anything is not sure, it says so (`hand`),
 * and Playwright does the work. Pages cannot reach it. Sent as source text, so it uses nothing from outside.
 */
export class Scout {
  /** What may make something hold without a mutation of the document. */
  #telling = ['input', 'change', 'focusin', 'focusout', 'scroll', 'load', 'toggle', 'transitionend', 'animationend'];
  #alignments = [
    undefined,
    { block: 'end', inline: 'end' },
    { block: 'center', inline: 'center' },
    { block: 'start', inline: 'start' },
  ];
  /** As often as Playwright tries again what is covered or out of view. */
  #ladder = [1, 20, 100, 100, 500];
  /** Sooner than Playwright looks: what changes without any sign is seen that late. */
  #looks = [16, 16, 33, 50, 50, 100];

  #injected;
  #window;
  #document;
  #builtins;
  #stillness;
  #seenNews;
  #parsed = new Map();
  #waiters = new Set();
  /** Numbers of the requests that are waited for; those that nobody waits for any more are not in it. */
  #asked = new Set();
  #armed;

  constructor(injected, Stillness, seenNews) {
    this.#injected = injected;
    this.#window = injected.window;
    this.#document = injected.document;
    this.#builtins = injected.utils.builtins;
    this.#stillness = new Stillness(injected, this.#wake);
    this.#seenNews = seenNews;
    const listen = () => {
      for (const type of this.#telling)
        this.#window.addEventListener(type, this.#wake, { capture: true, passive: true });
    };
    listen();
    injected.onGlobalListenersRemoved.add(listen);
  }

  #wake = () => {
    for (const wake of [...this.#waiters]) wake();
  };

  /** Until something changes or the time is over; never so that looking takes more than a quarter of the time. */
  #pause(lookMs, mostMs) {
    const { setTimeout, clearTimeout, performance } = this.#builtins;
    const earliest = performance.now() + Math.min(lookMs * 3, 500);
    return new Promise(resolve => {
      let soon;
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
  async act(request) {
    const pageAfter = request.asksPageAfter ? this.#takeSnapshot(true) : undefined;
    // It has to be taken in another way, before anything is done to it.
    if (request.asksPageAfter && pageAfter === undefined) return {};
    const news = request.wantsNews ? this.#seenNews() : undefined;
    const answer = await this.#guarded(() => this.#look(request, true));
    return { ...answer, news, pageAfter };
  }

  /** Waits until what is asked could be done, or holds; says so, or what it saw until its time was over. */
  async wait(request) {
    const { performance } = this.#builtins;
    const end = performance.now() + request.timeoutMs;
    const whys = [];
    this.#asked.add(request.id);
    for (let look = 0; ; look++) {
      const began = performance.now();
      const seen = await this.#guarded(() => this.#look(request, false));
      if (seen.hand || seen.done) {
        this.#asked.delete(request.id);
        return seen;
      }
      if (whys.at(-1) !== seen.why) whys.push(seen.why);
      if (seen.why === 'detached') request.isCareful = true;
      const lookedAt = performance.now();
      if (lookedAt >= end || !this.#asked.has(request.id)) return { whys: whys.slice(-5), tries: request.tries };
      const mostMs = this.#nextLookMs(seen, request, look);
      await this.#pause(lookedAt - began, Math.min(mostMs, Math.max(1, end - lookedAt)));
    }
  }

  #nextLookMs({ isLadder }, request, look) {
    const steps = isLadder ? this.#ladder : this.#looks;
    const at = isLadder ? request.tries : look;
    if (isLadder) request.tries += 1;
    return steps[Math.min(at, steps.length - 1)];
  }

  /** Nobody waits any more for the answer to a request. */
  leave(id) {
    this.#asked.delete(id);
    this.#wake();
  }

  /** Ends what watches over input; says what received it. */
  stop() {
    const armed = this.#armed;
    this.#armed = undefined;
    return armed === undefined ? 'done' : armed.stop();
  }

  /** Of the element that input went to last. */
  isTicked() {
    const { received, matches } = this.#injected.elementState(this.target, 'checked');
    return received === 'error:notconnected' ? received : matches;
  }

  /** What would be done now, beside what Playwright is about to do to a node. */
  async beside(request, node) {
    const { point, why, hand } = await this.#guarded(() => this.#look(request, false));
    return { isSame: this.target === node, point, why, hand };
  }

  /** Whatever is thrown is for Playwright to find and to tell. */
  async #guarded(look) {
    try {
      return await look();
    } catch (error) {
      return { hand: String(error?.message ?? error) };
    }
  }

  #find({ selector, isStrict }) {
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

  async #look(request, isNow) {
    const elements = this.#find(request);
    if (request.action === 'expect') return this.#expect(request, elements);
    const [node] = elements;
    if (node === undefined) return { why: 'nothing' };
    if (request.isMarked) this.#injected.markTargetElements(new Set(elements));
    this.target = node;
    if (request.action === 'focus') return this.#focus(request, node, isNow);
    if (request.action === 'fill' || request.action === 'select') return this.#enter(request, node, isNow);
    return this.#point(request, node, isNow);
  }

  async #expect({ options, isMany, isMarked, missing, frameVisible }, elements) {
    const [node] = elements;
    if (isMarked) this.#injected.markTargetElements(new Set(elements));
    if (node === undefined) return missing ? { done: true } : { why: 'nothing' };
    const { matches, received } = isMany
      ? this.#injected.expectArray(elements, options)
      : await this.#injected.expectSingleElement(node, options, frameVisible);
    if (matches !== options.isNot) return { done: true };
    return { why: typeof received === 'string' ? `is ${received}` : 'else' };
  }

  #focus({ wantsSnapshot }, node, isNow) {
    const box = this.#boxOf(node);
    if (!isNow) return { done: true, box };
    const snapshot = wantsSnapshot ? this.#takeSnapshot() : undefined;
    const done = this.#injected.focusNode(node, true);
    if (done !== 'done') return { why: 'detached', snapshot };
    return { done: true, seen: this.#seen(node), box, snapshot, isPassword: this.#isPassword(node) };
  }

  async #enter({ action, value, options, frameVisible, wantsSnapshot }, node, isNow) {
    const states =
      action === 'fill' ? ['visible', 'enabled', 'editable', 'non-inert'] : ['visible', 'enabled', 'non-inert'];
    const lacks = await this.#injected.checkElementStates(node, states, frameVisible);
    if (lacks) return this.#whyNot(lacks, node);
    const about = { seen: this.#seen(node), box: this.#boxOf(node), isPassword: this.#isPassword(node) };
    if (!isNow) return { done: true, ...about };
    const snapshot = wantsSnapshot ? this.#takeSnapshot() : undefined;
    const result = action === 'fill' ? this.#injected.fill(node, value) : this.#injected.selectOptions(node, options);
    const isRefused = typeof result === 'string' && result.startsWith('error:');
    return isRefused ? { ...this.#whyNot(result, node), snapshot } : { done: true, value: result, ...about, snapshot };
  }

  /**
   * The document as a trace takes it, by what Playwright has in the world of the page for that; undefined where it is not
   * there. Events are heard in both worlds, and at once. `isLast`: what was acted on is marked no longer once it is taken.
   */
  #takeSnapshot(isLast = false) {
    let snapshot;
    const hear = ({ detail }) => {
      snapshot = detail;
    };
    this.#document.addEventListener('__steploom_snapshot_taken__', hear);
    const asked = { cancelable: true, detail: isLast };
    this.#document.dispatchEvent(new this.#window.CustomEvent('__steploom_take_snapshot__', asked));
    this.#document.removeEventListener('__steploom_snapshot_taken__', hear);
    return snapshot;
  }

  #boxOf(node) {
    return this.#stillness.boxOf(node);
  }

  #isPassword = node => (node.control ?? node).type === 'password';

  #seen = node => this.#injected.previewNode(node);

  #whyNot(lacks, node) {
    if (lacks === 'error:notconnected') return { why: 'detached' };
    if (typeof lacks === 'string') return { why: lacks, seen: this.#seen(node) };
    return { why: `not ${lacks.missingState}`, seen: this.#seen(node) };
  }

  /** Readies a click or hover: the element is visible, enabled, still, in view, and what is hit; input is watched. */
  async #point(request, node, isNow) {
    const { action, tries, wanted } = request;
    const ticked = wanted === undefined ? undefined : this.#ticked(node, wanted);
    if (ticked !== undefined) return ticked;
    const lacks = (await this.#lacks(request, node)) ?? (await this.#unsteady(request, node));
    if (lacks !== undefined) return lacks;
    const alignment = this.#alignments[tries % this.#alignments.length];
    if (alignment) node.scrollIntoView({ ...alignment, behavior: 'instant' });
    else node.scrollIntoViewIfNeeded(true);
    const place = this.#place(node);
    const miss =
      place.point === undefined ? place : this.#hit(node, action === 'hover' ? 'hover' : 'mouse', place, isNow);
    if (miss !== undefined) return { ...miss, seen: this.#seen(node) };
    const snapshot = isNow && request.wantsSnapshot ? this.#takeSnapshot() : undefined;
    return { done: true, point: place.point, box: place.box, seen: this.#seen(node), snapshot };
  }

  /** Where there is nothing to be done, or nothing that can be. */
  #ticked(node, wanted) {
    const { matches, isRadio } = this.#injected.elementState(node, 'checked');
    if (matches === wanted) return { done: true, isAlready: true };
    return !wanted && isRadio ? { hand: 'a radio button cannot be unticked' } : undefined;
  }

  async #lacks({ isEnabled, frameVisible }, node) {
    const states = isEnabled ? ['visible', 'enabled', 'non-inert'] : ['visible'];
    const lacks = await this.#injected.checkElementStates(node, states, frameVisible);
    return lacks ? this.#whyNot(lacks, node) : undefined;
  }

  async #unsteady(request, node) {
    const odd = this.#whatIsOdd(node);
    if (odd !== undefined) return { hand: odd };
    // Frames that are out of view draw nothing.
    if (this.#window !== this.#window.top) node.scrollIntoViewIfNeeded(true);
    const isStable = await this.#stillness.isStable(node, request.isCareful);
    if (isStable !== true) return this.#whyNot(isStable === false ? { missingState: 'stable' } : isStable, node);
    return this.#lacks(request, node);
  }

  /** Undefined where the element is what input at its place meets; the input is watched then, unless this is only a look. */
  #hit(node, kind, { frames, inner }, isNow) {
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

  /** Elements whose middle cannot be found here as Playwright would, nor how they scroll. */
  #whatIsOdd(node) {
    if (node.nodeType !== 1 || node.nodeName === 'AREA') return 'no element with a box';
    const view = this.#window.visualViewport;
    if (view && (view.scale !== 1 || view.offsetLeft !== 0 || view.offsetTop !== 0)) return 'zoomed by hand';
    for (let each = node; each; each = this.#stillness.parentOf(each)) {
      const style = each.ownerDocument.defaultView.getComputedStyle(each);
      if (style.transform.startsWith('matrix3d') || style.perspective !== 'none') return 'in perspective';
      if (/^matrix\((?!\S+ 0, 0,)/.test(style.transform) || style.rotate !== 'none' || style.offsetPath !== 'none')
        return 'turned';
      if (style.zoom !== '1' || style.scrollBehavior === 'smooth') return 'zoomed, or scrolls smoothly';
    }
    return undefined;
  }

  /** Where the element is to be hit, for the page and for the frame that it is in. */
  #place(node) {
    const rects = [...node.getClientRects()];
    if (rects.length === 0) return { why: 'not visible', isLadder: true };
    const way = this.#framesAround();
    if (way === undefined) return { hand: 'in a frame that is not reached from here' };
    const { innerWidth, innerHeight } = this.#window.top;
    for (const { left, top, right, bottom } of rects) {
      const from = { x: Math.max(0, left + way.x), y: Math.max(0, top + way.y) };
      const to = { x: Math.min(innerWidth, right + way.x), y: Math.min(innerHeight, bottom + way.y) };
      const size = { width: to.x - from.x, height: to.y - from.y };
      if (size.width <= 0 || size.height <= 0 || size.width * size.height <= 0.99) continue;
      const point = { x: this.#rounded((from.x + to.x) / 2), y: this.#rounded((from.y + to.y) / 2) };
      let { x, y } = point;
      const frames = way.steps.map(step => {
        const place = { element: step.element, point: { x, y } };
        x -= step.x;
        y -= step.y;
        return place;
      });
      return { point, box: { ...from, ...size }, frames, inner: { x, y } };
    }
    return { why: 'outside of the viewport', isLadder: true };
  }

  #rounded = value => Math.trunc(value * 100) / 100;

  /** The frames between the page and this document, outermost first, each with where its content begins. */
  #framesAround() {
    const steps = [];
    const all = { x: 0, y: 0, steps };
    for (let view = this.#window; view !== view.top; view = view.parent) {
      const element = view.frameElement;
      if (!element) return undefined;
      const style = this.#injected.describeIFrameStyle(element);
      if (typeof style === 'string') return undefined;
      const { x, y } = element.getBoundingClientRect();
      const step = { element, x: x + style.left, y: y + style.top };
      steps.unshift(step);
      all.x += step.x;
      all.y += step.y;
    }
    return all;
  }
}
