import { CARD_SCRIPT, CHECKOUT_SCRIPT, PAYMENT_SCRIPT } from './checkout-scripts.ts';
import { NOTIFY_SCRIPT, SHOP_SCRIPT } from './common-scripts.ts';
import { STATUS_SCRIPT, STOCK_SCRIPT } from './other-scripts.ts';
import { PRODUCT_LIST_SCRIPT } from './product-list-script.ts';
import { PRODUCT_SCRIPT, RATING_SCRIPT } from './product-scripts.ts';
import { WISH_LIST_SCRIPT } from './wish-list-script.ts';

/** The scripts that the browser loads, by file name without its ending. */
export const SCRIPTS = {
  notify: NOTIFY_SCRIPT,
  shop: SHOP_SCRIPT,
  'product-list': PRODUCT_LIST_SCRIPT,
  product: PRODUCT_SCRIPT,
  rating: RATING_SCRIPT,
  'wish-list': WISH_LIST_SCRIPT,
  checkout: CHECKOUT_SCRIPT,
  payment: PAYMENT_SCRIPT,
  card: CARD_SCRIPT,
  stock: STOCK_SCRIPT,
  status: STATUS_SCRIPT,
} as const;

export type PageScript = keyof typeof SCRIPTS;
