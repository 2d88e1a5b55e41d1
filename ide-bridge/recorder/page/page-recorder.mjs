/**
 * Runs inside the page, in a world of our own, which the page can neither see nor change: tells what a person does.
 * Sent as source text, so it uses nothing from outside.
 */
export class PageRecorder {
  #locators;
  #sights;
  #reveals;
  #lists;
  #effects;
  #drags;
  #fields;
  #entries;
  #changes;
  #afterEvent;
  #deepestAt;
  #controlAt;
  #send;
  #keys = new WeakMap();
  #count = 0;
  #last;
  #pressed;
  #dragged;
  #isClickSent = false;
  /** Events being sent; finding the locators takes a while. */
  #at = Date.now();

  constructor(
    locators,
    sights,
    { reveals, lists, effects, drags, fields, changes, afterEvent, deepestAt, controlAt, entriesOf },
    send,
  ) {
    this.#afterEvent = afterEvent;
    this.#deepestAt = deepestAt;
    this.#controlAt = controlAt;
    this.#locators = locators;
    this.#sights = sights;
    this.#reveals = reveals;
    this.#lists = lists;
    this.#effects = effects;
    this.#drags = drags;
    this.#fields = fields;
    this.#changes = changes;
    this.#send = event => {
      if (!/^(?:loaded|file-content|refocused|reset)$/.test(event.kind)) this.#changes.done();
      send(JSON.stringify({ at: this.#at, sentAt: Date.now(), event }));
      if (event.kind === 'fill' && this.#last !== undefined) this.#last.isFilled = true;
    };
    const target = (element, isFilling) => this.#target(element, isFilling);
    this.#entries = entriesOf({ target, send: this.#send });
  }

  listen() {
    this.#entries.found(this.#focused());
    const handlers = {
      pointerover: event => this.#reveals.came(event, this.#deepest(event)),
      pointerdown: event => this.#pointerDown(event),
      pointermove: event => this.#pointerMove(event),
      pointerup: event => this.#pointerUp(event),
      pagehide: () => this.#emitHeld(),
      wheel: event => this.#lists.turned(event),
      focus: () => this.#effects.moved(),
      blur: () => this.#effects.moved(),
      click: event => this.#click(event),
      contextmenu: event => this.#rightClick(event),
      beforeinput: event => this.#entries.begun(this.#deepest(event)),
      submit: event => this.#entries.sent(event),
      input: event => this.#entries.entered(event, this.#deepest(event)),
      change: event => this.#entries.entered(event, this.#deepest(event)),
      keydown: event => this.#keyDown(event),
      compositionstart: () => this.#entries.composing(),
      compositionend: event => this.#entries.composed(event, this.#deepest(event)),
      dragstart: event => this.#dragStart(event),
      dragover: event => this.#drags.came(event),
      drop: event => this.#dropped(event, this.#deepest(event)),
      dragend: () => this.#dropped(this.#drags.last),
    };
    for (const [type, handle] of Object.entries(handlers)) {
      const listener = event => {
        this.#at = Date.now();
        if (!event.isTrusted && !this.#isFromOutside(event)) return;
        if (/^(?:pointerdown|keydown|input|change)$/.test(type)) this.#changes.begin();
        handle(event);
      };
      // Where a list was before the wheel is only known if the browser waits with turning it.
      addEventListener(type, listener, { capture: true, passive: type !== 'wheel' });
    }
    if (globalThis !== globalThis.top) return;
    const [way] = performance.getEntriesByType('navigation');
    this.#send({ kind: 'loaded', way: way?.type ?? 'navigate', url: location.href });
  }

  /** Of an element that the frame has, for what is in that frame. */
  locate(element) {
    return JSON.stringify(this.#locators.of(element));
  }

  /** What can be seen since the last event that was sent. */
  async shown() {
    return JSON.stringify((await this.#changes.best()) ?? null);
  }

  /**
   * Other programs at the browser choose options and dates without a trusted event. The stack tells them from scripts of
   * the page, which have an address.
   */
  #isFromOutside(event) {
    const element = this.#deepest(event);
    if (
      event.type !== 'change' ||
      !(this.#fields.isSelect(element) || this.#fields.isFile(element) || this.#fields.isPicked(element))
    )
      return false;
    const stack = String(new Error('stack').stack);
    const others = stack.split('\n').filter(line => !line.includes('steploom-recorder'));
    return !others.some(line => /(?:https?|file|blob|data|webpack|about|chrome-extension):/.test(line));
  }

  #focused() {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  }

  #deepest(event) {
    const [first] = event.composedPath();
    return first?.nodeType === 1 ? first : (first?.parentElement ?? undefined);
  }

  /**
   * A key for the element and its locators, found anew only when it has not just been acted on. What is typed may change
   * the texts by which it was found, so that what comes after needs others.
   */
  #target(element, isFilling = false) {
    const known = this.#last;
    const isSame = known?.element === element && (isFilling || known.isFilled !== true);
    if (isSame && performance.now() - known.at < 5_000) {
      known.at = performance.now();
      return known.target;
    }
    const target = this.#readTarget(element);
    this.#last = { element, target, at: performance.now() };
    return target;
  }

  #readTarget(element) {
    const read = this.#read(element);
    if (!this.#keys.has(element)) this.#keys.set(element, this.#keyInPlaceOf(element, read) ?? ++this.#count);
    return { key: String(this.#keys.get(element)), ...read };
  }

  /** A field that the page draws anew while somebody types into it goes on being the same one. */
  #keyInPlaceOf(element, { locators }) {
    const { element: gone, target } = this.#last ?? {};
    const isSame = gone !== undefined && !gone.isConnected && target.locators[0] === locators[0];
    return isSame && this.#fields.isTextField(element) && this.#fields.isTextField(gone)
      ? this.#keys.get(gone)
      : undefined;
  }

  #read(element) {
    const locators = this.#locators.of(element);
    const { marks, ...seen } = this.#sights.read(element);
    return {
      locators,
      sight: { ...seen, ...this.#locators.roleAndName(element), marks: this.#locators.lasting(marks) },
    };
  }

  #pointerDown(event) {
    const element = this.#deepest(event);
    this.#pressed = undefined;
    this.#isClickSent = false;
    if (element === undefined) return;
    const control = this.#controlAt(element);
    this.#entries.approached(control);
    const needed = event.pointerType === 'mouse' ? this.#reveals.neededFor(control) : undefined;
    const target = this.#target(control);
    const rect = control.getBoundingClientRect();
    this.#pressed = { element: control, target, needed, rect, ...this.#drags.pointOf(event), event, isHeld: true };
    if (needed !== undefined) this.#pressed.hover = this.#targetAround(needed, control);
    this.#reveals.acted();
    const { scrolled, by } = this.#lists.neededFor(control) ?? {};
    if (scrolled === undefined) return;
    const isPage = scrolled === document.scrollingElement && globalThis === globalThis.top;
    this.#send({ kind: 'scroll', ...(isPage ? {} : { target: this.#readTarget(scrolled) }), ...by });
  }

  /** The page did something because the focus came or went. */
  refocused() {
    if (this.#pressed !== undefined) this.#pressed.isRefocusing = true;
    this.#send({ kind: 'refocused' });
  }

  /** Whatever is in an element is hovered with it, so that a text in it serves where the element itself has no name. */
  #targetAround(element, clicked) {
    const shown = clicked.textContent.trim();
    const isOwn = text => shown === '' || !text.includes(shown);
    const texts = [...(element.shadowRoot ?? element).querySelectorAll('*')].slice(0, 12);
    const inner = texts.filter(
      each => each.children.length === 0 && each.textContent.trim() !== '' && isOwn(each.textContent),
    );
    const targets = [element, ...inner.filter(each => each.checkVisibility())].map(each => {
      const target = this.#read(each);
      return { key: 'hover', ...target, locators: target.locators.filter(isOwn) };
    });
    return targets.find(({ locators }) => /^getBy(?!.*nth-of)/.test(locators[0])) ?? targets[0];
  }

  /** Before what is done to an element that is there only while the mouse is over another. */
  #emitHover(element) {
    const { hover, needed, element: pressed } = this.#pressed ?? {};
    if (hover === undefined || pressed !== element) return;
    this.#pressed.hover = undefined;
    this.#reveals.emit(needed);
    this.#send({ kind: 'hover', target: hover });
  }

  #pointerMove({ clientX, clientY }) {
    const pressed = this.#pressed;
    if (!pressed?.isHeld || pressed.isMoving || Math.hypot(clientX - pressed.x, clientY - pressed.y) < 2) return;
    pressed.isMoving = true;
    this.#drags.begin(pressed.element);
  }

  #pointerUp(event) {
    const pressed = this.#pressed;
    if (pressed === undefined || event.button !== 0) return;
    pressed.isHeld = false;
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 12) return this.#moved(event, pressed);
    if (!pressed.element.isConnected || !event.composedPath().includes(pressed.element)) this.#emitPress(pressed);
    else if (event.pointerType === 'mouse') this.#afterEvent(() => this.#emitUnlessClicked(pressed));
  }

  /** What goes when it is let go gets no click either; with a mouse that comes at once. */
  #emitUnlessClicked(pressed) {
    const isOver = pressed.isClicked || this.#pressed !== pressed || this.#isClickSent;
    if (!isOver && !pressed.element.matches(':disabled')) this.#emitPress(pressed);
  }

