import type { InjectedScript, PageBox, PagePlace } from './injected-script.ts';
import type { ScoutAnswer } from './scout-questions.ts';
import type { Stillness } from './stillness.ts';

/** The frames from the page to a document, outermost first, with where the content of each begins. */
interface WayThroughFrames extends PagePlace {
  steps: (PagePlace & { element: Element })[];
}

/** Where an element is hit: on the page, in each frame on the way, and in its own document. */
export interface HitPlace {
  point: PagePlace;
  box: PageBox;
  frames: { element: Element; point: PagePlace }[];
  inner: PagePlace;
}

/** Where input reaches elements, as Playwright would find it. */
export class HitPlaces {
  readonly #injected: InjectedScript;
  readonly #window: InjectedScript['window'];
  readonly #stillness: Stillness;

  constructor(injected: InjectedScript, stillness: Stillness) {
    this.#injected = injected;
    this.#window = injected.window;
    this.#stillness = stillness;
  }

  /** Elements whose middle cannot be found here as Playwright would, nor how they scroll. */
  whatIsOdd(node: Element): string | undefined {
    if (!this.#hasBox(node)) return 'no element with a box';
    const view = this.#window.visualViewport;
    if (view && (view.scale !== 1 || view.offsetLeft !== 0 || view.offsetTop !== 0)) return 'zoomed by hand';
    for (let each: Element | undefined = node; each; each = this.#stillness.parentOf(each)) {
      const odd = this.#oddStyle(each);
      if (odd !== undefined) return odd;
    }
    return undefined;
  }

  #oddStyle(element: Element): string | undefined {
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    if (style === undefined) return 'in a document that is not shown';
    if (style.transform.startsWith('matrix3d') || style.perspective !== 'none') return 'in perspective';
    if (/^matrix\((?!\S+ 0, 0,)/.test(style.transform) || style.rotate !== 'none' || style.offsetPath !== 'none')
      return 'turned';
    if (style.zoom !== '1' || style.scrollBehavior === 'smooth') return 'zoomed, or scrolls smoothly';
    return undefined;
  }

  #hasBox(node: Element): boolean {
    if (node.nodeType !== 1 || node.nodeName === 'AREA') return false;
    return this.#window.getComputedStyle(node).display !== 'contents';
  }

  /** Where the element is to be hit, for the page and for the frame that it is in. */
  of(node: Element): HitPlace | ScoutAnswer {
    const rects = [...this.#rectsOf(node)];
    if (rects.length === 0) rects.push(...node.getClientRects());
    if (rects.length === 0) return { why: 'not visible', isLadder: true };
    const way = this.#framesAround();
    if (way === undefined) return { hand: 'in a frame that is not reached from here' };
    const { innerWidth, innerHeight } = this.#window.top ?? this.#window;
    for (const rect of rects) {
      if (rect === undefined) return { hand: 'drawn by a sheet, where no script sees it' };
      const { left, top, right, bottom } = rect;
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

  /**
   * As Chromium tells it Playwright: what flows in lines is where its content is, part by part, since lines have other
   * heights and may be as wide as their block. Undefined for a part that a sheet draws.
   */
  *#rectsOf(node: Node): Generator<DOMRect | undefined> {
    if (node.nodeType === 3) {
      const range = this.#injected.document.createRange();
      range.selectNodeContents(node);
      yield* range.getClientRects();
    }
    if (!this.#isElement(node)) return;
    const parts = this.#flowsInLines(node) ? this.#shownIn(node) : [];
    const isDrawn = (name: string) => parts.length > 0 && this.#window.getComputedStyle(node, name).content !== 'none';
    if (isDrawn('::before')) yield undefined;
    if (parts.length === 0) yield* node.getClientRects();
    for (const part of parts) yield* this.#rectsOf(part);
    if (isDrawn('::after')) yield undefined;
  }

  #isElement(node: Node): node is Element {
    return node.nodeType === 1;
  }

  /** Also what has no box at all, such as a slot. Only boxes have a width and height for scripts. */
  #flowsInLines(node: Element): boolean {
    const { display } = this.#window.getComputedStyle(node);
    if (display === 'contents') return true;
    return display === 'inline' && node instanceof HTMLElement && node.clientWidth + node.clientHeight === 0;
  }

  #shownIn(node: Element & Partial<Pick<HTMLSlotElement, 'assignedNodes'>>): readonly Node[] {
    if (node.shadowRoot) return [...node.shadowRoot.childNodes];
    const assigned = node.nodeName === 'SLOT' ? (node.assignedNodes?.() ?? []) : [];
    return assigned.length > 0 ? assigned : [...node.childNodes];
  }

  #rounded(value: number): number {
    return Math.trunc(value * 100) / 100;
  }

  /** The frames between the page and this document, outermost first, each with where its content begins. */
  #framesAround(): WayThroughFrames | undefined {
    const steps: WayThroughFrames['steps'] = [];
    const all: WayThroughFrames = { x: 0, y: 0, steps };
    for (let view: Window = this.#window; view !== view.top; view = view.parent) {
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
