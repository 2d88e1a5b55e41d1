/** What feeders and workers agree on: the address of the queue, and its keys and messages. */
import { Redis, ReplyError } from 'ioredis';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { ProjectId, VersionId } from '../../model/names/codes.ts';
import { RunItem, ScenarioResult } from '../../model/run/run.ts';
import { readRelease } from '../process/package-root.ts';
import { explainQueue } from './explain-queue.ts';

export const PREFIX = 'steploom';
const CONNECT_LIMIT_MS = 5_000;
const LONGEST_PAUSE_MS = 1_000;

/** Each release has a queue of its own, since messages may differ between releases. */
export const queueName = (): string => `items-${readRelease()}`;

export const projectKey = (hash: string): string => `${PREFIX}:project:${hash}`;
export const orderKey = (runKey: string): string => `${PREFIX}:run:${runKey}`;
/** Exists as long as a feeder waits for the results of a run. */
export const feederKey = (runKey: string): string => `${PREFIX}:feeder:${runKey}`;
export const filesKey = (jobId: string, worker: string): string => `${PREFIX}:files:${jobId}:${worker}`;
/** The queue allows no colons in job ids. */
export const jobIdOf = (runKey: string, { index, attempt }: QueuedPlace): string => `${runKey}-${index}-${attempt}`;

/** `attempt` counts from 0. */
export interface QueuedPlace {
  index: number;
  attempt: number;
}

/** Undefined for a job of another run. */
export function placeOf(jobId: string, runKey: string): QueuedPlace | undefined {
  const [index, attempt] = jobId.startsWith(`${runKey}-`) ? jobId.slice(runKey.length + 1).split('-') : [];
  return index === undefined || attempt === undefined ? undefined : { index: Number(index), attempt: Number(attempt) };
}

/** One item as the queue holds it: only its position, since there are thousands. */
export const ItemJob = z.strictObject({
  runKey: z.string(),
  itemIndex: z.number().int().min(0),
  attempt: z.number().int().min(0),
});
export type ItemJob = z.infer<typeof ItemJob>;

/** Stored once for all items of a run: no secrets, and the project only by its hash. */
export const RunOrder = z.strictObject({
  projectId: ProjectId,
  projectHash: z.string(),
  versionId: VersionId,
  /** Codes of tests. */
  targets: z.array(z.string()),
  scenarios: z.array(z.string()),
  how: z.record(z.string(), z.unknown()),
});
export type RunOrder = z.infer<typeof RunOrder>;

/** All texts are masked. */
export const ItemDone = z.strictObject({
  worker: z.string(),
  item: z.union([RunItem, ScenarioResult]),
  browser: z.string().optional(),
  files: z.string().optional(),
});
export type ItemDone = z.infer<typeof ItemDone>;

export const ItemTaken = z.object({ worker: z.string() });

/** Leaves out the credentials of the address. */
export function shownQueue(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

interface QueuePassword {
  password: string;
  /** What named it explicitly, so that the address may not hold another one. */
  option?: string;
}

/** The address with the password, where one was given apart from it. Errors: `invalid-params`. */
export function readQueueUrl(text: string, given?: QueuePassword): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.host && (url.protocol === 'redis:' || url.protocol === 'rediss:')) return withPassword(url, given);
  throw new AppError('invalid-params', '--queue needs the address of a Redis or Valkey server.', {
    field: '--queue',
    expected: 'redis://host:6379, or rediss://user:password@host:6379 for one with TLS',
  });
}

function withPassword(url: URL, given: QueuePassword | undefined): string {
  if (given === undefined) return url.href;
  const { password, option } = given;
  if (url.password !== '' && option === undefined) return url.href;
  if (url.password !== '')
    throw new AppError('invalid-params', `The address of the queue holds a password, and ${option} another one.`, {
      field: option,
      expected: 'one of them',
    });
  // A password alone stands behind a colon.
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The connection reconnects by itself once it was established. Errors: `queue-failed`. */
export async function connectQueue(url: string): Promise<Redis> {
  let isMade = false;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_LIMIT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: times => (isMade ? Math.min(times * 100, LONGEST_PAUSE_MS) : null),
  });
  let cause: Error | undefined;
  redis.on('error', error => {
    cause = error;
  });
  try {
    await redis.connect();
    isMade = true;
    return redis;
  } catch (error) {
    redis.disconnect();
    throw unreached(cause ?? (error instanceof Error ? error : new Error(String(error))), url);
  }
}

function unreached(error: Error, url: string): AppError {
  const known = explainQueue(error, url);
  const fault = known?.fault ?? `cannot be reached: ${error.message || 'no answer'}`;
  const next = known?.next ?? 'look whether it is Redis or Valkey that runs there, and at its log';
  return new AppError('queue-failed', `The queue at ${shownQueue(url)} ${fault}.`, { field: '--queue', next });
}

/** Turns a refusal by Redis, such as out of memory, into `queue-failed`. */
export function queueError(error: unknown, url: string): unknown {
  if (!(error instanceof Error && error instanceof ReplyError)) return error;
  const { fault, next } = explainQueue(error, url) ?? {
    fault: `refused what it was given: ${error.message}`,
    next: 'look at the log of Redis',
  };
  return new AppError('queue-failed', `The queue at ${shownQueue(url)} ${fault}.`, { next, cause: error });
}
