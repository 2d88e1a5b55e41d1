import { Router } from 'express';
import { z } from 'zod';
import { findProduct } from '../catalogue/catalogue.ts';
import { ORDER_STATUSES, statusAfter } from '../orders.ts';
import { notFoundPage } from '../pages/message.ts';
import { adminOrdersPage } from '../pages/orders.ts';
import { MAX_STOCK, stockPage } from '../pages/stock.ts';
import { onlyFor, readForm } from '../visit.ts';
import type { ShopParts } from './shop-parts.ts';

const StatusFilter = z.enum(ORDER_STATUSES).optional().catch(undefined);
const Stock = z.coerce.number().int().min(0).max(MAX_STOCK);

const showOrders = onlyFor('admin', ({ request, session, show }) =>
  show(adminOrdersPage(session.orders, StatusFilter.parse(request.query.status))),
);

const advanceOrder = onlyFor('admin', ({ request, response, session, show }) => {
  const order = session.orders.find(placed => String(placed.number) === request.params.number);
  const status = order && statusAfter(order.status);
  if (!status) return show(notFoundPage(request.path), 404);
  order.status = status;
  session.notice = `Order ${order.number} is ${status.toLowerCase()}.`;
  const filter = StatusFilter.parse(readForm(request.body).filter);
  response.redirect(303, filter ? `/admin/orders?status=${filter}` : '/admin/orders');
});

const setStock = onlyFor('admin', ({ request, response, session }) => {
  const product = findProduct(String(request.params.id));
  const stock = Stock.safeParse(readForm(request.body).stock);
  if (!product || !stock.success) {
    response.status(400).json({ error: `Give a product and a whole number from 0 to ${MAX_STOCK}.` });
    return;
  }
  session.stock.set(product.id, stock.data);
  response.json({ stock: stock.data });
});

/** What only staff may see: all orders and the stock. */
export function adminRoutes({ onVisit }: ShopParts): Router {
  const router = Router();
  router.get('/admin', (_request, response) => response.redirect(303, '/admin/orders'));
  router.get('/admin/orders', onVisit(showOrders));
  router.post('/admin/orders/:number/next', onVisit(advanceOrder));
  router.get('/admin/stock', onVisit(onlyFor('admin', ({ session, show }) => show(stockPage(session)))));
  router.put('/admin/stock/:id', onVisit(setStock));
  return router;
}
