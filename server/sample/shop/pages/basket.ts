import { basketCents, deliveryCents, MAX_QUANTITY, type PricedLine, priceLines } from '../basket.ts';
import { html } from '../html.ts';
import { money } from '../money.ts';
import type { ShopSession } from '../session.ts';
import type { Page } from './layout.ts';

const hiddenKey = (line: PricedLine) => html`<input type="hidden" name="line" value="${line.key}">`;

const row = (line: PricedLine) => html`<tr data-testid="basket-line" data-product="${line.productId}">
  <th scope="row"><div class="line-product"><img src="/images/${line.productId}.svg" alt="" width="72" height="72">
    <div><a href="/products/${line.productId}">${line.product.name}</a>
    ${line.size && html`<p class="muted small">Size ${line.size}</p>`}</div></div></th>
  <td class="number">${money(line.product.priceCents)}</td>
  <td><form class="quantity" method="post" action="/basket/lines/change">${hiddenKey(line)}
    <input name="quantity" type="number" min="0" max="${MAX_QUANTITY}" required value="${line.quantity}"
      aria-label="Quantity of ${line.product.name}" data-testid="quantity">
    <button class="link-button">Update<span class="hidden"> ${line.product.name}</span></button></form></td>
  <td class="number" data-testid="line-total">${money(line.totalCents)}</td>
  <td><form method="post" action="/basket/lines/remove">${hiddenKey(line)}
    <button class="link-button danger" data-testid="remove">Remove<span class="hidden"> ${line.product.name}</span></button></form></td>
</tr>`;

const emptyBasket = html`<div class="empty" data-testid="empty-basket">
  <p>Your basket is empty.</p><p><a class="button" href="/">Look at all products</a></p>
</div>`;

const summary = (session: ShopSession) => {
  const goods = basketCents(session);
  const delivery = deliveryCents('standard', goods);
  return html`<section class="panel summary" aria-labelledby="summary-title">
  <h2 id="summary-title">Summary</h2>
  <dl><dt>Products</dt><dd data-testid="goods-total">${money(goods)}</dd>
  <dt>Standard delivery</dt><dd data-testid="delivery-cost">${delivery === 0 ? 'Free' : money(delivery)}</dd>
  <dt class="total">Total</dt><dd class="total" data-testid="total">${money(goods + delivery)}</dd></dl>
  <a class="button large" href="/checkout" data-testid="check-out">Check out</a>
</section>`;
};

export function basketPage(session: ShopSession): Page {
  const lines = priceLines(session.basket.values());
  const table = html`<div class="split"><div>
    <table class="lines" aria-label="Basket" data-testid="basket">
      <thead><tr><th scope="col">Product</th><th scope="col" class="number">Price</th><th scope="col">Quantity</th>
        <th scope="col" class="number">Total</th><th scope="col"><span class="hidden">Remove</span></th></tr></thead>
      <tbody>${lines.map(row)}</tbody>
    </table>
    <form method="post" action="/basket/empty" data-confirm="Remove everything from your basket?">
      <button class="button quiet" data-testid="empty">Empty basket</button></form>
  </div>${summary(session)}</div>`;
  return { title: 'Basket', body: html`<h1>Basket</h1>${lines.length === 0 ? emptyBasket : table}` };
}
