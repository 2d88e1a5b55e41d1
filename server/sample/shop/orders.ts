import type { BasketLine } from './basket.ts';

export const ORDER_STATUSES = ['New', 'Packed', 'Shipped', 'Cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface Order {
  number: number;
  /** Sign-in name of the customer; none for a guest. */
  user?: string;
  customer: string;
  /** ISO date. */
  placedOn: string;
  lines: readonly BasketLine[];
  totalCents: number;
  status: OrderStatus;
}

export const FIRST_ORDER_NUMBER = 1001;

const line = (productId: string, quantity: number, size?: string): BasketLine => ({
  key: size ? `${productId}-${size}` : productId,
  productId,
  quantity,
  size,
});

/** Orders that every visitor finds, newest first. */
export const EARLIER_ORDERS: readonly Order[] = [
  {
    number: 1000,
    customer: 'Clara Weiss',
    placedOn: '2026-03-18',
    lines: [line('enamel-mug', 4)],
    totalCents: 6090,
    status: 'New',
  },
  {
    number: 999,
    customer: 'Björn Dahl',
    placedOn: '2026-03-18',
    lines: [line('lee-tent-for-two', 1), line('storm-lantern', 2)],
    totalCents: 44700,
    status: 'New',
  },
  {
    number: 998,
    user: 'ann',
    customer: 'Ann Becker',
    placedOn: '2026-03-17',
    lines: [line('path-trail-shoe', 1, '40'), line('hut-sock', 2, '40')],
    totalCents: 16200,
    status: 'Packed',
  },
  {
    number: 997,
    customer: 'Luca Moretti',
    placedOn: '2026-03-16',
    lines: [line('rill-day-pack-22', 1)],
    totalCents: 9390,
    status: 'Packed',
  },
  {
    number: 996,
    customer: 'Sofia Laine',
    placedOn: '2026-03-16',
    lines: [line('scree-down-jacket', 1, 'M')],
    totalCents: 21900,
    status: 'Shipped',
  },
  {
    number: 995,
    customer: 'David Okafor',
    placedOn: '2026-03-14',
    lines: [line('camp-kettle', 1), line('birch-grip-mug', 2)],
    totalCents: 8790,
    status: 'Shipped',
  },
  {
    number: 994,
    customer: 'Hanna Vogel',
    placedOn: '2026-03-13',
    lines: [line('dry-bag-20', 3)],
    totalCents: 9790,
    status: 'Cancelled',
  },
  {
    number: 993,
    user: 'ann',
    customer: 'Ann Becker',
    placedOn: '2026-02-27',
    lines: [line('tarn-rain-jacket', 1, 'M')],
    totalCents: 14900,
    status: 'Shipped',
  },
];

const NEXT_STATUS: Partial<Record<OrderStatus, OrderStatus>> = { New: 'Packed', Packed: 'Shipped' };

/** The status that follows in the warehouse; none when the order is at its end. */
export const statusAfter = (status: OrderStatus) => NEXT_STATUS[status];
