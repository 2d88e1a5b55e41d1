import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { AppError } from '../../model/errors/errors.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import { shownQueue } from './queue-redis.ts';
import { WorkerMonitor } from './worker-registry.ts';

const DEFAULT_PATIENCE_MS = 600_000;

interface QueueWatchOptions {
  redis: Redis;
  queue: Queue;
  url: string;
  secrets: readonly string[];
  patienceMs?: number | undefined;
  log(sentence: string): void;
  failed(error: AppError): void;
}

/** Watches whether the queue is reachable and has workers. */
export class QueueWatch implements Disposable {
  readonly #options: QueueWatchOptions;
  readonly #patienceMs: number;
  readonly #workers: WorkerMonitor;
  #isAway = false;
  #isClosed = false;
  #hasNoWorkers = false;
  #seenAt = performance.now();
  #late: NodeJS.Timeout | undefined;

  constructor(options: QueueWatchOptions) {
    const { redis, secrets, log, patienceMs = DEFAULT_PATIENCE_MS } = options;
    this.#options = options;
    this.#patienceMs = patienceMs;
    this.#workers = new WorkerMonitor(redis, secrets, log);
    redis.on('close', () => this.#away());
    redis.on('ready', () => this.#back());
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Errors: `queue-failed` when there was no worker for too long. */
  async look(): Promise<void> {
    const { queue, url, log } = this.#options;
    const now = performance.now();
    await this.#workers.check();
    if ((await queue.getWorkersCount()) > 0) {
      this.#seenAt = now;
      this.#hasNoWorkers = false;
      return;
    }
    if (!this.#hasNoWorkers) log(`No worker is there. Start one: steploom worker --queue ${shownQueue(url)}`);
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
    const { log, failed } = this.#options;
    this.#isAway = true;
    log('The queue is away. Waiting until it is back.');
    const why = `The queue was away for ${inSeconds(this.#patienceMs)}.`;
    this.#late = setTimeout(() => failed(new AppError('queue-failed', why)), this.#patienceMs);
  }

  #back(): void {
    if (!this.#isAway) return;
    clearTimeout(this.#late);
    this.#isAway = false;
    this.#seenAt = performance.now();
    this.#options.log('The queue is back.');
  }
}