  /** What goes, is covered or is drawn anew while it is pressed gets no click, but is what was intended. */
  #emitPress({ element, target, event }) {
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
  #emitHeld() {
    if (this.#pressed?.isHeld) this.#emitPress(this.#pressed);
    this.#pressed = undefined;
  }

  /** A drag that the page makes of pointer events alone: onto what lies below the thing that is dragged. */
  #moved(event, pressed) {
    const { element, target, rect } = pressed;
    const isText =
      String(getSelection() ?? '') !== '' || this.#fields.isTextField(element) || this.#fields.isPicked(element);
    if (isText || event.pointerType === 'touch' || target.locators.length === 0) return;
    const below = this.#drags.below(event, pressed);
    if (below === undefined) return;
    const place = this.#drags.onto(event, element, this.#controlAt(below));
    this.#isClickSent = true;
    this.#emitDrag(event, { target, place, position: this.#drags.within(rect, pressed, place.element === element) });
  }

  #emitDrag(event, { target, place, position }) {
    const { element, rect, isAway } = place;
    const isNeeded = isAway || this.#drags.wasOn(element, this.#pressed);
    const targetPosition = this.#drags.within(rect, this.#drags.pointOf(event), isNeeded);
    this.#send({ kind: 'drag', target, onto: this.#target(element), position, targetPosition });
  }

  #click(event) {
    if (this.#pressed !== undefined) this.#pressed.isClicked = true;
    this.#entries.sent(event);
    const hit = this.#deepest(event);
    if (hit === undefined || this.#isClickSent || this.#entries.isMadeByKey(event)) return;
    const element = this.#controlAt(hit);
    if (
      /^(?:body|html|option)$/.test(element.localName) ||
      this.#fields.isSelect(element) ||
      this.#fields.isFile(element)
    )
      return;
    if (event.detail < 2) this.#emitHover(element);
    if (this.#fields.isTickable(element)) return this.#emitTick(element, event);
    if (this.#fields.isPicked(element)) return;
    // The browser clicks what the label is for.
    const labelled = hit.closest('label')?.control;
    if (element === hit && labelled && labelled !== hit) return;
    this.#send({
      kind: 'click',
      target: this.#target(element),
      count: event.detail,
      isField: this.#fields.isTextField(element),
      isRefocusing: this.#pressed?.isRefocusing === true,
      modifiers: this.#fields.modifiersOf(event),
      position: this.#drags.clickedAt(this.#drags.pointOf(event), element),
    });
  }

  /** Of a box whose tick the page takes back, or which is gone with it, nothing but the click is there to be repeated. */
  #emitTick(element, event) {
    const isTicked = element.checked;
    const target = this.#target(element);
    const click = { kind: 'click', target, count: 1, isField: false, modifiers: this.#fields.modifiersOf(event) };
    this.#afterEvent(() => {
      const shown = element.isConnected ? element : this.#deepestAt(event);
      this.#send(shown?.checked === isTicked ? { kind: 'tick', target, isTicked } : click);
    });
  }

  #rightClick(event) {
    const hit = this.#deepest(event);
    if (hit === undefined) return;
    const element = this.#controlAt(hit);
    this.#emitHover(element);
    this.#send({ kind: 'right-click', target: this.#target(element), modifiers: this.#fields.modifiersOf(event) });
  }

  #keyDown(event) {
    this.#reveals.acted();
    this.#entries.keyDown(event, this.#deepest(event));
  }

  #dragStart(event) {
    const element = this.#deepest(event)?.closest('[draggable=true], a[href], img') ?? this.#pressed?.element;
    if (element === undefined) return;
    const rect = element.getBoundingClientRect();
    this.#dragged = { element, target: this.#target(element), rect, at: this.#drags.pointOf(event) };
    this.#drags.begin(element);
  }

  /** Lists that are sorted while something is dragged over them may take no drop, so that nobody says onto what it was. */
  #dropped(event, hit) {
    if (this.#dragged === undefined) return;
    const { element, target, rect, at } = this.#dragged;
    this.#dragged = undefined;
    const place = this.#drags.onto(event, element, hit ?? element);
    if (hit === undefined && !place.isAway) return;
    this.#emitDrag(event, { target, place, position: this.#drags.within(rect, at, false) });
  }
}
