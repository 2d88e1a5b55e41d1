import { Router } from 'express';
import { z } from 'zod';
import { addToBasket, basketCount, MAX_QUANTITY, setLine } from '../basket.ts';
import { findProduct } from '../catalogue/catalogue.ts';
import type { Product } from '../catalogue/product.ts';
import { basketPage } from '../pages/basket.ts';
import { wishListPage } from '../pages/wish-list.ts';
import { type Action, localPath, readForm, type Visit } from '../visit.ts';
import { moveWish } from '../wish-list.ts';
import type { ShopParts } from './shop-parts.ts';

const Quantity = z.coerce.number().int().min(0).max(MAX_QUANTITY);
const Place = z.coerce.number().int().min(1);

/** A script gets the count and the notice at once; a form goes back to its page and finds the notice there. */
function answer({ request, response, session }: Visit, told: { notice: string; count: number; back?: string }) {
  const { notice, count, back } = told;
  if (request.accepts(['html', 'json']) === 'json') {
    response.json({ notice, count });
    return;
  }
  session.notice = notice;
  response.redirect(303, localPath(back));
}

const noSuchProduct = ({ response }: Visit) => response.redirect(303, '/');

const addLine: Action = visit => {
  const { product: id = '', size, quantity, back } = readForm(visit.request.body);
  const product = findProduct(id);
  if (!product) return noSuchProduct(visit);
  const pieces = Quantity.min(1).catch(1).parse(quantity);
  const notice = addToBasket(visit.session, product, { size, quantity: pieces });
  answer(visit, { notice, count: basketCount(visit.session), back });
};

const changeLine: Action = ({ request, response, session }) => {
  const { line: key = '', quantity } = readForm(request.body);
  const line = session.basket.get(key);
  const product = line && findProduct(line.productId);
  const wanted = Quantity.safeParse(quantity);
  if (product && wanted.success) {
    const now = setLine(session, product, { ...line, quantity: wanted.data });
    if (now < wanted.data) session.notice = `There are only ${now} of ${product.name}.`;
  }
  response.redirect(303, '/basket');
};

const removeLine: Action = ({ request, response, session }) => {
  session.basket.delete(readForm(request.body).line ?? '');
  response.redirect(303, '/basket');
};

const emptyBasket: Action = ({ response, session }) => {
  session.basket.clear();
  response.redirect(303, '/basket');
};

const changeWishes =
  (change: (wishes: Set<string>, product: Product) => string): Action =>
  visit => {
    const { product: id = '', back } = readForm(visit.request.body);
    const product = findProduct(id);
    if (!product) return noSuchProduct(visit);
    const notice = change(visit.session.wishList, product);
    answer(visit, { notice, count: visit.session.wishList.size, back });
  };

const addWish = changeWishes((wishes, product) => {
  wishes.add(product.id);
  return `${product.name} is on your wish list.`;
});

const removeWish = changeWishes((wishes, product) => {
  wishes.delete(product.id);
  return `${product.name} is off your wish list.`;
});

const sortWishes: Action = visit => {
  const { session, request, response } = visit;
  const { product: id = '', place } = readForm(request.body);
  const product = findProduct(id);
  const wanted = Place.safeParse(place);
  if (!product || !session.wishList.has(id) || !wanted.success) {
    response.redirect(303, '/wish-list');
    return;
  }
  const now = moveWish(session, id, wanted.data);
  const count = session.wishList.size;
  answer(visit, { notice: `${product.name} is now ${now} of ${count}.`, count, back: '/wish-list' });
};

const wishedProducts = (wishes: Set<string>) => [...wishes].flatMap(id => findProduct(id) ?? []);

/** The basket and the wish list. */
export function basketRoutes({ onVisit }: ShopParts): Router {
  const router = Router();
  router.get(
    '/basket',
    onVisit(({ session, show }) => show(basketPage(session))),
  );
  router.post('/basket/lines', onVisit(addLine));
  router.post('/basket/lines/change', onVisit(changeLine));
  router.post('/basket/lines/remove', onVisit(removeLine));
  router.post('/basket/empty', onVisit(emptyBasket));
  router.get(
    '/wish-list',
    onVisit(({ session, show }) => show(wishListPage(wishedProducts(session.wishList)))),
  );
  router.post('/wish-list', onVisit(addWish));
  router.post('/wish-list/remove', onVisit(removeWish));
  router.post('/wish-list/move', onVisit(sortWishes));
  return router;
}
