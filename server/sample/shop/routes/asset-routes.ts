import { type Response, Router } from 'express';
import { productArt } from '../art/product-art.ts';
import { DOWN_ART, HERO_ART, ICON_ART } from '../art/scenery.ts';
import { PRODUCTS } from '../catalogue/catalogue.ts';
import { SCRIPTS } from '../scripts/scripts.ts';
import { SHOP_CSS } from '../styles/styles.ts';

const assets = new Map<string, { type: string; text: string }>([
  ['/assets/shop.css', { type: 'text/css', text: SHOP_CSS }],
  ['/assets/hero.svg', { type: 'image/svg+xml', text: HERO_ART }],
  ['/assets/down.svg', { type: 'image/svg+xml', text: DOWN_ART }],
  ['/assets/icon.svg', { type: 'image/svg+xml', text: ICON_ART }],
  ...Object.entries(SCRIPTS).map(([name, text]) => [`/assets/${name}.js`, { type: 'text/javascript', text }] as const),
  ...PRODUCTS.map(
    ({ id, art, colour }) => [`/images/${id}.svg`, { type: 'image/svg+xml', text: productArt(art, colour) }] as const,
  ),
]);

const send = (response: Response, { type, text }: { type: string; text: string }) =>
  response.set('cache-control', 'private, max-age=600').type(type).send(text);

/** Styles, scripts and pictures: the same for everyone, so they come without a session. */
export function assetRoutes(): Router {
  const router = Router();
  router.get(['/assets/:file', '/images/:file'], (request, response, next) => {
    const asset = assets.get(request.path);
    if (asset) send(response, asset);
    else next();
  });
  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  return router;
}
