import { z } from 'zod';
import { html, ICONS, money } from './html.ts';
import type { Page } from './layout.ts';
import {
  type BasketLine,
  CUSTOMER,
  costOf,
  DELIVERIES,
  lineCents,
  MAX_QUANTITY,
  placeOrder,
  type ShopSession,
} from './session.ts';
import shop from './shop.json' with { type: 'json' };

const row = ([key, { product, size, quantity, gift }]: [string, BasketLine]) => html`<tr data-testid="basket-line">
  <th scope="row"><div class="line-product"><img src="/images/${product.id}.svg" alt="" width="72" height="72">
    <div><a href="/products/${product.id}">${product.name}</a>${size && html`<p class="muted small">Size ${size}</p>`}
      ${gift && html`<p class="muted small" data-testid="line-gift">Gift: ${gift}</p>`}</div></div></th>
  <td class="number">${money(product.priceCents)}</td>
  <td><form class="quantity" method="post" action="/basket/change"><input type="hidden" name="line" value="${key}">
    <input name="quantity" type="number" min="0" max="${MAX_QUANTITY}" required value="${quantity}" aria-label="Quantity of ${product.name}">
    <button class="link-button">Update<span class="hidden"> ${product.name}</span></button>
    <button class="link-button danger" name="remove" value="yes">Remove<span class="hidden"> ${product.name}</span></button></form></td>
  <td class="number" data-testid="line-total">${money(product.priceCents * quantity)}</td>
</tr>`;

const field = (name: string, label: string, value = '') =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}"
    type="${name === 'email' ? 'email' : 'text'}" autocomplete="on" required maxlength="120"></div>`;

const deliveryForm = (session: ShopSession) => html`<form id="order" class="panel" method="post" action="/orders">
  <fieldset><legend>Address</legend>
    ${field('name', 'Full name', session.isSignedIn ? CUSTOMER.name : '')}${field('email', 'Email', session.isSignedIn ? CUSTOMER.email : '')}
    ${field('street', 'Street and number')}<div class="pair">${field('postcode', 'Postcode')}${field('city', 'City')}</div>
    <div class="field"><label for="country">Country</label><select id="country" name="country" required>
      <option value="">Choose a country</option>${shop.countries.map(country => html`<option>${country}</option>`)}</select></div></fieldset>
  <fieldset><legend>Delivery</legend><div class="choices">${DELIVERIES.map(delivery => {
    const cost = costOf(session, delivery);
    return html`<label class="choice"><input type="radio" name="delivery" value="${delivery}"${delivery === 'Standard' && html` checked`}
      data-delivery-cost="${cost.delivery}" data-total="${cost.total}"><span><strong>${delivery}</strong> ${cost.delivery}</span></label>`;
  })}</div></fieldset>
  <label class="tick"><input type="checkbox" name="terms" value="yes" required data-testid="terms"> I accept the terms of sale</label>
</form>
<section class="panel"><h2>Pay by card</h2>
  <iframe class="card-frame" src="/assets/card.html" title="Card payment"></iframe></section>`;

const summary = (session: ShopSession) => {
  const { goods, delivery, total } = costOf(session, 'Standard');
  return html`<aside class="panel summary" aria-labelledby="order-title"><h2 id="order-title">Your order</h2>
  <ul class="plain">${[...session.basket.values()].map(
    line => html`<li><span>${line.quantity} × <a href="/products/${line.product.id}" target="_blank" rel="noopener"
      >${line.product.name}<span class="hidden"> (opens in a new tab)</span></a></span><span>${money(lineCents(line))}</span></li>`,
  )}</ul>
  <dl><dt>Products</dt><dd data-testid="goods-total">${goods}</dd>
  <dt>Delivery</dt><dd data-testid="delivery-cost">${delivery}</dd>
  <dt class="total">Total</dt><dd class="total" data-testid="total">${total}</dd></dl></aside>`;
};

const nothingYet = html`<div class="empty" data-testid="empty-basket">
  <p>Your basket is empty.</p><p><a class="button" href="/">Look at all products</a></p>
</div>`;

export const basketPage = (session: ShopSession): Page => ({
  title: 'Basket',
  body: html`<h1>Basket</h1>${
    session.basket.size === 0
      ? nothingYet
      : html`<div class="split"><div>
    <table class="lines" aria-label="Basket">
      <thead><tr><th scope="col">Product</th><th scope="col" class="number">Price</th><th scope="col">Quantity</th>
        <th scope="col" class="number">Total</th></tr></thead>
      <tbody>${[...session.basket].map(row)}</tbody>
    </table>
    <form method="post" action="/basket/empty" data-confirm="Remove everything from your basket?">
      <button class="link-button danger">Empty basket</button></form>
    ${deliveryForm(session)}
  </div>${summary(session)}</div>`
  }`,
});

const Text = z.string().trim().min(1).max(120);
/** The browser requires all fields, so a form without one does not come from the shop. */
const OrderForm = z.object({
  name: Text,
  email: z.email(),
  street: Text,
  postcode: Text,
  city: Text,
  country: z.enum(shop.countries),
  delivery: z.enum(DELIVERIES),
  terms: z.literal('yes'),
});

export function order(session: ShopSession, form: unknown): string {
  const read = OrderForm.safeParse(form);
  if (read.success && session.basket.size > 0) return `/basket?order=${placeOrder(session, read.data.delivery).number}`;
  session.notice = 'Something is missing in your order.';
  return '/basket';
}

/** Undefined for an order of somebody else. */
export function confirmationPage(session: ShopSession, number: unknown): Page | undefined {
  const placed = session.orders.find(found => String(found.number) === number);
  return (
    placed && {
      title: `Order ${placed.number}`,
      body: html`<div class="message"><p class="done">${ICONS.tick}</p><h1>Thank you for your order</h1>
    <p class="lead"><strong data-testid="order-number">Order ${placed.number}</strong> for ${money(placed.totalCents)} is with our packers.</p>
    <p>${placed.contents}</p><p><a class="button" href="/">Back to all products</a></p></div>`,
    }
  );
}
