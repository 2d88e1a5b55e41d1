/**
 * Runs inside the page, in a world of our own: tells what is typed, chosen, picked and uploaded, and which keys are
 * pressed. Sent as source text, so it uses nothing from outside.
 */
export class FieldEntries {
  #fields;
  #afterEvent;
  #target;
  #send;
  #key;
  #secrets = new WeakSet();
  #values = new WeakMap();
  #isComposing = false;
  /** Work that waits until an event is over. */
  #due = new Set();
  /** What was typed last. `isKept`: it was still in the field after the key or click that sends it. */
  #typed;

  constructor(fields, afterEvent, { target, send }) {
    this.#fields = fields;
    this.#afterEvent = afterEvent;
    this.#target = target;
    this.#send = send;
  }

  /** Once the event is over: on a busy page the next key may come sooner, which then has the work done first. */
  #onceOver(work) {
    const due = () => this.#due.delete(due) && work();
    this.#due.add(due);
    this.#afterEvent(due);
  }

  #doWhatIsDue() {
    for (const due of this.#due) due();
  }

  /** Of the field with the focus, which others may have filled: whoever leaves it has not typed that. */
  found(element) {
    const field = element && (this.#fields.editingHost(element) ?? element);
    if (field && this.#fields.isTextField(field)) this.#values.set(field, this.#textOf(field));
  }

  composing() {
    this.#isComposing = true;
  }

  composed(event, element) {
    this.#isComposing = false;
    this.entered(event, element);
  }

  /** Of `input` and `change`. */
  entered(event, element) {
    if (element === undefined || this.#fields.isTickable(element)) return;
    if (this.#fields.isFile(element) || this.#fields.isSelect(element)) return this.#chosen(event, element);
    const host = this.#fields.editingHost(element);
    if (host === undefined && !this.#fields.isTextField(element) && !this.#fields.isPicked(element)) return;
    if (event.type === 'change' && host !== undefined) return;
    const field = host ?? element;
    if (this.#fields.isKeyCatcher(field) && (event.type === 'change' || this.#isByKeys(event, field))) return;
    if (field.type === 'password') this.#secrets.add(field);
    this.#fill(field, this.#textOf(field), event);
  }

  /** What is pasted is not. Text that no key has reported comes of a composition, as `é` of two keys does. */
  #isByKeys({ type, inputType, data }, field) {
    const isText = type === 'compositionend' || inputType === 'insertText';
    if (!isText || data === this.#key?.key) return this.#key?.isSent === true && !/^insertFrom/.test(inputType);
    const target = this.#target(field);
    for (const character of data ?? '') this.#send({ kind: 'press', target, key: this.#nameOf(character) });
    return true;
  }

  #nameOf(key) {
    return key === ' ' ? 'Space' : key;
  }

  #textOf(field) {
    return field.isContentEditable ? this.#linesOf(field).join('\n') : field.value;
  }

  /** Of paragraphs one by one: between them, `innerText` has an empty line that nobody has typed. */
  #linesOf(element) {
    const parts = [...element.childNodes].filter(({ nodeType, data = '' }) => nodeType === 1 || data.trim() !== '');
    const isOfBlocks = parts.length > 0 && parts.every(part => part.nodeType === 1 && this.#isBlock(part));
    return isOfBlocks ? parts.flatMap(part => this.#linesOf(part)) : [element.innerText.replace(/\n$/, '')];
  }

  #isBlock(element) {
    return /^(?:block|flow-root|list-item|flex|grid)$/.test(getComputedStyle(element).display);
  }

  /** What is chosen in a shadow root is reported outside of it by `input` alone. */
  #chosen({ type }, element) {
    if (type !== 'change' && element.getRootNode() === document) return;
    if (this.#fields.isFile(element)) this.#upload(element);
    else this.#choose(element);
  }

  /** Leaving a field sends once more what typing sent. */
  #fill(field, value, { type, inputType, data }) {
    if (type === 'change' && this.#values.get(field) === value) return;
    this.#values.set(field, value);
    if (this.#fields.isPicked(field)) this.#onceOver(() => this.#reportReset(field));
    // The key has reported it.
    if (inputType === 'insertText' && this.#key?.typedInto === field) return;
    const target = this.#target(field, true);
    this.#typed = { field, value, locator: target.locators[0], isKept: false };
    const isLeft = type === 'change' || undefined;
    this.#send({ kind: 'fill', target, value, isSecret: this.#secrets.has(field), isLeft });
    if (field.isContentEditable && /^[)\]}>'"`]$/.test(data)) this.#onceOver(() => this.#fillTypedOver(field, value));
  }

  /** Editors of code take back a bracket that stands there already, which they have closed by themselves. */
  #fillTypedOver(field, value) {
    const now = this.#textOf(field);
    if (now.length === value.length - 1) this.#fill(field, now, { type: 'input' });
  }

  #valueOf(field) {
    if (this.#fields.isSelect(field)) return [...field.selectedOptions].map(({ index }) => index).join();
    return this.#fields.isFile(field) ? [...field.files].map(({ name }) => name).join() : this.#textOf(field);
  }

  /**
   * What is entered next does not replace what the page has taken out of the field. In other fields than lists, a value
   * that the page puts in may be what was entered, rounded or formatted.
   */
  #reportReset(field) {
    const known = this.#values.get(field);
    const now = this.#valueOf(field);
    if (!known || now === known || !(now === '' || this.#fields.isSelect(field))) return;
    this.#values.set(field, now);
    this.#send({ kind: 'reset', target: this.#target(field, true) });
  }

  /** Of keys, and of the mouse when it is pressed: a person is about to change the field. */
  approached(element) {
    this.#doWhatIsDue();
    if (this.#values.has(element)) this.#reportReset(element);
  }

  /** Of keys, clicks and `submit`, any of which may send what was typed. `submit` comes last, so it decides. */
  sent({ type }) {
    const typed = this.#typed;
    if (typed === undefined || (typed.isKept && type !== 'submit')) return;
    this.#afterEvent(() => {
      typed.isKept = typed.field.isConnected && this.#textOf(typed.field) === typed.value;
    });
  }

  /** Of `beforeinput`. A run must not type into a field again before the page has emptied it. */
  begun(element) {
    this.#doWhatIsDue();
    if (!this.#fields.isTextField(element)) return;
    const emptied = this.#fields.editingHost(element) ?? element;
    if (this.#textOf(emptied) !== '') return;
    if (!this.#typed?.isKept) return this.#reportReset(emptied);
    const { field, locator } = this.#typed;
    const target = this.#target(emptied, true);
    if (emptied !== field && (field.isConnected || target.locators[0] !== locator)) return;
    this.#typed = undefined;
    this.#send({ kind: 'emptied', target, isEditable: emptied.isContentEditable || undefined });
  }

  #choose(element) {
    const options = [...element.options];
    const shown = option => option.label.replace(/\s+/g, ' ').trim();
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

  #remember(element) {
    this.#values.set(element, this.#valueOf(element));
    this.#onceOver(() => this.#reportReset(element));
  }

  #upload(element) {
    const files = [...element.files];
    if (files.length === 0) return;
    this.#send({ kind: 'upload', target: this.#target(element), files: files.map(({ name }) => name) });
    this.#remember(element);
    for (const file of files) if (file.size <= 10_000_000) this.#emitContent(file);
  }

  #emitContent(file) {
    const reader = new FileReader();
    reader.onload = () => {
      const text = String(reader.result);
      this.#send({ kind: 'file-content', name: file.name, base64: text.slice(text.indexOf(',') + 1) });
    };
    reader.readAsDataURL(file);
  }

  keyDown(event, element) {
    this.#key = undefined;
    if (event.key === 'Enter') this.sent(event);
    this.approached(element);
    if (element === undefined || this.#isComposing || event.isComposing || event.repeat) return;
    const isTyped = this.#fields.isTypedByKey(event, element);
    // A secret is sent by its value alone.
    if (isTyped && this.#secrets.has(element)) return;
    if (!this.#fields.isSentByKey(event, element)) return this.#emitOwnKey(event, element);
    this.#key = { key: event.key, at: event.timeStamp, isSent: true, typedInto: isTyped ? element : undefined };
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
  #emitOwnKey(event, element) {
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
  isMadeByKey(event) {
    const key = this.#key;
    return event.detail === 0 && key?.key === 'Enter' && key.isSent && event.timeStamp - key.at < 300;
  }
}
