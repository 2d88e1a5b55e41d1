import { CAMP } from './camp.ts';
import { CLOTHING } from './clothing.ts';
import { FOOTWEAR } from './footwear.ts';
import { PACKS } from './packs.ts';
import { CategoryId, type Product, type ProductEntry } from './product.ts';

const SIZES: Record<CategoryId, readonly string[]> = {
  clothing: ['S', 'M', 'L', 'XL'],
  footwear: ['38', '40', '42', '44'],
  packs: [],
  camp: [],
};

const ENTRIES: Record<CategoryId, readonly ProductEntry[]> = {
  clothing: CLOTHING,
  footwear: FOOTWEAR,
  packs: PACKS,
  camp: CAMP,
};

const products: Product[] = CategoryId.options
  .flatMap(category => ENTRIES[category].map((entry, place) => ({ place, category, entry })))
  .sort((one, other) => one.place - other.place)
  .map(({ category, entry }) => ({ ...entry, category, sizes: SIZES[category] }));

/** All products, most popular first; the categories take turns. */
export const PRODUCTS: readonly Product[] = products;

const byId = new Map(PRODUCTS.map(product => [product.id, product]));

export const findProduct = (id: string) => byId.get(id);
