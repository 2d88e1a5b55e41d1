// All that the pages do without going to another one.

// A message stays until the visitor goes on.
document.addEventListener('pointerdown', () => {
  document.querySelector('.toast').textContent = '';
});

document.addEventListener('change', ({ target }) => {
  if (target.matches('[data-submit-on-change] select')) target.form.requestSubmit();
  if (target.name !== 'delivery') return;
  document.querySelector('[data-testid=delivery-cost]').textContent = target.dataset.deliveryCost;
  document.querySelector('[data-testid=total]').textContent = target.dataset.total;
});

const live = page => page.querySelectorAll('[data-live]');

/** Posts a form of a card and takes over what the answer shows at the same places, so that the list does not move. */
async function sendQuietly(form, button) {
  const body = new URLSearchParams(new FormData(form));
  const response = await fetch(button.getAttribute('formaction') ?? form.action, { method: 'POST', body });
  const fresh = live(new DOMParser().parseFromString(await response.text(), 'text/html'));
  for (const [index, shown] of live(document).entries()) {
    shown.textContent = fresh[index].textContent;
    shown.ariaPressed = fresh[index].ariaPressed;
  }
}

document.addEventListener('submit', event => {
  const { target, submitter } = event;
  const { confirm: question } = target.dataset;
  if (question && !confirm(question)) event.preventDefault();
  if (!target.matches('[data-stays] form')) return;
  event.preventDefault();
  sendQuietly(target, submitter);
});

let card;
const press = selector => card.querySelector(selector)?.click();

document.addEventListener('dragstart', ({ target }) => {
  card = target.closest?.('.card');
});
const basket = document.querySelector('[data-testid=basket-link]');
basket.addEventListener('dragover', event => event.preventDefault());
basket.addEventListener('drop', event => {
  event.preventDefault();
  press('.card-foot .button');
});

const menu = document.querySelector('#card-menu');
const actions = {
  wish: () => press('.heart'),
  open: () => press('h3 a'),
  copy: () => navigator.clipboard.writeText(card.querySelector('h3').textContent),
};

document.addEventListener('contextmenu', event => {
  card = event.target.closest('.card');
  if (!card) return;
  event.preventDefault();
  menu.hidden = false;
  menu.style.left = `${Math.min(event.clientX, innerWidth - menu.offsetWidth)}px`;
  menu.style.top = `${Math.min(event.clientY, innerHeight - menu.offsetHeight)}px`;
  menu.querySelector('button').focus();
});
menu?.addEventListener('click', event => {
  menu.hidden = true;
  actions[event.target.dataset.action]?.();
});
for (const kind of ['pointerdown', 'keydown'])
  document.addEventListener(kind, event => {
    if (menu && (event.key === 'Escape' || (kind === 'pointerdown' && !menu.contains(event.target))))
      menu.hidden = true;
  });

// The reviews, in an open shadow root: they come later than the page.
customElements.define(
  'shop-reviews',
  class extends HTMLElement {
    async connectedCallback() {
      const response = await fetch(this.dataset.source);
      this.attachShadow({ mode: 'open' }).innerHTML = await response.text();
    }
  },
);

window.addEventListener('message', ({ origin, data }) => {
  if (origin === location.origin && data === 'card accepted') document.querySelector('#order').requestSubmit();
});
