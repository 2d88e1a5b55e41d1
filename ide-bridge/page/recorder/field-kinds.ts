import type { PageEvent } from '../../../model/recording/raw-event.ts';
import type { AnyElement } from '../any-element.ts';

/** A key that is held while another is pressed or something is clicked. */
type Modifier = Extract<PageEvent, { kind: 'click' }>['modifiers'][number];

/** What is typed into, ticked, chosen or picked, and which keys do something of their own. */
export class FieldKinds {
  isSelect(element: Element | undefined): element is HTMLSelectElement {
    return element?.localName === 'select';
  }

  isFile(element: AnyElement | undefined): element is HTMLInputElement {
    return element?.localName === 'input' && element.type === 'file';
  }

  isTickable(element: AnyElement): element is HTMLInputElement {
    return element.localName === 'input' && (element.type === 'checkbox' || element.type === 'radio');
  }

  /** Fields whose value is picked rather than typed. */
  isPicked(element: AnyElement | undefined): boolean {
    return (
      element?.localName === 'input' && /^(?:date|time|month|week|datetime-local|color|range)$/.test(element.type ?? '')
    );
  }

  isTextField(element: AnyElement): boolean {
    if (element.isContentEditable || element.localName === 'textarea') return true;
    const others = /^(?:checkbox|radio|button|submit|reset|image|file|color|range|hidden)$/;
    return element.localName === 'input' && !others.test(element.type ?? '');
  }

  /**
   * Typing that is sent by its keys, those of a US keyboard: into one box of a row of them, where pages often act on the
   * key itself. What replaces a value depends on what is selected.
   */
  isTypedByKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, element: AnyElement): boolean {
    if (ctrlKey || metaKey || altKey || !/^(?:[!-~]|Backspace)$/.test(key)) return false;
    if (element.localName !== 'input' || element.maxLength !== 1 || element.value !== '') return false;
    return /^(?:text|tel|search)$/.test(element.type ?? '');
  }

  /** A field that nobody sees, through which terminals and code editors get the keys: its value is not what was typed. */
  isKeyCatcher(element: Element): boolean {
    if (element.localName !== 'textarea') return false;
    const heights = [element, element.parentElement].map((each: AnyElement | null) => each?.offsetHeight ?? Infinity);
    const isTiny = Math.min(...heights) < 3;
    return isTiny || getComputedStyle(element).opacity === '0';
  }

  /** Not a key that only holds, nor one of a chord that pastes, which is told by itself. */
  isPressable({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (/^(?:Shift|Control|Alt|Meta|AltGraph|CapsLock|Dead|Process|Unidentified|NumLock)$/.test(key)) return false;
    const isPasting = (ctrlKey || metaKey) && /^v$/i.test(key);
    return !altKey && !isPasting && /^(?: |[^\p{C}\p{Z}]|[A-Z][A-Za-z]+\d*)$/u.test(key);
  }

  /** Of what is edited as text with its formats: the outermost element that can be. */
  editingHost(element: AnyElement): AnyElement | undefined {
    let host: AnyElement | undefined;
    for (let each: AnyElement | null = element; each?.isContentEditable; each = each.parentElement) host = each;
    return host;
  }

  modifiersOf(event: MouseEvent | KeyboardEvent): Modifier[] {
    const held: [Modifier, boolean][] = [
      ['Alt', event.altKey],
      ['Control', event.ctrlKey],
      ['Meta', event.metaKey],
      ['Shift', event.shiftKey],
    ];
    return held.filter(([, isHeld]) => isHeld).map(([name]) => name);
  }

  /** As actions name it, e.g. `Control+b`. */
  chordOf(event: KeyboardEvent): string {
    const held = this.modifiersOf(event).filter(name => !(name === 'Shift' && event.key.length === 1));
    return [...held, this.nameOf(event.key)].join('+');
  }

  nameOf(key: string): string {
    return key === ' ' ? 'Space' : key;
  }

  /** Whether a person can see it: pages hide the lists for which they draw others. */
  isSeen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return isShown && width >= 2 && height >= 2 && /^(?:auto|)$/.test(getComputedStyle(element).clip);
  }

  /** Whether it is, or is in, something in a label that is pressed for itself, such as a day of the calendar of a field. */
  isWidget(element: Element): boolean {
    const widgets = '[tabindex], [role]:not([role=presentation], [role=none], [role=img], [role=text])';
    const widget = element.closest(`label, ${widgets}`);
    return widget !== null && widget.localName !== 'label';
  }

  /** A field with a list of what fits what is typed. */
  isCombobox(element: Element): boolean {
    return (
      element.getAttribute('role') === 'combobox' ||
      /^(?:list|both)$/.test(element.getAttribute('aria-autocomplete') ?? '')
    );
  }

  /** Whether a key does something that no other event tells. */
  isSentByKey(event: KeyboardEvent, element: AnyElement): boolean {
    const { key, ctrlKey, metaKey } = event;
    if (/^(?:Shift|Control|Alt|Meta|AltGraph|CapsLock|Dead|Process|Unidentified|NumLock)$/.test(key)) return false;
    if (this.isTypedByKey(event, element)) return true;
    if (this.isKeyCatcher(element)) return this.isPressable(event);
    if (this.isTextField(element)) return this.#isSentAsText(key, ctrlKey || metaKey, element);
    const isValue = this.isSelect(element) || this.isPicked(element) || this.isTickable(element);
    if (isValue) return key === 'Tab' || key === 'Escape';
    // These come as a click.
    return !(/^(?:Enter| )$/.test(key) && this.#isActivated(element));
  }

  #isSentAsText(key: string, isChord: boolean, element: AnyElement): boolean {
    if (key === 'Enter') return isChord || !(element.localName === 'textarea' || element.isContentEditable);
    if (isChord) return !/^(?:[acvxzy]|Backspace|Delete|Arrow\w+|Home|End)$/i.test(key);
    return /^(?:Escape|Tab|F\d+)$/.test(key) || (this.isCombobox(element) && /^Arrow(?:Up|Down)$/.test(key));
  }

  #isActivated(element: Element): boolean {
    return element.matches('a[href], button, summary, input, label, option');
  }
}
