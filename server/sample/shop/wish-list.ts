import type { ShopSession } from './session.ts';

/** Puts a wished product at a place from 1 on, the last one when there are fewer; returns the place it has now. */
export function moveWish(session: ShopSession, productId: string, place: number): number {
  const others = [...session.wishList].filter(id => id !== productId);
  const index = Math.min(place - 1, others.length);
  session.wishList = new Set(others.toSpliced(index, 0, productId));
  return index + 1;
}
