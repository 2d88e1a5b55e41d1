import type { PageIndex } from './page-index.ts';

/** A locator or a step of one: as people read it, and what it finds. */
export interface LocatorWay {
  readonly text: string;
  /** Of one that is told by its number: inside something else, another one has it. */
  readonly numbered?: { like: LocatorWay; index: number } | undefined;
  /** `isNow`: as the page is now; otherwise as if what is hidden were shown. */
  find(isNow: boolean): readonly Element[];
}

/** By a CSS selector alone. */
export interface CssWay extends LocatorWay {
  readonly selector: string;
}

/** Makes steps of locators, which find what Playwright finds by them. */
export class LocatorSteps {
  readonly #index: PageIndex;
  readonly #found = new Map<string, readonly Element[]>();
  /** The place of each element among those that a way finds. */
  readonly #places = new Map<string, ReadonlyMap<Element, number>>();

  constructor(index: PageIndex) {
    this.#index = index;
  }

  /** With the answers of the index. */
  clear(): void {
    this.#found.clear();
    this.#places.clear();
  }

  role(role: string, name?: string, isExact = false): LocatorWay {
    const index = this.#index;
    const options = name === undefined ? '' : `, { name: ${this.quoted(name)}${isExact ? ', exact: true' : ''} }`;
    const all = () => (name === undefined ? index.withRole(role) : index.named(role, name, isExact));
    const way = this.#way(`getByRole(${this.quoted(role)}${options})`, isNow =>
      isNow ? way.find(false).filter(each => index.isSeen(each)) : all(),
    );
    return way;
  }

  level(level: number): LocatorWay {
    const isOfLevel = (each: Element) => Number(each.getAttribute('aria-level') ?? each.localName.slice(1)) === level;
    const headings = this.role('heading');
    return this.#way(`getByRole('heading', { level: ${level} })`, isNow => headings.find(isNow).filter(isOfLevel));
  }

  testId(attribute: string, value: string): LocatorWay {
    return this.#way(`getByTestId(${this.quoted(value)})`, () => this.#index.withAttribute(attribute, value));
  }

  quoted(text: string): string {
    const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
    // Otherwise an expression would begin there.
    return `'${inner.replaceAll('{{', '{\\u007b')}'`;
  }

  label(label: string): LocatorWay {
    return this.#way(this.#exact('getByLabel', label), () => this.#index.saying('label', label));
  }

  text(text: string): LocatorWay {
    return this.#way(this.#exact('getByText', text), () => this.#index.saying('text', text));
  }

  attributed(call: string, name: string, value: string): LocatorWay {
    return this.#way(this.#exact(call, value), () => this.#index.withAttribute(name, value));
  }

  #exact(call: string, text: string): string {
    return `${call}(${this.quoted(text)}, { exact: true })`;
  }

  css(selector: string, find = () => this.#index.matching(selector)): CssWay {
    return { ...this.#way(`locator(${this.quoted(selector)})`, find), selector };
  }

  /** An element of a kind with an attribute, or any with it where that is the id. */
  marked(tag: string, name: string, value: string): CssWay {
    return this.css(name === 'id' ? `#${value}` : `${tag}[${name}=${JSON.stringify(value)}]`, () =>
      this.#index.withAttribute(name, value).filter(({ localName }) => name === 'id' || localName === tag),
    );
  }

  classed(tag: string, name: string): CssWay {
    return this.css(`${tag}.${name}`, () => this.#index.withClass(name).filter(({ localName }) => localName === tag));
  }

  chain(outer: LocatorWay, inner: LocatorWay): LocatorWay {
    const { like = inner, index } = inner.numbered ?? {};
    return this.#way(`${outer.text}.${inner.text}`, isNow => {
      const isListed = (each: Element) => this.#placesOf(like, isNow).has(each);
      const inside = outer.find(isNow).flatMap(each => this.#index.inside(each, like.find(isNow), isListed));
      return index === undefined ? [...new Set(inside)] : inside.slice(index, index + 1);
    });
  }

  /**
   * Other things around a card have its text as well, so that it is identified by a part, which counts while it is hidden too:
   * without that the card of another one would be found, and the wrong thing done.
   */
  innermost(card: LocatorWay, part: LocatorWay): LocatorWay {
    const cards = this.having(card, part);
    return this.#way(`${cards.text}.last()`, isNow => cards.find(isNow).slice(-1));
  }

  having(like: LocatorWay, part: LocatorWay): LocatorWay {
    return this.#way(`${like.text}.filter({ has: ${part.text} })`, isNow => {
      const around = new Set<Element>();
      for (const each of part.find(isNow))
        for (let outer = this.#index.parent(each); outer && !around.has(outer); outer = this.#index.parent(outer))
          around.add(outer);
      return this.#among(like, isNow, around);
    });
  }

  /** With a text in it; exactly that where another one has it within a longer text. */
  saying(like: LocatorWay, text: string): [part: LocatorWay, whole: LocatorWay] {
    const part = this.#way(`${like.text}.filter({ hasText: ${this.quoted(text)} })`, isNow =>
      this.#among(like, isNow, this.#index.holding(text)),
    );
    return [part, this.having(like, this.text(text))];
  }

  /** Those that a way finds, in its order. */
  #among(like: LocatorWay, isNow: boolean, elements: ReadonlySet<Element>): Element[] {
    const places = this.#placesOf(like, isNow);
    const placeOf = (element: Element) => places.get(element) ?? 0;
    return [...elements].filter(each => places.has(each)).sort((one, other) => placeOf(one) - placeOf(other));
  }

  #placesOf(like: LocatorWay, isNow: boolean): ReadonlyMap<Element, number> {
    const key = `${isNow} ${like.text}`;
    const places = this.#places.get(key) ?? new Map(like.find(isNow).map((each, place) => [each, place]));
    this.#places.set(key, places);
    return places;
  }

  shown(like: LocatorWay): LocatorWay {
    return this.#way(`${like.text}.filter({ visible: true })`, isNow =>
      like.find(isNow).filter(each => this.#index.isDrawn(each)),
    );
  }

  /** By its number among its like, or among those of them that are in `container`; undefined where it is none of them. */
  nth(like: LocatorWay, element: Element, container?: Element): LocatorWay | undefined {
    const all = like.find(true);
    const index = all.filter(each => !container || this.#index.contains(container, each)).indexOf(element);
    if (index < 0) return undefined;
    const call = index === 0 ? 'first()' : `nth(${index})`;
    const way = this.#way(`${like.text}.${call}`, isNow => like.find(isNow).slice(index, index + 1));
    return { ...way, numbered: { like, index } };
  }

  #way(text: string, find: (isNow: boolean) => readonly Element[]): LocatorWay {
    return {
      text,
      find: isNow => {
        const key = `${isNow} ${text}`;
        const found = this.#found.get(key) ?? find(isNow);
        this.#found.set(key, found);
        return found;
      },
    };
  }
}
