import { z } from 'zod';
import { PRODUCTS } from './catalogue.ts';
import { CATEGORY_LABELS, CategoryId, type Product } from './product.ts';

const PAGE_SIZE = 12;

export const SORT_LABELS = {
  popular: 'Most popular',
  name: 'Name',
  'price-up': 'Price: low to high',
  'price-down': 'Price: high to low',
  rating: 'Best rated',
} as const;

const SortOrder = z.enum(['popular', 'name', 'price-up', 'price-down', 'rating']);
type SortOrder = z.infer<typeof SortOrder>;

/** The product list as its address says it; what cannot be read counts as not said. */
export const ListQuery = z.object({
  q: z.string().trim().max(80).catch(''),
  category: CategoryId.optional().catch(undefined),
  sort: SortOrder.catch('popular'),
  page: z.coerce.number().int().min(1).catch(1),
});
export type ListQuery = z.infer<typeof ListQuery>;

export interface ProductListing {
  query: ListQuery;
  products: readonly Product[];
  total: number;
  pageCount: number;
}

const compare: Record<SortOrder, (one: Product, other: Product) => number> = {
  popular: () => 0,
  name: (one, other) => one.name.localeCompare(other.name, 'en'),
  'price-up': (one, other) => one.priceCents - other.priceCents,
  'price-down': (one, other) => other.priceCents - one.priceCents,
  rating: (one, other) => other.rating - one.rating,
};

const fits = (product: Product, words: readonly string[]) => {
  const text = `${product.name} ${product.summary} ${CATEGORY_LABELS[product.category]}`.toLowerCase();
  return words.every(word => text.includes(word));
};

/** Finds, sorts and pages products. A page past the last one counts as the last one. */
export function searchProducts(query: ListQuery): ProductListing {
  const words = query.q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = PRODUCTS.filter(
    product => (query.category === undefined || product.category === query.category) && fits(product, words),
  ).toSorted(compare[query.sort]);
  const pageCount = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(query.page, pageCount);
  const first = (page - 1) * PAGE_SIZE;
  return {
    query: { ...query, page },
    products: found.slice(first, first + PAGE_SIZE),
    total: found.length,
    pageCount,
  };
}

/** The address of a product list; what is as usual is left out. */
export function listAddress({ q, category, sort, page }: Partial<ListQuery>) {
  const parameters = new URLSearchParams();
  if (q) parameters.set('q', q);
  if (category) parameters.set('category', category);
  if (sort && sort !== 'popular') parameters.set('sort', sort);
  if (page && page > 1) parameters.set('page', String(page));
  return parameters.size === 0 ? '/' : `/?${parameters}`;
}
