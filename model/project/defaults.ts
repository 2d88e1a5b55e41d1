/** What settings are where a project leaves them out; forms tell them beside their fields. */

/** In milliseconds. A run has no limit of its own. */
export const DEFAULT_LIMITS = { actionMs: 10_000, navigationMs: 30_000 } as const;

/** The oldest runs go beyond either. */
export const DEFAULT_RETENTION = { runs: 200, megabytes: 2_000 } as const;

export const DEFAULT_WINDOW_IDLE_MINUTES = 15;

export const DEFAULT_SCREENSHOTS = 'failure';
