/** A fictional test-management service to try things with, without any account; it knows nothing of its callers. */
import type { Express } from 'express';
import { type Address, type OpenServer, openServer } from '../process/open-server.ts';
import { type Execution, Executions } from './executions.ts';
import { PushedTests } from './pushed-tests.ts';
import { RequestCount, TokenDesk } from './tm-accounts.ts';
import { createTmApp } from './tm-app.ts';

const DAY_MS = 86_400_000;
const REQUESTS_IN_FIVE_MINUTES = 300;

export interface SampleTmOptions {
  tokenLifeMs?: number;
  requestsInFiveMinutes?: number;
  now?: () => number;
}

interface SampleTm {
  app: Express;
  executions: readonly Execution[];
  expireTokens(): void;
}

export function createSampleTm({
  tokenLifeMs = DAY_MS,
  requestsInFiveMinutes = REQUESTS_IN_FIVE_MINUTES,
  now = Date.now,
}: SampleTmOptions = {}): SampleTm {
  const tokens = new TokenDesk(tokenLifeMs, now);
  const pushed = new PushedTests();
  const executions = new Executions(pushed);
  const count = new RequestCount(requestsInFiveMinutes, now);
  const app = createTmApp({ tokens, executions, count, pushed });
  return { app, executions: executions.all, expireTokens: () => tokens.expire() };
}

/** Rejects when the port is taken. */
export const startSampleTm = (address: Address = {}): Promise<OpenServer> => openServer(createSampleTm().app, address);
