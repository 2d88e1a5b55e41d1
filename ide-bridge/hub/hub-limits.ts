/** What one page may ask of its socket. Specs set some narrower. */
export interface HubLimits {
  messageBytes: number;
  /** Messages a page may send at a steady rate, and at once after a pause. */
  messagesPerSecond: number;
  messageBurst: number;
  /** Requests of a page that are under way at the same time. */
  requestsInFlight: number;
  /** What may wait to be read by a page before it is given up. */
  unreadBytes: number;
  /** How often a page is asked whether it is still there; one that missed two is given up. */
  heartbeatMs: number;
  /** How long a page is given to answer a request of ours. */
  answerMs: number;
  /** Sockets at the same time. */
  connections: number;
  /** How long a socket may take to prove who opened it, and how many bytes. */
  proofMs: number;
  proofBytes: number;
  /** Sockets that have proven nothing yet; one more takes the place of the oldest. */
  unproved: number;
}

export const HUB_LIMITS: HubLimits = {
  messageBytes: 1024 * 1024,
  messagesPerSecond: 200,
  messageBurst: 1_000,
  requestsInFlight: 64,
  unreadBytes: 16 * 1024 * 1024,
  heartbeatMs: 15_000,
  answerMs: 10_000,
  connections: 100,
  proofMs: 5_000,
  proofBytes: 4_096,
  unproved: 50,
};
