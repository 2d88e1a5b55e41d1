import timers from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { findProduct, PRODUCTS } from '../catalogue/catalogue.ts';
import { CATEGORY_LABELS, type Product } from '../catalogue/product.ts';
import { reviewsOf } from '../catalogue/reviews.ts';
import { ListQuery, searchProducts } from '../catalogue/search.ts';
import { notFoundPage } from '../pages/message.ts';
import { productPage } from '../pages/product.ts';
import { productListPage } from '../pages/product-list.ts';
import { type Action, readForm, type Visit } from '../visit.ts';
import type { ShopParts } from './shop-parts.ts';

const Stars = z.coerce.number().int().min(1).max(5);

const withProduct =
  (action: (visit: Visit, product: Product) => void | Promise<void>): Action =>
  visit => {
    const product = findProduct(String(visit.request.params.id));
    return product ? action(visit, product) : visit.show(notFoundPage(visit.request.path), 404);
  };

const rate = withProduct(({ request, response, session }, product) => {
  const stars = Stars.safeParse(readForm(request.body).stars);
  if (!stars.success) {
    response.status(400).json({ error: 'Give 1 to 5 stars.' });
    return;
  }
  session.ratings.set(product.id, stars.data);
  response.json({ stars: stars.data });
});

const lateReviews = ({ slowMs, closing }: ShopParts) =>
  withProduct(async ({ response }, product) => {
    await timers.setTimeout(slowMs, undefined, { signal: closing });
    response.json(reviewsOf(product));
  });

const priceList: RequestHandler = (_request, response) => {
  const rows = PRODUCTS.map(product =>
    [product.id, product.name, CATEGORY_LABELS[product.category], (product.priceCents / 100).toFixed(2)].join(','),
  );
  response.attachment('price-list.csv').type('text/csv');
  response.send(`${['id,name,category,price in EUR', ...rows].join('\r\n')}\r\n`);
};

/** The list, the products with their reviews and ratings, and the price list. */
export function catalogueRoutes(parts: ShopParts): Router {
  const { onVisit } = parts;
  const router = Router();
  router.get(
    '/',
    onVisit(({ request, session, show }) =>
      show(productListPage(session, searchProducts(ListQuery.parse(request.query)))),
    ),
  );
  router.get(
    '/products/:id',
    onVisit(withProduct(({ session, show }, product) => show(productPage(session, product)))),
  );
  router.get('/products/:id/reviews', onVisit(lateReviews(parts)));
  router.post('/products/:id/rating', onVisit(rate));
  router.get('/price-list.csv', priceList);
  return router;
}
