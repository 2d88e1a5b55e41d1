/** Has the items of a run done by workers, wherever they are, and gathers what comes of them. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Queue, QueueEvents } from 'bullmq';
import { unzipSync } from 'fflate';
import type { Redis } from 'ioredis';
import { AppError, type ErrorKind, isAppError } from '../../model/errors/errors.ts';
import { ProjectId, type RunId } from '../../model/names/codes.ts';
import { counted } from '../../model/names/counted.ts';
import type { PlannedItem, RunPlan, RunSink } from '../../model/protocol/bridge.ts';
import type { ItemResult } from '../../model/run/run.ts';
import { type Outcome, worstState } from '../../model/run/state.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { RunRequest } from '../runs/plan/plan-run.ts';
import type { RunArchive } from '../runs/record/run-archive.ts';
import { FedItems } from './fed-items.ts';
import { keepFedRun, readFedRun, takeFilesOf } from './fed-run-file.ts';
import { chosenOf, consoleOf, failedItem, howOf, nameOf } from './item-of-run.ts';
import { isPlain, packProject } from './project-package.ts';
import {
  connectQueue,
  feederKey,
  ItemDone,
  type ItemJob,
  ItemTaken,
  jobIdOf,
  PREFIX,
  placeOf,
  projectKey,
  queueError,
  queueName,
  shownQueue,
} from './queue-redis.ts';
import { QueueWatch } from './queue-watch.ts';
import { firstTurn, type Priority, turnAfter } from './turns.ts';
import { waiting } from './waiting.ts';

/** Workers drop what nobody waits for any more. */
const FEEDER_LIMIT_S = 30;
const ALIVE_EVERY_MS = 5_000;
/** What events did not tell, since the queue was away, is looked up. */
const LOOK_EVERY_MS = 3_000;
const PROJECT_LIMIT_S = 86_400;
/** An item is tried by so many workers that fail themselves. */
const ATTEMPTS = 3;
const KEPT_S = 3_600;

interface FeedRequest {
  url: string;
  /** Of the project. */
  folder: string;
  plan: RunPlan;
  request: RunRequest;
  /** Called once the items are in the queue. */
  makeSink(): RunSink;
  archive: RunArchive;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
  /** Says who does what. */
  tell(sentence: string): void;
  /** How long the queue may be without a worker, or away. */
  patienceMs?: number | undefined;
  /** Names of the secrets that the tests need. */
  secrets: readonly string[];
  /** Before or after what other runs have in the queue; default: in turns with them. */
  priority?: Priority | undefined;
  /** The run that goes on: what came of its items already is taken as it is. */
  resumes?: RunId | undefined;
}

interface FedRun {
  state: Outcome;
  errorKind?: ErrorKind | undefined;
}

/**
 * Resolves when the run has ended and its sink has all of it. Errors: `queue-failed` and `too-large`, before there is a
 * sink.
 */
export async function feedRun(request: FeedRequest): Promise<FedRun> {
  const redis = await connectQueue(request.url);
  const feeder = new Feeder(request, redis);
  try {
    await feeder.begin();
  } catch (error) {
    await feeder.close();
    throw queueError(error);
  }
  return feeder.run(request.makeSink());
}

class Feeder {
  readonly #request: FeedRequest;
  readonly #redis: Redis;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  /** The queue leaves connections that it was given open. */
  readonly #given: Redis;
  #runKey: string = randomUUID();
  readonly #startedAt = performance.now();
  readonly #all = waiting();
  readonly #items: FedItems;
  readonly #watch: QueueWatch;
  readonly #underWay = new Set<number>();
  readonly #takenBy = new Map<number, string>();
  readonly #countOf = new Map<string, number>();
  #sink: RunSink | undefined;
  #browser: string | undefined;
  #timers: NodeJS.Timeout[] = [];
  #job: Omit<ItemJob, 'itemIndex' | 'attempt'> | undefined;
  #project: Uint8Array = new Uint8Array();
  #firstTurn = 0;

