import type { Product } from '../catalogue/product.ts';
import { html } from '../html.ts';
import { money } from '../money.ts';
import type { Page } from './layout.ts';

const item = (product: Product) => html`<li class="wish" data-testid="wish-item">
  <img src="/images/${product.id}.svg" alt="" width="72" height="72">
  <a href="/products/${product.id}">${product.name}</a>
  <span>${money(product.priceCents)}</span>
  <form method="post" action="/wish-list/remove"><input type="hidden" name="product" value="${product.id}">
    <input type="hidden" name="back" value="/wish-list">
    <button class="link-button danger">Remove<span class="hidden"> ${product.name}</span></button></form>
</li>`;

export const wishListPage = (products: readonly Product[]): Page => ({
  title: 'Wish list',
  body: html`<h1>Wish list</h1>${
    products.length > 0
      ? html`<ul class="wishes" role="list" aria-label="Wish list">${products.map(item)}</ul>`
      : html`<div class="empty"><p>Nothing here yet. Right-click a product, or choose “Add to wish list” on its page.</p>
        <p><a class="button" href="/">Look at all products</a></p></div>`
  }`,
});
