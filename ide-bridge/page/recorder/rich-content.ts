import type { AnyElement } from '../any-element.ts';

/** What is in something that is edited as text with formats, an editing host, and whether its text says all of it. */
export class RichContent {
  /** Of paragraphs one by one: between them, `innerText` has an empty line that nobody has typed. */
  textOf(host: AnyElement): string {
    return this.#linesOf(host).join('\n');
  }

  /** Two of the same look the same. */
  stateOf(host: Element): string {
    return host.innerHTML;
  }

  /** Whether nothing is in it, nor any format begun. */
  isBare(host: AnyElement): boolean {
    return this.#squeezed(host.textContent ?? '') === '' && this.isPlain(host);
  }

  /** Whether lines of text are all that is in it: no list, mark, mention or picture, which a text would not bring back. */
  isPlain(host: AnyElement): boolean {
    return [...host.querySelectorAll('*')].every(each => this.#isOfText(each));
  }

  /** Whether two texts are the same but for the spaces between words, which editors write in their own ways. */
  isSame(text: string, other: string): boolean {
    return this.#squeezed(text) === this.#squeezed(other);
  }

  /** Whether all of a host with a text is selected, so that what is typed takes its place. */
  isAllSelected(host: AnyElement): boolean {
    const selection = getSelection();
    const text = this.#squeezed(host.innerText ?? '');
    if (selection === null || selection.isCollapsed || !host.contains(selection.anchorNode) || text === '')
      return false;
    return this.#squeezed(String(selection)) === text;
  }

  /** Whether a part of it is selected. */
  isSelectedIn(host: AnyElement): boolean {
    const selection = getSelection();
    return selection !== null && !selection.isCollapsed && host.contains(selection.anchorNode);
  }

  /** What a page writes for its own ends is on lines and in spans without a look of their own. */
  #isOfText(element: AnyElement): boolean {
    if (!/^(?:p|div|br|span)$/.test(element.localName) || element.getAttribute('contenteditable') === 'false')
      return false;
    const style = (element.getAttribute('style') ?? '').replace(/\bwhite-space:[^;]*;?/g, '').trim();
    return style === '' && (element.localName !== 'span' || element.classList.length === 0);
  }

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

  /** Editors put marks without a width where the caret would find no place. */
  #squeezed(text: string): string {
    return text.replace(/[\s\u200b\ufeff]+/g, '');
  }
}
