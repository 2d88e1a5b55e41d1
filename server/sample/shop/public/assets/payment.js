// The shop's page around the payment frame: hears how the payment went and places the order.

const frame = document.querySelector('.card-frame');
const form = document.querySelector('#pay-form');

window.addEventListener('message', event => {
  if (event.origin !== location.origin || event.source !== frame.contentWindow) return;
  if (event.data?.type !== 'card-accepted') return;
  document.querySelector('#payment-state').textContent = 'Payment accepted. Placing your order …';
  form.requestSubmit();
});
