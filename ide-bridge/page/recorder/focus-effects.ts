/** Knows whether the page does something when the focus comes or goes, as forms that check a field once it is left. */
export class FocusEffects {
  #timer: number | undefined;
  readonly #onEffect: () => void;
  readonly #observer = new MutationObserver(() => {
    this.#observer.disconnect();
    this.#onEffect();
  });

  constructor(onEffect: () => void) {
    this.#onEffect = onEffect;
  }

  /** The focus came or went. */
  moved(): void {
    clearTimeout(this.#timer);
    this.#observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      // Not how a field with the focus looks.
      attributeFilter: ['hidden', 'open', 'aria-expanded', 'aria-invalid', 'disabled'],
    });
    this.#timer = setTimeout(() => this.#observer.disconnect(), 60);
  }
}
