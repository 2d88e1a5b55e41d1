/** The basket and the wish list. */
import { Router } from 'express';
import { z } from 'zod';
import {
  addToBasket,
  basketCents,
  basketCount,
  basketLines,
  lineKey,
  MAX_QUANTITY,
  moveWish,
  setLine,
} from './basket.ts';
import { findProduct, type Product } from './catalogue.ts';
import { readForm } from './forms.ts';
import { html, ICONS, money } from './html.ts';
import type { Page } from './layout.ts';
import { deliveryCents, type PricedLine } from './orders.ts';
import type { ShopSession } from './session.ts';
import { type Action, localPath, type ShopParts, type Visit } from './visit.ts';

const hiddenKey = (line: PricedLine) => html`<input type="hidden" name="line" value="${lineKey(line)}">`;

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

const nothingYet = html`<div class="empty" data-testid="empty-basket">
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

function basketPage(session: ShopSession): Page {
  const lines = basketLines(session);
  const table = html`<div class="split"><div>
    <table class="lines" aria-label="Basket" data-testid="basket">
      <thead><tr><th scope="col">Product</th><th scope="col" class="number">Price</th><th scope="col">Quantity</th>
        <th scope="col" class="number">Total</th><th scope="col"><span class="hidden">Remove</span></th></tr></thead>
      <tbody>${lines.map(row)}</tbody>
    </table>
    <form method="post" action="/basket/empty" data-confirm="Remove everything from your basket?">
      <button class="button quiet" data-testid="empty">Empty basket</button></form>
  </div>${summary(session)}</div>`;
  return { title: 'Basket', body: html`<h1>Basket</h1>${lines.length === 0 ? nothingYet : table}` };
}

const moveButtons = ({ id, name }: Product, { place, count }: { place: number; count: number }) =>
  html`<form class="moves" method="post" action="/wish-list/move"><input type="hidden" name="product" value="${id}">
    <button name="place" value="${place - 1}" aria-label="Move ${name} up"${place === 1 && html` disabled`}>${ICONS.up}</button>
    <button name="place" value="${place + 1}" aria-label="Move ${name} down"${place === count && html` disabled`}>${ICONS.down}</button></form>`;

const item = (product: Product, index: number, { length: count }: readonly Product[]) => {
  const canMove = count > 1;
  return html`<li class="wish" data-testid="wish-item" data-product="${product.id}"${canMove && html` draggable="true"`}>
  <img src="/images/${product.id}.svg" alt="" width="72" height="72" draggable="false">
  <a href="/products/${product.id}" draggable="false">${product.name}</a>
  <span>${money(product.priceCents)}</span>
  ${canMove && moveButtons(product, { place: index + 1, count })}
  <form method="post" action="/wish-list/remove"><input type="hidden" name="product" value="${product.id}">
    <input type="hidden" name="back" value="/wish-list">
    <button class="link-button danger">Remove<span class="hidden"> ${product.name}</span></button></form>
</li>`;
};

const wishes = (products: readonly Product[]) =>
  html`${products.length > 1 && html`<p class="muted">Drag a product to the place you want it to have, or use its arrows.</p>`}
  <ol class="wishes" role="list" aria-label="Wish list">${products.map(item)}</ol>`;

const wishListPage = (products: readonly Product[]): Page => ({
  title: 'Wish list',
  scripts: products.length > 1 ? ['wish-list'] : [],
  body: html`<h1>Wish list</h1>${
    products.length > 0
      ? wishes(products)
      : html`<div class="empty"><p>Nothing here yet. Right-click a product, or choose “Add to wish list” on its page.</p>
        <p><a class="button" href="/">Look at all products</a></p></div>`
  }`,
});

const Quantity = z.coerce.number().int().min(0).max(MAX_QUANTITY);
const Place = z.coerce.number().int().min(1);

/** A script gets the count and the notice at once; a form goes back to its page and finds the notice there. */
function answer({ request, response, session }: Visit, told: { notice: string; count: number; back?: string }) {
  const { notice, count, back } = told;
  if (request.accepts(['html', 'json']) === 'json') {
    response.json({ notice, count });
    return;
  }
  session.notice = notice;
  response.redirect(303, localPath(back));
}

const noSuchProduct = ({ response }: Visit) => response.redirect(303, '/');

const addLine: Action = visit => {
  const { product: id = '', size, quantity, back } = readForm(visit.request.body);
  const product = findProduct(id);
  if (!product) return noSuchProduct(visit);
  const pieces = Quantity.min(1).catch(1).parse(quantity);
  const notice = addToBasket(visit.session, product, { size, quantity: pieces });
  answer(visit, { notice, count: basketCount(visit.session), back });
};

const changeLine: Action = ({ request, response, session }) => {
  const { line: key = '', quantity } = readForm(request.body);
  const line = session.basket.get(key);
  const product = line && findProduct(line.productId);
  const wanted = Quantity.safeParse(quantity);
  if (product && wanted.success) {
    const now = setLine(session, product, { ...line, quantity: wanted.data });
    if (now < wanted.data) session.notice = `There are only ${now} of ${product.name}.`;
  }
  response.redirect(303, '/basket');
};

const removeLine: Action = ({ request, response, session }) => {
  session.basket.delete(readForm(request.body).line ?? '');
  response.redirect(303, '/basket');
};

const emptyBasket: Action = ({ response, session }) => {
  session.basket.clear();
  response.redirect(303, '/basket');
};

const changeWishes =
  (change: (wishes: Set<string>, product: Product) => string): Action =>
  visit => {
    const { product: id = '', back } = readForm(visit.request.body);
    const product = findProduct(id);
    if (!product) return noSuchProduct(visit);
    const notice = change(visit.session.wishList, product);
    answer(visit, { notice, count: visit.session.wishList.size, back });
  };

const addWish = changeWishes((wishes, product) => {
  wishes.add(product.id);
  return `${product.name} is on your wish list.`;
});

const removeWish = changeWishes((wishes, product) => {
  wishes.delete(product.id);
  return `${product.name} is off your wish list.`;
});

const sortWishes: Action = visit => {
  const { session, request, response } = visit;
  const { product: id = '', place } = readForm(request.body);
  const product = findProduct(id);
  const wanted = Place.safeParse(place);
  if (!product || !session.wishList.has(id) || !wanted.success) {
    response.redirect(303, '/wish-list');
    return;
  }
  const now = moveWish(session, id, wanted.data);
  const count = session.wishList.size;
  answer(visit, { notice: `${product.name} is now ${now} of ${count}.`, count, back: '/wish-list' });
};

const wishedProducts = (wishes: Set<string>) => [...wishes].flatMap(id => findProduct(id) ?? []);

/** The basket and the wish list. */
export function basketRoutes({ onVisit }: ShopParts): Router {
  const router = Router();
  router.get(
    '/basket',
    onVisit(({ session, show }) => show(basketPage(session))),
  );
  router.post('/basket/lines', onVisit(addLine));
  router.post('/basket/lines/change', onVisit(changeLine));
  router.post('/basket/lines/remove', onVisit(removeLine));
  router.post('/basket/empty', onVisit(emptyBasket));
  router.get(
    '/wish-list',
    onVisit(({ session, show }) => show(wishListPage(wishedProducts(session.wishList)))),
  );
  router.post('/wish-list', onVisit(addWish));
  router.post('/wish-list/remove', onVisit(removeWish));
  router.post('/wish-list/move', onVisit(sortWishes));
  return router;
}
