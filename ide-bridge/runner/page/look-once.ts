/** With no more time than this Playwright looks exactly once, however long the answer takes. */
export const LOOK_ONCE_MS = 1;
