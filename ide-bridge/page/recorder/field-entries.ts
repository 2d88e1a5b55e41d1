import type { AnyElement } from '../any-element.ts';
import type { afterEvent } from './after-event.ts';
import type { FieldKinds } from './field-kinds.ts';
import type { OfferedOptions } from './offered-options.ts';
import type { EntryEvent, PutCaret, Reporting } from './reporting.ts';
import type { RichContent } from './rich-content.ts';
import type { RichEntries } from './rich-entries.ts';

/** The last key that was sent; `at` is the time of its event. */
interface PressedKey {
  key: string;
  at: number;
  /** The field whose text the key says. */
  typedInto: Element | undefined;
}

/** What was typed last. `isKept`: it was still in the field after the key or click that sends it. */
interface TypedText {
  field: AnyElement;
  value: string;
  locator: string | undefined;
  isKept: boolean;
}

interface EntryParts {
  fields: FieldKinds;
  content: RichContent;
  options: OfferedOptions;
  afterEvent: typeof afterEvent;
  richOf(
    onceOver: (work: () => void) => void,
    reporting: Reporting & { typed(host: AnyElement, text: string): void },
  ): RichEntries;
}

/** Tells what is typed, chosen, picked and uploaded, and which keys are pressed. */
export class FieldEntries {
  readonly #fields: FieldKinds;
  readonly #content: RichContent;
  readonly #options: OfferedOptions;
  readonly #rich: RichEntries;
  readonly #onceEventIsOver: typeof afterEvent;
  readonly #target: Reporting['target'];
  readonly #send: Reporting['send'];
  #key: PressedKey | undefined;
  readonly #secrets = new WeakSet<Element>();
  readonly #values = new WeakMap<Element, string>();
  #isComposing = false;
  /** Work that waits until an event is over. */
  readonly #due = new Set<() => void>();
  #typed: TypedText | undefined;
  /** Fields that were empty when somebody began to type into them. */
  readonly #begunEmpty = new WeakSet<Element>();

  constructor(
    { fields, content, options, afterEvent: onceEventIsOver, richOf }: EntryParts,
    { target, send }: Reporting,
  ) {
    this.#fields = fields;
    this.#content = content;
    this.#options = options;
    this.#onceEventIsOver = onceEventIsOver;
    this.#target = target;
    this.#send = send;
    const typed = (host: AnyElement, text: string) => {
      this.#values.set(host, text);
      this.#typed = { field: host, value: text, locator: target(host, true).locators[0], isKept: false };
    };
    this.#rich = richOf(work => this.#onceOver(work), { target, send, typed });
  }

  /** Before anything is told. */
  interrupted(): void {
    this.#rich.interrupted();
  }

  caretPut(host: AnyElement, put: PutCaret): void {
    this.#rich.caretPut(host, put);
  }

  isRich(host: AnyElement): boolean {
    return this.#rich.isRich(host);
  }

  /** Once the event is over: on a busy page the next key may come sooner, which then has the work done first. */
  #onceOver(work: () => void): void {
    const due = () => {
      if (this.#due.delete(due)) work();
    };
    this.#due.add(due);
    this.#onceEventIsOver(due);
  }

  #doWhatIsDue(): void {
    for (const due of this.#due) due();
  }

