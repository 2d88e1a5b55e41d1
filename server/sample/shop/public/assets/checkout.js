// The delivery form: the message field comes with the tick for a gift; a field at fault is focused.

const gift = document.querySelector('[name=gift]');
gift.addEventListener('change', () => {
  document.querySelector('#gift-fields').hidden = !gift.checked;
});

document.querySelector('[aria-invalid=true]')?.focus();
