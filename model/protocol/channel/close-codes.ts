/** Why the service closes a socket for good or for now, as close codes. */
export const CLOSE_CODES = {
  /** The page is not signed in any more. */
  signedOut: 4401,
  /** It sent what no page sends, or too much. */
  misused: 4400,
  /** It does not read what it is sent. */
  tooSlow: 4408,
  tooMany: 4429,
  /** The service ends. */
  ending: 1001,
} as const;
