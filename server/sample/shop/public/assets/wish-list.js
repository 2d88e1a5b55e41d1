// The wish list: sorted by dragging a product onto another, or with the buttons beside it, without leaving the page.

import { notify, send } from '/assets/notify.js';

const list = document.querySelector('.wishes');
const buttonsOf = item => item.querySelectorAll('[name=place]');

function renumber() {
  [...list.children].forEach((item, index) => {
    const [up, down] = buttonsOf(item);
    Object.assign(up, { value: index, disabled: index === 0 });
    Object.assign(down, { value: index + 2, disabled: index === list.children.length - 1 });
  });
}

async function move(item, place) {
  try {
    const { notice } = await send('/wish-list/move', { product: item.dataset.product, place });
    item.remove();
    list.insertBefore(item, list.children[place - 1] ?? null);
    renumber();
    notify(notice);
  } catch {
    notify('The wish list could not be sorted.');
  }
}

list.addEventListener('submit', async event => {
  const pressed = event.submitter;
  if (pressed.name !== 'place') return;
  event.preventDefault();
  const item = pressed.closest('.wish');
  await move(item, Number(pressed.value));
  // Moving took the focus away; at the end of the list, the other button is the one to go on with.
  (pressed.disabled ? [...buttonsOf(item)].find(button => button !== pressed) : pressed).focus();
});

let dragged;
const itemAt = event => event.target.closest?.('.wish');

function showTarget(target) {
  for (const item of list.children) item.classList.toggle('target', item === target);
}

list.addEventListener('dragstart', event => {
  dragged = itemAt(event);
  if (!dragged) return;
  dragged.classList.add('dragged');
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', dragged.dataset.product);
});

list.addEventListener('dragover', event => {
  const target = itemAt(event);
  if (!dragged || !target) return;
  event.preventDefault();
  showTarget(target === dragged ? undefined : target);
});

list.addEventListener('drop', event => {
  const target = itemAt(event);
  if (!dragged || !target) return;
  event.preventDefault();
  if (target !== dragged) move(dragged, [...list.children].indexOf(target) + 1);
});

document.addEventListener('dragend', () => {
  dragged?.classList.remove('dragged');
  dragged = undefined;
  showTarget();
});
