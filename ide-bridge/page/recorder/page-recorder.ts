import type { PageEvent, RecordedTarget } from '../../../model/recording/raw-event.ts';
import type { AnyElement } from '../any-element.ts';
import type { controlAt } from '../elements/control-at.ts';
import type { deepestAt } from '../elements/deepest-at.ts';
import type { ElementLocators } from '../elements/element-locators.ts';
import type { afterEvent } from './after-event.ts';
import type { DragPlaces } from './drag-places.ts';
import type { DraggedThings, PressedThing } from './dragged-things.ts';
import type { FieldEntries } from './field-entries.ts';
import type { FieldKinds } from './field-kinds.ts';
import type { FocusEffects } from './focus-effects.ts';
import type { HoverReveals } from './hover-reveals.ts';
import type { RecordedTargets } from './recorded-targets.ts';
import type { Reporting } from './reporting.ts';
import type { ScrolledLists } from './scrolled-lists.ts';
import type { ShownChanges } from './shown-changes.ts';

/** What the recorder is made of: each part knows one thing about the page. */
interface RecorderParts {
  locators: ElementLocators;
  targets: RecordedTargets;
  reveals: HoverReveals;
  lists: ScrolledLists;
  drags: DragPlaces;
  fields: FieldKinds;
  changes: ShownChanges;
  afterEvent: typeof afterEvent;
  deepestAt: typeof deepestAt;
  controlAt: typeof controlAt;
  effectsOf(refocused: () => void): FocusEffects;
  entriesOf(reporting: Reporting): FieldEntries;
  draggedOf(send: (event: PageEvent) => void): DraggedThings;
}

/** A press of the mouse, and what has become of it. */
interface Pressed extends PressedThing {
  event: PointerEvent;
  /** What the mouse must be over for the element to be there, and the target by which that is told. */
  needed: Element | undefined;
  hover: RecordedTarget | undefined;
  isHeld: boolean;
  isMoving: boolean;
  isClicked: boolean;
  isRefocusing: boolean;
}

/** In a world of our own, which the page can neither see nor change: tells what a person does. */
export class PageRecorder {
  readonly #locators: ElementLocators;
  readonly #reveals: HoverReveals;
  readonly #lists: ScrolledLists;
  readonly #effects: FocusEffects;
  readonly #drags: DragPlaces;
  readonly #fields: FieldKinds;
  readonly #entries: FieldEntries;
  readonly #changes: ShownChanges;
  readonly #dragged: DraggedThings;
  readonly #onceEventIsOver: typeof afterEvent;
  readonly #elementAt: typeof deepestAt;
  readonly #controlOf: typeof controlAt;
  readonly #report: (message: string) => void;
  readonly #targets: RecordedTargets;
  #pressed: Pressed | undefined;
  #isClickSent = false;
  /** When what is being sent happened: finding the locators takes a while. */
  #at = Date.now();

