import express, { type ErrorRequestHandler, type Express } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { failedPage, notFoundPage } from './pages/message.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { assetRoutes } from './routes/asset-routes.ts';
import { basketRoutes } from './routes/basket-routes.ts';
import { catalogueRoutes } from './routes/catalogue-routes.ts';
import { checkoutRoutes } from './routes/checkout-routes.ts';
import { informationRoutes } from './routes/information-routes.ts';
import type { ShopParts } from './routes/shop-parts.ts';
import { createSessionStore } from './session.ts';
import { type OnVisit, visitOf } from './visit.ts';

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

/** Builds the shop with no visitors yet. */
export function createShopApp(settings: Omit<ShopParts, 'onVisit'>): Express {
  const sessions = createSessionStore();
  const onVisit: OnVisit = action => (request, response) => action(visitOf(sessions, request, response));
  const parts: ShopParts = { ...settings, onVisit };
  const app = express();
  app.disable('x-powered-by');
  app.use(protection, assetRoutes(), express.urlencoded({ extended: false, limit: '64kb' }));
  app.use(catalogueRoutes(parts), basketRoutes(parts), accountRoutes(parts));
  app.use(checkoutRoutes(parts), adminRoutes(parts), informationRoutes(parts));
  app.use(onVisit(({ request, show }) => show(notFoundPage(request.path), 404)));
  app.use(onError(onVisit, settings.closing));
  return app;
}
