/** From the delivery form over the payment frame to the confirmation. */
import { Router } from 'express';
import { basketCents, basketLines, stockOf } from './basket.ts';
import { findProduct } from './catalogue.ts';
import {
  describedBy,
  errorSummary,
  type FormState,
  fieldError,
  firstMessages,
  readForm,
  selectField,
  textArea,
  textField,
} from './forms.ts';
import { type Html, html, ICONS, money } from './html.ts';
import { notFoundPage, type Page } from './layout.ts';
import { COUNTRIES, contents, DeliveryDetails, DeliveryMethod, deliveryCents, type Order } from './orders.ts';
import { addOrder, type ShopSession } from './session.ts';
import type { Action, ShopParts, Visit } from './visit.ts';

const METHODS = {
  standard: { label: 'Standard', hint: '3 to 5 working days' },
  express: { label: 'Express', hint: 'Next working day' },
  'pick-up': { label: 'Pick up', hint: 'At the warehouse, today' },
} as const satisfies Record<DeliveryMethod, unknown>;

const STEPS = ['Delivery', 'Payment', 'Confirmation'] as const;

/** Where the visitor is in the checkout. */
const progress = (current: (typeof STEPS)[number]) =>
  html`<ol class="steps" aria-label="Steps of the checkout">${STEPS.map(
    step => html`<li${step === current && html` aria-current="step"`}>${step}</li>`,
  )}</ol>`;

