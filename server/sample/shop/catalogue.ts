import { z } from 'zod';
import shop from './shop.json' with { type: 'json' };

/** Most popular first. */
export const PRODUCTS = shop.products;
export type Product = (typeof PRODUCTS)[number];

export const CATEGORIES = [...new Set(PRODUCTS.map(({ category }) => category))];

export const findProduct = (id: unknown) => PRODUCTS.find(product => product.id === id);

/** Three reviews of a product, always the same ones. */
export function reviewsOf(product: Product) {
  const start = PRODUCTS.indexOf(product);
  return [0, 2, 5].flatMap(step => shop.reviews[(start + step) % shop.reviews.length] ?? []);
}

const PAGE_SIZE = 12;

interface Sorting {
  label: string;
  compare: (one: Product, other: Product) => number;
}

export const SORTINGS = {
  popular: { label: 'Most popular', compare: () => 0 },
  name: { label: 'Name', compare: (one, other) => one.name.localeCompare(other.name, 'en') },
  'price-up': { label: 'Price: low to high', compare: (one, other) => one.priceCents - other.priceCents },
  'price-down': { label: 'Price: high to low', compare: (one, other) => other.priceCents - one.priceCents },
} satisfies Record<string, Sorting>;

/** The query of a list; invalid parts are ignored. */
export const ListQuery = z.object({
  q: z.string().trim().max(80).catch(''),
  category: z.string().catch(''),
  /** Any text shows only the wish list. */
  wished: z.string().catch(''),
  sort: z.enum(['popular', 'name', 'price-up', 'price-down']).catch('popular'),
  page: z.coerce.number().int().min(1).catch(1),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** A page past the last one counts as the last one. */
export function searchProducts(query: ListQuery, wishes: ReadonlySet<string>) {
  const words = query.q.toLowerCase().split(/\s+/);
  const found = PRODUCTS.filter(({ id, name, category, summary }) => {
    const text = `${name} ${summary} ${category}`.toLowerCase();
    const isInPlace = (!query.category || query.category === category) && (!query.wished || wishes.has(id));
    return isInPlace && words.every(word => text.includes(word));
  }).toSorted(SORTINGS[query.sort].compare);
  const pageCount = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(query.page, pageCount);
  const products = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { query: { ...query, page }, products, total: found.length, pageCount };
}

/** Leaves defaults out. */
export function listAddress(query: Partial<ListQuery>) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (!['', 1, 'popular'].includes(value)) parameters.set(name, String(value));
  return parameters.size === 0 ? '/' : `/?${parameters}`;
}
