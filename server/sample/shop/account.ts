/** Signing in and out, the orders of a customer, and what only staff may see: all orders and the stock. */
import { Router } from 'express';
import { z } from 'zod';
import { stockOf } from './basket.ts';
import { CATEGORIES, findProduct, PRODUCTS, type Product } from './catalogue.ts';
import { EMPTY_FORM, type FormState, readForm, textField } from './forms.ts';
import { type Html, html, ICONS, money } from './html.ts';
import { notFoundPage, type Page } from './layout.ts';
import {
  contents,
  ORDER_STATUSES,
  type Order,
  type OrderStatus,
  priceLines,
  StatusFilter,
  statusAfter,
} from './orders.ts';
import { findAccount, type ShopSession } from './session.ts';
import { type Action, localPath, onlyFor, type ShopParts } from './visit.ts';

interface SignIn {
  form: FormState;
  /** Where to go afterwards. */
  next: string;
  isRefused?: boolean;
}

const signInPage = ({ form, next, isRefused = false }: SignIn): Page => ({
  title: 'Sign in',
  body: html`<div class="narrow"><h1>Sign in</h1>
  ${next !== '/' && !isRefused && html`<p class="muted">Sign in to go on to that page.</p>`}
  ${
    isRefused &&
    html`<div class="alert" role="alert" data-testid="sign-in-error">${ICONS.alert}<p>The user name or the password is wrong.</p></div>`
  }
  <form class="panel" method="post" action="/sign-in">
    <input type="hidden" name="next" value="${next}">
    ${textField(form, { name: 'user', label: 'User name', autocomplete: 'username' })}
    ${textField(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
    <button class="button large" data-testid="sign-in">Sign in</button>
  </form>
  <section class="note" aria-labelledby="accounts-title"><h2 id="accounts-title">Accounts of this sample shop</h2>
    <dl><dt>Customer</dt><dd><code>ann</code> with <code>spring-42</code></dd>
    <dt>Admin</dt><dd><code>max</code> with <code>autumn-17</code></dd></dl></section></div>`,
});

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const statusBadge = (status: OrderStatus) =>
  html`<span class="badge ${status.toLowerCase()}" data-testid="order-status">${status}</span>`;

interface Column {
  head: Html;
  cell: (order: Order) => Html;
}

const NUMBER: Column = {
  head: html`<th scope="col">Order</th>`,
  cell: order => html`<th scope="row">${order.number}</th>`,
};
const DATE: Column = {
  head: html`<th scope="col">Date</th>`,
  cell: order => html`<td class="nowrap">${day.format(new Date(order.placedOn))}</td>`,
};
const CUSTOMER: Column = {
  head: html`<th scope="col">Customer</th>`,
  cell: order => html`<td class="nowrap">${order.customer}</td>`,
};
const CONTENTS: Column = {
  head: html`<th scope="col">Products</th>`,
  cell: order => html`<td>${contents(order.lines)}</td>`,
};
const TOTAL: Column = {
  head: html`<th scope="col" class="number">Total</th>`,
  cell: order => html`<td class="number">${money(order.totalCents)}</td>`,
};
const STATUS: Column = {
  head: html`<th scope="col">Status</th>`,
  cell: order => html`<td>${statusBadge(order.status)}</td>`,
};

const RECEIPT: Column = {
  head: html`<th scope="col">Receipt</th>`,
  cell: order =>
    html`<td><a href="/my-orders/${order.number}/receipt" download aria-label="Download the receipt of order ${order.number}">Download</a></td>`,
};

const orderTable = (orders: readonly Order[], columns: readonly Column[]) =>
  orders.length > 0
    ? html`<table data-testid="orders" aria-label="Orders"><thead><tr>${columns.map(column => column.head)}</tr></thead>
  <tbody>${orders.map(order => html`<tr data-testid="order-row">${columns.map(column => column.cell(order))}</tr>`)}</tbody></table>`
    : html`<div class="empty"><p>No orders with this status.</p></div>`;

const countText = (count: number) =>
  html`<p class="muted" data-testid="order-count">${count === 1 ? '1 order' : `${count} orders`}</p>`;

const myOrdersPage = (orders: readonly Order[]): Page => ({
  title: 'My orders',
  body: html`<div class="list-head"><h1>My orders</h1>${countText(orders.length)}</div>
  ${orderTable(orders, [NUMBER, DATE, CONTENTS, TOTAL, STATUS, RECEIPT])}`,
});

const nextStep = (order: Order, filter: OrderStatus | undefined) => {
  const next = statusAfter(order.status);
  return (
    next !== undefined &&
    html`<form method="post" action="/admin/orders/${order.number}/next"><input type="hidden" name="filter" value="${filter}">
    <button class="link-button nowrap" aria-label="Mark as ${next.toLowerCase()}: order ${order.number}">Mark as ${next.toLowerCase()}</button></form>`
  );
};

const statusFilter = (
  current: OrderStatus | undefined,
) => html`<form class="sort" action="/admin/orders" data-submit-on-change>
  <label for="status">Status</label>
  <select id="status" name="status" data-testid="status-filter"><option value="">All</option>${ORDER_STATUSES.map(
    status => html`<option${status === current && html` selected`}>${status}</option>`,
  )}</select><noscript><button>Filter</button></noscript></form>`;

