import { z } from 'zod';

/** When a picture counts as the same: page and runner judge by this alike. */

const Pixels = z.number().int().min(0).max(100_000);

/** In pixels of the picture, from its top left. */
export const PictureArea = z.strictObject({ x: Pixels, y: Pixels, width: Pixels.min(1), height: Pixels.min(1) });
export type PictureArea = z.infer<typeof PictureArea>;

/** Allowed difference of a colour, 0 to 1, as Playwright's default. */
export const COLOUR_THRESHOLD = 0.2;

const BYTES_PER_PIXEL = 4;

interface Raster {
  data: { fill(value: number, start: number, end: number): unknown };
  width: number;
  height: number;
}

/** Makes the areas equal in whatever pictures of RGBA are given to it. */
export function coverAreas({ data, width, height }: Raster, areas: readonly PictureArea[]): void {
  for (const area of areas) {
    const right = Math.min(width, area.x + area.width);
    if (area.x >= right) continue;
    for (let y = area.y; y < Math.min(height, area.y + area.height); y++)
      data.fill(255, (y * width + area.x) * BYTES_PER_PIXEL, (y * width + right) * BYTES_PER_PIXEL);
  }
}

/** `tolerance` is in percent. */
export const isTolerated = ({ different, total }: { different: number; total: number }, tolerance = 0): boolean =>
  different === 0 || (different / total) * 100 <= tolerance;

/** e.g. `120 of 10000 pixels (1.2 %)`. */
export const shareOfPixels = ({ different, total }: { different: number; total: number }): string =>
  `${different} of ${total} pixels (${Number(((different / total) * 100).toPrecision(2))} %)`;
