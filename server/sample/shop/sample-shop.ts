/** The sample shop: a made-up web shop to be tested; it knows nothing of the service that tests it. */
import { extname, join } from 'node:path';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { type OpenServer, openServer } from '../../process/open-server.ts';
import { packageRoot } from '../../process/package-root.ts';
import { accountRoutes, adminRoutes } from './account.ts';
import { basketRoutes } from './basket-page.ts';
import { checkoutRoutes } from './checkout.ts';
import { informationRoutes } from './information.ts';
import { failedPage, notFoundPage } from './layout.ts';
import { productRoutes } from './products.ts';
import { createSessionStore } from './session.ts';
import { type OnVisit, type ShopParts, visitOf } from './visit.ts';

const REVIEWS_DELAY_MS = 400;

export type SampleShop = OpenServer;

interface SampleShopOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** How late the reviews of a product come. */
  slowMs?: number;
}

/** Opens the shop on a loopback port; rejects when the port is taken. */
export async function startSampleShop({
  port,
  slowMs = REVIEWS_DELAY_MS,
}: SampleShopOptions = {}): Promise<SampleShop> {
  const closing = new AbortController();
  const server = await openServer(createShop({ slowMs, closing: closing.signal, now: () => new Date() }), { port });
  const dispose = () => {
    closing.abort();
    return server.dispose();
  };
  return { url: server.url, dispose, [Symbol.asyncDispose]: dispose };
}

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
  strictTransportSecurity: false,
});

const HttpFault = z.object({ status: z.number().int().min(400).max(499) });

const onError =
  (onVisit: OnVisit, closing: AbortSignal): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (closing.aborted || response.headersSent) {
      response.destroy();
      return;
    }
    const fault = HttpFault.safeParse(error);
    const status = fault.success ? fault.data.status : 500;
    if (!fault.success) process.emitWarning(error instanceof Error ? error : String(error));
    onVisit(({ show }) => show(failedPage(status), status))(request, response, next);
  };

const PUBLIC_FOLDER = join(packageRoot(), 'server', 'sample', 'shop', 'public');

/** Styles, scripts and pictures: the same for everyone, so they come without a session. */
const sendFiles = express.static(PUBLIC_FOLDER, {
  index: false,
  redirect: false,
  acceptRanges: false,
  lastModified: false,
  setHeaders(response, file) {
    response.set('cache-control', 'private, max-age=600');
    if (extname(file) === '.svg') response.type('image/svg+xml; charset=utf-8');
  },
});

/** A browser asks for it beside the page: the session that a missing page begins would take the visitor's place. */
const sendNoIcon: RequestHandler = (_request, response) => void response.status(204).end();

const sayHealthy: RequestHandler = (_request, response) => void response.json({ status: 'ok' });

/** Builds the shop with no visitors yet. */
function createShop(settings: Omit<ShopParts, 'onVisit'>): Express {
  const sessions = createSessionStore();
  const onVisit: OnVisit = action => (request, response) => action(visitOf(sessions, request, response));
  const parts: ShopParts = { ...settings, onVisit };
  const app = express();
  app.disable('x-powered-by');
  app.use(protection, sendFiles, express.urlencoded({ extended: false, limit: '64kb' }));
  app.get('/health', sayHealthy);
  app.get('/favicon.ico', sendNoIcon);
  app.use(productRoutes(parts), basketRoutes(parts), checkoutRoutes(parts));
  app.use(accountRoutes(parts), adminRoutes(parts), informationRoutes(parts));
  app.use(onVisit(({ request, show }) => show(notFoundPage(request.path), 404)));
  app.use(onError(onVisit, settings.closing));
  return app;
}
