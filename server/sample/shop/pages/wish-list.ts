import type { Product } from '../catalogue/product.ts';
import { html } from '../html.ts';
import { money } from '../money.ts';
import { icon } from './icons.ts';
import type { Page } from './layout.ts';

const moveButtons = ({ id, name }: Product, { place, count }: { place: number; count: number }) =>
  html`<form class="moves" method="post" action="/wish-list/move"><input type="hidden" name="product" value="${id}">
    <button name="place" value="${place - 1}" aria-label="Move ${name} up"${place === 1 && html` disabled`}>${icon('up')}</button>
    <button name="place" value="${place + 1}" aria-label="Move ${name} down"${place === count && html` disabled`}>${icon('down')}</button></form>`;

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

export const wishListPage = (products: readonly Product[]): Page => ({
  title: 'Wish list',
  scripts: products.length > 1 ? ['wish-list'] : [],
  body: html`<h1>Wish list</h1>${
    products.length > 0
      ? wishes(products)
      : html`<div class="empty"><p>Nothing here yet. Right-click a product, or choose “Add to wish list” on its page.</p>
        <p><a class="button" href="/">Look at all products</a></p></div>`
  }`,
});
