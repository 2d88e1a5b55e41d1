import { MAX_QUANTITY, stockOf } from '../basket.ts';
import { CATEGORY_LABELS, type CategoryId, type Product } from '../catalogue/product.ts';
import { listAddress } from '../catalogue/search.ts';
import { html } from '../html.ts';
import { money } from '../money.ts';
import type { ShopSession } from '../session.ts';
import type { Page } from './layout.ts';
import { averageRating } from './product-list.ts';

interface SizeGuide {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const SIZE_GUIDES: Record<CategoryId, SizeGuide> = {
  clothing: {
    head: ['Size', 'Chest', 'Waist'],
    rows: [
      ['S', '90–95 cm', '76–81 cm'],
      ['M', '96–101 cm', '82–87 cm'],
      ['L', '102–107 cm', '88–93 cm'],
      ['XL', '108–114 cm', '94–100 cm'],
    ],
  },
  footwear: {
    head: ['Size', 'Foot length', 'UK size'],
    rows: [
      ['38', '24.0 cm', '5'],
      ['40', '25.5 cm', '6.5'],
      ['42', '26.5 cm', '8'],
      ['44', '28.0 cm', '9.5'],
    ],
  },
  packs: {
    head: ['Litres', 'Good for'],
    rows: [
      ['5–10', 'Small things kept dry'],
      ['18–28', 'A day, or a light night'],
      ['35–48', 'Two to five days'],
      ['65–90', 'A week and more'],
    ],
  },
  camp: {
    head: ['For', 'Mugs and kettles', 'Tents'],
    rows: [
      ['One', '0.4 litres', '90 × 210 cm'],
      ['Two', '1 litre', '130 × 220 cm'],
      ['Four', '2 litres', '240 × 220 cm'],
    ],
  },
};

const sizeDialog = ({ category }: Product) => {
  const { head, rows } = SIZE_GUIDES[category];
  return html`<dialog id="size-guide" aria-labelledby="size-guide-title" data-testid="size-guide">
  <h2 id="size-guide-title">Size guide</h2>
  <p class="muted">${CATEGORY_LABELS[category]}. Between two sizes, take the larger one.</p>
  <table><thead><tr>${head.map(cell => html`<th scope="col">${cell}</th>`)}</tr></thead>
  <tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map(cell => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>
  <form method="dialog"><button class="button">Close</button></form>
</dialog>`;
};

const stockText = (stock: number) => {
  if (stock === 0) return html`<p class="stock none" data-testid="stock">Sold out</p>`;
  return stock <= 5
    ? html`<p class="stock low" data-testid="stock">Only ${stock} left</p>`
    : html`<p class="stock" data-testid="stock">In stock</p>`;
};

const sizeField = ({ sizes }: Product) =>
  sizes.length > 0 &&
  html`<div class="field"><label for="size">Size</label>
  <select id="size" name="size">${sizes.map((size, index) => html`<option${index === 1 && html` selected`}>${size}</option>`)}</select></div>`;

const buyForm = (product: Product, stock: number) => html`<form class="buy" method="post" action="/basket/lines">
  <input type="hidden" name="product" value="${product.id}">
  <input type="hidden" name="back" value="/products/${product.id}">
  ${sizeField(product)}
  <div class="field"><label for="quantity">Quantity</label>
    <input id="quantity" name="quantity" type="number" value="1" min="1" max="${MAX_QUANTITY}" required data-testid="quantity"></div>
  <button class="button large"${stock === 0 && html` disabled`} data-testid="add-to-basket">Add to basket</button>
</form>`;

const wishForm = (session: ShopSession, product: Product) => {
  const isWished = session.wishList.has(product.id);
  return html`<form method="post" action="/wish-list${isWished && '/remove'}">
    <input type="hidden" name="product" value="${product.id}">
    <input type="hidden" name="back" value="/products/${product.id}">
    <button class="link-button" data-testid="wish">${isWished ? 'Remove from wish list' : 'Add to wish list'}</button>
  </form>`;
};

const returnsTip = html`<span class="tip"><button type="button" class="tip-button" aria-describedby="returns-tip">Free returns</button>
  <span id="returns-tip" role="tooltip">Send it back within 100 days, worn or not. The label is in the box.</span></span>`;

const reviewSection = (
  session: ShopSession,
  product: Product,
) => html`<section class="reviews" aria-labelledby="reviews-title">
  <div class="reviews-head"><h2 id="reviews-title">Reviews</h2>
    <div class="own-rating"><span id="rating-label">Your rating</span>
    <shop-rating label="Your rating of ${product.name}" value="${session.ratings.get(product.id) ?? 0}"
      action="/products/${product.id}/rating" data-testid="own-rating"></shop-rating></div></div>
  <div id="reviews" aria-live="polite" aria-busy="true" data-source="/products/${product.id}/reviews" data-testid="reviews">
    <p class="loading">Loading reviews …</p></div>
</section>`;

export function productPage(session: ShopSession, product: Product): Page {
  const stock = stockOf(session, product);
  return {
    title: product.name,
    scripts: ['rating', 'product'],
    body: html`<nav class="crumbs" aria-label="Breadcrumb"><ol>
      <li><a href="/">All products</a></li>
      <li><a href="${listAddress({ category: product.category })}">${CATEGORY_LABELS[product.category]}</a></li>
      <li aria-current="page">${product.name}</li></ol></nav>
    <article class="product" data-testid="product">
      <img src="/images/${product.id}.svg" alt="${product.name} in ${product.colour}" width="640" height="480">
      <div>
        <h1>${product.name}</h1>
        ${averageRating(product)}
        <p class="price large" data-testid="price">${money(product.priceCents)}</p>
        <p class="lead">${product.summary}</p>
        ${stockText(stock)}
        ${buyForm(product, stock)}
        <div class="product-extras">
          <button type="button" class="link-button" data-opens="size-guide">Size guide</button>
          ${wishForm(session, product)}
          ${returnsTip}
        </div>
      </div>
    </article>
    ${reviewSection(session, product)}${sizeDialog(product)}`,
  };
}