/** The basket beside the checkout, with the cost of the chosen delivery. */
const orderSummary = (session: ShopSession, method: DeliveryMethod) => {
  const goods = basketCents(session);
  const delivery = deliveryCents(method, goods);
  return html`<aside class="panel summary" aria-labelledby="order-title"><h2 id="order-title">Your order</h2>
  <ul class="plain">${basketLines(session).map(
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

const checkoutPage = (session: ShopSession, form: FormState): Page => ({
  title: 'Checkout',
  scripts: ['checkout'],
  body: html`<h1>Checkout</h1>${progress('Delivery')}
  <div class="split"><form class="panel" method="post" action="/checkout" novalidate data-testid="checkout-form">
    ${errorSummary(form)}${addressFields(form)}${deliveryChoice(session, form)}${extras(form)}
    <button class="button large" data-testid="continue">Continue to payment</button>
  </form>${orderSummary(session, DeliveryMethod.catch('standard').parse(form.values.delivery))}</div>`,
});

const paymentPage = (session: ShopSession, details: DeliveryDetails): Page => ({
  title: 'Payment',
  scripts: ['payment'],
  body: html`<h1>Payment</h1>${progress('Payment')}
  <div class="split"><section class="panel" aria-labelledby="card-title">
    <h2 id="card-title">Pay by card</h2>
    <p class="muted">To ${details.name}, ${details.street}, ${details.postcode} ${details.city}, ${details.country}.
      <a href="/checkout">Change</a></p>
    <iframe class="card-frame" src="/checkout/card" title="Card payment" data-testid="card-frame"></iframe>
    <form id="pay-form" method="post" action="/checkout/complete"></form>
    <p id="payment-state" role="status" data-testid="payment-state"></p>
  </section>${orderSummary(session, details.delivery)}</div>`,
});

const cardField = (
  name: string,
  label: string,
  attributes: Html,
) => html`<div class="field"><label for="${name}">${label}</label>
  <input id="${name}" name="${name}" inputmode="numeric" ${attributes} data-testid="${name}" aria-describedby="${name}-error">
  <p class="field-error" id="${name}-error" hidden></p></div>`;

/** The page inside the payment frame: it has no header and tells the shop's page how it went. */
const cardFramePage = (totalCents: number) =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Card payment</title>
<link rel="stylesheet" href="/assets/shop.css"><script type="module" blocking="render" src="/assets/card.js"></script></head>
<body class="framed">
<form id="card-form" novalidate aria-label="Card">
  ${cardField('card-number', 'Card number', html`autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23"`)}
  <div class="pair">${cardField('expiry', 'Expiry (MM/YY)', html`autocomplete="cc-exp" placeholder="12/39" maxlength="5"`)}
  ${cardField('security-code', 'Security code', html`autocomplete="cc-csc" placeholder="123" maxlength="4"`)}</div>
  <p class="alert" role="alert" id="card-alert" hidden></p>
  <button class="button large" data-testid="pay">Pay ${money(totalCents)}</button>
  <p class="muted small">Sample shop: any 16 digits will do. Numbers that end in 0002 are declined.</p>
</form>
</body>
</html>`.markup;

const confirmationPage = (order: Order, details: DeliveryDetails): Page => ({
  title: `Order ${order.number}`,
  body: html`${progress('Confirmation')}<div class="message"><p class="done">${ICONS.tick}</p>
  <h1>Thank you for your order</h1>
  <p class="lead"><strong data-testid="order-number">Order ${order.number}</strong> for ${money(order.totalCents)} is with our packers.</p>
  <p>${contents(order.lines)}</p>
  ${details.gift && details.giftMessage && html`<p data-testid="gift-message">On the gift card: “${details.giftMessage}”</p>`}
  <p class="muted">We would send a confirmation to ${details.email}, if this were not a sample shop.</p>
  <p><a class="button" href="/">Back to all products</a></p></div>`,
});

const withGoods =
  (action: Action): Action =>
  visit =>
    visit.session.basket.size === 0 ? visit.response.redirect(303, '/basket') : action(visit);

const withDetails = (action: (visit: Visit, details: DeliveryDetails) => void): Action =>
  withGoods(visit => {
    const { details } = visit.session;
    return details ? action(visit, details) : visit.response.redirect(303, '/checkout');
  });

const totalCents = (session: ShopSession, { delivery }: DeliveryDetails) => {
  const goods = basketCents(session);
  return goods + deliveryCents(delivery, goods);
};

const showForm: Action = ({ session, show }) => {
  const { account, details } = session;
  const values = details ?? { name: account?.name ?? '', email: account?.email ?? '', delivery: 'standard' };
  show(checkoutPage(session, { values, errors: {} }));
};

const checkForm: Action = ({ request, response, session, show }) => {
  const values = readForm(request.body);
  const details = DeliveryDetails.safeParse(values);
  if (!details.success) return show(checkoutPage(session, { values, errors: firstMessages(details.error) }));
  session.details = details.data;
  response.redirect(303, '/checkout/payment');
};

const placeOrder = ({ now }: ShopParts) =>
  withDetails(({ response, session }, details) => {
    const lines = [...session.basket.values()];
    const order = addOrder(session, {
      user: session.account?.user,
      customer: details.name,
      placedOn: now().toISOString().slice(0, 10),
      lines,
      totalCents: totalCents(session, details),
      status: 'New',
    });
    for (const { productId, quantity } of lines) {
      const product = findProduct(productId);
      if (product) session.stock.set(productId, Math.max(0, stockOf(session, product) - quantity));
    }
    session.basket.clear();
    response.redirect(303, `/checkout/confirmation/${order.number}`);
  });

const showConfirmation: Action = ({ request, session, show }) => {
  const order = session.orders.find(placed => String(placed.number) === request.params.number);
  if (order && session.details) show(confirmationPage(order, session.details));
  else show(notFoundPage(request.path), 404);
};

/** From the delivery form over the payment frame to the confirmation. */
export function checkoutRoutes(parts: ShopParts): Router {
  const { onVisit } = parts;
  const router = Router();
  router.get('/checkout', onVisit(withGoods(showForm)));
  router.post('/checkout', onVisit(withGoods(checkForm)));
  router.get(
    '/checkout/payment',
    onVisit(withDetails(({ session, show }, details) => show(paymentPage(session, details)))),
  );
  router.get(
    '/checkout/card',
    onVisit(
      withDetails(({ response, session }, details) => {
        response.set('cache-control', 'no-store').send(cardFramePage(totalCents(session, details)));
      }),
    ),
  );
  router.post('/checkout/complete', onVisit(placeOrder(parts)));
  router.get('/checkout/confirmation/:number', onVisit(showConfirmation));
  return router;
}
