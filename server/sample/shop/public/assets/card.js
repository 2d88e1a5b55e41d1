// Inside the payment frame: the browser checks the fields; the shop's page hears that the card is good.

document.querySelector('form').addEventListener('submit', event => {
  event.preventDefault();
  const isDeclined = event.target.elements['card-number'].value.trim().endsWith('0002');
  document.querySelector('[role=alert]').textContent = isDeclined ? 'The card was declined. Try another one.' : '';
  if (!isDeclined) parent.postMessage('card accepted', location.origin);
});
