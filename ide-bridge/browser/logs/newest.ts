export class Newest<Item> {
  readonly #most: number;
  #kept: Item[] = [];
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get items(): readonly Item[] {
    return this.#kept.slice(-this.#most);
  }

  /** Total number ever added, for `since`. */
  get count(): number {
    return this.#count;
  }

  since(count: number): readonly Item[] {
    return count >= this.#count ? [] : this.items.slice(count - this.#count);
  }

  add(item: Item): void {
    this.#kept.push(item);
    this.#count += 1;
    // In blocks, so that a flood of items does not move the whole list each time.
    if (this.#kept.length >= 2 * this.#most) this.#kept = this.#kept.slice(-this.#most);
  }

  clear(): void {
    this.#kept = [];
  }
}
