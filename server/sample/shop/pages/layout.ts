import type { Account } from '../accounts.ts';
import { basketCount } from '../basket.ts';
import { CATEGORY_LABELS, CategoryId } from '../catalogue/product.ts';
import { listAddress } from '../catalogue/search.ts';
import { type Html, html } from '../html.ts';
import type { PageScript } from '../scripts/scripts.ts';
import type { ShopSession } from '../session.ts';
import { icon } from './icons.ts';

export interface Page {
  title: string;
  body: Html;
  /** Scripts besides those of every page. */
  scripts?: readonly PageScript[];
  /** What is in the search field. */
  searched?: string;
}

interface PageContext {
  session: ShopSession;
  notice?: string;
}

/** Drawing waits for the scripts, so that no click comes before its listener. */
const script = (name: PageScript) => html`<script type="module" blocking="render" src="/assets/${name}.js"></script>`;

const accountLinks = (account: Account | undefined) =>
  account
    ? html`<span class="account" data-testid="account-name">${icon('person')}${account.name}</span>
      <form method="post" action="/sign-out"><button class="link-button" data-testid="sign-out">Sign out</button></form>`
    : html`<a href="/sign-in" data-testid="sign-in-link">${icon('person')}Sign in</a>`;

const header = (session: ShopSession, searched = '') => html`<header class="site-header">
  <p class="strip">Free standard delivery from €100 · Free repairs for two years</p>
  <div class="wide header-row">
    <a class="logo" href="/" aria-label="Larchway, home">${icon('larch')}<span>Larchway</span></a>
    <form class="search" role="search" action="/">
      <label class="hidden" for="search">Search products</label>
      <input id="search" name="q" type="search" value="${searched}" placeholder="Search boots, packs, mugs …"
        autocomplete="off" maxlength="80" aria-keyshortcuts="/" data-testid="search">
      <kbd aria-hidden="true">/</kbd>
      <button aria-label="Search">${icon('search')}</button>
    </form>
    <div class="header-links">
      ${accountLinks(session.account)}
      <a href="/wish-list" data-testid="wish-list-link">${icon('heart')}Wish list
        <span class="count" data-testid="wish-count">${session.wishList.size}</span></a>
      <a href="/basket" data-testid="basket-link">${icon('basket')}Basket
        <span class="count strong" data-testid="basket-count">${basketCount(session)}</span></a>
    </div>
  </div>
  ${navigation(session.account)}
</header>`;

const navigation = (account: Account | undefined) => html`<nav class="site-nav" aria-label="Main">
  <ul class="wide">
    <li class="category-menu" data-testid="category-menu">
      <button type="button" aria-expanded="false" aria-controls="category-list">Categories${icon('down')}</button>
      <ul id="category-list">${CategoryId.options.map(
        category => html`<li><a href="${listAddress({ category })}">${CATEGORY_LABELS[category]}</a></li>`,
      )}</ul>
    </li>
    <li><a href="/">All products</a></li>
    ${account?.role === 'customer' && html`<li><a href="/my-orders">My orders</a></li>`}
    ${
      account?.role === 'admin' &&
      html`<li><a href="/admin/orders">Orders</a></li><li><a href="/admin/stock">Stock</a></li>`
    }
    <li><a href="/contact">Contact</a></li>
    <li><a href="/status">Service status</a></li>
  </ul>
</nav>`;

const footer = html`<footer class="site-footer">
  <div class="wide">
    <p><strong>Larchway</strong> sells gear for slow walks. It is a sample shop: nothing here can be bought.</p>
    <ul>
      <li><a href="/price-list.csv" download data-testid="price-list">Price list (CSV)</a></li>
      <li><a href="/terms" target="_blank" rel="noopener">Terms of sale<span class="hidden"> (opens in a new tab)</span></a></li>
      <li><a href="/contact">Contact</a></li>
    </ul>
  </div>
</footer>`;

/** Renders a whole page as HTML text. */
export const renderPage = (page: Page, { session, notice }: PageContext) =>
  html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${page.title} · Larchway</title>
  <link rel="icon" href="/assets/icon.svg">
  <link rel="stylesheet" href="/assets/shop.css">
  ${script('shop')}${page.scripts?.map(script)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(session, page.searched)}
<main id="main" class="wide" tabindex="-1">${page.body}</main>
${footer}
<div class="toast" role="status" data-testid="notice">${notice}</div>
</body>
</html>`.markup;