  /** Of the field with the focus, which others may have filled: whoever leaves it has not typed that. */
  found(element: AnyElement | null): void {
    const field = element && (this.#fields.editingHost(element) ?? element);
    if (field && this.#fields.isTextField(field)) this.#values.set(field, this.#textOf(field));
  }

  composing(): void {
    this.#isComposing = true;
  }

  composed(event: CompositionEvent, element: AnyElement | undefined): void {
    this.#isComposing = false;
    this.entered(event, element);
  }

  /** Of `input` and `change`. */
  entered(event: EntryEvent, element: AnyElement | undefined): void {
    if (element === undefined || this.#fields.isTickable(element)) return;
    if (this.#fields.isFile(element) || this.#fields.isSelect(element)) {
      this.#chosen(event, element);
      return;
    }
    const host = this.#fields.editingHost(element);
    if (host !== undefined) {
      if (event.type !== 'change') this.#rich.entered(event, host);
      return;
    }
    if (!this.#fields.isTextField(element) && !this.#fields.isPicked(element)) return;
    if (this.#fields.isKeyCatcher(element) && (event.type === 'change' || this.#isByKeys(event, element))) return;
    if (element.type === 'password') this.#secrets.add(element);
    this.#fill(element, this.#textOf(element), event);
  }

  /** What is pasted is told by itself. Text that no key has reported comes of a composition, as `é` of two keys does. */
  #isByKeys({ type, inputType = '', data }: EntryEvent, field: Element): boolean {
    const isText = type === 'compositionend' || inputType === 'insertText';
    if (!isText || data === this.#key?.key) return this.#key !== undefined || inputType === 'insertFromPaste';
    const target = this.#target(field);
    for (const character of data ?? '') this.#send({ kind: 'press', target, key: this.#fields.nameOf(character) });
    return true;
  }

  /**
   * Where the page takes what is pasted, or it does not stay in the field. In other fields the value tells of it.
   */
  pasted(event: ClipboardEvent, element: AnyElement | undefined): void {
    if (element === undefined) return;
    const host = this.#fields.editingHost(element);
    if (host !== undefined) {
      this.#rich.pasted(event, host);
      return;
    }
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text === '' || this.#secrets.has(element) || element.type === 'password') return;
    const target = this.#target(element);
    const isCaught = this.#fields.isKeyCatcher(element);
    this.#onceOver(() => {
      if (isCaught || event.defaultPrevented) this.#send({ kind: 'paste', target, text });
    });
  }

  #textOf(field: AnyElement): string {
    return field.isContentEditable ? this.#content.textOf(field) : (field.value ?? '');
  }

  /** What is chosen in a shadow root is reported outside of it by `input` alone. */
  #chosen({ type }: EntryEvent, element: AnyElement): void {
    if (type !== 'change' && element.getRootNode() === document) return;
    if (this.#fields.isFile(element)) this.#upload(element);
    else if (this.#fields.isSelect(element)) this.#choose(element);
  }

  /** Leaving a field sends once more what typing sent. */
  #fill(field: AnyElement, value: string, { type, inputType }: EntryEvent): void {
    if (type === 'change' && this.#values.get(field) === value) return;
    this.#values.set(field, value);
    if (this.#fields.isPicked(field)) this.#onceOver(() => this.#reportReset(field));
    // The key has reported it.
    if (inputType === 'insertText' && this.#key?.typedInto === field) return;
    const target = this.#target(field, true);
    this.#typed = { field, value, locator: target.locators[0], isKept: false };
    const isLeft = type === 'change' || undefined;
    const isByKeys = (this.#fields.isCombobox(field) && this.#begunEmpty.has(field)) || undefined;
    this.#send({ kind: 'fill', target, value, isSecret: this.#secrets.has(field), isLeft, isByKeys });
  }

  #valueOf(field: AnyElement): string {
    if (this.#fields.isSelect(field)) return [...field.selectedOptions].map(({ index }) => index).join();
    return this.#fields.isFile(field) ? this.#namesOf(field).join() : this.#textOf(field);
  }

  #namesOf({ files }: HTMLInputElement): string[] {
    return [...(files ?? [])].map(({ name }) => name);
  }

  /**
   * What is entered next does not replace what the page has taken out of the field. In other fields than lists, a value
   * that the page puts in may be what was entered, rounded or formatted.
   */
  #reportReset(field: AnyElement): void {
    const known = this.#values.get(field);
    const now = this.#valueOf(field);
    if (!known || now === known || !(now === '' || this.#fields.isSelect(field))) return;
    this.#values.set(field, now);
    this.#send({ kind: 'reset', target: this.#target(field, true) });
  }

  /** Of keys, and of the mouse when it is pressed: a person is about to change the field. */
  approached(element: AnyElement | undefined): void {
    this.#doWhatIsDue();
    if (element === undefined) return;
    this.#rich.approached(element);
    if (this.#values.has(element)) this.#reportReset(element);
  }

  /** Of keys, clicks and `submit`, any of which may send what was typed. `submit` comes last, so it decides. */
  sent({ type }: Event): void {
    const typed = this.#typed;
    if (typed === undefined || (typed.isKept && type !== 'submit')) return;
    this.#onceEventIsOver(() => {
      typed.isKept = typed.field.isConnected && this.#textOf(typed.field) === typed.value;
    });
  }

  /** Of `beforeinput`. A run must not type into a field again before the page has emptied it. */
  begun(event: InputEvent, element: AnyElement | undefined): void {
    this.#doWhatIsDue();
    if (element === undefined || !this.#fields.isTextField(element)) return;
    const host = this.#fields.editingHost(element);
    const emptied = host ?? element;
    const isEmpty = this.#textOf(emptied) === '';
    if (isEmpty) this.#reportEmptied(emptied);
    if (host !== undefined) this.#rich.begun(event, host);
    else if (isEmpty) this.#begunEmpty.add(element);
    else if (this.#typed?.field !== element) this.#begunEmpty.delete(element);
  }

  #reportEmptied(emptied: AnyElement): void {
    const typed = this.#typed;
    if (!typed?.isKept) {
      this.#reportReset(emptied);
      return;
    }
    const { field, locator } = typed;
    const target = this.#target(emptied, true);
    if (emptied !== field && (field.isConnected || target.locators[0] !== locator)) return;
    this.#typed = undefined;
    this.#send({ kind: 'emptied', target, isEditable: emptied.isContentEditable || undefined });
  }

  #choose(element: HTMLSelectElement): void {
    const options = [...element.options];
    const shown = (option: HTMLOptionElement) => option.label.replace(/\s+/g, ' ').trim();
    const values = options
      .filter(option => option.selected)
      .map(option => {
        const label = shown(option);
        const isUnique = label !== '' && options.filter(other => shown(other) === label).length === 1;
        return isUnique ? label : option.value;
      });
    if (values.length === 0) return;
    this.#send({ kind: 'choose', target: this.#target(element), values });
    this.#remember(element);
  }

  #remember(element: AnyElement): void {
    this.#values.set(element, this.#valueOf(element));
    this.#onceOver(() => this.#reportReset(element));
  }

  #upload(element: HTMLInputElement): void {
    const files = [...(element.files ?? [])];
    if (files.length === 0) return;
    this.#send({ kind: 'upload', target: this.#target(element), files: this.#namesOf(element) });
    this.#remember(element);
    for (const file of files) if (file.size <= 10_000_000) this.#emitContent(file);
  }

  #emitContent(file: File): void {
    const reader = new FileReader();
    reader.onload = () => {
      const text = String(reader.result);
      this.#send({ kind: 'file-content', name: file.name, base64: text.slice(text.indexOf(',') + 1) });
    };
    reader.readAsDataURL(file);
  }

  keyDown(event: KeyboardEvent, element: AnyElement | undefined): void {
    this.#key = undefined;
    this.approached(element);
    if (event.key === 'Enter') this.sent(event);
    if (element === undefined || this.#isComposing || event.isComposing) return;
    const host = this.#fields.editingHost(element);
    if (host !== undefined) this.#keyIntoHost(event, host);
    if (host !== undefined || event.repeat) return;
    // It stays one when the page shows it later.
    if (element.type === 'password') this.#secrets.add(element);
    const isTyped = this.#fields.isTypedByKey(event, element);
    // A secret is sent by its value alone.
    if (isTyped && this.#secrets.has(element)) return;
    if (!this.#fields.isSentByKey(event, element)) {
      this.#emitOwnKey(event, element);
      return;
    }
    this.#key = { key: event.key, at: event.timeStamp, typedInto: isTyped ? element : undefined };
    const isNowhere = /^(?:body|html)$/.test(element.localName);
    const awaited = isNowhere ? undefined : this.#options.awaitedBy(event.key, element);
    this.#send({
      kind: 'press',
      ...(isNowhere ? {} : { target: this.#target(element) }),
      key: this.#fields.chordOf(event),
      isTyped,
      ...(awaited && { awaited: this.#target(awaited) }),
    });
  }

  #keyIntoHost(event: KeyboardEvent, host: AnyElement): void {
    if (this.#textOf(host) === '' && event.key.length === 1) this.#reportEmptied(host);
    this.#rich.keyDown(event, host);
  }

  /**
   * The page may take a key from the browser, which then tells of no new value: sliders of its own making do, fields of
   * several lines that are sent by Enter, and fields that write each key themselves.
   */
  #emitOwnKey(event: KeyboardEvent, field: AnyElement): void {
    const { key } = event;
    const isSending = key === 'Enter' && this.#fields.isTextField(field);
    const isPicking = this.#fields.isPicked(field) && /^(?:Arrow|Page|Home$|End$)/.test(key);
    const isTyping = this.#fields.isTextField(field) && /^(?:.|Backspace|Delete)$/u.test(key);
    if (!isSending && !isPicking && !isTyping) return;
    const target = this.#target(field);
    const value = this.#textOf(field);
    this.#onceOver(() => {
      if (!event.defaultPrevented) return;
      const now = this.#textOf(field);
      const isOwn = isTyping ? now !== value : !(isSending && now.length > value.length);
      if (!isOwn) return;
      // A secret is sent by its value alone.
      if (isTyping && this.#secrets.has(field)) this.#fill(field, now, { type: 'input' });
      else this.#send({ kind: 'press', target, key: this.#fields.chordOf(event), isTyped: isTyping || undefined });
    });
  }

  /** Enter in a field has the browser click the button that sends the form. */
  isMadeByKey(event: UIEvent): boolean {
    const key = this.#key;
    return event.detail === 0 && key?.key === 'Enter' && event.timeStamp - key.at < 300;
  }
}
