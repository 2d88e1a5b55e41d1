/** Has workers do the items of a run, and gathers their results. */
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
import { untilAborted } from '../process/until-aborted.ts';
import type { RunRequest } from '../runs/plan/run-request.ts';
import type { RunArchive } from '../runs/record/run-archive.ts';
import { FedItems } from './fed-items.ts';
import { keepFedRun, readFedRun, takeFilesOf } from './fed-run-file.ts';
import { FeedProgress } from './feed-progress.ts';
import { chosenOf, consoleOf, failedItem, howOf, nameOf } from './item-of-run.ts';
import { isPlain, type ProjectPackage, packProject } from './project-package.ts';
import {
  connectQueue,
  feederKey,
  ItemDone,
  ItemTaken,
  PREFIX,
  placeOf,
  type QueuedPlace,
  queueError,
  queueName,
  type RunOrder,
  shownQueue,
} from './queue-redis.ts';
import { QueueWatch } from './queue-watch.ts';
import { FEEDER_LIMIT_S, QueuedItems } from './queued-items.ts';
import { firstTurn, type Priority, turnAfter } from './turns.ts';
import { waiting } from './waiting.ts';

const ALIVE_EVERY_MS = 5_000;
/** Results whose events were missed, since the queue was away, are looked up at this interval. */
const LOOK_EVERY_MS = 3_000;
const LOOKED_UP_EACH_TIME = 1_000;
/** Limit for removing what is left; a queue that hangs expires it by itself. */
const CLOSE_LIMIT_MS = 5_000;

interface FeedRequest {
  url: string;
  folder: string;
  plan: RunPlan;
  request: RunRequest;
  makeSink(): RunSink;
  archive: RunArchive;
  signal: AbortSignal;
  log(sentence: string): void;
  /** How long the queue may be without a worker, or unreachable. */
  patienceMs?: number | undefined;
  secrets: readonly string[];
  /** Before or after the items of other runs; default: in turns with them. */
  priority?: Priority | undefined;
  resumes?: RunId | undefined;
}

interface FedRun {
  state: Outcome;
  errorKind?: ErrorKind | undefined;
}

/** Errors, before there is a sink: `queue-failed`, `too-large`, `conflict`, `not-found`. */
export async function feedRun(request: FeedRequest): Promise<FedRun> {
  const project = await packProject(request.folder);
  const redis = await connectQueue(request.url);
  let feeder: Feeder | undefined;
  try {
    const runKey = await runKeyOf(request, project, redis);
    feeder = new Feeder(request, redis, { runKey, order: orderOf(request, project), project });
    // A feeder that is interrupted still writes its report.
    await Promise.race([feeder.begin(), untilAborted(request.signal)]);
  } catch (error) {
    await feeder?.close();
    redis.disconnect();
    throw queueError(error, request.url);
  }
  return feeder.run(request.makeSink());
}

const interrupted = () => new AppError('stopped', 'The run was interrupted.');

const orderOf = ({ plan, request }: FeedRequest, { hash }: ProjectPackage): RunOrder => ({
  projectId: ProjectId.parse(plan.projectId),
  projectHash: hash,
  versionId: plan.content.version.versionId,
  ...chosenOf(request),
  how: howOf(request),
});

async function runKeyOf(request: FeedRequest, { hash }: ProjectPackage, redis: Redis): Promise<string> {
  const { resumes, archive, log, signal } = request;
  if (resumes === undefined) return randomUUID();
  const { runKey, order } = await readFedRun(archive, resumes);
  if (order.projectHash !== hash)
    throw new AppError('conflict', `The project has changed since run ${resumes} began: run its tests anew.`);
  const isFed = async () => (await redis.exists(feederKey(runKey))) === 1;
  // A killed feeder seems alive until its key expires.
  const until = performance.now() + (FEEDER_LIMIT_S + 5) * 1_000;
  if (await isFed()) log(`Waiting until it is sure that nobody else waits for run ${resumes}.`);
  while (await isFed()) {
    if (performance.now() > until) throw new AppError('conflict', `Run ${resumes} is under way in another terminal.`);
    await setTimeout(1_000, undefined, { signal }).catch(() => Promise.reject(interrupted()));
  }
  return runKey;
}

interface FedParts {
  runKey: string;
  order: RunOrder;
  project: ProjectPackage;
}

