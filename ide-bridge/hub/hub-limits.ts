/** Specs set some narrower. */
export interface HubLimits {
  messageBytes: number;
  /** Steady rate, and burst after a pause. */
  messagesPerSecond: number;
  messageBurst: number;
  requestsInFlight: number;
  unreadBytes: number;
  /** How often a page is pinged; one that misses two is dropped. */
  heartbeatMs: number;
  answerMs: number;
  connections: number;
  proofMs: number;
  proofBytes: number;
  /** Sockets without proof; one more replaces the oldest. */
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