  /** `report` gets each event as JSON of `{ at, sentAt, event }`, both times by `Date.now()`. */
  constructor(parts: RecorderParts, report: (message: string) => void) {
    this.#onceEventIsOver = parts.afterEvent;
    this.#elementAt = parts.deepestAt;
    this.#controlOf = parts.controlAt;
    this.#locators = parts.locators;
    this.#targets = parts.targets;
    this.#reveals = parts.reveals;
    this.#lists = parts.lists;
    this.#drags = parts.drags;
    this.#fields = parts.fields;
    this.#changes = parts.changes;
    this.#report = report;
    this.#effects = parts.effectsOf(() => this.#refocused());
    this.#dragged = parts.draggedOf(event => {
      if (this.#pressed !== undefined) this.#emitHover(this.#pressed.element);
      this.#send(event);
    });
    this.#entries = parts.entriesOf({
      target: (element, isFilling) => this.#targets.of(element, isFilling),
      send: event => this.#send(event),
    });
  }

  #send(event: PageEvent): void {
    if (!/^(?:loaded|file-content|refocused|reset)$/.test(event.kind)) {
      this.#entries.interrupted();
      this.#changes.done();
    }
    this.#report(JSON.stringify({ at: this.#at, sentAt: Date.now(), event }));
    if (event.kind === 'fill') this.#targets.filled();
  }

  listen(): void {
    this.#entries.found(this.#focused());
    this.#on('pointerover', event => this.#reveals.came(event, this.#deepest(event)));
    this.#on('pointerdown', event => this.#pointerDown(event));
    this.#on('pointermove', event => this.#pointerMove(event));
    this.#on('pointerup', event => this.#pointerUp(event));
    this.#on('pagehide', () => this.#emitHeld());
    this.#on('wheel', event => this.#lists.turned(event));
    this.#on('focus', () => this.#effects.moved());
    this.#on('blur', () => this.#effects.moved());
    this.#on('click', event => this.#click(event));
    this.#on('contextmenu', event => this.#rightClick(event));
    this.#on('beforeinput', event => this.#entries.begun(event, this.#deepest(event)));
    this.#on('paste', event => this.#entries.pasted(event, this.#deepest(event)));
    this.#on('submit', event => this.#entries.sent(event));
    this.#on('input', event => this.#entries.entered(event, this.#deepest(event)));
    this.#on('change', event => this.#entries.entered(event, this.#deepest(event)));
    this.#on('keydown', event => this.#keyDown(event));
    this.#on('compositionstart', () => this.#entries.composing());
    this.#on('compositionend', event => this.#entries.composed(event, this.#deepest(event)));
    this.#on('dragstart', event => this.#dragged.started(event, this.#deepest(event), this.#pressed));
    this.#on('dragover', event => this.#drags.came(event));
    this.#on('drop', event => this.#dragged.dropped(event, this.#deepest(event)));
    this.#on('dragend', () => this.#dragged.ended());
    if (window !== window.top) return;
    const [way]: (PerformanceEntry & { type?: string })[] = performance.getEntriesByType('navigation');
    this.#send({ kind: 'loaded', way: way?.type ?? 'navigate', url: location.href });
  }

  #on<Type extends keyof WindowEventMap>(type: Type, handle: (event: WindowEventMap[Type]) => void): void {
    const listener = (event: WindowEventMap[Type]) => {
      this.#at = Date.now();
      if (!event.isTrusted && !this.#isFromOutside(event)) return;
      if (/^(?:pointerdown|keydown|input|change)$/.test(type)) this.#changes.begin();
      handle(event);
    };
    // Where a list was before the wheel is only known if the browser waits with turning it.
    addEventListener(type, listener, { capture: true, passive: type !== 'wheel' });
  }

  /** As JSON: the locators of an element that holds a frame, for what is in that frame. */
  locate(element: Element): string {
    return JSON.stringify(this.#locators.of(element));
  }

  /** As JSON: what can be seen since the last event that was sent, or null. */
  async shown(): Promise<string> {
    return JSON.stringify((await this.#changes.best()) ?? null);
  }

  /**
   * Other programs at the browser choose options and dates without a trusted event. The stack tells them from scripts of
   * the page, which have an address; a list that nobody sees is changed by the one that the page has put in its place.
   */
  #isFromOutside(event: Event): boolean {
    const element = this.#deepest(event);
    if (element === undefined || event.type !== 'change') return false;
    const isShownField = this.#fields.isSelect(element) || this.#fields.isPicked(element);
    if (!this.#fields.isFile(element) && !(isShownField && this.#fields.isSeen(element))) return false;
    const stack = String(new Error('stack').stack);
    const others = stack.split('\n').filter(line => !line.includes('steploom-recorder'));
    return !others.some(line => /(?:https?|file|blob|data|webpack|about|chrome-extension):/.test(line));
  }

  #focused(): Element | null {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  }

  #deepest(event: Event): Element | undefined {
    const [first] = event.composedPath();
    if (first instanceof Element) return first;
    return first instanceof Node ? (first.parentElement ?? undefined) : undefined;
  }

  #pointerDown(event: PointerEvent): void {
    const element = this.#deepest(event);
    this.#pressed = undefined;
    this.#isClickSent = false;
    if (element === undefined) return;
    const control = this.#controlOf(element);
    this.#entries.approached(control);
    const needed = event.pointerType === 'mouse' ? this.#reveals.neededFor(control) : undefined;
    this.#pressed = {
      element: control,
      target: this.#targets.of(control),
      needed,
      hover: undefined,
      rect: control.getBoundingClientRect(),
      ...this.#drags.pointOf(event),
      event,
      selected: String(getSelection() ?? ''),
      isHeld: true,
      isMoving: false,
      isClicked: false,
      isRefocusing: false,
    };
    if (event.button === 0) this.#drags.begin(control);
    if (needed !== undefined) this.#pressed.hover = this.#targets.around(needed, control);
    this.#reveals.acted();
    const hidden = this.#lists.neededFor(control);
    if (hidden === undefined) return;
    const { scrolled, by } = hidden;
    const isPage = scrolled === document.scrollingElement && window === window.top;
    this.#send({ kind: 'scroll', ...(isPage ? {} : { target: this.#targets.readAnew(scrolled) }), ...by });
  }

  /** The page did something because the focus came or went. */
  #refocused(): void {
    if (this.#pressed !== undefined) this.#pressed.isRefocusing = true;
    this.#send({ kind: 'refocused' });
  }

  /** Before what is done to an element that is there only while the mouse is over another. */
  #emitHover(element: Element): void {
    const pressed = this.#pressed;
    if (pressed?.hover === undefined || pressed.element !== element) return;
    const { hover } = pressed;
    pressed.hover = undefined;
    this.#reveals.emit(pressed.needed);
    this.#send({ kind: 'hover', target: hover });
  }

  #pointerMove({ clientX, clientY }: PointerEvent): void {
    const pressed = this.#pressed;
    if (!pressed?.isHeld || pressed.isMoving || Math.hypot(clientX - pressed.x, clientY - pressed.y) < 2) return;
    pressed.isMoving = true;
    this.#drags.goOn(pressed.element);
  }

  #pointerUp(event: PointerEvent): void {
    const pressed = this.#pressed;
    if (pressed === undefined || event.button !== 0) return;
    pressed.isHeld = false;
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 12)
      this.#isClickSent = this.#dragged.letGo(event, pressed);
    else if (!pressed.element.isConnected || !event.composedPath().includes(pressed.element)) this.#emitPress(pressed);
    else if (event.pointerType === 'mouse') this.#onceEventIsOver(() => this.#emitUnlessClicked(pressed));
  }

  /** What goes when it is let go gets no click either; with a mouse that comes at once. */
  #emitUnlessClicked(pressed: Pressed): void {
    const isOver = pressed.isClicked || this.#pressed !== pressed || this.#isClickSent;
    if (!isOver && !pressed.element.matches(':disabled')) this.#emitPress(pressed);
  }

  /** What goes, is covered or is drawn anew while it is pressed gets no click, but is what was intended. */
  #emitPress({ element, target, event }: Pressed): void {
    if (/^(?:body|html|option|select)$/.test(element.localName) || this.#fields.isFile(element) || event.button !== 0)
      return;
    this.#isClickSent = true;
    this.#emitHover(element);
    this.#send({
      kind: 'click',
      target,
      count: 1,
      isField: false,
      modifiers: this.#fields.modifiersOf(event),
      position: this.#drags.clickedAt(this.#drags.pointOf(event), element),
    });
  }

  /** The page is left while the mouse is down. */
  #emitHeld(): void {
    if (this.#pressed?.isHeld) this.#emitPress(this.#pressed);
    this.#pressed = undefined;
  }

  #click(event: MouseEvent): void {
    if (this.#pressed !== undefined) this.#pressed.isClicked = true;
    this.#entries.sent(event);
    const hit = this.#deepest(event);
    if (hit === undefined || this.#isClickSent || this.#entries.isMadeByKey(event)) return;
    const element = this.#controlOf(hit);
    const host = this.#fields.editingHost(element) === element ? element : undefined;
    const isWhole = /^(?:body|html|option)$/.test(element.localName) && host === undefined;
    if (isWhole || this.#fields.isSelect(element) || this.#fields.isFile(element)) return;
    if (event.detail < 2) this.#emitHover(element);
    if (this.#fields.isTickable(element)) {
      this.#emitTick(element, event);
      return;
    }
    if (this.#fields.isPicked(element)) return;
    const labelled = this.#labelledBy(hit, element);
    // The browser clicks what the label is for.
    if (labelled !== undefined && element === hit && !this.#fields.isWidget(hit)) return;
    if (host !== undefined) this.#clickInto(host, event);
    else this.#send({ ...this.#clickOf(event, element), isField: this.#fields.isTextField(element) });
    // Not what the browser does then to what the label is for.
    if (labelled !== undefined) this.#isClickSent = true;
  }

  /** What the label is for that an element is in, if that is not the element itself. */
  #labelledBy(hit: Element, element: Element): Element | undefined {
    const control = hit.closest('label')?.control ?? undefined;
    return control === hit || control === element ? undefined : control;
  }

  #clickOf(event: MouseEvent, element: Element) {
    return {
      kind: 'click',
      target: this.#targets.of(element),
      count: event.detail,
      isRefocusing: this.#pressed?.isRefocusing === true,
      modifiers: this.#fields.modifiersOf(event),
      position: this.#drags.clickedAt(this.#drags.pointOf(event), element),
    } as const;
  }

  /** In an editor it matters where, unless it is empty; what is typed next may say all of it nevertheless. */
  #clickInto(host: AnyElement, event: MouseEvent): void {
    const isEmpty = (host.textContent ?? '') === '';
    const position = this.#drags.within(host.getBoundingClientRect(), this.#drags.pointOf(event), true);
    const isField = !this.#entries.isRich(host);
    this.#send({ ...this.#clickOf(event, host), isField, position: isEmpty ? undefined : position });
    if (isField && !isEmpty && position !== undefined) this.#entries.caretPut(host, { position, count: event.detail });
  }

  /** Of a box whose tick the page takes back, or which is gone with it, nothing but the click is there to be repeated. */
  #emitTick(element: HTMLInputElement, event: MouseEvent): void {
    const isTicked = element.checked;
    const target = this.#targets.of(element);
    const modifiers = this.#fields.modifiersOf(event);
    const click = { kind: 'click', target, count: 1, isField: false, modifiers } as const;
    this.#onceEventIsOver(() => {
      const shown: AnyElement | undefined = element.isConnected ? element : this.#elementAt(event);
      this.#send(shown?.checked === isTicked ? { kind: 'tick', target, isTicked } : click);
    });
  }

  #rightClick(event: MouseEvent): void {
    const hit = this.#deepest(event);
    if (hit === undefined) return;
    const element = this.#controlOf(hit);
    this.#emitHover(element);
    this.#send({ kind: 'right-click', target: this.#targets.of(element), modifiers: this.#fields.modifiersOf(event) });
  }

  #keyDown(event: KeyboardEvent): void {
    this.#reveals.acted();
    this.#entries.keyDown(event, this.#deepest(event));
  }
}
