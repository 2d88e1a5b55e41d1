/** What feeders and workers agree on: where the queue is, and how things in it are called. */
import { Redis, ReplyError } from 'ioredis';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { ProjectId, VersionId } from '../../model/names/codes.ts';
import { RunItem, ScenarioResult } from '../../model/run/run.ts';
import { readRelease } from '../process/package-root.ts';

/** Prefix of all Redis keys of Steploom. */
export const PREFIX = 'steploom';
const CONNECT_LIMIT_MS = 5_000;
const LONGEST_PAUSE_MS = 1_000;

/** Work of another release would mean another thing: it never gets to a worker of this one. */
export const queueName = (): string => `items-${readRelease()}`;

/** The files of a project, by the hash of their content. */
export const projectKey = (hash: string): string => `${PREFIX}:project:${hash}`;
/** Redis key of the data that the items of a run share. */
export const orderKey = (runKey: string): string => `${PREFIX}:run:${runKey}`;
/** Is there as long as somebody waits for the results of a run. */
export const feederKey = (runKey: string): string => `${PREFIX}:feeder:${runKey}`;
/** Pictures and other files of one item. */
export const filesKey = (jobId: string, worker: string): string => `${PREFIX}:files:${jobId}:${worker}`;
/** The job id of an item; the queue allows no colons in it. */
export const jobIdOf = (runKey: string, { index, attempt }: QueuedPlace): string => `${runKey}-${index}-${attempt}`;

/** Which item of a run, and which attempt at it, from 0. */
export interface QueuedPlace {
  index: number;
  attempt: number;
}

/** Undefined for a job of another run. */
export function placeOf(jobId: string, runKey: string): QueuedPlace | undefined {
  const [index, attempt] = jobId.startsWith(`${runKey}-`) ? jobId.slice(runKey.length + 1).split('-') : [];
  return index === undefined || attempt === undefined ? undefined : { index: Number(index), attempt: Number(attempt) };
}

/** One test, data row or scenario of a run, as the queue holds it: thousands of them, so no more than its place. */
export const ItemJob = z.strictObject({
  runKey: z.string(),
  /** Among all items of the run. */
  itemIndex: z.number().int().min(0),
  attempt: z.number().int().min(0),
});
export type ItemJob = z.infer<typeof ItemJob>;

/** What a run is to do, once for all its items: no secrets, and no project but its hash. */
export const RunOrder = z.strictObject({
  projectId: ProjectId,
  projectHash: z.string(),
  versionId: VersionId,
  /** Codes that the run was asked for. */
  targets: z.array(z.string()),
  scenarios: z.array(z.string()),
  /** Environment, role, parameters and the like. */
  how: z.record(z.string(), z.unknown()),
});
export type RunOrder = z.infer<typeof RunOrder>;

/** What a worker made of it, all texts masked. */
export const ItemDone = z.strictObject({
  worker: z.string(),
  item: z.union([RunItem, ScenarioResult]),
  browser: z.string().optional(),
  /** Redis key of its files, if it has any. */
  files: z.string().optional(),
});
export type ItemDone = z.infer<typeof ItemDone>;

/** The message of a worker that takes an item. */
export const ItemTaken = z.object({ worker: z.string() });

/** The address without what is secret in it, for people. */
export function shownQueue(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** Errors: `invalid-params`. */
export function readQueueUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.host && (url.protocol === 'redis:' || url.protocol === 'rediss:')) return text;
  throw new AppError('invalid-params', '--queue needs the address of a Redis or Valkey server.', {
    field: '--queue',
    expected: 'redis://host:6379, or rediss://user:password@host:6379 for one with TLS',
  });
}

/** A connection that comes back by itself once it is made. Errors: `queue-failed` when it cannot be made. */
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
    const { message } = cause ?? (error instanceof Error ? error : new Error(String(error)));
    throw new AppError(
      'queue-failed',
      `The queue at ${shownQueue(url)} cannot be reached: ${message || 'no answer'}.`,
      {
        field: '--queue',
        next: 'start Redis there, e.g. docker compose up redis',
      },
    );
  }
}

/** What the server of the queue refuses, such as all of it when its memory is full, as an error of the queue. */
export function queueError(error: unknown): unknown {
  if (!(error instanceof Error && error instanceof ReplyError)) return error;
  return new AppError('queue-failed', `The queue refused what it was given: ${error.message}`, {
    next: 'look whether Redis has enough memory',
    cause: error,
  });
}
