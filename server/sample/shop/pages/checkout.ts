import { basketCents, deliveryCents, priceLines } from '../basket.ts';
import { COUNTRIES, DeliveryMethod } from '../checkout-form.ts';
import { html } from '../html.ts';
import { money } from '../money.ts';
import type { ShopSession } from '../session.ts';
import {
  describedBy,
  errorSummary,
  type FormState,
  fieldError,
  selectField,
  textArea,
  textField,
} from './form-fields.ts';
import type { Page } from './layout.ts';

const METHODS = {
  standard: { label: 'Standard', hint: '3 to 5 working days' },
  express: { label: 'Express', hint: 'Next working day' },
  'pick-up': { label: 'Pick up', hint: 'At the warehouse, today' },
} as const satisfies Record<DeliveryMethod, unknown>;

const STEPS = ['Delivery', 'Payment', 'Confirmation'] as const;

/** Where the visitor is in the checkout. */
export const progress = (current: (typeof STEPS)[number]) =>
  html`<ol class="steps" aria-label="Steps of the checkout">${STEPS.map(
    step => html`<li${step === current && html` aria-current="step"`}>${step}</li>`,
  )}</ol>`;

/** The basket beside the checkout, with the cost of the chosen delivery. */
export const orderSummary = (session: ShopSession, method: DeliveryMethod) => {
  const goods = basketCents(session);
  const delivery = deliveryCents(method, goods);
  return html`<aside class="panel summary" aria-labelledby="order-title"><h2 id="order-title">Your order</h2>
  <ul class="plain">${priceLines(session.basket.values()).map(
    line => html`<li><span>${line.quantity} × ${line.product.name}</span><span>${money(line.totalCents)}</span></li>`,
  )}</ul>
  <dl><dt>${METHODS[method].label} delivery</dt><dd>${delivery === 0 ? 'Free' : money(delivery)}</dd>
  <dt class="total">Total</dt><dd class="total" data-testid="total">${money(goods + delivery)}</dd></dl></aside>`;
};

const deliveryChoice = (session: ShopSession, { values, errors }: FormState) => {
  const goods = basketCents(session);
  return html`<fieldset id="delivery"${describedBy('delivery', errors.delivery)}><legend>Delivery</legend>
  <div class="choices">${DeliveryMethod.options.map(method => {
    const cost = deliveryCents(method, goods);
    return html`<label class="choice"><input type="radio" name="delivery" value="${method}"${values.delivery === method && html` checked`}>
      <span><strong>${METHODS[method].label}</strong><br><span class="muted small">${METHODS[method].hint}</span></span>
      <span>${cost === 0 ? 'Free' : money(cost)}</span></label>`;
  })}</div>${fieldError('delivery', errors.delivery)}</fieldset>`;
};

const tick = (form: FormState, name: string) => form.values[name] === 'yes' && html` checked`;

const extras = (form: FormState) => html`<fieldset><legend>Extras</legend>
  <label class="tick"><input type="checkbox" name="gift" value="yes"${tick(form, 'gift')} aria-controls="gift-fields" data-testid="gift">
    This is a gift</label>
  <div id="gift-fields"${form.values.gift !== 'yes' && html` hidden`}>
    ${textArea(form, { name: 'giftMessage', label: 'Gift message', hint: 'We write it on a card by hand. Up to 200 characters.' })}</div>
</fieldset>
<div class="field"><label class="tick"><input type="checkbox" id="terms" name="terms" value="yes"${tick(form, 'terms')}${describedBy('terms', form.errors.terms)} data-testid="terms">
  <span>I accept the <a href="/terms" target="_blank" rel="noopener">terms of sale<span class="hidden"> (opens in a new tab)</span></a></span></label>
  ${fieldError('terms', form.errors.terms)}</div>`;

const addressFields = (form: FormState) => html`<fieldset><legend>Address</legend>
  ${textField(form, { name: 'name', label: 'Full name', autocomplete: 'name' })}
  ${textField(form, { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', hint: 'For the confirmation of your order.' })}
  ${textField(form, { name: 'street', label: 'Street and number', autocomplete: 'address-line1' })}
  <div class="pair">${textField(form, { name: 'postcode', label: 'Postcode', autocomplete: 'postal-code' })}
  ${textField(form, { name: 'city', label: 'City', autocomplete: 'address-level2' })}</div>
  ${selectField(form, { name: 'country', label: 'Country', options: COUNTRIES, empty: 'Choose a country' })}
</fieldset>`;

export const checkoutPage = (session: ShopSession, form: FormState): Page => ({
  title: 'Checkout',
  scripts: ['checkout'],
  body: html`<h1>Checkout</h1>${progress('Delivery')}
  <div class="split"><form class="panel" method="post" action="/checkout" novalidate data-testid="checkout-form">
    ${errorSummary(form)}${addressFields(form)}${deliveryChoice(session, form)}${extras(form)}
    <button class="button large" data-testid="continue">Continue to payment</button>
  </form>${orderSummary(session, DeliveryMethod.catch('standard').parse(form.values.delivery))}</div>`,
});
