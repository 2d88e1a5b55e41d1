/** A made-up test-management service to try things with, without any account; it knows nothing of who asks it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type Execution, Executions } from './executions.ts';
import { Faults } from './faults.ts';
import { RequestCount, TokenDesk } from './tm-accounts.ts';
import { createTmApp, type SeenRequest } from './tm-app.ts';

const LOOPBACK = '127.0.0.1';
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

export interface SampleTm extends AsyncDisposable {
  /** Address without a slash at its end. */
  url: string;
  /** What was uploaded. */
  readonly executions: readonly Execution[];
  /** What was asked, oldest first. */
  readonly seen: readonly SeenRequest[];
  /** Ends all tokens that were given. */
  expireTokens(): void;
  dispose(): Promise<void>;
}

/** Opens the service. Errors: `invalid-params` for unknown faults; rejects when the port is taken. */
export async function startSampleTm(options: SampleTmOptions = {}): Promise<SampleTm> {
  const { port = 0, host = LOOPBACK, now = Date.now } = options;
  const tokens = new TokenDesk(options.tokenLifeMs ?? DAY_MS, now);
  const executions = new Executions();
  const seen: SeenRequest[] = [];
  const count = new RequestCount(options.requestsInFiveMinutes ?? REQUESTS_IN_FIVE_MINUTES, now);
  const faults = new Faults(options.faults ?? []);
  const server = createServer(createTmApp({ faults, tokens, executions, seen, count }));
  server.listen(port, host);
  await once(server, 'listening');
  let closed: Promise<void> | undefined;
  const dispose = () => {
    closed ??= close(server);
    return closed;
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`,
    executions: executions.all,
    seen,
    expireTokens: () => tokens.expire(),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return address.port;
}
