/** Specs and benches set some wider or narrower. */
export interface RpcLimits {
  bodyBytes: number;
  fileBytes: number;
  batchMessages: number;
  requestsPerSecond: number;
  requestBurst: number;
  callsInFlight: number;
  callsWaiting: number;
  /** A call, or a batch of them, that takes longer goes on as a job. */
  callMs: number;
  /** From one address. */
  failedSignInsPerMinute: number;
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** How long a client may take nothing of its answer. */
  unreadMs: number;
}

export const DEFAULT_LIMITS: RpcLimits = {
  bodyBytes: 2 * 1024 * 1024,
  fileBytes: 20 * 1024 * 1024,
  batchMessages: 50,
  requestsPerSecond: 200,
  requestBurst: 2_000,
  callsInFlight: 32,
  callsWaiting: 1_000,
  callMs: 25_000,
  failedSignInsPerMinute: 20,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  unreadMs: 30_000,
};
