/** How long pages are given that do not answer, or cannot be left. */
export interface PageLimits {
  /** Before a page with which an action has come to nothing counts as hanging. */
  hangsAfterMs: number;
  /** For the question whether a page answers, once an action on it took too long. */
  answerMs: number;
  /** How long a page may be busy before a new tab takes its place. */
  stuckAfterMs: number;
  /** How long a dialog may keep a page from being left before a new tab takes its place. */
  lostAfterMs: number;
  /** What one process of the pages may take before the window is taken from them. */
  memoryBytes: number;
}

/** Long enough for a page that is merely slow, on a machine that is busy. */
export const PAGE_LIMITS: PageLimits = {
  hangsAfterMs: 5_000,
  answerMs: 4_000,
  stuckAfterMs: 5_000,
  lostAfterMs: 3_000,
  memoryBytes: 2_500_000_000,
};
