import { BASE_CSS } from './base-css.ts';
import { CATALOGUE_CSS } from './catalogue-css.ts';
import { CHECKOUT_CSS } from './checkout-css.ts';
import { FRAME_CSS } from './frame-css.ts';
import { NARROW_CSS } from './narrow-css.ts';

export const SHOP_CSS = [BASE_CSS, FRAME_CSS, CATALOGUE_CSS, CHECKOUT_CSS, NARROW_CSS].join('\n');
