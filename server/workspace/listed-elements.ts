/** As many as fifty long listings have. */
const MOST_KEPT = 10_000;

/** Short names that listings of the page gave to locators: whoever has read one may write it in the locator's place. */
export class ListedElements {
  readonly #refs = new Map<string, string>();
  readonly #locators = new Map<string, string>();
  #count = 0;

  /** The same one for the same locator, as long as it is known. */
  refOf(locator: string): string {
    const known = this.#refs.get(locator);
    if (known !== undefined) return known;
    this.#count += 1;
    const ref = `e${this.#count}`;
    this.#refs.set(locator, ref);
    this.#locators.set(ref, locator);
    this.#forgetOldest();
    return ref;
  }

  locatorOf(ref: string): string | undefined {
    return this.#locators.get(ref);
  }

  #forgetOldest(): void {
    const [oldest] = this.#locators;
    if (oldest === undefined || this.#locators.size <= MOST_KEPT) return;
    const [ref, locator] = oldest;
    this.#locators.delete(ref);
    this.#refs.delete(locator);
  }
}
