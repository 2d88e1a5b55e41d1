import { priceLines } from '../basket.ts';
import type { DeliveryDetails } from '../checkout-form.ts';
import { type Html, html } from '../html.ts';
import { money } from '../money.ts';
import { ORDER_STATUSES, type Order, type OrderStatus, statusAfter } from '../orders.ts';
import { progress } from './checkout.ts';
import { icon } from './icons.ts';
import type { Page } from './layout.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const contents = (order: Order) =>
  priceLines(order.lines)
    .map(line => `${line.quantity} × ${line.product.name}`)
    .join(', ');

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
  cell: order => html`<td>${contents(order)}</td>`,
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

export const myOrdersPage = (orders: readonly Order[]): Page => ({
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

export function adminOrdersPage(orders: readonly Order[], filter: OrderStatus | undefined): Page {
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

export const confirmationPage = (order: Order, details: DeliveryDetails): Page => ({
  title: `Order ${order.number}`,
  body: html`${progress('Confirmation')}<div class="message"><p class="done">${icon('tick')}</p>
  <h1>Thank you for your order</h1>
  <p class="lead"><strong data-testid="order-number">Order ${order.number}</strong> for ${money(order.totalCents)} is with our packers.</p>
  <p>${contents(order)}</p>
  ${details.gift && details.giftMessage && html`<p data-testid="gift-message">On the gift card: “${details.giftMessage}”</p>`}
  <p class="muted">We would send a confirmation to ${details.email}, if this were not a sample shop.</p>
  <p><a class="button" href="/">Back to all products</a></p></div>`,
});
