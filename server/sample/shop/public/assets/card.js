// Inside the payment frame.

const form = document.querySelector('#card-form');
const alertBox = document.querySelector('#card-alert');

function isExpired(text) {
  const [month, year] = text.split('/').map(Number);
  return new Date(2000 + year, month) <= new Date();
}

const checks = {
  'card-number': value => (/^[0-9]{16}$/.test(value.replaceAll(' ', '')) ? '' : 'Enter the 16 digits of your card.'),
  expiry(value) {
    if (!/^(0[1-9]|1[0-2])[/][0-9]{2}$/.test(value)) return 'Enter month and year, such as 12/39.';
    return isExpired(value) ? 'This card has expired.' : '';
  },
  'security-code': value => (/^[0-9]{3,4}$/.test(value) ? '' : 'Enter the three or four digits.'),
};

function check(name) {
  const field = form.elements[name];
  const message = checks[name](field.value.trim());
  const error = document.getElementById(`${name}-error`);
  error.textContent = message;
  error.hidden = message === '';
  field.setAttribute('aria-invalid', String(message !== ''));
  return message === '';
}

form.addEventListener('submit', event => {
  event.preventDefault();
  alertBox.hidden = true;
  const faults = Object.keys(checks).filter(name => !check(name));
  if (faults.length > 0) {
    form.elements[faults[0]].focus();
    return;
  }
  if (form.elements['card-number'].value.trim().endsWith('0002')) {
    alertBox.textContent = 'The card was declined. Try another one.';
    alertBox.hidden = false;
    return;
  }
  form.querySelector('button').disabled = true;
  parent.postMessage({ type: 'card-accepted' }, location.origin);
});
