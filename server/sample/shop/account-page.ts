import { countText } from './catalogue-page.ts';
import { html, ICONS, money } from './html.ts';
import type { Page } from './layout.ts';
import { CUSTOMER, type ShopSession } from './session.ts';

const signInPage = (refused?: string): Page => ({
  title: 'Sign in',
  body: html`<div class="narrow"><h1>Sign in</h1>${
    refused !== undefined &&
    html`<div class="alert" role="alert" data-testid="sign-in-error">${ICONS.alert}<p>The user name or the password is wrong.</p></div>`
  }
  <form class="panel" method="post" action="/account">
    <div class="field"><label for="user">User name</label><input id="user" name="user" autocomplete="username" value="${refused}"></div>
    <div class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password"></div>
    <button class="button large">Sign in</button>
  </form>
  <p class="note">The only customer of this sample shop is <code>${CUSTOMER.user}</code> with the password <code>${CUSTOMER.password}</code>.</p></div>`,
});

const ordersPage = ({ orders }: ShopSession): Page => ({
  title: 'My orders',
  body: html`<div class="list-head"><h1>My orders</h1><p class="muted" data-testid="order-count">${countText(orders.length, 'order')}</p></div>
  <table aria-label="Orders"><thead><tr><th scope="col">Order</th><th scope="col">Date</th><th scope="col">Products</th>
    <th scope="col" class="number">Total</th><th scope="col">Status</th></tr></thead>
  <tbody>${orders.map(
    ({ number, date, contents, totalCents, status }) => html`<tr data-testid="order-row"><th scope="row">${number}</th>
    <td class="nowrap">${date}</td><td>${contents}</td><td class="number">${money(totalCents)}</td>
    <td><span class="badge ${status.toLowerCase()}">${status}</span></td></tr>`,
  )}</tbody></table>`,
});

export const accountPage = (session: ShopSession, refused?: string) =>
  session.isSignedIn ? ordersPage(session) : signInPage(refused);
