import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { AppError } from '../../model/errors/errors.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import { shownQueue } from './queue-redis.ts';
import { WorkerWarnings } from './workers-there.ts';

const DEFAULT_PATIENCE_MS = 600_000;

interface QueueWatchOptions {
  redis: Redis;
  queue: Queue;
  url: string;
  /** Names of the secrets that the tests need. */
  secrets: readonly string[];
  /** How long the queue may be without a worker, or away. */
  patienceMs?: number | undefined;
  notify(sentence: string): void;
  /** Called when the queue was away for too long. */
  failed(error: AppError): void;
}

/** Whether the queue is there, and anybody works on it. */
export class QueueWatch implements Disposable {
  readonly #options: QueueWatchOptions;
  readonly #patienceMs: number;
  readonly #warnings: WorkerWarnings;
  #isAway = false;
  #isClosed = false;
  #hasNoWorkers = false;
  #seenAt = performance.now();
  #late: NodeJS.Timeout | undefined;

  constructor(options: QueueWatchOptions) {
    const { redis, secrets, notify, patienceMs = DEFAULT_PATIENCE_MS } = options;
    this.#options = options;
    this.#patienceMs = patienceMs;
    this.#warnings = new WorkerWarnings(redis, secrets, notify);
    redis.on('close', () => this.#away());
    redis.on('ready', () => this.#back());
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Errors: `queue-failed` when there was no worker for too long. */
  async look(): Promise<void> {
    const { queue, url, notify } = this.#options;
    const now = performance.now();
    await this.#warnings.check();
    if ((await queue.getWorkersCount()) > 0) {
      this.#seenAt = now;
      this.#hasNoWorkers = false;
      return;
    }
    if (!this.#hasNoWorkers) notify(`No worker is there. Start one: steploom worker --queue ${shownQueue(url)}`);
    this.#hasNoWorkers = true;
    if (now - this.#seenAt < this.#patienceMs) return;
    throw new AppError('queue-failed', `No worker came within ${inSeconds(this.#patienceMs)}.`, {
      next: 'start a worker',
    });
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#late);
  }

  #away(): void {
    if (this.#isAway || this.#isClosed) return;
    const { notify, failed } = this.#options;
    this.#isAway = true;
    notify('The queue is away. Waiting until it is back.');
    const why = `The queue was away for ${inSeconds(this.#patienceMs)}.`;
    this.#late = setTimeout(() => failed(new AppError('queue-failed', why)), this.#patienceMs);
  }

  #back(): void {
    if (!this.#isAway) return;
    clearTimeout(this.#late);
    this.#isAway = false;
    this.#seenAt = performance.now();
    this.#options.notify('The queue is back.');
  }
}
