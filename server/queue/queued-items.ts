/** A run in the queue: the data that its items share, a job for each item, and a key that its feeder keeps alive. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { atOnce } from './at-once.ts';
import type { ProjectPackage } from './project-package.ts';
import {
  feederKey,
  type ItemJob,
  jobIdOf,
  orderKey,
  projectKey,
  type QueuedPlace,
  type RunOrder,
} from './queue-redis.ts';

/** After this time without a feeder, workers drop the run. */
export const FEEDER_LIMIT_S = 30;
const SHARED_LIMIT_S = 86_400;
/** How many workers may fail while they run an item. */
const ATTEMPTS = 3;
const KEPT_S = 3_600;
/** Over a link of 50 ms these are 4,000 a second. */
const REQUESTS_AT_ONCE = 200;
/** Items per write: workers begin with the first while the rest follows. */
const ITEMS_OF_PORTION = 500;

interface QueuedItemsParts {
  redis: Redis;
  queue: Queue;
  runKey: string;
  order: RunOrder;
  project: ProjectPackage;
}

interface QueuedItem extends QueuedPlace {
  name: string;
  itemIndex: number;
  /** Priority in the queue; the lowest comes first. */
  turn: number;
}

/** An item that the queue does not know, or that a worker dropped, is lost. */
type QueuedState =
  | { kind: 'open' }
  | { kind: 'lost' }
  | { kind: 'ended'; answer: unknown }
  | { kind: 'failed'; why: string };

export class QueuedItems {
  readonly #parts: QueuedItemsParts;

  constructor(parts: QueuedItemsParts) {
    this.#parts = parts;
  }

  async putShared(): Promise<void> {
    const { redis, runKey, order, project } = this.#parts;
    const key = projectKey(project.hash);
    if ((await redis.exists(key)) === 0) await redis.set(key, Buffer.from(project.bytes), 'EX', SHARED_LIMIT_S);
    await redis.set(orderKey(runKey), JSON.stringify(order), 'EX', SHARED_LIMIT_S);
    await this.stayAlive();
  }

  /** Must be called again within `FEEDER_LIMIT_S`. */
  async stayAlive(): Promise<void> {
    const { redis, runKey, project } = this.#parts;
    await redis
      .pipeline()
      .set(feederKey(runKey), '1', 'EX', FEEDER_LIMIT_S)
      .expire(projectKey(project.hash), SHARED_LIMIT_S)
      .expire(orderKey(runKey), SHARED_LIMIT_S)
      .exec();
  }

  /** Items that are in the queue already stay as they are. The signal ends it between two portions. */
  async put(items: readonly QueuedItem[], signal: AbortSignal): Promise<void> {
    const { queue, runKey } = this.#parts;
    for (let first = 0; first < items.length && !signal.aborted; first += ITEMS_OF_PORTION)
      await queue.addBulk(
        items.slice(first, first + ITEMS_OF_PORTION).map(({ name, itemIndex, attempt, turn, index }) => ({
          name,
          data: { runKey, itemIndex, attempt } satisfies ItemJob,
          opts: {
            jobId: jobIdOf(runKey, { index, attempt }),
            attempts: ATTEMPTS,
            priority: turn,
            removeOnComplete: { age: KEPT_S },
            removeOnFail: { age: KEPT_S },
          },
        })),
      );
  }

  /** Calls `handle` in no particular order. */
  async findAll(
    places: readonly QueuedPlace[],
    handle: (place: QueuedPlace, found: QueuedState) => void | Promise<void>,
  ) {
    await atOnce(places, REQUESTS_AT_ONCE, async place => handle(place, await this.#find(place)));
  }

  /** The state is a few bytes, the job with its result may be many. */
  async #find(place: QueuedPlace): Promise<QueuedState> {
    const { queue, runKey } = this.#parts;
    const jobId = jobIdOf(runKey, place);
    const state = await queue.getJobState(jobId);
    if (state === 'unknown') return { kind: 'lost' };
    if (state !== 'completed' && state !== 'failed') return { kind: 'open' };
    const job = await queue.getJob(jobId);
    if (job === undefined) return { kind: 'lost' };
    if (state === 'failed') return { kind: 'failed', why: job.failedReason };
    if (job.returnvalue !== null) return { kind: 'ended', answer: job.returnvalue };
    await job.remove();
    return { kind: 'lost' };
  }

  async forget(left: readonly QueuedPlace[]): Promise<void> {
    const { redis, queue, runKey } = this.#parts;
    await redis.del(feederKey(runKey), orderKey(runKey));
    // An item under way cannot be removed: its worker drops it.
    await atOnce(left, REQUESTS_AT_ONCE, async place => {
      await queue.remove(jobIdOf(runKey, place)).catch(() => {});
    });
  }
}
