import type { HiddenBy, KnownBy } from '../../../model/run/clues.ts';
import type { AnyElement, AnyRoot } from '../any-element.ts';
import type { PageIndex } from '../elements/page-index.ts';
import type { PageReach } from '../elements/page-reach.ts';
import type { CluesRequest, HiddenPlace, NearElement } from './clue-types.ts';

/** Elements that nearly are what a locator sought in vain, and why one is not seen or reached. */
export class NearElements {
  readonly #index: PageIndex;
  readonly #reach: PageReach;
  readonly #mostMs = 1_500;
  readonly #mostFound = 30;
  readonly #mostCharacters = 200;
  /** Named by what is in them. */
  readonly #telling = /^(?:button|cell|columnheader|heading|link|option|row|rowheader|tab|menuitem|treeitem|switch)$/;
  readonly #fieldRole = /^(?:textbox|searchbox|spinbutton|combobox|listbox|checkbox|radio|slider|switch)$/;
  readonly #unsaid = /^(?:html|head|body|script|style|noscript|template|title|meta|link)$/;

  constructor(index: PageIndex, reach: PageReach) {
    this.#index = index;
    this.#reach = reach;
  }

  find(elements: readonly AnyElement[], { words, isPart }: NonNullable<CluesRequest['sought']>): NearElement[] {
    const sought = this.#fold(words);
    const found: NearElement[] = [];
    const end = performance.now() + this.#mostMs;
    for (const [place, element] of elements.entries()) {
      if (found.length >= this.#mostFound || (place % 64 === 0 && performance.now() > end)) break;
      if (sought === '' || this.#unsaid.test(element.localName)) continue;
      for (const [by, name] of this.#names(element))
        if (this.#isNear(sought, this.#fold(name), isPart)) found.push(this.#row(element, by, name));
    }
    return found;
  }

  /** As a locator by role or label knows it. */
  nameOf(element: AnyElement): string {
    return this.#names(element)[0]?.[1] ?? '';
  }

  roleOf(element: Element): string | undefined {
    const role = this.#index.roleOf(element);
    return role === 'generic' || role === 'none' || role === 'presentation' ? undefined : role;
  }

  #row(element: AnyElement, by: KnownBy, name: string): NearElement {
    const hidden = this.hiddenPlace(element);
    return {
      ...{ role: this.roleOf(element), tag: element.localName, name: name.slice(0, this.#mostCharacters), by },
      isField: this.#isField(element),
      hidden,
      dialog: this.dialogBefore(element, hidden?.by === 'aria-hidden'),
    };
  }

  #isField(element: AnyElement): boolean {
    if (element.localName === 'input') return !/^(?:hidden|submit|button|reset|image)$/.test(element.type ?? '');
    const isEditable = element.getAttribute('contenteditable') !== null && element.isContentEditable === true;
    return isEditable || this.#fieldRole.test(this.#index.roleOf(element) ?? '');
  }

  #names(element: AnyElement): [KnownBy, string][] {
    const names: [KnownBy, string][] = [];
    const add = (by: KnownBy, text: string | null | undefined) => {
      const name = this.#index.text.normal(text ?? '');
      if (name !== '' && name.length <= this.#mostCharacters && !names.some(([, known]) => known === name))
        names.push([by, name]);
    };
    const isField = this.#isField(element);
    const isLabelled = element.getAttribute('aria-labelledby') === null && element.getAttribute('aria-label') !== null;
    const labels = this.#index.text.labels(element);
    for (const label of labels) add(isLabelled ? 'aria-label' : 'label', label);
    if (!isField) this.#addText(element, text => add('text', text));
    add('placeholder', element.getAttribute('placeholder'));
    add('title', element.getAttribute('title'));
    add('alt', element.getAttribute('alt'));
    if (isField && labels.length === 0) add('beside', this.#beside(element));
    return names;
  }

  #addText(element: AnyElement, add: (text: string) => void): void {
    if (this.#telling.test(this.#index.roleOf(element) ?? '')) add(this.#index.text.of(element));
    else for (const text of this.#index.text.own(element)) add(text);
  }

  /** The text right before a field, or in the cell before its own. */
  #beside(element: Element): string {
    for (let each: Element | undefined = element, rise = 0; each && rise < 3; each = each.parentElement ?? undefined) {
      for (let before = each.previousSibling; before; before = before.previousSibling) {
        const inner = before.nodeType === 1 ? this.#index.text.of(before) : '';
        const text = before.nodeType === 3 ? (before.nodeValue ?? '') : inner;
        if (text.trim() !== '') return text;
      }
      rise += 1;
    }
    return '';
  }

  /** What does not tell names apart at a glance is left out. */
  #fold(text: string): string {
    return text
      .toLowerCase()
      .replace(/[\s\u00ad\u200b-\u200d\ufeff]/g, '')
      .replace(/[‘’‚′`´]/g, "'")
      .replace(/[“”„«»″]/g, '"')
      .replace(/[‐‑‒–—−]/g, '-')
      .replace(/…/g, '...');
  }

  #isNear(sought: string, there: string, isPart: boolean): boolean {
    if (sought === there) return true;
    if (sought.length < 4) return false;
    if (isPart && there.includes(sought)) return true;
    if (Math.abs(sought.length - there.length) > 1) return false;
    let at = 0;
    while (at < sought.length && sought[at] === there[at]) at += 1;
    const more = there.length - sought.length;
    return sought.slice(more > 0 ? at : at + 1) === there.slice(more < 0 ? at : at + 1);
  }

  hiddenPlace(element: Element): HiddenPlace | undefined {
    if (element.localName === 'option') return undefined;
    const isShown = element.checkVisibility({ visibilityProperty: true }) || this.#index.isDrawn(element);
    if (!isShown) return this.#whyNotShown(element);
    if (this.#reach.isHidden(element)) return { by: 'aria-hidden' };
    return this.#index.isDrawn(element) ? undefined : { by: 'no-size' };
  }

  #whyNotShown(element: Element): HiddenPlace {
    let inner: Element | undefined;
    for (let each: Element | undefined = element; each; each = this.#reach.parent(each)) {
      const place = this.#hidingPart(each, inner);
      if (place !== undefined)
        return { ...place, by: inner === undefined || place.by !== 'display' ? place.by : 'display-around' };
      inner = each;
    }
    return { by: this.#style(element)?.visibility === 'visible' ? 'no-size' : 'visibility' };
  }

  #hidingPart(element: Element, inner: Element | undefined): HiddenPlace | undefined {
    const isClosed = element.getAttribute('open') === null;
    if (element.localName === 'details' && isClosed && inner !== undefined && inner.localName !== 'summary')
      return { by: 'closed-details', within: this.#shortName(element.querySelector('summary')) };
    if (this.#style(element)?.display !== 'none') return undefined;
    const by: HiddenBy = element.localName === 'dialog' && isClosed ? 'closed-dialog' : 'display';
    return by === 'display' ? { by } : { by, within: this.#dialogName(element) };
  }

  #style(element: Element): CSSStyleDeclaration | undefined {
    return element.ownerDocument.defaultView?.getComputedStyle(element);
  }

  #shortName(element: Element | null): string {
    return element === null ? '' : this.#index.text.of(element).slice(0, this.#mostCharacters);
  }

  #dialogName(dialog: Element): string {
    return this.#index.text.labels(dialog)[0] ?? this.#shortName(dialog.querySelector('h1, h2, h3, h4, legend'));
  }

  /** The name of the dialog that is open before it; any that is drawn where it is known to be out of reach. */
  dialogBefore(element: Element, isOutOfReach: boolean): string | undefined {
    const isInert = isOutOfReach || this.#liesInInert(element);
    const root: AnyRoot = element.ownerDocument;
    const dialogs = [
      ...(root.querySelectorAll?.('dialog[open], [role=dialog], [role=alertdialog], [aria-modal]') ?? []),
    ];
    const front = dialogs.findLast(
      each =>
        (each.matches('dialog:modal') || (isInert && this.#index.isDrawn(each))) &&
        each !== element &&
        !this.#index.contains(each, element),
    );
    return front === undefined ? undefined : this.#dialogName(front);
  }

  #liesInInert(element: Element): boolean {
    for (let each: Element | undefined = element; each; each = this.#reach.parent(each))
      if (each.getAttribute('inert') !== null) return true;
    return false;
  }
}
