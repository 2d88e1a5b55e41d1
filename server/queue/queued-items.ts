/** What of a run is in the queue: what its items share, a job for each of them, and that somebody waits for it. */
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

/** Workers drop what nobody waits for any more. */
export const FEEDER_LIMIT_S = 30;
const SHARED_LIMIT_S = 86_400;
/** An item is tried by so many workers that fail themselves. */
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
  /** What people call it. */
  name: string;
  /** Among all items of the run. */
  itemIndex: number;
  /** When it is its turn; the lowest comes first. */
  turn: number;
}

/** What the queue says of an item; one that it does not know, or that a worker dropped, is lost. */
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

  /** Puts in what its items share, as far as it is not there. */
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

  /** What is in the queue already stays as it is. The signal ends it between two portions. */
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

  /** Looks up each of them; `handle` is called in no order. */
  async findAll(
    places: readonly QueuedPlace[],
    handle: (place: QueuedPlace, found: QueuedState) => void | Promise<void>,
  ) {
    await atOnce(places, REQUESTS_AT_ONCE, async place => handle(place, await this.#find(place)));
  }

  /** The state alone is a few bytes, the job with its result may be many. */
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

  /** Nobody waits for it any more, and its items that are left are taken out. */
  async forget(left: readonly QueuedPlace[]): Promise<void> {
    const { redis, queue, runKey } = this.#parts;
    await redis.del(feederKey(runKey), orderKey(runKey));
    // One that is under way cannot be taken out: its worker drops it.
    await atOnce(left, REQUESTS_AT_ONCE, async place => {
      await queue.remove(jobIdOf(runKey, place)).catch(() => {});
    });
  }
}
