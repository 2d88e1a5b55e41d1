/** The sample shop: a fictional web shop to be tested; it knows nothing of the service that tests it. */
import { extname, join } from 'node:path';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { type OpenServer, openServer } from '../../process/open-server.ts';
import { packageRoot } from '../../process/package-root.ts';
import { accountPage } from './account-page.ts';
import { basketPage, confirmationPage, order } from './basket-page.ts';
import { findProduct, ListQuery, type Product } from './catalogue.ts';
import { cataloguePage, priceList } from './catalogue-page.ts';
import { failurePage, type Page, renderPage } from './layout.ts';
import { productPage, reviewList } from './product-page.ts';
import { addToBasket, CUSTOMER, createSessionStore, MAX_QUANTITY, type ShopSession, setLine } from './session.ts';

const SESSION_COOKIE = 'sample_shop_session';
const REVIEWS_DELAY_MS = 400;

export const startSampleShop = (): Promise<OpenServer> => openServer(createShop(), {});

const protection = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
      baseUri: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: false,
});

/** Static files are the same for everyone, so they need no session. */
const sendFiles = express.static(join(packageRoot(), 'server', 'sample', 'shop', 'public'), {
  index: false,
  redirect: false,
  acceptRanges: false,
  lastModified: false,
  setHeaders(response, file) {
    response.set('cache-control', 'private, max-age=600');
    if (extname(file) === '.svg') response.type('image/svg+xml; charset=utf-8');
  },
});

interface Visit {
  request: Request;
  response: Response;
  session: ShopSession;
  form: Record<string, string>;
  /** Undefined is answered with 404. */
  show(page: Page | undefined, status?: number): void;
}

const Form = z.record(z.string(), z.string()).catch({});
const Quantity = z.coerce.number().int().min(0).max(MAX_QUANTITY).catch(1);

/** The page of the form by its referer; the start page where that is missing or not of the shop. */
function pageBefore(request: Request) {
  const before = request.get('referer');
  if (before === undefined || !URL.canParse(before)) return '/';
  const { host, pathname, search } = new URL(before);
  return host === request.get('host') && !pathname.startsWith('//') ? pathname + search : '/';
}

const put = ({ session, form }: Visit, product: Product) => {
  const { giftMessage, giftPicture, size, quantity } = form;
  const gift = [giftMessage && `“${giftMessage}”`, giftPicture].filter(Boolean).join(' with ');
  const known = product.sizes.find(name => name === size) ?? product.sizes[1];
  return addToBasket(session, { product, size: known, quantity: Quantity.parse(quantity), gift });
};

const wish = ({ session: { wishList } }: Visit, { id, name }: Product) => {
  if (wishList.delete(id)) return `${name} is off your wish list.`;
  wishList.add(id);
  return `${name} is on your wish list.`;
};

/** Changes the product of a form, shows the returned notice and goes back to the page of the form. */
const withProduct = (change: (visit: Visit, product: Product) => string) => (visit: Visit) => {
  const { request, response, session, form } = visit;
  const product = findProduct(form.product);
  if (product) session.notice = change(visit, product);
  response.redirect(303, pageBefore(request));
};

function changeBasket({ response, session, form }: Visit) {
  const key = form.line ?? '';
  const line = session.basket.get(key);
  const quantity = form.remove ? 0 : Quantity.parse(form.quantity);
  if (line) session.notice = setLine(session, key, { ...line, quantity });
  response.redirect(303, '/basket');
}

function signIn({ response, session, form, show }: Visit) {
  const { user, password } = form;
  session.isSignedIn = user === CUSTOMER.user && password === CUSTOMER.password;
  if (!session.isSignedIn) return show(accountPage(session, user ?? ''));
  session.notice = `Welcome back, ${CUSTOMER.name}.`;
  response.redirect(303, '/account');
}

const onPost: Record<string, (visit: Visit) => void> = {
  '/basket': withProduct(put),
  '/wish-list': withProduct(wish),
  '/basket/change': changeBasket,
  '/basket/empty': ({ response, session }) => {
    session.basket.clear();
    response.redirect(303, '/basket');
  },
  '/orders': ({ response, session, form }) => response.redirect(303, order(session, form)),
  '/account': signIn,
  '/sign-out': ({ response, session }) => {
    session.isSignedIn = false;
    session.notice = 'You are signed out.';
    response.redirect(303, '/');
  },
};

const onGet: Record<string, (visit: Visit) => void> = {
  '/': ({ request, session, show }) => show(cataloguePage(ListQuery.parse(request.query), session)),
  '/products/:id': ({ request, session, show }) => {
    const product = findProduct(request.params.id);
    show(product && productPage(product, session));
  },
  '/basket': ({ request, session, show }) =>
    show(confirmationPage(session, request.query.order) ?? basketPage(session)),
  '/account': ({ session, show }) => show(accountPage(session)),
};

const HttpFault = z.object({ status: z.number().int().min(400).max(499) });

function createShop(): Express {
  const sessions = createSessionStore();
  const onVisit = (action: (visit: Visit) => void) => (request: Request, response: Response) => {
    const cookie = request.headers.cookie?.split('; ').find(pair => pair.startsWith(`${SESSION_COOKIE}=`));
    const { id, session } = sessions.open(cookie?.slice(SESSION_COOKIE.length + 1));
    response.cookie(SESSION_COOKIE, id, { httpOnly: true, sameSite: 'lax' }).set('cache-control', 'no-store');
    const show = (page: Page | undefined, status = 200) =>
      void response.status(page ? status : 404).send(renderPage(page ?? failurePage(404), session));
    action({ request, response, session, form: Form.parse(request.body), show });
  };
  const onError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    const fault = HttpFault.safeParse(error);
    const status = fault.success ? fault.data.status : 500;
    if (!fault.success) process.emitWarning(error instanceof Error ? error : String(error));
    onVisit(({ show }) => show(failurePage(status), status))(request, response);
  };
  const app = express();
  app.disable('x-powered-by');
  app.use(protection, sendFiles, express.urlencoded({ extended: false, limit: '64kb' }));
  // Browsers request it beside the page: a session begun for it would replace that of the visitor.
  app.get('/favicon.ico', (_request, response) => void response.status(204).end());
  app.get('/price-list.csv', (_request, response) => void response.attachment('price-list.csv').send(priceList()));
  app.get('/products/:id/reviews', ({ params }, response) => {
    const product = findProduct(params.id);
    setTimeout(() => response.send(product && reviewList(product).markup), REVIEWS_DELAY_MS).unref();
  });
  for (const [path, action] of Object.entries(onGet)) app.get(path, onVisit(action));
  for (const [path, action] of Object.entries(onPost)) app.post(path, onVisit(action));
  app.use(onVisit(({ show }) => show(undefined)));
  app.use(onError);
  return app;
}
