/** A made-up test-management service to try things with, without any account; it knows nothing of who asks it. */
import { type OpenServer, openServer } from '../process/open-server.ts';
import { type Execution, Executions } from './executions.ts';
import { Faults } from './faults.ts';
import { RequestCount, TokenDesk } from './tm-accounts.ts';
import { createTmApp, type SeenRequest } from './tm-app.ts';

const DAY_MS = 86_400_000;
const REQUESTS_IN_FIVE_MINUTES = 300;

export interface SampleTmOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  host?: string;
  /** As `FAULT_HELP` has them. */
  faults?: readonly string[];
  tokenLifeMs?: number;
  requestsInFiveMinutes?: number;
  now?: () => number;
}

export interface SampleTm extends OpenServer {
  /** What was uploaded. */
  readonly executions: readonly Execution[];
  /** What was asked, oldest first. */
  readonly seen: readonly SeenRequest[];
  /** Ends all tokens that were given. */
  expireTokens(): void;
}

/** Opens the service. Errors: `invalid-params` for unknown faults; rejects when the port is taken. */
export async function startSampleTm(options: SampleTmOptions = {}): Promise<SampleTm> {
  const { now = Date.now } = options;
  const tokens = new TokenDesk(options.tokenLifeMs ?? DAY_MS, now);
  const executions = new Executions();
  const seen: SeenRequest[] = [];
  const count = new RequestCount(options.requestsInFiveMinutes ?? REQUESTS_IN_FIVE_MINUTES, now);
  const faults = new Faults(options.faults ?? []);
  const server = await openServer(createTmApp({ faults, tokens, executions, seen, count }), options);
  return { ...server, executions: executions.all, seen, expireTokens: () => tokens.expire() };
}
