import { Router } from 'express';
import { basketCents, deliveryCents, stockOf } from '../basket.ts';
import { findProduct } from '../catalogue/catalogue.ts';
import { DeliveryDetails, firstMessages } from '../checkout-form.ts';
import { checkoutPage } from '../pages/checkout.ts';
import { notFoundPage } from '../pages/message.ts';
import { confirmationPage } from '../pages/orders.ts';
import { cardFramePage, paymentPage } from '../pages/payment.ts';
import { addOrder, type ShopSession } from '../session.ts';
import { type Action, readForm, type Visit } from '../visit.ts';
import type { ShopParts } from './shop-parts.ts';

const withGoods =
  (action: Action): Action =>
  visit =>
    visit.session.basket.size === 0 ? visit.response.redirect(303, '/basket') : action(visit);

const withDetails = (action: (visit: Visit, details: DeliveryDetails) => void): Action =>
  withGoods(visit => {
    const { details } = visit.session;
    return details ? action(visit, details) : visit.response.redirect(303, '/checkout');
  });

const totalCents = (session: ShopSession, { delivery }: DeliveryDetails) => {
  const goods = basketCents(session);
  return goods + deliveryCents(delivery, goods);
};

const showForm: Action = ({ session, show }) => {
  const { account, details } = session;
  const values = details ?? { name: account?.name ?? '', email: account?.email ?? '', delivery: 'standard' };
  show(checkoutPage(session, { values, errors: {} }));
};

const checkForm: Action = ({ request, response, session, show }) => {
  const values = readForm(request.body);
  const details = DeliveryDetails.safeParse(values);
  if (!details.success) return show(checkoutPage(session, { values, errors: firstMessages(details.error) }));
  session.details = details.data;
  response.redirect(303, '/checkout/payment');
};

const placeOrder = ({ now }: ShopParts) =>
  withDetails(({ response, session }, details) => {
    const lines = [...session.basket.values()];
    const order = addOrder(session, {
      user: session.account?.user,
      customer: details.name,
      placedOn: now().toISOString().slice(0, 10),
      lines,
      totalCents: totalCents(session, details),
      status: 'New',
    });
    for (const { productId, quantity } of lines) {
      const product = findProduct(productId);
      if (product) session.stock.set(productId, Math.max(0, stockOf(session, product) - quantity));
    }
    session.basket.clear();
    response.redirect(303, `/checkout/confirmation/${order.number}`);
  });

const showConfirmation: Action = ({ request, session, show }) => {
  const order = session.orders.find(placed => String(placed.number) === request.params.number);
  if (order && session.details) show(confirmationPage(order, session.details));
  else show(notFoundPage(request.path), 404);
};

/** From the delivery form over the payment frame to the confirmation. */
export function checkoutRoutes(parts: ShopParts): Router {
  const { onVisit } = parts;
  const router = Router();
  router.get('/checkout', onVisit(withGoods(showForm)));
  router.post('/checkout', onVisit(withGoods(checkForm)));
  router.get(
    '/checkout/payment',
    onVisit(withDetails(({ session, show }, details) => show(paymentPage(session, details)))),
  );
  router.get(
    '/checkout/card',
    onVisit(
      withDetails(({ response, session }, details) => {
        response.set('cache-control', 'no-store').send(cardFramePage(totalCents(session, details)));
      }),
    ),
  );
  router.post('/checkout/complete', onVisit(placeOrder(parts)));
  router.get('/checkout/confirmation/:number', onVisit(showConfirmation));
  return router;
}
