/**
 * Runs inside the page, in a world of our own: what is typed into, ticked, chosen or picked, and which keys do something
 * of their own. Sent as source text, so it uses nothing from outside.
 */
export class FieldKinds {
  isSelect(element) {
    return element?.localName === 'select';
  }

  isFile(element) {
    return element?.localName === 'input' && element.type === 'file';
  }

  isTickable(element) {
    return element.localName === 'input' && (element.type === 'checkbox' || element.type === 'radio');
  }

  /** Fields whose value is picked rather than typed. */
  isPicked(element) {
    return (
      element?.localName === 'input' && /^(?:date|time|month|week|datetime-local|color|range)$/.test(element.type ?? '')
    );
  }

  isTextField(element) {
    if (element.isContentEditable || element.localName === 'textarea') return true;
    const others = /^(?:checkbox|radio|button|submit|reset|image|file|color|range|hidden)$/;
    return element.localName === 'input' && !others.test(element.type ?? '');
  }

  /**
   * Typing that is sent by its keys, those of a US keyboard: into one box of a row of them, where pages often act on the
   * key itself. What replaces a value depends on what is selected.
   */
  isTypedByKey({ key, ctrlKey, metaKey, altKey }, element) {
    if (ctrlKey || metaKey || altKey || !/^(?:[!-~]|Backspace)$/.test(key)) return false;
    if (element.localName !== 'input' || element.maxLength !== 1 || element.value !== '') return false;
    return /^(?:text|tel|search)$/.test(element.type ?? '');
  }

  /** A field that nobody sees, through which terminals and code editors get the keys: its value is not what was typed. */
  isKeyCatcher(element) {
    if (element.localName !== 'textarea') return false;
    const isTiny = [element, element.parentElement].some(each => each?.offsetHeight < 3);
    return isTiny || getComputedStyle(element).opacity === '0';
  }

  #isPressable({ key, ctrlKey, metaKey, altKey }) {
    const isPasting = (ctrlKey || metaKey) && /^v$/i.test(key);
    return !altKey && !isPasting && /^(?: |[^\p{C}\p{Z}]|[A-Z][A-Za-z]+\d*)$/u.test(key);
  }

  editingHost(element) {
    if (!element.isContentEditable) return undefined;
    let host = element;
    while (host.parentElement?.isContentEditable) host = host.parentElement;
    return host;
  }

  modifiersOf(event) {
    const held = { Alt: event.altKey, Control: event.ctrlKey, Meta: event.metaKey, Shift: event.shiftKey };
    return Object.keys(held).filter(name => held[name]);
  }

  /** Whether a key does something that no other event tells. */
  isSentByKey(event, element) {
    const { key, ctrlKey, metaKey } = event;
    if (/^(?:Shift|Control|Alt|Meta|AltGraph|CapsLock|Dead|Process|Unidentified|NumLock)$/.test(key)) return false;
    if (this.isTypedByKey(event, element)) return true;
    if (this.isKeyCatcher(element)) return this.#isPressable(event);
    if (this.isTextField(element)) return this.#isSentAsText(key, ctrlKey || metaKey, element);
    const isValue = this.isSelect(element) || this.isPicked(element) || this.isTickable(element);
    if (isValue) return key === 'Tab' || key === 'Escape';
    // These come as a click.
    return !(/^(?:Enter| )$/.test(key) && this.#isActivated(element));
  }

  #isSentAsText(key, isChord, element) {
    if (key === 'Enter') return isChord || !(element.localName === 'textarea' || element.isContentEditable);
    if (isChord) return !/^(?:[acvxzy]|Backspace|Delete|Arrow\w+|Home|End)$/i.test(key);
    const isList = element.getAttribute('role') === 'combobox' || element.hasAttribute('aria-autocomplete');
    return /^(?:Escape|Tab|F\d+)$/.test(key) || (isList && /^Arrow(?:Up|Down)$/.test(key));
  }

  #isActivated(element) {
    return element.matches('a[href], button, summary, input, label, option');
  }
}
