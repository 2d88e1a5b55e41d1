import { priceLines } from './basket.ts';
import { money } from './money.ts';
import type { Order } from './orders.ts';

export const receiptName = ({ number }: Order) => `receipt-${number}.txt`;

/** What the customer keeps of an order, as plain text. */
export function receiptText({ number, placedOn, customer, lines, totalCents }: Order): string {
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
