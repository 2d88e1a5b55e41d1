/** With fewer ended items the time left cannot be estimated. */
const LEAST_ENDED = 2;

export interface Counts {
  ended: number;
  total: number;
  failed: number;
  flaky: number;
  elapsedMs: number;
}

/** e.g. `12/40 done, 1 failed, about 2 min left` */
export function countsText({ ended, total, failed, flaky, elapsedMs }: Counts): string {
  const leftMs = (elapsedMs / Math.max(1, ended)) * (total - ended);
  const left = ended < LEAST_ENDED || ended === total ? '' : `, about ${shortTime(leftMs)} left`;
  const bad = failed === 0 ? '' : `, ${failed} failed`;
  const again = flaky === 0 ? '' : `, ${flaky} flaky`;
  return `${ended}/${total} done${bad}${again}${left}`;
}

const shortTime = (ms: number): string =>
  ms < 90_000 ? `${Math.max(1, Math.round(ms / 1_000))} s` : `${Math.round(ms / 60_000)} min`;
