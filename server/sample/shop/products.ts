/** The product list and the product pages, with reviews and ratings, and the price list. */
import timers from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { MAX_QUANTITY, stockOf } from './basket.ts';
import {
  CATEGORIES,
  CategoryId,
  findProduct,
  ListQuery,
  listAddress,
  PRODUCTS,
  type Product,
  type ProductListing,
  reviewsOf,
  SORTINGS,
  searchProducts,
} from './catalogue.ts';
import { readForm } from './forms.ts';
import { html, ICONS, money } from './html.ts';
import { notFoundPage, type Page } from './layout.ts';
import type { ShopSession } from './session.ts';
import type { Action, ShopParts, Visit } from './visit.ts';

const countText = (total: number) => {
  if (total === 0) return 'No products';
  return total === 1 ? '1 product' : `${total} products`;
};

const averageRating = (product: Product) => html`<p class="rating">
  <span class="star">${ICONS.star}</span><span class="hidden">Rated </span>${product.rating.toFixed(1)}<span class="hidden"> out of 5,</span>
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
    <p class="muted small">${CATEGORIES[product.category].label}</p>
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
    category ? CATEGORIES[category].label : 'All'
  }</a></li>`;

const sortForm = ({ q, category, sort }: ListQuery) => html`<form class="sort" action="/" data-submit-on-change>
  ${q && html`<input type="hidden" name="q" value="${q}">`}
  ${category && html`<input type="hidden" name="category" value="${category}">`}
  <label for="sort">Sort by</label>
  <select id="sort" name="sort" data-testid="sort">${Object.entries(SORTINGS).map(
    ([value, { label }]) => html`<option value="${value}"${value === sort && html` selected`}>${label}</option>`,
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
  return category ? CATEGORIES[category].label : 'All products';
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

function productListPage(session: ShopSession, listing: ProductListing): Page {
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

const sizeDialog = ({ category }: Product) => {
  const { head, rows } = CATEGORIES[category].sizeGuide;
  return html`<dialog id="size-guide" aria-labelledby="size-guide-title" data-testid="size-guide">
  <h2 id="size-guide-title">Size guide</h2>
  <p class="muted">${CATEGORIES[category].label}. Between two sizes, take the larger one.</p>
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

function productPage(session: ShopSession, product: Product): Page {
  const stock = stockOf(session, product);
  return {
    title: product.name,
    scripts: ['rating', 'product'],
    body: html`<nav class="crumbs" aria-label="Breadcrumb"><ol>
      <li><a href="/">All products</a></li>
      <li><a href="${listAddress({ category: product.category })}">${CATEGORIES[product.category].label}</a></li>
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

const Stars = z.coerce.number().int().min(1).max(5);

const withProduct =
  (action: (visit: Visit, product: Product) => void | Promise<void>): Action =>
  visit => {
    const product = findProduct(String(visit.request.params.id));
    return product ? action(visit, product) : visit.show(notFoundPage(visit.request.path), 404);
  };

const rate = withProduct(({ request, response, session }, product) => {
  const stars = Stars.safeParse(readForm(request.body).stars);
  if (!stars.success) {
    response.status(400).json({ error: 'Give 1 to 5 stars.' });
    return;
  }
  session.ratings.set(product.id, stars.data);
  response.json({ stars: stars.data });
});

const lateReviews = ({ slowMs, closing }: ShopParts) =>
  withProduct(async ({ response }, product) => {
    await timers.setTimeout(slowMs, undefined, { signal: closing });
    response.json(reviewsOf(product));
  });

const priceList: RequestHandler = (_request, response) => {
  const rows = PRODUCTS.map(product =>
    [product.id, product.name, CATEGORIES[product.category].label, (product.priceCents / 100).toFixed(2)].join(','),
  );
  response.attachment('price-list.csv').type('text/csv');
  response.send(`${['id,name,category,price in EUR', ...rows].join('\r\n')}\r\n`);
};

/** The list, the products with their reviews and ratings, and the price list. */
export function productRoutes(parts: ShopParts): Router {
  const { onVisit } = parts;
  const router = Router();
  router.get(
    '/',
    onVisit(({ request, session, show }) =>
      show(productListPage(session, searchProducts(ListQuery.parse(request.query)))),
    ),
  );
  router.get(
    '/products/:id',
    onVisit(withProduct(({ session, show }, product) => show(productPage(session, product)))),
  );
  router.get('/products/:id/reviews', onVisit(lateReviews(parts)));
  router.post('/products/:id/rating', onVisit(rate));
  router.get('/price-list.csv', priceList);
  return router;
}