  constructor(request: FeedRequest, redis: Redis) {
    this.#request = request;
    this.#items = new FedItems(request.plan);
    this.#redis = redis;
    this.#given = redis.duplicate();
    this.#queue = new Queue(queueName(), { connection: redis, prefix: PREFIX });
    this.#events = new QueueEvents(queueName(), { connection: this.#given, prefix: PREFIX });
    const failed = (error: unknown) => this.#all.reject(error);
    this.#watch = new QueueWatch({ ...request, redis, queue: this.#queue, failed });
    // Trouble with the connection is told by that itself.
    this.#queue.on('error', () => {});
    this.#events.on('error', () => {});
  }

  /** Puts the project into the queue. */
  async begin(): Promise<void> {
    const { folder, plan, request } = this.#request;
    const { hash, bytes } = await packProject(folder);
    this.#project = bytes;
    await this.#resume(hash);
    this.#job = {
      runKey: this.#runKey,
      projectId: ProjectId.parse(plan.projectId),
      projectHash: hash,
      versionId: plan.content.version.versionId,
      ...chosenOf(request),
      how: howOf(request),
    };
    this.#listen();
    await this.#events.waitUntilReady();
    await this.#putProject();
    await this.#stayAlive();
    await this.#watch.look();
    this.#firstTurn = await firstTurn(this.#queue, this.#request.priority ?? 'normal');
  }

  /** Errors: `conflict`, `not-found`. */
  async #resume(hash: string): Promise<void> {
    const { resumes, archive, tell, signal } = this.#request;
    if (resumes === undefined) return;
    const { runKey, projectHash } = (await readFedRun(archive, resumes)).job;
    if (projectHash !== hash)
      throw new AppError('conflict', `The project has changed since run ${resumes} began: run its tests anew.`);
    const isFed = async () => (await this.#redis.exists(feederKey(runKey))) === 1;
    // A command that was killed seems to be there for a while.
    const until = performance.now() + (FEEDER_LIMIT_S + 5) * 1_000;
    if (await isFed()) tell(`Waiting until it is sure that nobody else waits for run ${resumes}.`);
    while (await isFed()) {
      if (performance.now() > until) throw new AppError('conflict', `Run ${resumes} is under way in another terminal.`);
      await setTimeout(1_000, undefined, { signal });
    }
    this.#runKey = runKey;
  }

  /** The items, or those of a run before that are lost. */
  async #begin(): Promise<void> {
    const { plan, archive, resumes, url, tell } = this.#request;
    if (this.#job !== undefined) await keepFedRun(archive, plan, this.#job);
    if (resumes !== undefined) {
      await takeFilesOf(archive, resumes, plan.runId);
      tell(`Run ${resumes} goes on as ${plan.runId}.`);
      return this.#lookUp();
    }
    await this.#put(plan.items.map((_item, index) => index));
    tell(`${counted(plan.items.length, 'item')} put into the queue at ${shownQueue(url)}.`);
  }

  async run(sink: RunSink): Promise<FedRun> {
    const { signal, plan } = this.#request;
    this.#sink = sink;
    const interrupt = () => this.#all.reject(new AppError('stopped', 'The run was interrupted.'));
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    this.#every(ALIVE_EVERY_MS, () => this.#stayAlive());
    this.#every(LOOK_EVERY_MS, () => this.#lookUp());
    let outcome: Outcome;
    let cause: unknown;
    try {
      await this.#begin();
      if (plan.items.length > 0) await this.#all.promise;
      outcome = worstState(this.#items.ended());
      this.#items.tellInOrder(sink, true);
    } catch (error) {
      cause = queueError(error);
      outcome = isAppError(error, 'stopped') ? 'stopped' : 'error';
      this.#items.tellInOrder(sink, true);
    } finally {
      signal.removeEventListener('abort', interrupt);
      await this.close();
    }
    const reason = cause instanceof Error ? cause.message : this.#items.reason;
    this.#tellWho();
    await sink.finished({ outcome, reason, elapsedMs: performance.now() - this.#startedAt, browser: this.#browser });
    return { state: outcome, errorKind: isAppError(cause) ? cause.kind : undefined };
  }

  /** Workers drop what is left of the run. */
  async close(): Promise<void> {
    this.#watch[Symbol.dispose]();
    for (const timer of this.#timers) clearInterval(timer);
    const left = this.#request.plan.items.map((_item, index) => index).filter(index => !this.#items.isDone(index));
    const tidy = async () => {
      await this.#redis.del(feederKey(this.#runKey));
      for (const index of left) await this.#queue.remove(this.#jobIdOf(index)).catch(() => {});
    };
    // A queue that is away forgets the run by itself.
    if (this.#redis.status === 'ready') await tidy().catch(() => {});
    await Promise.allSettled([this.#events.close(), this.#queue.close()]);
    this.#given.disconnect();
    this.#redis.disconnect();
  }

  #every(ms: number, work: () => Promise<void>): void {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      work()
        .catch((error: unknown) => this.#all.reject(error))
        .finally(() => {
          isBusy = false;
        });
    }, ms);
    this.#timers.push(timer);
  }

  #listen(): void {
    this.#events.on('progress', ({ jobId, data }) => this.#with(jobId, index => this.#taken(index, data)));
    this.#events.on('completed', ({ jobId, returnvalue }) =>
      this.#with(jobId, index => this.#ended(index, returnvalue)),
    );
    this.#events.on('failed', ({ jobId }) => this.#with(jobId, index => this.#failed(index)));
    this.#events.on('stalled', ({ jobId }) => this.#with(jobId, index => this.#givenBack(index)));
  }

  /** Other feeders have items in the same queue. */
  #with(jobId: string, handle: (index: number) => void | Promise<void>): void {
    const place = placeOf(jobId, this.#runKey);
    // What an attempt before this one has come to is known.
    if (place === undefined || place.attempt !== this.#items.attemptAt(place.index)) return;
    const { index } = place;
    Promise.resolve(handle(index)).catch((error: unknown) => this.#all.reject(error));
  }

  async #stayAlive(): Promise<void> {
    if (this.#watch.isAway) return;
    await this.#redis.set(feederKey(this.#runKey), '1', 'EX', FEEDER_LIMIT_S);
    await this.#redis.expire(projectKey(this.#job?.projectHash ?? ''), PROJECT_LIMIT_S);
  }

  async #putProject(): Promise<void> {
    const key = projectKey(this.#job?.projectHash ?? '');
    if ((await this.#redis.exists(key)) === 0)
      await this.#redis.set(key, Buffer.from(this.#project), 'EX', PROJECT_LIMIT_S);
  }

  async #put(indexes: readonly number[]): Promise<void> {
    await this.#queue.addBulk(
      indexes.map(itemIndex => ({
        name: nameOf(this.#itemAt(itemIndex)),
        data: {
          ...this.#job,
          itemIndex: this.#request.plan.places?.[itemIndex] ?? itemIndex,
          attempt: this.#items.attemptAt(itemIndex),
        },
        opts: {
          jobId: this.#jobIdOf(itemIndex),
          attempts: ATTEMPTS,
          priority: turnAfter(this.#firstTurn, itemIndex),
          removeOnComplete: { age: KEPT_S },
          removeOnFail: { age: KEPT_S },
        },
      })),
    );
  }

  /** What became of items that nothing was heard of; a queue that was begun anew has none of them. */
  async #lookUp(): Promise<void> {
    if (this.#watch.isAway) return;
    await this.#watch.look();
    const open = this.#request.plan.items.map((_item, index) => index).filter(index => !this.#isHeld(index));
    const lost: number[] = [];
    for (const index of open) {
      const job = await this.#queue.getJob(this.#jobIdOf(index));
      if (job === undefined) lost.push(index);
      // Workers drop what nobody waits for.
      else if (job.finishedOn !== undefined && job.returnvalue === null && !job.failedReason) {
        await job.remove();
        lost.push(index);
      } else if (job.finishedOn !== undefined)
        await (job.failedReason ? this.#failed(index) : this.#ended(index, job.returnvalue));
    }
    if (lost.length === 0) return;
    this.#request.tell(`${counted(lost.length, 'item')} put into the queue again, which had lost them.`);
    await this.#putProject();
    await this.#stayAlive();
    await this.#put(lost.filter(index => !this.#isHeld(index)));
  }

  #jobIdOf(index: number): string {
    return jobIdOf(this.#runKey, { index, attempt: this.#items.attemptAt(index) });
  }

  #isHeld(index: number): boolean {
    return this.#items.isDone(index) || this.#underWay.has(index);
  }

  #taken(index: number, data: unknown): void {
    const taken = ItemTaken.safeParse(data);
    if (taken.success) this.#takenBy.set(index, taken.data.worker);
  }

  #givenBack(index: number): void {
    const worker = this.#takenBy.get(index) ?? 'A worker';
    this.#request.tell(`${worker} is gone: “${nameOf(this.#itemAt(index))}” goes to another.`);
  }

  async #failed(index: number): Promise<void> {
    const job = await this.#queue.getJob(this.#jobIdOf(index));
    const text = `No worker could run it: ${job?.failedReason ?? 'the reason is lost'}`;
    if (!this.#isHeld(index)) this.#keep(index, failedItem(this.#itemAt(index), text), this.#takenBy.get(index));
  }

  /** The first result counts; there can be a second where an item was thought lost. */
  async #ended(index: number, answer: unknown): Promise<void> {
    // Null: a worker dropped it, since nobody seemed to wait for it; that is looked up.
    if (this.#isHeld(index) || answer === null) return;
    this.#underWay.add(index);
    const read = ItemDone.safeParse(answer);
    if (!read.success) {
      this.#keep(
        index,
        failedItem(this.#itemAt(index), 'The answer of the worker is not that of this release.'),
        undefined,
      );
      return;
    }
    const { item, worker, browser, files } = read.data;
    this.#browser ??= browser;
    if (files !== undefined) await this.#takeFiles(index, files);
    this.#keep(index, item, worker);
  }

  async #takeFiles(index: number, key: string): Promise<void> {
    const { archive, plan, tell } = this.#request;
    const bytes = await this.#redis.getBuffer(key);
    if (bytes === null) {
      tell(`The pictures of “${nameOf(this.#itemAt(index))}” are lost.`);
      return;
    }
    for (const [name, content] of Object.entries(unzipSync(bytes))) {
      if (name === 'console.ndjson') for (const entry of consoleOf(content)) this.#sink?.console(index, entry);
      else if (isPlain(name)) await archive.keepFile(plan.runId, name, content);
    }
    await this.#redis.del(key);
  }

  #keep(index: number, item: ItemResult, worker: string | undefined): void {
    const { tell } = this.#request;
    this.#underWay.delete(index);
    if (worker !== undefined) this.#countOf.set(worker, (this.#countOf.get(worker) ?? 0) + 1);
    const by = worker === undefined ? '' : `${worker}: `;
    const what = `${by}${nameOf(this.#itemAt(index))} – ${item.state}, ${inSeconds(item.ms)}`;
    if (this.#items.take(index, item) === 'again') {
      tell(`${what}; it is run again`);
      this.#put([index]).catch((error: unknown) => this.#all.reject(error));
      return;
    }
    tell(`${this.#items.countsText(performance.now() - this.#startedAt)}  ${what}`);
    if (this.#sink !== undefined) this.#items.tellInOrder(this.#sink, false);
    if (this.#items.isOver) this.#all.resolve();
  }

  #tellWho(): void {
    const counts = [...this.#countOf].map(([worker, count]) => `${worker} ran ${count}`);
    if (counts.length > 0) this.#request.tell(`${counts.join(', ')}.`);
  }

  #itemAt(index: number): PlannedItem {
    const item = this.#request.plan.items[index];
    if (item === undefined) throw new AppError('internal', `The run has no item ${index}.`);
    return item;
  }
}
