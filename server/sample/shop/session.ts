import { randomUUID } from 'node:crypto';
import type { Product } from './catalogue.ts';
import { money } from './html.ts';
import shop from './shop.json' with { type: 'json' };

/** The only customer; the password is public, as the shop is fictional. */
export const CUSTOMER = shop.customer;

export interface BasketLine {
  product: Product;
  size?: string;
  quantity: number;
  /** The text on the gift card, and the name of its picture. */
  gift: string;
}

export interface ShopSession {
  isSignedIn: boolean;
  /** By product and size. */
  basket: Map<string, BasketLine>;
  wishList: Set<string>;
  orders: typeof shop.orders;
  /** Shown once, on the next page. */
  notice?: string;
}

export const MAX_QUANTITY = 20;

export const DELIVERIES = ['Standard', 'Express', 'Pick up'] as const;
type Delivery = (typeof DELIVERIES)[number];

export const basketCount = ({ basket }: ShopSession) =>
  [...basket.values()].reduce((count, { quantity }) => count + quantity, 0);

export const lineCents = ({ product, quantity }: BasketLine) => product.priceCents * quantity;

export function costOf({ basket }: ShopSession, delivery: Delivery) {
  const goods = [...basket.values()].reduce((cents, line) => cents + lineCents(line), 0);
  const isFree = delivery === 'Pick up' || (delivery === 'Standard' && goods >= 10_000);
  const forDelivery = isFree ? 0 : { Standard: 490, Express: 1290, 'Pick up': 0 }[delivery];
  const totalCents = goods + forDelivery;
  return { goods: money(goods), delivery: isFree ? 'Free' : money(forDelivery), total: money(totalCents), totalCents };
}

export function setLine({ basket }: ShopSession, key: string, line: BasketLine): string {
  const { product } = line;
  const others = [...basket].filter(([other, { product: found }]) => other !== key && found === product);
  const taken = others.reduce((count, [, { quantity }]) => count + quantity, 0);
  const quantity = Math.max(0, Math.min(line.quantity, product.stock - taken, MAX_QUANTITY));
  if (quantity === 0) basket.delete(key);
  else basket.set(key, { ...line, quantity });
  if (quantity === line.quantity) return `Your basket holds ${quantity} of ${product.name}.`;
  return `Your basket holds ${quantity} of ${product.name}; there are no more.`;
}

/** Returns a sentence with the result. */
export function addToBasket(session: ShopSession, line: BasketLine): string {
  const key = `${line.product.id} ${line.size}`;
  const wanted = (session.basket.get(key)?.quantity ?? 0) + line.quantity;
  const lineMessage = setLine(session, key, { ...line, quantity: wanted });
  return session.basket.get(key)?.quantity === wanted ? `Added ${line.product.name} to your basket.` : lineMessage;
}

export function placeOrder(session: ShopSession, delivery: Delivery) {
  const order = {
    number: Math.max(1000, session.orders[0]?.number ?? 0) + 1,
    date: new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }),
    contents: [...session.basket.values()].map(({ quantity, product }) => `${quantity} × ${product.name}`).join(', '),
    totalCents: costOf(session, delivery).totalCents,
    status: 'New',
  };
  session.orders.unshift(order);
  session.basket.clear();
  return order;
}

const MAX_SESSIONS = 500;

/** Sessions in memory; above the limit, the least recently used one is dropped. */
export function createSessionStore(limit = MAX_SESSIONS) {
  const sessions = new Map<string, ShopSession>();
  return {
    open(givenId: string | undefined) {
      const known = givenId === undefined ? undefined : sessions.get(givenId);
      const id = known && givenId ? givenId : randomUUID();
      const session: ShopSession = known ?? {
        isSignedIn: false,
        basket: new Map(),
        wishList: new Set(),
        orders: [...shop.orders],
      };
      sessions.delete(id);
      sessions.set(id, session);
      const [oldest] = sessions.keys();
      if (sessions.size > limit && oldest !== undefined) sessions.delete(oldest);
      return { id, session };
    },
  };
}
