import {
  CATEGORIES,
  type ListQuery,
  listAddress,
  PRODUCTS,
  type Product,
  SORTINGS,
  searchProducts,
} from './catalogue.ts';
import { html, ICONS, money } from './html.ts';
import type { Page } from './layout.ts';
import type { ShopSession } from './session.ts';

export const countText = (count: number, noun: string) => `${count || 'No'} ${noun}${count === 1 ? '' : 's'}`;

export const averageRating = ({ rating, reviewCount }: Product) => html`<p class="rating">
  <span class="star">${ICONS.star}</span><span class="hidden">Rated </span>${rating.toFixed(1)}<span class="hidden"> out of 5,</span>
  <span class="muted">(${reviewCount}<span class="hidden"> reviews</span>)</span>
</p>`;

export const heart = (
  { id, name }: Product,
  { wishList }: ShopSession,
) => html`<button class="heart" formaction="/wish-list"
  formnovalidate aria-label="Wish for ${name}" aria-pressed="${String(wishList.has(id))}" data-live>♥</button>`;

const card = (
  product: Product,
  session: ShopSession,
) => html`<li class="card" draggable="true" data-testid="product-card">
  <img src="/images/${product.id}.svg" alt="" width="320" height="240" draggable="false">
  <div class="card-text">
    <p class="muted small">${product.category}</p>
    <h3><a href="/products/${product.id}" draggable="false">${product.name}</a></h3>
    ${averageRating(product)}
    <form class="card-foot" method="post" action="/basket"><input type="hidden" name="product" value="${product.id}">
      <p class="price" data-testid="price">${money(product.priceCents)}</p>
      ${
        product.stock > 0
          ? html`<button class="button quiet" aria-label="Add to basket: ${product.name}">Add to basket</button>`
          : html`<p class="sold-out">Sold out</p>`
      }${heart(product, session)}
    </form>
  </div>
</li>`;

const filters = (query: ListQuery) => html`<div class="filters">
  <nav aria-label="Filter by category"><ul>${['', ...CATEGORIES].map(
    category =>
      html`<li><a href="${listAddress({ ...query, category, page: 1 })}"${
        query.category === category && html` aria-current="true"`
      }>${category || 'All'}</a></li>`,
  )}</ul></nav>
  <form class="sort" action="/" data-submit-on-change>
    ${Object.entries({ q: query.q, category: query.category, wished: query.wished }).map(
      ([name, value]) => value !== '' && html`<input type="hidden" name="${name}" value="${value}">`,
    )}
    <label for="sort">Sort by</label>
    <select id="sort" name="sort">${Object.entries(SORTINGS).map(
      ([value, { label }]) =>
        html`<option value="${value}"${value === query.sort && html` selected`}>${label}</option>`,
    )}</select>
  </form>
</div>`;

const pageLinks = (
  query: ListQuery,
  pageCount: number,
) => html`<nav class="pages" aria-label="Pages" data-testid="pages"><ul>
  ${Array.from({ length: pageCount }, (_, index) => index + 1).map(
    page => html`<li><a href="${listAddress({ ...query, page })}"${page === query.page && html` aria-current="page"`}
      ><span class="hidden">Page </span>${page}</a></li>`,
  )}
  ${query.page < pageCount && html`<li><a href="${listAddress({ ...query, page: query.page + 1 })}" rel="next">Next<span class="hidden"> page</span></a></li>`}
</ul></nav>`;

const hero = html`<section class="hero"><div><p class="claim">Gear for slow walks</p>
  <p>Made to be mended, packed in paper, and sent from one small warehouse by the sea.</p></div></section>`;

const nothingFits = html`<div class="empty"><p>No product fits. Try a shorter word, or look at everything.</p>
  <p><a class="button" href="/">Show all products</a></p></div>`;

const cardMenu = html`<div id="card-menu" class="menu" role="group" aria-label="Product" hidden>
  <button type="button" data-action="wish">Add to wish list</button>
  <button type="button" data-action="open">Open product</button>
  <button type="button" data-action="copy">Copy name</button>
</div>`;

export function cataloguePage(asked: ListQuery, session: ShopSession): Page {
  const { query, products, total, pageCount } = searchProducts(asked, session.wishList);
  const everything = query.wished ? 'Wish list' : 'All products';
  const title = query.q ? `Results for “${query.q}”` : query.category || everything;
  return {
    title,
    searched: query.q,
    body: html`${listAddress(query) === '/' && hero}
    <div class="list-head"><h1>${title}</h1><p class="muted" data-testid="product-count">${countText(total, 'product')}</p>
      ${query.q && html`<a href="${listAddress({ ...query, q: '', page: 1 })}">Clear search</a>`}</div>
    ${filters(query)}
    ${
      total > 0
        ? html`<ul class="cards" role="list" aria-label="Products"${!query.wished && html` data-stays`}>${products.map(product => card(product, session))}</ul>`
        : nothingFits
    }
    ${pageCount > 1 && pageLinks(query, pageCount)}${cardMenu}`,
  };
}

export const priceList = () =>
  ['id,name,category,price in EUR']
    .concat(
      PRODUCTS.map(
        ({ id, name, category, priceCents }) => `${id},${name},${category},${(priceCents / 100).toFixed(2)}`,
      ),
    )
    .map(line => `${line}\r\n`)
    .join('');
