import { Router } from 'express';
import { z } from 'zod';
import { checkPassword } from '../accounts.ts';
import { EMPTY_FORM } from '../pages/form-fields.ts';
import { notFoundPage } from '../pages/message.ts';
import { myOrdersPage } from '../pages/orders.ts';
import { signInPage } from '../pages/sign-in.ts';
import { receiptName, receiptText } from '../receipt.ts';
import { type Action, localPath, onlyFor, readForm } from '../visit.ts';
import type { ShopParts } from './shop-parts.ts';

const NextAddress = z.string().optional().catch(undefined);

const showSignIn: Action = ({ request, response, session, show }) => {
  const next = localPath(NextAddress.parse(request.query.next));
  if (session.account) response.redirect(303, next);
  else show(signInPage({ form: EMPTY_FORM, next }));
};

const signIn: Action = ({ request, response, session, show }) => {
  const values = readForm(request.body);
  const next = localPath(values.next);
  const account = checkPassword(values.user ?? '', values.password ?? '');
  if (!account) return show(signInPage({ form: { values, errors: {} }, next, isRefused: true }));
  session.account = account;
  session.notice = `Welcome back, ${account.name}.`;
  response.redirect(303, next);
};

const signOut: Action = ({ response, session }) => {
  session.account = undefined;
  session.details = undefined;
  session.notice = 'You are signed out.';
  response.redirect(303, '/');
};

const sendReceipt = onlyFor('customer', ({ request, response, session, show }, account) => {
  const order = session.orders.find(
    placed => placed.user === account.user && String(placed.number) === request.params.number,
  );
  if (!order) return show(notFoundPage(request.path), 404);
  response.attachment(receiptName(order)).set('cache-control', 'no-store').send(receiptText(order));
});

/** Signing in and out, and what a customer has ordered. */
export function accountRoutes({ onVisit }: ShopParts): Router {
  const router = Router();
  router.get('/sign-in', onVisit(showSignIn));
  router.post('/sign-in', onVisit(signIn));
  router.post('/sign-out', onVisit(signOut));
  router.get(
    '/my-orders',
    onVisit(
      onlyFor('customer', ({ session, show }, account) =>
        show(myOrdersPage(session.orders.filter(order => order.user === account.user))),
      ),
    ),
  );
  router.get('/my-orders/:number/receipt', onVisit(sendReceipt));
  return router;
}
