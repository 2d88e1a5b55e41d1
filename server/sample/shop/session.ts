import { randomUUID } from 'node:crypto';
import { type DeliveryDetails, EARLIER_ORDERS, FIRST_ORDER_NUMBER, type Order, type OrderLine } from './orders.ts';

export type Role = 'customer' | 'admin';

export interface Account {
  user: string;
  name: string;
  email: string;
  role: Role;
}

const ACCOUNTS: readonly { account: Account; password: string }[] = [
  { account: { user: 'ann', name: 'Ann Becker', email: 'ann@example.org', role: 'customer' }, password: 'spring-42' },
  { account: { user: 'max', name: 'Max Lindner', email: 'max@example.org', role: 'admin' }, password: 'autumn-17' },
];

/** Finds the account that fits both; the passwords are public, as all of the shop is made up. */
export const findAccount = (user = '', password = ''): Account | undefined =>
  ACCOUNTS.find(known => known.account.user === user && known.password === password)?.account;

/** All that one browser session has done; every other session starts afresh. */
export interface ShopSession {
  account?: Account;
  /** By `lineKey`. */
  basket: Map<string, OrderLine>;
  wishList: Set<string>;
  /** Stars given by the visitor, by product. */
  ratings: Map<string, number>;
  /** Pieces on the shelf, by product, where they differ from the catalogue. */
  stock: Map<string, number>;
  /** Newest first. */
  orders: Order[];
  nextOrderNumber: number;
  /** The address and delivery that the checkout accepted. */
  details?: DeliveryDetails;
  /** Told on the next page and then gone. */
  notice?: string;
}

const MAX_SESSIONS = 500;
const MAX_ORDERS = 100;

const newSession = (): ShopSession => ({
  basket: new Map(),
  wishList: new Set(),
  ratings: new Map(),
  stock: new Map(),
  orders: EARLIER_ORDERS.map(order => ({ ...order })),
  nextOrderNumber: FIRST_ORDER_NUMBER,
});

export function addOrder(session: ShopSession, order: Omit<Order, 'number'>): Order {
  const placed = { ...order, number: session.nextOrderNumber };
  session.nextOrderNumber += 1;
  session.orders = [placed, ...session.orders].slice(0, MAX_ORDERS);
  return placed;
}

export interface SessionStore {
  /** Finds the session with that id, else begins one under an id of its own. */
  open(id: string | undefined): { id: string; session: ShopSession };
}

/** Keeps sessions in memory; the one unused for longest makes room. */
export function createSessionStore(limit = MAX_SESSIONS): SessionStore {
  const sessions = new Map<string, ShopSession>();
  return {
    open(givenId) {
      const known = givenId === undefined ? undefined : sessions.get(givenId);
      const id = known && givenId ? givenId : randomUUID();
      const session = known ?? newSession();
      sessions.delete(id);
      sessions.set(id, session);
      const [oldest] = sessions.keys();
      if (sessions.size > limit && oldest !== undefined) sessions.delete(oldest);
      return { id, session };
    },
  };
}
