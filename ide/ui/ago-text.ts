const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** e.g. `5 min ago`; undefined where a date says more. Clocks differ: the future counts as now. */
export function agoText(ms: number): string | undefined {
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`;
  return ms < WEEK_MS ? `${Math.floor(ms / DAY_MS)} d ago` : undefined;
}
