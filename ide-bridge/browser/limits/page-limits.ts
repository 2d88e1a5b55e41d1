export interface PageLimits {
  /** Until a page on which an action had no effect counts as hanging. */
  hangsAfterMs: number;
  answerMs: number;
  /** How long a page may be busy before a new tab replaces it. */
  stuckAfterMs: number;
  /** How long a dialog may block navigation before a new tab replaces the page. */
  lostAfterMs: number;
  /** Memory of one page process after which its window is closed. */
  memoryBytes: number;
}

/** Enough for a page that is merely slow, on a busy machine. */
export const PAGE_LIMITS: PageLimits = {
  hangsAfterMs: 5_000,
  answerMs: 4_000,
  stuckAfterMs: 3_000,
  lostAfterMs: 3_000,
  memoryBytes: 2_500_000_000,
};
