import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { timeoutSignal } from '../../../model/errors/timeout-signal.ts';
import type { NameGroup } from '../../../model/values/referenced-names.ts';
import { neededTooMuchMemory, tookTooLong } from './expression-errors.ts';
import type { Values } from './scopes.ts';

const CHILD_FILE = fileURLToPath(new URL('./expression-child.mjs', import.meta.url));
const MAX_HEAP_MB = 96;
const START_LIMIT_MS = 20_000;

const Reply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('value'), json: z.string().optional(), used: z.array(z.number()) }),
  z.object({ state: z.literal('failed'), code: z.string(), message: z.string() }),
  z.object({
    state: z.literal('unreadable'),
    message: z.string(),
    position: z.number().optional(),
    token: z.string().optional(),
  }),
]);
type Reply = z.infer<typeof Reply>;

export interface ExpressionRequest {
  expression: string;
  /** Only parses the expression: the reply is `unreadable`, or a value that is undefined. */
  isOnlyRead?: boolean;
  visible: { bare: Values; groups: Readonly<Record<string, Values>> };
  /** Values with secrets: reading one is reported, or refused unless `secretsAllowed`. */
  guarded: readonly { group?: NameGroup; name: string; value: unknown }[];
  secretsAllowed: boolean;
}

/** `json` is absent for undefined; `used` are the indexes of the guarded values that were read. */
type ExpressionReply = Exclude<Reply, { state: 'ready' }>;

interface ExpressionLimits {
  timeLimitMs: number;
  signal?: AbortSignal;
}

export interface ExpressionProcess extends AsyncDisposable {
  start(): Promise<void>;
  evaluate(request: ExpressionRequest, limits: ExpressionLimits): Promise<ExpressionReply>;
  dispose(): Promise<void>;
}

/**
 * Evaluates untrusted JSONata one at a time in a child process. Exceeding the time limit ends the process, even inside
 * a regular expression; so does too much memory. The next evaluation starts a new one.
 * Errors: `timeout`, `stopped` (the signal), `invalid-project` (memory), `internal` (the process cannot be started).
 */
export function createExpressionProcess(): ExpressionProcess {
  const shutdown = new AbortController();
  let current: Promise<ChildProcess> | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();

  const child = (): Promise<ChildProcess> => {
    if (current !== undefined) return current;
    const starting = startChild(() => {
      if (current === starting) current = undefined;
    });
    current = starting;
    return starting;
  };
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const turn = lastTurn.then(() => {
      throwIfAborted(shutdown.signal);
      return act();
    });
    lastTurn = turn.catch(() => undefined);
    return turn;
  };
  const dispose = async (): Promise<void> => {
    shutdown.abort();
    await lastTurn;
    const running = await current?.catch(() => undefined);
    if (running !== undefined) await end(running);
  };
  return {
    start: () => inTurn(async () => void (await child())),
    evaluate: (request, { timeLimitMs, signal }) =>
      inTurn(async () => {
        throwIfAborted(signal);
        const until = signal === undefined ? shutdown.signal : AbortSignal.any([signal, shutdown.signal]);
        return exchange(await child(), request, { timeLimitMs, signal: until });
      }),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

async function startChild(onGone: () => void): Promise<ChildProcess> {
  const child = fork(CHILD_FILE, {
    // Expressions must not see the server's environment.
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.once('exit', onGone);
  child.on('error', onGone);
  try {
    await nextReply(child, timeoutSignal(START_LIMIT_MS));
    return child;
  } catch (cause) {
    child.kill('SIGKILL');
    onGone();
    throw new AppError('internal', 'The process that evaluates expressions could not be started.', { cause });
  }
}

async function exchange(
  child: ChildProcess,
  request: ExpressionRequest,
  { timeLimitMs, signal }: Required<ExpressionLimits>,
): Promise<ExpressionReply> {
  const timeout = timeoutSignal(timeLimitMs);
  const reply = nextReply(child, AbortSignal.any([signal, timeout]));
  child.send({ ...request, timeLimitMs });
  try {
    const received = await reply;
    if (received.state !== 'ready') return received;
    throw new AppError('internal', 'The process that evaluates expressions answered out of turn.');
  } catch (error) {
    if (error instanceof AppError) throw error;
    await end(child);
    throwIfAborted(signal);
    throw timeout.aborted
      ? tookTooLong(request.expression, timeLimitMs)
      : neededTooMuchMemory(request.expression, MAX_HEAP_MB);
  }
}

async function nextReply(child: ChildProcess, signal: AbortSignal): Promise<Reply> {
  const settled = new AbortController();
  const until = { signal: AbortSignal.any([signal, settled.signal]) };
  try {
    const [message] = await Promise.race([once(child, 'message', until), endOf(child, until)]);
    return Reply.parse(message);
  } finally {
    settled.abort();
  }
}

async function endOf(child: ChildProcess, until: { signal: AbortSignal }): Promise<never> {
  const [code, signal] = await once(child, 'exit', until);
  throw new Error(`The process ended with ${signal ?? code}.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('stopped', 'The evaluation was cancelled.', { cause: signal.reason });
}