class Feeder {
  readonly #request: FeedRequest;
  readonly #redis: Redis;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #given: Redis;
  readonly #parts: FedParts;
  readonly #queued: QueuedItems;
  readonly #startedAt = performance.now();
  readonly #all = waiting();
  readonly #items: FedItems;
  readonly #watch: QueueWatch;
  readonly #underWay = new Set<number>();
  readonly #takenBy = new Map<number, string>();
  readonly #progress: FeedProgress;
  #sink: RunSink | undefined;
  #browser: string | undefined;
  #timers: NodeJS.Timeout[] = [];
  #firstTurn = 0;
  #nextLook = 0;

  constructor(request: FeedRequest, redis: Redis, parts: FedParts) {
    this.#request = request;
    this.#parts = parts;
    this.#items = new FedItems(request.plan);
    this.#progress = new FeedProgress(this.#items, request.plan.items.length, request.log);
    this.#redis = redis;
    this.#given = redis.duplicate();
    this.#queue = new Queue(queueName(), { connection: redis, prefix: PREFIX });
    this.#events = new QueueEvents(queueName(), { connection: this.#given, prefix: PREFIX });
    this.#queued = new QueuedItems({ redis, queue: this.#queue, ...parts });
    const failed = (error: unknown) => this.#all.reject(error);
    this.#watch = new QueueWatch({ ...request, redis, queue: this.#queue, failed });
    // The connection reports its own errors.
    this.#queue.on('error', () => {});
    this.#events.on('error', () => {});
  }

  async begin(): Promise<void> {
    this.#listen();
    await this.#events.waitUntilReady();
    await this.#queued.putShared();
    await this.#watch.look();
    this.#firstTurn = await firstTurn(this.#queue, this.#request.priority ?? 'normal');
  }

  async #begin(): Promise<void> {
    const { plan, archive, resumes, url, log, signal } = this.#request;
    await keepFedRun(archive, plan, this.#parts);
    if (resumes !== undefined) {
      await takeFilesOf(archive, resumes, plan.runId);
      log(`Run ${resumes} goes on as ${plan.runId}.`);
      const count = await this.#lookUp(plan.items.length);
      log(`${counted(count, 'item')} put into the queue again; the others are done, or still there.`);
    } else {
      await this.#put(this.#items.open());
      if (!signal.aborted) log(`${counted(plan.items.length, 'item')} put into the queue at ${shownQueue(url)}.`);
    }
    this.#progress.begin();
  }

