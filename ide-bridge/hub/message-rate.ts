/** Counts messages; false once there are more than the rate allows. */
export class MessageRate {
  readonly #perSecond: number;
  readonly #burst: number;
  #left: number;
  #at = performance.now();

  constructor({ perSecond, burst }: { perSecond: number; burst: number }) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#left = burst;
  }

  take(): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
