import { z } from 'zod';
import catalogueFile from './data/catalogue.json' with { type: 'json' };
import reviewsFile from './data/reviews.json' with { type: 'json' };

export const CategoryId = z.enum(['clothing', 'footwear', 'packs', 'camp']);
export type CategoryId = z.infer<typeof CategoryId>;

const ProductEntry = z.strictObject({
  id: z.string(),
  name: z.string(),
  colour: z.string(),
  priceCents: z.int(),
  /** Pieces on the shelf when a visitor comes first. */
  stock: z.int(),
  /** Average of the reviews, 1 to 5. */
  rating: z.number(),
  reviewCount: z.int(),
  summary: z.string(),
});

const Category = z.strictObject({
  label: z.string(),
  /** Empty when there is only one size. */
  sizes: z.array(z.string()),
  sizeGuide: z.strictObject({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  products: z.array(ProductEntry),
});

const Review = z.strictObject({ author: z.string(), stars: z.int(), title: z.string(), text: z.string() });
type Review = z.infer<typeof Review>;

export interface Product extends z.infer<typeof ProductEntry> {
  category: CategoryId;
  sizes: readonly string[];
}

export const CATEGORIES = z.record(CategoryId, Category).parse(catalogueFile);
const REVIEWS = z.array(Review).parse(reviewsFile);

/** All products, most popular first; the categories take turns. */
export const PRODUCTS: readonly Product[] = CategoryId.options
  .flatMap(category =>
    CATEGORIES[category].products.map((entry, place) => ({
      place,
      product: { ...entry, category, sizes: CATEGORIES[category].sizes },
    })),
  )
  .sort((one, other) => one.place - other.place)
  .map(({ product }) => product);

const byId = new Map(PRODUCTS.map(product => [product.id, product]));

export const findProduct = (id: string) => byId.get(id);

/** Three reviews of a product, always the same ones. */
export function reviewsOf(product: Product): Review[] {
  const start = PRODUCTS.indexOf(product);
  return [0, 2, 5].flatMap(step => REVIEWS[(start + step) % REVIEWS.length] ?? []);
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
  rating: { label: 'Best rated', compare: (one, other) => other.rating - one.rating },
} satisfies Record<string, Sorting>;

/** The product list as its address says it; what cannot be read counts as not said. */
export const ListQuery = z.object({
  q: z.string().trim().max(80).catch(''),
  category: CategoryId.optional().catch(undefined),
  sort: z.enum(['popular', 'name', 'price-up', 'price-down', 'rating']).catch('popular'),
  page: z.coerce.number().int().min(1).catch(1),
});
export type ListQuery = z.infer<typeof ListQuery>;

export interface ProductListing {
  query: ListQuery;
  products: readonly Product[];
  total: number;
  pageCount: number;
}

const fits = (product: Product, words: readonly string[]) => {
  const text = `${product.name} ${product.summary} ${CATEGORIES[product.category].label}`.toLowerCase();
  return words.every(word => text.includes(word));
};

/** Finds, sorts and pages products. A page past the last one counts as the last one. */
export function searchProducts(query: ListQuery): ProductListing {
  const words = query.q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = PRODUCTS.filter(
    product => (query.category === undefined || product.category === query.category) && fits(product, words),
  ).toSorted(SORTINGS[query.sort].compare);
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
