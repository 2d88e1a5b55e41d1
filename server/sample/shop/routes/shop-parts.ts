import type { OnVisit } from '../visit.ts';

/** What the routes need of the running shop. */
export interface ShopParts {
  onVisit: OnVisit;
  /** How late the reviews come, in milliseconds. */
  slowMs: number;
  /** Ends waits when the shop closes. */
  closing: AbortSignal;
  now: () => Date;
}
