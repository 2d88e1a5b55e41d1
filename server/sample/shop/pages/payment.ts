import type { DeliveryDetails } from '../checkout-form.ts';
import { type Html, html } from '../html.ts';
import { money } from '../money.ts';
import type { ShopSession } from '../session.ts';
import { orderSummary, progress } from './checkout.ts';
import type { Page } from './layout.ts';

export const paymentPage = (session: ShopSession, details: DeliveryDetails): Page => ({
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
export const cardFramePage = (totalCents: number) =>
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
