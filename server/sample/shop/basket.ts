import type { Product } from './catalogue.ts';
import { type OrderLine, priceLines } from './orders.ts';
import type { ShopSession } from './session.ts';

export const MAX_QUANTITY = 20;

/** Product and size together: what makes two lines the same. */
export const lineKey = ({ productId, size }: Pick<OrderLine, 'productId' | 'size'>) =>
  size ? `${productId}-${size}` : productId;

export const stockOf = (session: ShopSession, product: Product) => session.stock.get(product.id) ?? product.stock;

export const basketLines = (session: ShopSession) => priceLines(session.basket.values());

export const basketCount = (session: ShopSession) =>
  [...session.basket.values()].reduce((count, line) => count + line.quantity, 0);

export const basketCents = (session: ShopSession) =>
  basketLines(session).reduce((cents, line) => cents + line.totalCents, 0);

const takenByOthers = (session: ShopSession, { productId, size }: OrderLine) =>
  [...session.basket.values()]
    .filter(other => other.productId === productId && other.size !== size)
    .reduce((count, other) => count + other.quantity, 0);

/** Sets a line to the wished quantity as far as the stock goes; returns the quantity it has now, 0 for none. */
export function setLine(session: ShopSession, product: Product, line: OrderLine): number {
  const available = stockOf(session, product) - takenByOthers(session, line);
  const quantity = Math.max(0, Math.min(line.quantity, available, MAX_QUANTITY));
  if (quantity === 0) session.basket.delete(lineKey(line));
  else session.basket.set(lineKey(line), { ...line, quantity });
  return quantity;
}

/** Adds pieces of a product and says in a sentence what came of it. */
export function addToBasket(session: ShopSession, product: Product, wish: { size?: string; quantity: number }) {
  const place = { productId: product.id, size: product.sizes.find(known => known === wish.size) ?? product.sizes[1] };
  const wanted = (session.basket.get(lineKey(place))?.quantity ?? 0) + wish.quantity;
  const now = setLine(session, product, { ...place, quantity: wanted });
  if (now === wanted) return `Added ${product.name} to your basket.`;
  if (stockOf(session, product) === 0) return `${product.name} is sold out.`;
  return `Your basket holds ${now} of ${product.name}; there are no more.`;
}

/** Puts a wished product at a place from 1 on, the last one when there are fewer; returns the place it has now. */
export function moveWish(session: ShopSession, productId: string, place: number): number {
  const others = [...session.wishList].filter(id => id !== productId);
  const index = Math.min(place - 1, others.length);
  session.wishList = new Set(others.toSpliced(index, 0, productId));
  return index + 1;
}
