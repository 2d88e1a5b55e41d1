import { listAddress } from './catalogue.ts';
import { type Html, html, ICONS } from './html.ts';
import { basketCount, CUSTOMER, type ShopSession } from './session.ts';

export interface Page {
  title: string;
  body: Html;
  searched?: string;
}

const account = ({ isSignedIn }: ShopSession) =>
  isSignedIn
    ? html`<a href="/account" data-testid="account-name">${ICONS.person}${CUSTOMER.name}</a>
      <form method="post" action="/sign-out"><button class="link-button">Sign out</button></form>`
    : html`<a href="/account">${ICONS.person}Sign in</a>`;

const header = (session: ShopSession, searched = '') => html`<header class="site-header">
  <p class="strip">Free standard delivery from €100 · Free repairs for two years</p>
  <div class="wide header-row">
    <a class="logo" href="/" aria-label="Larchway, home">${ICONS.larch}<span>Larchway</span></a>
    <form class="search" role="search" action="/">
      <label class="hidden" for="search">Search products</label>
      <input id="search" name="q" type="search" value="${searched}" placeholder="Search boots, packs, mugs …"
        autocomplete="off" maxlength="80" data-testid="search">
      <button aria-label="Search">${ICONS.search}</button>
    </form>
    <div class="header-links">
      ${account(session)}
      <a href="${listAddress({ wished: 'yes' })}" data-testid="wish-list-link">${ICONS.heart}Wish list
        <span class="count" data-live data-testid="wish-count">${session.wishList.size}</span></a>
      <a href="/basket" data-testid="basket-link">${ICONS.basket}Basket
        <span class="count strong" data-live data-testid="basket-count">${basketCount(session)}</span></a>
    </div>
  </div>
</header>`;

const footer = html`<footer class="site-footer"><div class="wide">
  <p><strong>Larchway</strong> sells gear for slow walks. It is a sample shop: nothing here can be bought.</p>
  <p><a href="/price-list.csv" download data-testid="price-list">Price list (CSV)</a></p>
</div></footer>`;

/** Renders a page, with the notice of the session, which is shown once. */
export function renderPage(page: Page, session: ShopSession) {
  const { notice } = session;
  session.notice = undefined;
  // Rendering waits for the script, so that no click comes before its listener.
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${page.title} · Larchway</title>
  <link rel="icon" href="/assets/icon.svg">
  <link rel="stylesheet" href="/assets/shop.css">
  <script type="module" blocking="render" src="/assets/shop.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(session, page.searched)}
<main id="main" class="wide" tabindex="-1">${page.body}</main>
${footer}
<div class="toast" role="status" data-live data-testid="notice">${notice}</div>
</body>
</html>`.markup;
}

export function failurePage(status: number): Page {
  const [title, text] = {
    404: ['Page not found', 'There is nothing here. The path may have grown over.'],
    413: ['That request cannot be read', 'It is too large. Go back and try again with less.'],
  }[status] ?? ['Something went wrong', 'Go back and try again.'];
  return {
    title: String(title),
    body: html`<div class="message"><p class="message-code" aria-hidden="true">${status}</p><h1>${title}</h1><p>${text}</p>
    <p><a class="button" href="/">Back to all products</a></p></div>`,
  };
}
