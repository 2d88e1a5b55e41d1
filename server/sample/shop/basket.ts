import { findProduct } from './catalogue/catalogue.ts';
import type { Product } from './catalogue/product.ts';
import type { DeliveryMethod } from './checkout-form.ts';
import type { ShopSession } from './session.ts';

export interface BasketLine {
  /** Product and size together: what makes two lines the same. */
  key: string;
  productId: string;
  size?: string;
  quantity: number;
}

export const MAX_QUANTITY = 20;
const FREE_DELIVERY_FROM_CENTS = 10000;

export const stockOf = (session: ShopSession, product: Product) => session.stock.get(product.id) ?? product.stock;

export interface PricedLine extends BasketLine {
  product: Product;
  totalCents: number;
}

/** Puts products and prices to lines; a product that is no longer sold drops out. */
export const priceLines = (lines: Iterable<BasketLine>): PricedLine[] =>
  [...lines].flatMap(line => {
    const product = findProduct(line.productId);
    return product ? [{ ...line, product, totalCents: product.priceCents * line.quantity }] : [];
  });

export const basketCount = (session: ShopSession) =>
  [...session.basket.values()].reduce((count, line) => count + line.quantity, 0);

export const basketCents = (session: ShopSession) =>
  priceLines(session.basket.values()).reduce((cents, line) => cents + line.totalCents, 0);

export function deliveryCents(method: DeliveryMethod, goodsCents: number) {
  if (method === 'express') return 1290;
  return method === 'pick-up' || goodsCents >= FREE_DELIVERY_FROM_CENTS ? 0 : 490;
}

const takenByOthers = (session: ShopSession, line: BasketLine) =>
  [...session.basket.values()]
    .filter(other => other.productId === line.productId && other.key !== line.key)
    .reduce((count, other) => count + other.quantity, 0);

/** Sets a line to the wished quantity as far as the stock goes; returns the quantity it has now, 0 for none. */
export function setLine(session: ShopSession, product: Product, line: BasketLine): number {
  const available = stockOf(session, product) - takenByOthers(session, line);
  const quantity = Math.max(0, Math.min(line.quantity, available, MAX_QUANTITY));
  if (quantity === 0) session.basket.delete(line.key);
  else session.basket.set(line.key, { ...line, quantity });
  return quantity;
}

/** Adds pieces of a product and says in a sentence what came of it. */
export function addToBasket(session: ShopSession, product: Product, wish: { size?: string; quantity: number }) {
  const size = product.sizes.find(known => known === wish.size) ?? product.sizes[1];
  const key = size ? `${product.id}-${size}` : product.id;
  const before = session.basket.get(key)?.quantity ?? 0;
  const wanted = before + wish.quantity;
  const now = setLine(session, product, { key, productId: product.id, size, quantity: wanted });
  if (now === wanted) return `Added ${product.name} to your basket.`;
  if (stockOf(session, product) === 0) return `${product.name} is sold out.`;
  return `Your basket holds ${now} of ${product.name}; there are no more.`;
}
