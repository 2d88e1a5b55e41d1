// The stock table: a number turns into a field on a double click or with its Edit button.

import { notify, send } from '/assets/notify.js';

const table = document.querySelector('[data-testid=stock]');

async function save(cell, stock) {
  const saved = await send(cell.dataset.address, { stock }, 'PUT');
  cell.textContent = saved.stock;
  notify(`Stock of ${cell.dataset.name} is now ${saved.stock}.`);
}

function edit(cell) {
  if (cell.querySelector('input')) return;
  const before = cell.textContent;
  const input = document.createElement('input');
  Object.assign(input, { type: 'number', min: 0, max: Number(table.dataset.max), required: true, value: before });
  input.setAttribute('aria-label', `Stock of ${cell.dataset.name}`);
  cell.replaceChildren(input);
  input.select();
  let isOver = false;
  const leave = shouldSave => {
    if (isOver) return;
    isOver = true;
    const { value } = input;
    cell.textContent = before;
    if (shouldSave && value !== before) save(cell, value).catch(() => notify('The stock could not be saved.'));
  };
  input.addEventListener('blur', () => leave(input.checkValidity()));
  input.addEventListener('keydown', event => {
    if (event.key === 'Escape') leave(false);
    else if (event.key === 'Enter' && input.reportValidity()) leave(true);
    else return;
    cell.closest('tr').querySelector('[data-edit]').focus();
  });
}

table.addEventListener('dblclick', event => {
  const cell = event.target.closest('.stock-cell');
  if (cell) edit(cell);
});
table.addEventListener('click', event => {
  const button = event.target.closest('[data-edit]');
  if (button) edit(button.closest('tr').querySelector('.stock-cell'));
});
