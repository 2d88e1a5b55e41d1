import { stockOf } from '../basket.ts';
import { PRODUCTS } from '../catalogue/catalogue.ts';
import { CATEGORY_LABELS, type Product } from '../catalogue/product.ts';
import { html } from '../html.ts';
import { money } from '../money.ts';
import type { ShopSession } from '../session.ts';
import type { Page } from './layout.ts';

export const MAX_STOCK = 999;

const row = (session: ShopSession, product: Product) => html`<tr data-testid="stock-row" data-product="${product.id}">
  <th scope="row"><a href="/products/${product.id}">${product.name}</a></th>
  <td>${CATEGORY_LABELS[product.category]}</td>
  <td class="number">${money(product.priceCents)}</td>
  <td class="number stock-cell" data-name="${product.name}" data-address="/admin/stock/${product.id}"
    title="Double-click to edit" data-testid="stock-cell">${stockOf(session, product)}</td>
  <td><button type="button" class="link-button" data-edit>Edit<span class="hidden"> stock of ${product.name}</span></button></td>
</tr>`;

export const stockPage = (session: ShopSession): Page => ({
  title: 'Stock',
  scripts: ['stock'],
  body: html`<h1>Stock</h1>
  <p class="muted">Double-click a number to change it: Enter saves, Escape leaves it as it was.</p>
  <table aria-label="Stock" data-testid="stock" data-max="${MAX_STOCK}">
    <thead><tr><th scope="col">Product</th><th scope="col">Category</th><th scope="col" class="number">Price</th>
      <th scope="col" class="number">In stock</th><th scope="col"><span class="hidden">Edit</span></th></tr></thead>
    <tbody>${PRODUCTS.map(product => row(session, product))}</tbody>
  </table>`,
});