function adminOrdersPage(orders: readonly Order[], filter: OrderStatus | undefined): Page {
  const shown = orders.filter(order => filter === undefined || order.status === filter);
  const step: Column = {
    head: html`<th scope="col">Next step</th>`,
    cell: order => html`<td>${nextStep(order, filter)}</td>`,
  };
  return {
    title: 'Orders',
    body: html`<div class="list-head"><h1>Orders</h1>${countText(shown.length)}${statusFilter(filter)}</div>
    ${orderTable(shown, [NUMBER, DATE, CUSTOMER, CONTENTS, TOTAL, STATUS, step])}`,
  };
}

const MAX_STOCK = 999;

const row = (session: ShopSession, product: Product) => html`<tr data-testid="stock-row" data-product="${product.id}">
  <th scope="row"><a href="/products/${product.id}">${product.name}</a></th>
  <td>${CATEGORIES[product.category].label}</td>
  <td class="number">${money(product.priceCents)}</td>
  <td class="number stock-cell" data-name="${product.name}" data-address="/admin/stock/${product.id}"
    title="Double-click to edit" data-testid="stock-cell">${stockOf(session, product)}</td>
  <td><button type="button" class="link-button" data-edit>Edit<span class="hidden"> stock of ${product.name}</span></button></td>
</tr>`;

const stockPage = (session: ShopSession): Page => ({
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

const receiptName = ({ number }: Order) => `receipt-${number}.txt`;

/** What the customer keeps of an order, as plain text. */
function receiptText({ number, placedOn, customer, lines, totalCents }: Order): string {
  const priced = priceLines(lines);
  const deliveryCents = totalCents - priced.reduce((cents, line) => cents + line.totalCents, 0);
  const rows: [string, number][] = [
    ...priced.map(
      ({ quantity, product, totalCents: cents }) => [`${quantity} × ${product.name}`, cents] satisfies [string, number],
    ),
    ['Delivery', deliveryCents],
    ['Total', totalCents],
  ];
  return [
    `Larchway, receipt of order ${number}`,
    `Placed on ${placedOn} by ${customer}`,
    '',
    ...rows.map(([what, cents]) => `${what.padEnd(40)}${money(cents).padStart(10)}`),
    '',
  ].join('\n');
}

const NextAddress = z.string().optional().catch(undefined);

const showSignIn: Action = ({ request, response, session, show }) => {
  const next = localPath(NextAddress.parse(request.query.next));
  if (session.account) response.redirect(303, next);
  else show(signInPage({ form: EMPTY_FORM, next }));
};

const signIn: Action = ({ request, response, session, show }) => {
  const values = readForm(request.body);
  const next = localPath(values.next);
  const account = findAccount(values.user, values.password);
  if (!account) return show(signInPage({ form: { values, errors: {} }, next, isRefused: true }));
  session.account = account;
  session.notice = `Welcome back, ${account.name}.`;
  response.redirect(303, next);
};

const signOut: Action = ({ response, session }) => {
  session.account = undefined;
  session.details = undefined;
  session.notice = 'You are signed out.';
  response.redirect(303, '/');
};

const sendReceipt = onlyFor('customer', ({ request, response, session, show }, account) => {
  const order = session.orders.find(
    placed => placed.user === account.user && String(placed.number) === request.params.number,
  );
  if (!order) return show(notFoundPage(request.path), 404);
  response.attachment(receiptName(order)).set('cache-control', 'no-store').send(receiptText(order));
});

/** Signing in and out, and what a customer has ordered. */
export function accountRoutes({ onVisit }: ShopParts): Router {
  const router = Router();
  router.get('/sign-in', onVisit(showSignIn));
  router.post('/sign-in', onVisit(signIn));
  router.post('/sign-out', onVisit(signOut));
  router.get(
    '/my-orders',
    onVisit(
      onlyFor('customer', ({ session, show }, account) =>
        show(myOrdersPage(session.orders.filter(order => order.user === account.user))),
      ),
    ),
  );
  router.get('/my-orders/:number/receipt', onVisit(sendReceipt));
  return router;
}

const Stock = z.coerce.number().int().min(0).max(MAX_STOCK);

const showOrders = onlyFor('admin', ({ request, session, show }) =>
  show(adminOrdersPage(session.orders, StatusFilter.parse(request.query.status))),
);

const advanceOrder = onlyFor('admin', ({ request, response, session, show }) => {
  const order = session.orders.find(placed => String(placed.number) === request.params.number);
  const status = order && statusAfter(order.status);
  if (!status) return show(notFoundPage(request.path), 404);
  order.status = status;
  session.notice = `Order ${order.number} is ${status.toLowerCase()}.`;
  const filter = StatusFilter.parse(readForm(request.body).filter);
  response.redirect(303, filter ? `/admin/orders?status=${filter}` : '/admin/orders');
});

const setStock = onlyFor('admin', ({ request, response, session }) => {
  const product = findProduct(String(request.params.id));
  const stock = Stock.safeParse(readForm(request.body).stock);
  if (!product || !stock.success) {
    response.status(400).json({ error: `Give a product and a whole number from 0 to ${MAX_STOCK}.` });
    return;
  }
  session.stock.set(product.id, stock.data);
  response.json({ stock: stock.data });
});

/** What only staff may see: all orders and the stock. */
export function adminRoutes({ onVisit }: ShopParts): Router {
  const router = Router();
  router.get('/admin', (_request, response) => response.redirect(303, '/admin/orders'));
  router.get('/admin/orders', onVisit(showOrders));
  router.post('/admin/orders/:number/next', onVisit(advanceOrder));
  router.get('/admin/stock', onVisit(onlyFor('admin', ({ session, show }) => show(stockPage(session)))));
  router.put('/admin/stock/:id', onVisit(setStock));
  return router;
}
