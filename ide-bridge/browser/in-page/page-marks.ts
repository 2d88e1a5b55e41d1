import type { PageContainers } from './page-containers.ts';
import type { DirectFact, DomElement } from './page-facts-types.ts';
import type { PageText } from './page-text.ts';

/**
 * Runs inside the page: what marks out an element that has neither name, label nor id to itself. The class is sent as
 * source text, so it uses nothing from outside.
 */
export class PageMarks {
  readonly #text: PageText;
  readonly #containers: PageContainers;
  readonly #isGenerated: (value: string) => boolean;
  readonly #like = new Map<string, DomElement[]>();

  constructor(text: PageText, containers: PageContainers, isGenerated: (value: string) => boolean) {
    this.#isGenerated = isGenerated;
    this.#text = text;
    this.#containers = containers;
  }

  clear(): void {
    this.#like.clear();
  }

  /** An attribute or a class that no other element has, or the text among those with the same class. */
  of(element: DomElement, elements: readonly DomElement[]): DirectFact | undefined {
    const like = this.#likes(elements);
    const own = this.#marks(element).find(css => like.get(css)?.length === 1);
    return own === undefined ? this.#byText(element) : { css: own };
  }

  /** Which of those with the same class, or of the same kind. */
  counted(element: DomElement, elements: readonly DomElement[]): DirectFact {
    const [name] = this.#classes(element);
    const css = name === undefined ? this.#tag(element) : `${this.#tag(element)}.${name}`;
    const like = this.#likes(elements).get(css) ?? [];
    return like.length === 1 ? { css } : { css, nth: like.indexOf(element) };
  }

  #byText(element: DomElement): DirectFact | undefined {
    const [name] = this.#classes(element);
    const hasText = this.#text.of(element);
    if (name === undefined || hasText.length > 60 || !/\p{L}/u.test(hasText) || /\p{Co}/u.test(hasText))
      return undefined;
    const css = `${this.#tag(element)}.${name}`;
    return this.#containers.saysAlone(element, this.#like.get(css) ?? [], hasText) ? { css, hasText } : undefined;
  }

  /** The elements of each kind, and of each mark of such a kind. */
  #likes(elements: readonly DomElement[]): ReadonlyMap<string, DomElement[]> {
    if (this.#like.size > 0) return this.#like;
    for (const element of elements) {
      for (const css of [this.#tag(element), ...this.#marks(element)]) {
        const found = this.#like.get(css);
        if (found) found.push(element);
        else this.#like.set(css, [element]);
      }
    }
    return this.#like;
  }

  #marks(element: DomElement): string[] {
    const tag = this.#tag(element);
    if (!/^[a-z][a-z-]*$/.test(tag)) return [];
    const attributes = element.getAttributeNames().flatMap(name => {
      if (!/^(?:name|href|type|for|aria-controls|data-(?!v-|react|radix|testid)[a-z][a-z-]*)$/.test(name)) return [];
      const value = element.getAttribute(name) ?? '';
      // A number in it names one thing of today's data, or one build.
      const isWritten = /^[A-Za-z/#.][\w /#.:@-]{0,59}$/.test(value) && !/\d{3}|[:=]/.test(value);
      return isWritten && !/^#?(?:on|true|false)?$/.test(value) ? [`${tag}[${name}="${value}"]`] : [];
    });
    return [...attributes, ...this.#classes(element).map(name => `${tag}.${name}`)];
  }

  /** Those that say what it is, the longest first; letters alone, since numbers come from a build or from data. */
  #classes(element: DomElement): string[] {
    const passing =
      /(?:^|[-_])(?:active|selected|focus|focused|focus-visible|hover|open|opened|closed|expanded|collapsed|current|disabled|enabled|checked|hidden|show|shown|visible|first|last|odd|even)$/i;
    return [...element.classList]
      .filter(name => /^[A-Za-z][A-Za-z_-]{2,40}$/.test(name) && !passing.test(name) && !this.#isGenerated(name))
      .sort((one, other) => other.length - one.length);
  }

  #tag(element: DomElement): string {
    return element.nodeName.toLowerCase();
  }
}
