import { listAddress, type Product, reviewsOf } from './catalogue.ts';
import { averageRating, heart } from './catalogue-page.ts';
import { html, money } from './html.ts';
import type { Page } from './layout.ts';
import { MAX_QUANTITY, type ShopSession } from './session.ts';

const stockText = ({ stock }: Product) => {
  if (stock === 0) return html`<p class="stock none" data-testid="stock">Sold out</p>`;
  return html`<p class="stock${stock <= 5 && ' low'}" data-testid="stock">${stock <= 5 ? `Only ${stock} left` : 'In stock'}</p>`;
};

const giftFields = html`<div class="gift"><label class="tick"><input type="checkbox" data-testid="gift"> This is a gift</label>
  <div><div class="field"><label for="giftMessage">Gift message</label><input id="giftMessage" name="giftMessage" maxlength="80" autocomplete="off"></div>
  <div class="field"><label for="giftPicture">Gift picture</label><input id="giftPicture" name="giftPicture" type="file" accept="image/*"></div></div></div>`;

const buyForm = (product: Product, session: ShopSession) => html`<form method="post" action="/basket">
  <input type="hidden" name="product" value="${product.id}">
  <div class="buy">${
    product.sizes.length > 0 &&
    html`<div class="field"><label for="size">Size</label><select id="size" name="size">${product.sizes.map(
      (size, index) => html`<option${index === 1 && html` selected`}>${size}</option>`,
    )}</select></div>`
  }
  <div class="field"><label for="quantity">Quantity</label>
    <input id="quantity" name="quantity" type="number" value="1" min="1" max="${MAX_QUANTITY}" required></div>
  <button class="button large"${product.stock === 0 && html` disabled`}>Add to basket</button>${heart(product, session)}</div>
  ${giftFields}
</form>`;

const returnsTip = html`<p class="tip"><button type="button" class="tip-button" aria-describedby="returns-tip">Free returns</button>
  <span id="returns-tip" role="tooltip">Send it back within 100 days, worn or not. The label is in the box.</span></p>`;

export const productPage = (product: Product, session: ShopSession): Page => ({
  title: product.name,
  body: html`<nav class="crumbs" aria-label="Breadcrumb"><ol>
      <li><a href="/">All products</a></li>
      <li><a href="${listAddress({ category: product.category })}">${product.category}</a></li>
      <li aria-current="page">${product.name}</li></ol></nav>
    <article class="product" data-testid="product">
      <img src="/images/${product.id}.svg" alt="${product.name} in ${product.colour}" width="640" height="480">
      <div>
        <h1>${product.name}</h1>
        ${averageRating(product)}
        <p class="price large" data-testid="price">${money(product.priceCents)}</p>
        <p class="lead">${product.summary}</p>
        ${stockText(product)}${buyForm(product, session)}${returnsTip}
      </div>
    </article>
    <section class="reviews" aria-labelledby="reviews-title"><h2 id="reviews-title">Reviews</h2>
      <shop-reviews data-source="/products/${product.id}/reviews" data-testid="reviews"><p class="loading">Loading reviews …</p></shop-reviews>
    </section>`,
});

/** Loaded later, into a shadow root of the product page. */
export const reviewList = (product: Product) => html`<link rel="stylesheet" href="/assets/shop.css">
<ul class="review-list" role="list" aria-label="Reviews">${reviewsOf(product).map(
  ({ author, stars, title, text }) => html`<li class="review" data-testid="review">
  <p class="stars" role="img" aria-label="${stars} out of 5 stars">${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}</p>
  <h3>${title}</h3><p>${text}</p><p class="muted small">${author}</p></li>`,
)}</ul>`;
