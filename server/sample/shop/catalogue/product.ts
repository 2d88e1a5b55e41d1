import { z } from 'zod';
import type { ArtKind, Colour } from '../art/product-art.ts';

export const CategoryId = z.enum(['clothing', 'footwear', 'packs', 'camp']);
export type CategoryId = z.infer<typeof CategoryId>;

export const CATEGORY_LABELS = {
  clothing: 'Clothing',
  footwear: 'Footwear',
  packs: 'Packs and bags',
  camp: 'Camp and kitchen',
} as const satisfies Record<CategoryId, string>;

/** What a category file says of a product; the rest follows from the category. */
export interface ProductEntry {
  id: string;
  name: string;
  art: ArtKind;
  colour: Colour;
  priceCents: number;
  /** Pieces on the shelf when a visitor comes first. */
  stock: number;
  /** Average of the reviews, 1 to 5. */
  rating: number;
  reviewCount: number;
  summary: string;
}

export interface Product extends ProductEntry {
  category: CategoryId;
  /** Empty when there is only one size. */
  sizes: readonly string[];
}
