/** The newest of many items, oldest first. */
export class Newest<Item> {
  readonly #most: number;
  #kept: Item[] = [];
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get items(): readonly Item[] {
    return this.#kept;
  }

  /** How many there were in all; a place to look back to with `since`. */
  get count(): number {
    return this.#count;
  }

  /** Those after the first `count`, as far as they are still kept. */
  since(count: number): readonly Item[] {
    return count >= this.#count ? [] : this.#kept.slice(count - this.#count);
  }

  add(item: Item): void {
    this.#kept = [...this.#kept, item].slice(-this.#most);
    this.#count += 1;
  }

  /** Forgets the items, but not how many there were. */
  clear(): void {
    this.#kept = [];
  }
}
