/** Pages announce the windows that they open a little before Chrome tells of the tab, or after it. */
const NEAR_MS = 1_500;

export class AnnouncedWindows {
  #announcedAt = 0;
  readonly #waiting = new Set<() => void>();

  announce(): void {
    this.#announcedAt = Date.now();
    for (const announced of this.#waiting) announced();
  }

  /** Whether a tab that came now may be one that a page opened. */
  async isNear(): Promise<boolean> {
    if (Date.now() - this.#announcedAt < NEAR_MS) return true;
    let announced = () => {};
    const isNear = await new Promise<boolean>(resolve => {
      announced = () => resolve(true);
      setTimeout(() => resolve(false), NEAR_MS);
      this.#waiting.add(announced);
    });
    this.#waiting.delete(announced);
    return isNear;
  }
}
