import { z } from 'zod';
import { findProduct, type Product } from './catalogue.ts';
import ordersFile from './data/orders.json' with { type: 'json' };
import { EmailField, filledIn } from './forms.ts';

export const COUNTRIES = [
  'Austria',
  'Belgium',
  'Czechia',
  'Denmark',
  'Finland',
  'France',
  'Germany',
  'Ireland',
  'Italy',
  'Netherlands',
  'Norway',
  'Poland',
  'Portugal',
  'Spain',
  'Sweden',
  'Switzerland',
] as const;

export const DeliveryMethod = z.enum(['standard', 'express', 'pick-up'], 'Choose how the order should reach you.');
export type DeliveryMethod = z.infer<typeof DeliveryMethod>;

/** Who gets the order and how. */
export const DeliveryDetails = z.object({
  name: filledIn('Enter your full name.'),
  email: EmailField,
  street: filledIn('Enter a street and number.'),
  postcode: z
    .string('Enter a postcode.')
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 -]{2,9}$/, 'Enter a postcode of 3 to 10 letters and digits.'),
  city: filledIn('Enter a city.'),
  country: z.enum(COUNTRIES, 'Choose a country.'),
  delivery: DeliveryMethod,
  gift: z.literal('yes').optional(),
  giftMessage: z.string().trim().max(200, 'Keep the gift message below 200 characters.').optional(),
  terms: z.literal('yes', 'Accept the terms of sale to go on.'),
});
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;

const FREE_DELIVERY_FROM_CENTS = 10000;

export function deliveryCents(method: DeliveryMethod, goodsCents: number) {
  if (method === 'express') return 1290;
  return method === 'pick-up' || goodsCents >= FREE_DELIVERY_FROM_CENTS ? 0 : 490;
}

/** Pieces of one product in one size, in a basket or an order. */
const OrderLine = z.strictObject({ productId: z.string(), size: z.string().optional(), quantity: z.int() });
export type OrderLine = z.infer<typeof OrderLine>;

export interface PricedLine extends OrderLine {
  product: Product;
  totalCents: number;
}

/** Puts products and prices to lines; a product that is no longer sold drops out. */
export const priceLines = (lines: Iterable<OrderLine>): PricedLine[] =>
  [...lines].flatMap(line => {
    const product = findProduct(line.productId);
    return product ? [{ ...line, product, totalCents: product.priceCents * line.quantity }] : [];
  });

/** What lines hold, in a sentence. */
export const contents = (lines: Iterable<OrderLine>) =>
  priceLines(lines)
    .map(line => `${line.quantity} × ${line.product.name}`)
    .join(', ');

const OrderStatus = z.enum(['New', 'Packed', 'Shipped', 'Cancelled']);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const ORDER_STATUSES = OrderStatus.options;

/** What the status filter of the staff says; anything else shows all orders. */
export const StatusFilter = OrderStatus.optional().catch(undefined);

const NEXT_STATUS: Partial<Record<OrderStatus, OrderStatus>> = { New: 'Packed', Packed: 'Shipped' };

/** The status that follows in the warehouse; none when the order is at its end. */
export const statusAfter = (status: OrderStatus) => NEXT_STATUS[status];

const Order = z.strictObject({
  number: z.int(),
  /** Sign-in name of the customer; none for a guest. */
  user: z.string().optional(),
  customer: z.string(),
  placedOn: z.iso.date(),
  lines: z.array(OrderLine),
  totalCents: z.int(),
  status: OrderStatus,
});
export type Order = z.infer<typeof Order>;

/** Orders that every visitor finds, newest first. */
export const EARLIER_ORDERS: readonly Order[] = z.array(Order).parse(ordersFile);

export const FIRST_ORDER_NUMBER = 1001;
