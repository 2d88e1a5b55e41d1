import type { PageElement } from '../../model/protocol/app-window.ts';

/** The size of fifty long listings. */
const MOST_LISTED = 10_000;

/** What a ref stood for when it was listed. */
export interface KnownRef {
  locator: string;
  role: string;
  name: string;
}

/** Undefined where the page could not be read. */
export type ToldElements = Promise<readonly PageElement[] | undefined>;

const MOST_PAGES = 10;

/** All that was listed of the pages of a window when its caller was told of them last, by address. */
class ToldPages {
  readonly #pages = new Map<string, ToldElements>();

  get(url: string): ToldElements | undefined {
    return this.#pages.get(url);
  }

  set(url: string, elements: ToldElements): void {
    this.#pages.delete(url);
    this.#pages.set(url, elements);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MOST_PAGES && oldest !== undefined) this.#pages.delete(oldest);
  }
}

/** Refs that page listings gave to locators; callers may use a ref wherever a locator is taken. */
export class ListedElements {
  readonly #refs = new Map<string, string>();
  readonly #elements = new Map<string, KnownRef>();
  readonly #told = new Map<string | undefined, ToldPages>();
  #count = 0;

  refOf({ locator, role, name }: KnownRef): string {
    const known = this.#refs.get(locator);
    if (known !== undefined) return known;
    this.#count += 1;
    const ref = `e${this.#count}`;
    this.#refs.set(locator, ref);
    this.#elements.set(ref, { locator, role, name });
    this.#forgetOldest();
    return ref;
  }

  /** `window`: its name; undefined: the shared one. */
  toldIn(window: string | undefined): ToldPages {
    const told = this.#told.get(window) ?? new ToldPages();
    this.#told.set(window, told);
    return told;
  }

  locatorOf(ref: string): string | undefined {
    return this.#elements.get(ref)?.locator;
  }

  elementOf(ref: string): KnownRef | undefined {
    return this.#elements.get(ref);
  }

  #forgetOldest(): void {
    const [oldest] = this.#elements;
    if (oldest === undefined || this.#elements.size <= MOST_LISTED) return;
    const [ref, { locator }] = oldest;
    this.#elements.delete(ref);
    this.#refs.delete(locator);
  }
}
