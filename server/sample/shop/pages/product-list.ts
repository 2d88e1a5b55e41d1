import { stockOf } from '../basket.ts';
import { CATEGORY_LABELS, CategoryId, type Product } from '../catalogue/product.ts';
import { type ListQuery, listAddress, type ProductListing, SORT_LABELS } from '../catalogue/search.ts';
import { html } from '../html.ts';
import { money } from '../money.ts';
import type { ShopSession } from '../session.ts';
import { icon } from './icons.ts';
import type { Page } from './layout.ts';

const countText = (total: number) => {
  if (total === 0) return 'No products';
  return total === 1 ? '1 product' : `${total} products`;
};

export const averageRating = (product: Product) => html`<p class="rating">
  <span class="star">${icon('star')}</span><span class="hidden">Rated </span>${product.rating.toFixed(1)}<span class="hidden"> out of 5,</span>
  <span class="muted">(${product.reviewCount}<span class="hidden"> reviews</span>)</span>
</p>`;

const addButton = (product: Product, stock: number, back: string) =>
  stock === 0
    ? html`<p class="sold-out">Sold out</p>`
    : html`<form method="post" action="/basket/lines" class="add-form">
      <input type="hidden" name="product" value="${product.id}">
      <input type="hidden" name="back" value="${back}">
      <button class="button quiet" aria-label="Add to basket: ${product.name}" data-testid="add-to-basket">Add to basket</button>
    </form>`;

const card = (
  session: ShopSession,
  product: Product,
  back: string,
) => html`<li class="card" data-testid="product-card" data-product="${product.id}">
  <img src="/images/${product.id}.svg" alt="" width="320" height="240">
  <div class="card-text">
    <p class="muted small">${CATEGORY_LABELS[product.category]}</p>
    <h3><a href="/products/${product.id}">${product.name}</a></h3>
    ${averageRating(product)}
    <div class="card-foot">
      <p class="price" data-testid="price">${money(product.priceCents)}</p>
      ${addButton(product, stockOf(session, product), back)}
    </div>
  </div>
</li>`;

const categoryLink = (query: ListQuery, category: CategoryId | undefined) => html`<li><a
  href="${listAddress({ ...query, category, page: 1 })}"${query.category === category && html` aria-current="true"`}>${
    category ? CATEGORY_LABELS[category] : 'All'
  }</a></li>`;

const sortForm = ({ q, category, sort }: ListQuery) => html`<form class="sort" action="/" data-submit-on-change>
  ${q && html`<input type="hidden" name="q" value="${q}">`}
  ${category && html`<input type="hidden" name="category" value="${category}">`}
  <label for="sort">Sort by</label>
  <select id="sort" name="sort" data-testid="sort">${Object.entries(SORT_LABELS).map(
    ([value, label]) => html`<option value="${value}"${value === sort && html` selected`}>${label}</option>`,
  )}</select>
  <noscript><button>Sort</button></noscript>
</form>`;

const pageLinks = ({ query, pageCount }: ProductListing) =>
  pageCount > 1 &&
  html`<nav class="pages" aria-label="Pages" data-testid="pages"><ul>
  ${query.page > 1 && html`<li><a href="${listAddress({ ...query, page: query.page - 1 })}" rel="prev">Previous<span class="hidden"> page</span></a></li>`}
  ${Array.from({ length: pageCount }, (_, index) => index + 1).map(
    page => html`<li><a href="${listAddress({ ...query, page })}"${page === query.page && html` aria-current="page"`}
      ><span class="hidden">Page </span>${page}</a></li>`,
  )}
  ${query.page < pageCount && html`<li><a href="${listAddress({ ...query, page: query.page + 1 })}" rel="next">Next<span class="hidden"> page</span></a></li>`}
</ul></nav>`;

const hero = html`<section class="hero" aria-labelledby="hero-title">
  <div><h1 id="hero-title">Gear for slow walks</h1>
  <p>Made to be mended, packed in paper, and sent from one small warehouse by the sea.</p></div>
</section>`;

const heading = ({ q, category }: ListQuery) => {
  if (q) return `Results for “${q}”`;
  return category ? CATEGORY_LABELS[category] : 'All products';
};

const productCards = (session: ShopSession, { products, query }: ProductListing) =>
  products.length > 0
    ? html`<ul class="cards" role="list" aria-label="Products">${products.map(product => card(session, product, listAddress(query)))}</ul>`
    : html`<div class="empty"><p>No product fits. Try a shorter word, or look at everything.</p>
      <p><a class="button" href="/">Show all products</a></p></div>`;

const cardMenu = html`<div id="card-menu" class="menu" role="menu" aria-label="Product" hidden data-testid="card-menu">
  <button type="button" role="menuitem" data-action="wish">Add to wish list</button>
  <button type="button" role="menuitem" data-action="open">Open product</button>
  <button type="button" role="menuitem" data-action="copy">Copy name</button>
</div>`;

export function productListPage(session: ShopSession, listing: ProductListing): Page {
  const { query, total } = listing;
  const title = heading(query);
  const isHome = !query.q && !query.category && query.page === 1;
  const titleMarkup = isHome ? html`<h2>${title}</h2>` : html`<h1>${title}</h1>`;
  return {
    title,
    scripts: ['product-list'],
    searched: query.q,
    body: html`${isHome && hero}
    <div class="list-head">${titleMarkup}<p class="muted" data-testid="product-count">${countText(total)}</p>
      ${query.q && html`<a href="${listAddress({ ...query, q: '', page: 1 })}">Clear search</a>`}</div>
    <div class="filters">
      <nav aria-label="Filter by category"><ul>${categoryLink(query, undefined)}${CategoryId.options.map(category => categoryLink(query, category))}</ul></nav>
      ${sortForm(query)}
    </div>
    ${productCards(session, listing)}${pageLinks(listing)}${cardMenu}`,
  };
}
