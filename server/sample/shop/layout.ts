import { basketCount } from './basket.ts';
import { CATEGORIES, CategoryId, listAddress } from './catalogue.ts';
import { type Html, html, ICONS } from './html.ts';
import type { Account, Role, ShopSession } from './session.ts';

export interface Page {
  title: string;
  body: Html;
  /** Scripts besides that of every page, by the names of their files. */
  scripts?: readonly string[];
  /** What is in the search field. */
  searched?: string;
}

interface PageContext {
  session: ShopSession;
  notice?: string;
}

/** Drawing waits for the scripts, so that no click comes before its listener. */
const script = (name: string) => html`<script type="module" blocking="render" src="/assets/${name}.js"></script>`;

const accountLinks = (account: Account | undefined) =>
  account
    ? html`<span class="account" data-testid="account-name">${ICONS.person}${account.name}</span>
      <form method="post" action="/sign-out"><button class="link-button" data-testid="sign-out">Sign out</button></form>`
    : html`<a href="/sign-in" data-testid="sign-in-link">${ICONS.person}Sign in</a>`;

const header = (session: ShopSession, searched = '') => html`<header class="site-header">
  <p class="strip">Free standard delivery from €100 · Free repairs for two years</p>
  <div class="wide header-row">
    <a class="logo" href="/" aria-label="Larchway, home">${ICONS.larch}<span>Larchway</span></a>
    <form class="search" role="search" action="/">
      <label class="hidden" for="search">Search products</label>
      <input id="search" name="q" type="search" value="${searched}" placeholder="Search boots, packs, mugs …"
        autocomplete="off" maxlength="80" aria-keyshortcuts="/" data-testid="search">
      <kbd aria-hidden="true">/</kbd>
      <button aria-label="Search">${ICONS.search}</button>
    </form>
    <div class="header-links">
      ${accountLinks(session.account)}
      <a href="/wish-list" data-testid="wish-list-link">${ICONS.heart}Wish list
        <span class="count" data-testid="wish-count">${session.wishList.size}</span></a>
      <a href="/basket" data-testid="basket-link">${ICONS.basket}Basket
        <span class="count strong" data-testid="basket-count">${basketCount(session)}</span></a>
    </div>
  </div>
  ${navigation(session.account)}
</header>`;

const navigation = (account: Account | undefined) => html`<nav class="site-nav" aria-label="Main">
  <ul class="wide">
    <li class="category-menu" data-testid="category-menu">
      <button type="button" aria-expanded="false" aria-controls="category-list">Categories${ICONS.down}</button>
      <ul id="category-list">${CategoryId.options.map(
        category => html`<li><a href="${listAddress({ category })}">${CATEGORIES[category].label}</a></li>`,
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

const messagePage = (title: string, code: string, text: Html): Page => ({
  title,
  body: html`<div class="message"><p class="message-code" aria-hidden="true">${code}</p><h1>${title}</h1>${text}</div>`,
});

export const notFoundPage = (path: string) =>
  messagePage(
    'Page not found',
    '404',
    html`<p>There is nothing at <code>${path}</code>. The path may have grown over.</p>
    <p><a class="button" href="/">Back to all products</a></p>`,
  );

export const refusedPage = (role: Role) =>
  messagePage(
    'No access',
    '403',
    html`<p>This page is for ${role === 'admin' ? 'staff' : 'customers'}. Sign out and sign in with another account to see it.</p>
    <p><a class="button" href="/">Back to all products</a></p>`,
  );

export const failedPage = (code: number) =>
  messagePage(
    code < 500 ? 'That request cannot be read' : 'Something went wrong',
    String(code),
    html`<p>${
      code < 500
        ? 'It is too large or not in a form that the shop understands. Go back and try again with less.'
        : 'The fault is ours. Go back and try again.'
    }</p>
    <p><a class="button" href="/">Back to all products</a></p>`,
  );
