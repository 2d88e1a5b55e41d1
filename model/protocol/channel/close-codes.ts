/** WebSocket close codes of the service. */
export const CLOSE_CODES = {
  signedOut: 4401,
  /** The page sent what no page sends, or too much. */
  misused: 4400,
  /** The page does not read what it is sent. */
  tooSlow: 4408,
  tooMany: 4429,
  ending: 1001,
} as const;
