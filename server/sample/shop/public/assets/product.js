// The product page: reviews that come later, and the size guide.

import { notify } from '/assets/notify.js';

const box = document.querySelector('#reviews');

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function reviewItem({ author, stars, title, text }) {
  const item = element('li', 'review');
  item.dataset.testid = 'review';
  const rating = element('p', 'stars', '★'.repeat(stars) + '☆'.repeat(5 - stars));
  rating.setAttribute('role', 'img');
  rating.setAttribute('aria-label', `${stars} out of 5 stars`);
  item.append(rating, element('h3', '', title), element('p', '', text), element('p', 'muted small', author));
  return item;
}

async function loadReviews() {
  const response = await fetch(box.dataset.source);
  if (!response.ok) throw new Error(`Reviews answered ${response.status}`);
  const list = element('ul', 'review-list');
  list.setAttribute('role', 'list');
  list.setAttribute('aria-label', 'Reviews');
  list.append(...(await response.json()).map(reviewItem));
  box.replaceChildren(list);
}

loadReviews()
  .catch(() => box.replaceChildren(element('p', '', 'The reviews could not be loaded.')))
  .finally(() => box.setAttribute('aria-busy', 'false'));

for (const button of document.querySelectorAll('[data-opens]')) {
  const dialog = document.getElementById(button.dataset.opens);
  button.addEventListener('click', () => dialog.showModal());
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close();
  });
}

document.querySelector('shop-rating').addEventListener('rate', event => {
  notify(`You gave ${event.detail.stars}${event.detail.stars === 1 ? ' star.' : ' stars.'}`);
});
