import type { AnyRoot } from '../any-element.ts';
import type { PageContainers } from './page-containers.ts';
import type { CardAnswer } from './page-facts-types.ts';
import type { PageText } from './page-text.ts';

interface CardQuestion {
  like: readonly Element[];
  said(text: string): readonly Element[];
}

/**
 * Runs inside the page: finds what has no role, such as a card, by a text that occurs only in it. Recordings use the
 * same rules.
 */
export class PageCards {
  readonly #text: PageText;
  readonly #containers: PageContainers;

  constructor(text: PageText, containers: PageContainers) {
    this.#text = text;
    this.#containers = containers;
  }

  of(element: Element, { like, said }: CardQuestion): CardAnswer | undefined {
    // With more candidates each question takes too long.
    if (like.length > 200) return undefined;
    for (const container of this.#around(element).slice(0, 12)) {
      if (/^(?:A|BUTTON|LABEL|P|SPAN|UL|OL|TABLE|TBODY|BODY|HTML)$/.test(container.nodeName)) continue;
      const css = container.nodeName.toLowerCase();
      for (const hasText of this.#keysOf(container, element).filter(text => said(text).length === 1)) {
        const fit = this.#fit(element, like, { tag: container.nodeName, text: hasText.toLowerCase() });
        if (fit !== undefined) return { css, hasText, ...fit };
      }
    }
    return undefined;
  }

  #around(element: Element): Element[] {
    const found: Element[] = [];
    for (let each = this.#containers.parent(element); each; each = this.#containers.parent(each)) found.push(each);
    return found;
  }

  /** Alone among all with the text, else in the innermost of them. */
  #fit(element: Element, like: readonly Element[], said: { tag: string; text: string }) {
    const isAlone = (held: readonly Element[]) => held.every(each => each === element);
    const all = this.#cards(like, said);
    if ([...all.values()].every(isAlone)) return {};
    const part = this.#part(element);
    const root: AnyRoot = element.getRootNode();
    const cards = [...this.#cards([...(root.querySelectorAll?.(part) ?? [])], said).keys()];
    const innermost = cards.filter(card => !cards.some(other => other !== card && card.contains(other)));
    const [only] = innermost;
    const held = innermost.length === 1 && only ? (all.get(only) ?? []) : [];
    return held.length > 0 && isAlone(held) ? { part } : undefined;
  }

  #cards(elements: readonly Element[], { tag, text }: { tag: string; text: string }) {
    const cards = new Map<Element, Element[]>();
    for (const each of elements)
      for (const card of this.#around(each)) {
        if (card.nodeName !== tag || !this.#text.of(card).toLowerCase().includes(text)) continue;
        cards.set(card, [...(cards.get(card) ?? []), each]);
      }
    return cards;
  }

  #part(element: Element): string {
    const role = element.getAttribute('role');
    return role === null ? element.nodeName.toLowerCase() : `[role=${JSON.stringify(role)}]`;
  }

  /** Texts that tell it from similar ones, best first: numbers change. */
  #keysOf(container: Element, element: Element): string[] {
    const keys =
      'h1, h2, h3, h4, h5, h6, th, td, dt, strong, b, a, label, [role=heading], [role=rowheader], [role=cell], span, p, :not(:has(*))';
    const texts = [...container.querySelectorAll(keys)]
      .filter(each => !each.contains(element) && !element.contains(each))
      .map(each => this.#text.of(each))
      .filter(text => text.length <= 60 && /[\p{L}\p{N}]/u.test(text));
    const found = [...new Set(texts)];
    return [...found.filter(text => !/\d/.test(text)), ...found.filter(text => /\d/.test(text))].slice(0, 3);
  }
}
