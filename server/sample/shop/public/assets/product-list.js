// Cards: adding to the basket without leaving the list, and the menu on a right click.

import { notify, send, setCount } from '/assets/notify.js';

for (const form of document.querySelectorAll('.add-form')) {
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const { count, notice } = await send('/basket/lines', new FormData(form));
    setCount('basket-count', count);
    notify(notice);
  });
}

const menu = document.querySelector('#card-menu');
const items = [...menu.querySelectorAll('[role=menuitem]')];
let card;
let opener;
let openedAtY;

function close() {
  menu.hidden = true;
  opener?.focus();
}

const productLink = () => card.querySelector('h3 a');

const actions = {
  async wish() {
    const { count, notice } = await send('/wish-list', { product: card.dataset.product });
    setCount('wish-count', count);
    notify(notice);
  },
  open() {
    location.href = productLink().href;
  },
  async copy() {
    await navigator.clipboard.writeText(productLink().textContent);
    notify(`Copied ${productLink().textContent}.`);
  },
};

function openAt(x, y) {
  menu.hidden = false;
  openedAtY = scrollY;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.min(x, innerWidth - width - 8)}px`;
  menu.style.top = `${Math.min(y, innerHeight - height - 8)}px`;
  items[0].focus();
}

document.querySelector('.cards')?.addEventListener('contextmenu', event => {
  card = event.target.closest('.card');
  if (!card) return;
  event.preventDefault();
  opener = productLink();
  openAt(event.clientX, event.clientY);
});

menu.addEventListener('click', event => {
  const action = actions[event.target.dataset.action];
  if (!action) return;
  close();
  action();
});

menu.addEventListener('keydown', event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else return;
  event.preventDefault();
});

document.addEventListener('pointerdown', event => {
  if (!menu.hidden && !menu.contains(event.target)) menu.hidden = true;
});
// The event of an earlier scroll may come late: only a page that has moved closes the menu.
document.addEventListener('scroll', () => {
  if (scrollY !== openedAtY) menu.hidden = true;
});
