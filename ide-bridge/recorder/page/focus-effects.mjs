/**
 * Runs inside the page, in a world of our own: knows whether the page does something when the focus comes or goes, as
 * forms that check a field once it is left. Sent as source text, so it uses nothing from outside.
 */
export class FocusEffects {
  #timer;
  #onEffect = () => {};
  #observer = new MutationObserver(() => {
    this.#observer.disconnect();
    this.#onEffect();
  });

  constructor(onEffect) {
    this.#onEffect = onEffect;
  }

  moved() {
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
