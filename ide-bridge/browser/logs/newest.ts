/** The newest of many items, oldest first. */
export class Newest<Item> {
  readonly #most: number;
  #kept: Item[] = [];
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** A copy. */
  get items(): readonly Item[] {
    return this.#kept.slice(-this.#most);
  }

  /** How many there were in all; a place to look back to with `since`. */
  get count(): number {
    return this.#count;
  }

  /** Those after the first `count`, as far as they are still kept. */
  since(count: number): readonly Item[] {
    return count >= this.#count ? [] : this.items.slice(count - this.#count);
  }

  add(item: Item): void {
    this.#kept.push(item);
    this.#count += 1;
    // In blocks, so that a flood of items does not move the whole list for each.
    if (this.#kept.length >= 2 * this.#most) this.#kept = this.#kept.slice(-this.#most);
  }

  /** Forgets the items, but not how many there were. */
  clear(): void {
    this.#kept = [];
  }
}
