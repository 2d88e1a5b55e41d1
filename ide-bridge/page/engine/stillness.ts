import type { AnyRoot } from '../any-element.ts';
import type { InjectedScript, PageBox } from './injected-script.ts';

/**
 * Tells whether elements of a document stand still. Runs beside `Scout`.
 */
export class Stillness {
  /** What may move or change an element without a mutation of the document. */
  readonly #moving = [
    'scroll',
    'load',
    'error',
    'toggle',
    'resize',
    'transitionrun',
    'animationstart',
    'fullscreenchange',
  ];
  /** What animations change without taking room from others, and what else is in a keyframe. */
  readonly #roomless = new Set([
    ...['offset', 'computedOffset', 'easing', 'composite', 'transform', 'translate', 'rotate', 'scale', 'opacity'],
    ...['color', 'backgroundColor', 'backgroundPosition', 'borderColor', 'outlineColor', 'boxShadow', 'textShadow'],
    ...['fill', 'stroke', 'strokeDashoffset', 'strokeDasharray', 'filter', 'backdropFilter', 'clipPath', 'visibility'],
  ]);

  readonly #injected: InjectedScript;
  readonly #window: InjectedScript['window'];
  readonly #document: Document;
  readonly #builtins: InjectedScript['utils']['builtins'];
  readonly #watchedRoots = new WeakSet<Node>();
  readonly #observer: MutationObserver;
  /** Whether a frame was drawn since the last change. */
  #isStill = false;
  #isTicking = false;
  #changes = 0;

  /** `changed` is called for each change of the document. */
  constructor(injected: InjectedScript, changed: () => void) {
    this.#injected = injected;
    this.#window = injected.window;
    this.#document = injected.document;
    this.#builtins = injected.utils.builtins;
    this.#observer = new MutationObserver(() => {
      this.#stir();
      changed();
    });
    this.#watchRoot(this.#document);
    const listen = () => {
      for (const type of this.#moving)
        this.#window.addEventListener(type, this.#stir, { capture: true, passive: true });
    };
    listen();
    injected.onGlobalListenersRemoved.add(listen);
    this.#document.fonts?.addEventListener('loadingdone', this.#stir);
    this.#stir();
  }

  /** As Playwright tells it, in fewer frames where nothing can move; `isCareful`: as it does in any case. */
  async isStable(node: Element, isCareful: boolean): Promise<boolean | 'error:notconnected'> {
    const element = this.#injected.retarget(node, 'no-follow-label');
    if (!element?.isConnected) return 'error:notconnected';
    const before = this.#rectOf(element);
    if (isCareful || this.#mayMove(element)) return this.#injected._checkElementIsStable(node);
    if (this.#isStill) return true;
    await this.#nextFrame();
    if (!element.isConnected) return 'error:notconnected';
    if (this.#rectOf(element) !== before) return false;
    return this.#isStill && !this.#mayMove(element) ? true : this.#injected._checkElementIsStable(node);
  }

  boxOf(node: Element): PageBox {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x, y, width, height };
  }

  /** What an element is drawn in, across shadow roots and frames. */
  parentOf(node: Element): Element | undefined {
    if (node.assignedSlot) return node.assignedSlot;
    if (node.parentElement) return node.parentElement;
    const root: AnyRoot = node.getRootNode();
    return root.host ?? root.defaultView?.frameElement ?? undefined;
  }

  #watchRoot(root: Node): void {
    this.#observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    this.#watchedRoots.add(root);
  }

  readonly #stir = (): void => {
    this.#isStill = false;
    this.#changes += 1;
    if (!this.#isTicking) this.#tick();
  };

  /** What a frame brings by itself (observers of sizes, for example) comes after its callbacks: hence the task behind. */
  #tick(): void {
    this.#isTicking = true;
    const before = this.#changes;
    this.#nextFrame().then(() => {
      if (this.#changes !== before) return this.#tick();
      this.#isTicking = false;
      this.#isStill = true;
    });
  }

  #nextFrame(): Promise<void> {
    const { requestAnimationFrame, setTimeout } = this.#builtins;
    return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)));
  }

  #rectOf(element: Element): string {
    return Object.values(this.boxOf(element)).join(' ');
  }

  /** Whether the page draws frame by frame, or an animation runs where it can move the element, or nobody can tell. */
  #mayMove(element: Element): boolean {
    const asked = new CustomEvent('__steploom_frames__', { cancelable: true });
    this.#document.dispatchEvent(asked);
    if (!asked.defaultPrevented) return true;
    let isKnown = true;
    for (let root: AnyRoot | undefined = element.getRootNode(); root; root = root.host?.getRootNode()) {
      if (!this.#watchedRoots.has(root)) {
        this.#watchRoot(root);
        isKnown = false;
      }
      if (root.getAnimations?.().some(animation => this.#canMove(animation, element))) return true;
    }
    return !isKnown;
  }

  #canMove({ playState, pending, effect }: Animation, element: Element): boolean {
    if (playState !== 'running' && !pending) return false;
    const { target, getKeyframes }: Partial<KeyframeEffect> = effect ?? {};
    if (!target) return true;
    for (let each: Element | undefined = element; each; each = this.parentOf(each)) if (each === target) return true;
    // Elsewhere it moves the element only by the room that it takes.
    const frames = getKeyframes?.call(effect) ?? [];
    return frames.some(frame => Object.keys(frame).some(name => !this.#roomless.has(name)));
  }
}
