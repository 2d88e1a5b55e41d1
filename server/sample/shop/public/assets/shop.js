// On every page: '/' goes to the search, the menu of categories, forms that send themselves.

// A message stays until the visitor goes on.
document.addEventListener('pointerdown', () => {
  document.querySelector('.toast').textContent = '';
});

const isTyping = target => target.closest('input, textarea, select, [contenteditable]') !== null;

document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  event.preventDefault();
  document.querySelector('#search').focus();
});

const menu = document.querySelector('.category-menu');
const menuButton = menu.querySelector('button');
const setOpen = open => menuButton.setAttribute('aria-expanded', String(open));
menu.addEventListener('pointerenter', () => setOpen(true));
menu.addEventListener('pointerleave', () => setOpen(false));
menuButton.addEventListener('click', () => setOpen(true));
menu.addEventListener('focusout', event => {
  if (!menu.contains(event.relatedTarget)) setOpen(false);
});
menu.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return;
  setOpen(false);
  menuButton.focus();
});

for (const form of document.querySelectorAll('[data-submit-on-change]')) {
  form.addEventListener('change', () => form.requestSubmit());
}

// Keeps empty fields out of the address.
document.addEventListener('submit', event => {
  if (event.target.method !== 'get') return;
  for (const field of event.target.elements) field.disabled = field.name !== '' && field.value === '';
});

// The page may come back from the browser's memory with its fields still switched off.
window.addEventListener('pageshow', () => {
  for (const field of document.querySelectorAll('form[method="get"] [name], form:not([method]) [name]'))
    field.disabled = false;
});

document.addEventListener('submit', event => {
  const question = event.target.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
});

for (const tip of document.querySelectorAll('.tip')) {
  tip.addEventListener('keydown', event => {
    if (event.key === 'Escape') tip.classList.add('dismissed');
  });
  for (const kind of ['pointerleave', 'focusout']) tip.addEventListener(kind, () => tip.classList.remove('dismissed'));
}
