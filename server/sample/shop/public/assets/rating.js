// The element shop-rating: five buttons in an open shadow root; sends 'rate' when one is pressed.

import { send } from '/assets/notify.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  ':host { display: inline-flex; align-items: center; }' +
    '[role=group] { display: inline-flex; }' +
    'button { all: unset; cursor: pointer; padding: 0 3px; font-size: 26px; line-height: 32px; color: #7b827c; border-radius: 4px; }' +
    'button[aria-pressed=true] { color: #946000; }' +
    'button:hover { color: #b4471f; }' +
    'button:focus-visible { outline: 3px solid #1f5a41; }' +
    'output { margin-left: 8px; min-width: 6.5em; font-size: 14px; color: #55605a; }',
);

class ShopRating extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.group = document.createElement('div');
    this.group.setAttribute('role', 'group');
    this.output = document.createElement('output');
    this.buttons = [1, 2, 3, 4, 5].map(stars => this.createButton(stars));
    this.group.append(...this.buttons);
    root.append(this.group, this.output);
  }

  createButton(stars) {
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-label', stars === 1 ? '1 star' : `${stars} stars`);
    button.addEventListener('click', () => this.rate(stars));
    return button;
  }

  connectedCallback() {
    this.group.setAttribute('aria-label', this.getAttribute('label'));
    this.show(Number(this.getAttribute('value')));
  }

  show(rated) {
    this.output.textContent = rated ? `${rated} out of 5` : 'Not rated';
    this.buttons.forEach((button, index) => {
      button.textContent = index < rated ? '★' : '☆';
      button.setAttribute('aria-pressed', String(index < rated));
    });
  }

  async rate(stars) {
    await send(this.getAttribute('action'), { stars });
    this.setAttribute('value', stars);
    this.show(stars);
    this.dispatchEvent(new CustomEvent('rate', { detail: { stars } }));
  }
}

customElements.define('shop-rating', ShopRating);
