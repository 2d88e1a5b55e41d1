import type { PageEvent, RecordedTarget } from '../../../model/recording/raw-event.ts';
import type { AnyElement } from '../any-element.ts';
import type { afterEvent } from './after-event.ts';
import type { FieldKinds } from './field-kinds.ts';

export interface Reporting {
  /** `isFilling`: what is typed into it may change the texts by which it was found. */
  target(element: Element, isFilling?: boolean): RecordedTarget;
  send(event: PageEvent): void;
}

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

/** Of `input`, `change` and `compositionend`. */
type EntryEvent = Pick<Event, 'type'> & { readonly inputType?: string; readonly data?: string | null };

/** Tells what is typed, chosen, picked and uploaded, and which keys are pressed. */
export class FieldEntries {
  readonly #fields: FieldKinds;
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

  constructor(fields: FieldKinds, onceEventIsOver: typeof afterEvent, { target, send }: Reporting) {
    this.#fields = fields;
    this.#onceEventIsOver = onceEventIsOver;
    this.#target = target;
    this.#send = send;
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
    if (host === undefined && !this.#fields.isTextField(element) && !this.#fields.isPicked(element)) return;
    if (event.type === 'change' && host !== undefined) return;
    const field = host ?? element;
    if (this.#fields.isKeyCatcher(field) && (event.type === 'change' || this.#isByKeys(event, field))) return;
    if (field.type === 'password') this.#secrets.add(field);
    this.#fill(field, this.#textOf(field), event);
  }

  /** What is pasted is not. Text that no key has reported comes of a composition, as `é` of two keys does. */
  #isByKeys({ type, inputType = '', data }: EntryEvent, field: Element): boolean {
    const isText = type === 'compositionend' || inputType === 'insertText';
    if (!isText || data === this.#key?.key) return this.#key !== undefined && !/^insertFrom/.test(inputType);
    const target = this.#target(field);
    for (const character of data ?? '') this.#send({ kind: 'press', target, key: this.#nameOf(character) });
    return true;
  }

  #nameOf(key: string): string {
    return key === ' ' ? 'Space' : key;
  }

  #textOf(field: AnyElement): string {
    return field.isContentEditable ? this.#linesOf(field).join('\n') : (field.value ?? '');
  }

  /** Of paragraphs one by one: between them, `innerText` has an empty line that nobody has typed. */
  #linesOf(element: AnyElement): string[] {
    const texts = [...element.childNodes].filter(node => node.nodeType !== 1 && (node.nodeValue ?? '').trim() !== '');
    const parts = [...element.children];
    const isOfBlocks = parts.length > 0 && texts.length === 0 && parts.every(part => this.#isBlock(part));
    if (isOfBlocks) return parts.flatMap(part => this.#linesOf(part));
    return [(element.innerText ?? '').replace(/\n$/, '')];
  }

  #isBlock(element: Element): boolean {
    return /^(?:block|flow-root|list-item|flex|grid)$/.test(getComputedStyle(element).display);
  }

  /** What is chosen in a shadow root is reported outside of it by `input` alone. */
  #chosen({ type }: EntryEvent, element: AnyElement): void {
    if (type !== 'change' && element.getRootNode() === document) return;
    if (this.#fields.isFile(element)) this.#upload(element);
    else if (this.#fields.isSelect(element)) this.#choose(element);
  }

  /** Leaving a field sends once more what typing sent. */
  #fill(field: AnyElement, value: string, { type, inputType, data }: EntryEvent): void {
    if (type === 'change' && this.#values.get(field) === value) return;
    this.#values.set(field, value);
    if (this.#fields.isPicked(field)) this.#onceOver(() => this.#reportReset(field));
    // The key has reported it.
    if (inputType === 'insertText' && this.#key?.typedInto === field) return;
    const target = this.#target(field, true);
    this.#typed = { field, value, locator: target.locators[0], isKept: false };
    const isLeft = type === 'change' || undefined;
    this.#send({ kind: 'fill', target, value, isSecret: this.#secrets.has(field), isLeft });
    if (field.isContentEditable && /^[)\]}>'"`]$/.test(data ?? ''))
      this.#onceOver(() => this.#fillTypedOver(field, value));
  }

  /** Editors of code take back a bracket that stands there already, which they have closed by themselves. */
  #fillTypedOver(field: AnyElement, value: string): void {
    const now = this.#textOf(field);
    if (now.length === value.length - 1) this.#fill(field, now, { type: 'input' });
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
    if (element !== undefined && this.#values.has(element)) this.#reportReset(element);
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
  begun(element: AnyElement | undefined): void {
    this.#doWhatIsDue();
    if (element === undefined || !this.#fields.isTextField(element)) return;
    const emptied = this.#fields.editingHost(element) ?? element;
    if (this.#textOf(emptied) !== '') return;
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
    if (event.key === 'Enter') this.sent(event);
    this.approached(element);
    if (element === undefined || this.#isComposing || event.isComposing || event.repeat) return;
    const isTyped = this.#fields.isTypedByKey(event, element);
    // A secret is sent by its value alone.
    if (isTyped && this.#secrets.has(element)) return;
    if (!this.#fields.isSentByKey(event, element)) {
      this.#emitOwnKey(event, element);
      return;
    }
    this.#key = { key: event.key, at: event.timeStamp, typedInto: isTyped ? element : undefined };
    const held = this.#fields.modifiersOf(event).filter(name => !(name === 'Shift' && event.key.length === 1));
    const isNowhere = /^(?:body|html)$/.test(element.localName);
    const target = isNowhere ? {} : { target: this.#target(this.#fields.editingHost(element) ?? element) };
    const key = this.#nameOf(event.key);
    this.#send({ kind: 'press', ...target, key: [...held, key].join('+'), isTyped });
  }

  /**
   * The page may take a key from the browser, which then tells of no new value: sliders of its own making do, and so do
   * fields of several lines that are sent by Enter. An editor of its own making breaks the line, which is text.
   */
  #emitOwnKey(event: KeyboardEvent, element: AnyElement): void {
    const { key } = event;
    const field = this.#fields.editingHost(element) ?? element;
    const isSending = key === 'Enter' && this.#fields.isTextField(field);
    if (!isSending && !(this.#fields.isPicked(field) && /^(?:Arrow|Page|Home$|End$)/.test(key))) return;
    const target = this.#target(field);
    const { length } = this.#textOf(field);
    this.#onceOver(() => {
      const isText = isSending && this.#textOf(field).length > length;
      if (event.defaultPrevented && !isText) this.#send({ kind: 'press', target, key });
    });
  }

  /** Enter in a field has the browser click the button that sends the form. */
  isMadeByKey(event: UIEvent): boolean {
    const key = this.#key;
    return event.detail === 0 && key?.key === 'Enter' && event.timeStamp - key.at < 300;
  }
}