  async run(sink: RunSink): Promise<FedRun> {
    const { signal, plan } = this.#request;
    this.#sink = sink;
    const interrupt = () => this.#all.reject(interrupted());
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    this.#every(ALIVE_EVERY_MS, () => this.#stayAlive());
    this.#every(LOOK_EVERY_MS, async () => {
      const count = await this.#lookUp(LOOKED_UP_EACH_TIME);
      if (count > 0) this.#request.log(`${counted(count, 'item')} put into the queue again, which had lost them.`);
    });
    let outcome: Outcome;
    let cause: unknown;
    try {
      // An interrupt does not wait until all items are in the queue.
      await Promise.all([this.#begin(), plan.items.length > 0 ? this.#all.promise : undefined]);
      outcome = worstState(this.#items.ended());
      this.#items.reportInOrder(sink, true);
    } catch (error) {
      cause = queueError(error, this.#request.url);
      outcome = isAppError(error, 'stopped') ? 'stopped' : 'error';
      this.#items.reportInOrder(sink, true);
    } finally {
      signal.removeEventListener('abort', interrupt);
      await this.close();
    }
    const reason = cause instanceof Error ? cause.message : this.#items.reason;
    this.#progress.logWorkers();
    await sink.finished({ outcome, reason, elapsedMs: performance.now() - this.#startedAt, browser: this.#browser });
    return { state: outcome, errorKind: isAppError(cause) ? cause.kind : undefined };
  }

  async close(): Promise<void> {
    this.#watch[Symbol.dispose]();
    for (const timer of this.#timers) clearInterval(timer);
    const tidy = async () => {
      // An unreachable queue expires the run by itself.
      if (this.#redis.status === 'ready') await this.#queued.forget(this.#items.open()).catch(() => {});
      await Promise.allSettled([this.#events.close(), this.#queue.close()]);
    };
    await Promise.race([tidy(), setTimeout(CLOSE_LIMIT_MS, undefined, { ref: false })]);
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
    this.#events.on('failed', ({ jobId, failedReason }) =>
      this.#with(jobId, index => this.#failed(index, failedReason)),
    );
    this.#events.on('stalled', ({ jobId }) => this.#with(jobId, index => this.#givenBack(index)));
  }

  /** Other feeders have items in the same queue. */
  #with(jobId: string, handle: (index: number) => void | Promise<void>): void {
    const place = placeOf(jobId, this.#parts.runKey);
    // The results of earlier attempts are stored already.
    if (place === undefined || place.attempt !== this.#items.attemptAt(place.index)) return;
    const { index } = place;
    Promise.resolve(handle(index)).catch((error: unknown) => this.#all.reject(error));
  }

  async #stayAlive(): Promise<void> {
    if (!this.#watch.isAway) await this.#queued.stayAlive();
  }

  async #put(places: readonly QueuedPlace[]): Promise<void> {
    const { plan, signal } = this.#request;
    const items = places.map(place => ({
      ...place,
      name: nameOf(this.#itemAt(place.index)),
      itemIndex: plan.places?.[place.index] ?? place.index,
      turn: turnAfter(this.#firstTurn, place.index),
    }));
    await this.#queued.put(items, signal);
  }

  /** Looks up items without events; all of them when one is lost, as in a new queue. Returns how many are queued again. */
  async #lookUp(most: number): Promise<number> {
    if (this.#watch.isAway) return 0;
    await this.#watch.look();
    const open = this.#items.open();
    const ahead = open.filter(({ index }) => index >= this.#nextLook);
    const portion = (ahead.length > 0 ? ahead : open).slice(0, most);
    this.#nextLook = (portion.at(-1)?.index ?? -1) + 1;
    const lost = await this.#lookFor(portion);
    if (lost.length === 0) return 0;
    const looked = new Set(portion.map(({ index }) => index));
    lost.push(...(await this.#lookFor(this.#items.open().filter(({ index }) => !looked.has(index)))));
    await this.#queued.putShared();
    const missed = lost.filter(place => this.#isAwaited(place));
    await this.#put(missed);
    return missed.length;
  }

  /** Takes finished items; returns those that the queue has lost. */
  async #lookFor(places: readonly QueuedPlace[]): Promise<QueuedPlace[]> {
    const lost: QueuedPlace[] = [];
    await this.#queued.findAll(places, async (place, found) => {
      // An event may have come meanwhile.
      if (!this.#isAwaited(place)) return;
      if (found.kind === 'lost') lost.push(place);
      else if (found.kind === 'failed') this.#failed(place.index, found.why);
      else if (found.kind === 'ended') await this.#ended(place.index, found.answer);
    });
    return lost;
  }

  #isAwaited({ index, attempt }: QueuedPlace): boolean {
    return !this.#isHeld(index) && attempt === this.#items.attemptAt(index);
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
    this.#request.log(`${worker} is gone: “${nameOf(this.#itemAt(index))}” goes to another.`);
  }

  #failed(index: number, why: string): void {
    const item = failedItem(this.#itemAt(index), `No worker could run it: ${why}`);
    if (!this.#isHeld(index)) this.#keep(index, item, this.#takenBy.get(index));
  }

  /** The first result counts; there can be a second where an item was thought lost. */
  async #ended(index: number, answer: unknown): Promise<void> {
    // Null: a worker dropped the item, since nobody seemed to wait for it; it is looked up later.
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
    const { archive, plan, log, resumes } = this.#request;
    const bytes = await this.#redis.getBuffer(key);
    if (bytes === null) {
      // The feeder before took the files, and the run has them.
      if (resumes === undefined) log(`The pictures of “${nameOf(this.#itemAt(index))}” are lost.`);
      return;
    }
    for (const [name, content] of Object.entries(unzipSync(bytes))) {
      if (name === 'console.ndjson') for (const entry of consoleOf(content)) this.#sink?.console(index, entry);
      else if (isPlain(name)) await archive.keepFile(plan.runId, name, content);
    }
    await this.#redis.del(key);
  }

  #keep(index: number, item: ItemResult, worker: string | undefined): void {
    this.#underWay.delete(index);
    const isRunAgain = this.#items.take(index, item) === 'again';
    this.#progress.ended({ name: nameOf(this.#itemAt(index)), item, worker }, isRunAgain);
    if (isRunAgain) {
      const again = { index, attempt: this.#items.attemptAt(index) };
      this.#put([again]).catch((error: unknown) => this.#all.reject(error));
      return;
    }
    if (this.#sink !== undefined) this.#items.reportInOrder(this.#sink, false);
    if (this.#items.isOver) this.#all.resolve();
  }

  #itemAt(index: number): PlannedItem {
    const item = this.#request.plan.items[index];
    if (item === undefined) throw new AppError('internal', `The run has no item ${index}.`);
    return item;
  }
}
