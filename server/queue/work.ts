/** A worker: takes items of runs from the queue and returns their results. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Job, Queue, WaitingError, Worker } from 'bullmq';
import { zipSync } from 'fflate';
import type { Redis } from 'ioredis';
import { AppError } from '../../model/errors/errors.ts';
import type { Bridge, RunStatus } from '../../model/protocol/bridge.ts';
import { allItems, type ItemResult, type Run } from '../../model/run/run.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { AppAddresses } from '../runs/plan/app-addresses.ts';
import { everyItem } from '../runs/plan/planned-items.ts';
import type { EveryItem, RunnableProject, RunRequest } from '../runs/plan/run-request.ts';
import { SignInStates } from '../runs/plan/sign-in-states.ts';
import { FILES_OF_ITEM } from '../runs/record/keep-run-files.ts';
import { RunArchive } from '../runs/record/run-archive.ts';
import { startRun } from '../runs/start-run.ts';
import { STATE_FOLDER } from '../store/edits/stored.ts';
import { nodeFileSystem } from '../store/files/file-system.ts';
import { readProjectFolder } from '../workspace/read-project-folder.ts';
import { requestOf } from './item-of-run.ts';
import { unpackProject } from './project-package.ts';
import {
  connectQueue,
  feederKey,
  filesKey,
  ItemDone,
  ItemJob,
  ItemTaken,
  orderKey,
  PREFIX,
  projectKey,
  queueError,
  queueName,
  RunOrder,
  shownQueue,
} from './queue-redis.ts';
import { REGISTER_EVERY_MS, registerWorker, unregisterWorker } from './worker-registry.ts';

/** A dead worker keeps its item this long. The lock outlives a queue that is away for ten seconds. */
const LOCK_MS = 20_000;
const RENEW_EVERY_MS = 5_000;
const LOOK_FOR_LOST_EVERY_MS = 5_000;
/** A test that kills workers is not given to all of them. */
const MOST_LOSSES = 2;
const LOOK_FOR_FEEDER_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
/** More runs rarely take turns. */
const MOST_OPEN_RUNS = 4;
/** A run that is about to start still finds its workers. */
const EMPTY_FOR_MS = 15_000;
const FILES_LIMIT_S = 21_600;
const MOST_FILES_BYTES = 64_000_000;
/** File numbers reserved for an attempt, so that attempts keep their pictures side by side. */
const FILES_OF_ATTEMPT = 900;
const LONGEST_RUN_MS = 2_147_483_647;

interface WorkRequest {
  url: string;
  lanes: number;
  name?: string | undefined;
  secretOverrides: ReadonlyMap<string, string>;
  drain: boolean;
  createBridge(): Promise<Bridge>;
  apps: AppAddresses;
  /** Ends the work; items under way go back into the queue. */
  signal: AbortSignal;
  log(sentence: string): void;
}

/** The folder goes when its tests have run. */
const NO_USER_FILES: RunnableProject['userFiles'] = {
  write: () =>
    Promise.reject(
      new AppError(
        'read-only',
        'A worker on another machine has no files to write: run the test where the project is.',
      ),
    ),
};

/** Works until the signal aborts. Errors: `queue-failed`; `browser-missing` when browsers do not start here. */
export async function work(request: WorkRequest): Promise<void> {
  const redis = await connectQueue(request.url);
  try {
    await using desk = new WorkDesk(request, redis);
    await desk.untilEnd();
  } catch (error) {
    throw queueError(error, request.url);
  }
}

interface OpenRun {
  project: RunnableProject;
  request: RunRequest;
  every: EveryItem;
}

class WorkLane {
  readonly bridge: Bridge;
  readonly #folder: string;
  readonly #projects = new Map<string, Promise<string>>();
  readonly #runs = new Map<string, Promise<OpenRun>>();

  constructor(bridge: Bridge, folder: string) {
    this.bridge = bridge;
    this.#folder = folder;
  }

  /** The runs used last are kept open. */
  runOf(runKey: string, open: () => Promise<OpenRun>): Promise<OpenRun> {
    const run = known(this.#runs, runKey, open);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MOST_OPEN_RUNS && oldest !== undefined) this.#runs.delete(oldest);
    return run;
  }

  folderOf({ projectHash: hash, projectId }: RunOrder, get: () => Promise<Uint8Array>): Promise<string> {
    return known(this.#projects, hash, async () => {
      const folder = join(this.#folder, hash.slice(0, 16), projectId);
      await unpackProject({ hash, bytes: await get() }, folder);
      return folder;
    });
  }
}

/** Caches by key; failures are not cached. */
async function known<Value>(all: Map<string, Promise<Value>>, key: string, find: () => Promise<Value>): Promise<Value> {
  const found = all.get(key) ?? find();
  all.delete(key);
  all.set(key, found);
  try {
    return await found;
  } catch (error) {
    all.delete(key);
    throw error;
  }
}

class WorkDesk implements AsyncDisposable {
  readonly #request: WorkRequest;
  readonly #redis: Redis;
  readonly #name: string;
  readonly #free: WorkLane[] = [];
  readonly #lanes: WorkLane[] = [];
  readonly #temporary: string[] = [];
  readonly #end = new AbortController();
  #worker: Worker | undefined;
  /** bullmq does not close connections that it was given. */
  readonly #given: Redis;

  constructor(request: WorkRequest, redis: Redis) {
    this.#request = request;
    this.#redis = redis;
    this.#given = redis.duplicate({ retryStrategy: times => Math.min(times * 100, 1_000) });
    this.#name = request.name ?? `${hostname()}-${process.pid}`;
  }

  async untilEnd(): Promise<void> {
    const { url, lanes, signal, log } = this.#request;
    for (let lane = 0; lane < lanes; lane += 1) await this.#addLane();
    const worker = new Worker(queueName(), (job, token, cancelled) => this.#process(job, token, cancelled), {
      connection: this.#given,
      prefix: PREFIX,
      name: this.#name,
      concurrency: lanes,
      lockDuration: LOCK_MS,
      lockRenewTime: RENEW_EVERY_MS,
      stalledInterval: LOOK_FOR_LOST_EVERY_MS,
      maxStalledCount: MOST_LOSSES,
    });
    this.#worker = worker;
    worker.on('error', () => {});
    worker.on('lockRenewalFailed', ids => {
      for (const id of ids) worker.cancelJob(id, 'it was given to another worker');
    });
    this.#redis.on('close', () => log('The queue is away. Waiting until it is back.'));
    await worker.waitUntilReady();
    log(`${this.#name} waits for work at ${shownQueue(url)}, ${lanes} at a time. Ctrl+C ends it.`);
    await this.#untilNothingIsLeft(AbortSignal.any([signal, this.#end.signal]));
    if (this.#end.signal.aborted) throw this.#end.signal.reason;
  }

  async #untilNothingIsLeft(until: AbortSignal): Promise<void> {
    const { lanes, drain, secretOverrides, log } = this.#request;
    const worker = { name: this.#name, secrets: [...secretOverrides.keys()] };
    using queue = drain ? openQueue(this.#redis) : undefined;
    let registeredAt = -REGISTER_EVERY_MS;
    let busyAt = performance.now();
    while (!until.aborted) {
      const now = performance.now();
      if (this.#redis.status === 'ready' && now - registeredAt >= REGISTER_EVERY_MS) {
        await registerWorker(this.#redis, worker).catch(() => {});
        registeredAt = now;
      }
      const isBusy = this.#free.length < lanes || (await queue?.isBusy()) !== false;
      if (isBusy) busyAt = now;
      else if (now - busyAt >= EMPTY_FOR_MS) return log('Nothing is left in the queue.');
      await setTimeout(LOOK_EVERY_MS, undefined, { signal: until }).catch(() => {});
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#lanes.map(({ bridge }) => bridge.dispose()));
    this.#redis.removeAllListeners('close');
    await this.#worker?.close();
    if (this.#redis.status === 'ready') await unregisterWorker(this.#redis, this.#name).catch(() => {});
    this.#given.disconnect();
    this.#redis.disconnect();
    for (const folder of this.#temporary) await rm(folder, { recursive: true, force: true });
  }

  async #addLane(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'steploom-worker-'));
    this.#temporary.push(folder);
    const lane = new WorkLane(await this.#request.createBridge(), folder);
    this.#lanes.push(lane);
    this.#free.push(lane);
  }

  async #process(job: Job, token: string | undefined, cancelled: AbortSignal | undefined): Promise<ItemDone | null> {
    const asked = ItemJob.parse(job.data);
    if (!(await this.#isAwaited(asked))) return null;
    const lane = this.#free.pop();
    if (lane === undefined) throw new AppError('internal', 'More items than lanes.');
    await job.updateProgress(ItemTaken.parse({ worker: this.#name }));
    try {
      return await this.#run(job, asked, { lane, cancelled });
    } catch (error) {
      if (!this.#request.signal.aborted) throw error;
      await job.moveToWait(token);
      throw new WaitingError();
    } finally {
      this.#free.push(lane);
    }
  }

  async #isAwaited({ runKey }: ItemJob): Promise<boolean> {
    return (await this.#redis.exists(feederKey(runKey))) === 1;
  }

  async #run(job: Job, asked: ItemJob, { lane, cancelled }: { lane: WorkLane; cancelled: AbortSignal | undefined }) {
    const { apps, log, signal } = this.#request;
    const { project, request: whole, every } = await lane.runOf(asked.runKey, () => this.#openRun(lane, asked));
    const request: RunRequest = {
      ...whole,
      onlyItem: { place: asked.itemIndex, of: every },
      attempt: asked.attempt,
      // Traces of several workers would share one numbering.
      trace: 'off',
    };
    const left = new AbortController();
    const watch = setInterval(() => {
      const look = this.#redis.status === 'ready' ? this.#isAwaited(asked) : Promise.resolve(true);
      look.then(isAwaited => isAwaited || left.abort()).catch(() => {});
    }, LOOK_FOR_FEEDER_EVERY_MS);
    const until = AbortSignal.any([signal, left.signal, ...(cancelled ? [cancelled] : [])]);
    const stop = () => void lane.bridge.stopRun(project.projectId, 'given back').catch(() => {});
    until.addEventListener('abort', stop, { once: true });
    try {
      let ended: Run | undefined;
      const finished = ({ run }: { run: Run }) => {
        ended = run;
      };
      const logger = { warn: (_facts: object, message: string) => log(message) };
      const firstFile = asked.itemIndex * FILES_OF_ITEM + asked.attempt * FILES_OF_ATTEMPT + 1;
      const how = { project, startedBy: this.#name, watchers: [{ finished }], request, firstFile };
      const runId = await startRun({ bridge: lane.bridge, apps, log: logger }, how);
      if (until.aborted) stop();
      const status = await lane.bridge.waitForRun(project.projectId, {
        timeoutMs: LONGEST_RUN_MS,
        signal: new AbortController().signal,
      });
      until.throwIfAborted();
      const item = this.#resultOf(status, ended);
      const files = await this.#putFiles(project.runs.path(runId), filesKey(job.id ?? '', this.#name));
      await project.runs.discard(runId);
      log(`${item.state === 'passed' ? '✓' : '✗'} ${job.name} – ${item.state}, ${inSeconds(item.ms)}`);
      return ItemDone.parse({ worker: this.#name, item, browser: ended?.browser, files });
    } finally {
      clearInterval(watch);
      until.removeEventListener('abort', stop);
    }
  }

  /** Where the browser failed, another worker may succeed. */
  #resultOf({ errorKind, reason }: RunStatus, run: Run | undefined): ItemResult {
    const [item] = run === undefined ? [] : allItems(run);
    const isOfBrowser = errorKind === 'browser-missing' || errorKind === 'browser-lost';
    if (item !== undefined && !isOfBrowser) return item;
    const error = new AppError(errorKind ?? 'internal', reason ?? 'The run left no result.');
    if (errorKind === 'browser-missing') this.#end.abort(error);
    throw error;
  }

  async #openRun(lane: WorkLane, { runKey }: ItemJob): Promise<OpenRun> {
    const text = await this.#redis.get(orderKey(runKey));
    if (text === null) throw new AppError('queue-failed', 'The queue has lost what the run is to do.');
    const order = RunOrder.parse(JSON.parse(text));
    const project = await this.#openProject(lane, order);
    const request = await requestOf(project, order);
    return { project, request, every: await everyItem(project, request) };
  }

  async #openProject(lane: WorkLane, order: RunOrder): Promise<RunnableProject> {
    const { projectHash, projectId } = order;
    const folder = await lane.folderOf(order, async () => {
      const bytes = await this.#redis.getBuffer(projectKey(projectHash));
      if (bytes === null) throw new AppError('queue-failed', 'The queue has lost the files of the project.');
      return bytes;
    });
    const { secretOverrides } = this.#request;
    const { content, secrets } = await readProjectFolder({ fs: nodeFileSystem, folder, secretOverrides });
    return {
      projectId,
      folder,
      store: { content, secrets },
      runs: new RunArchive(join(folder, STATE_FOLDER, 'runs')),
      signIns: new SignInStates(join(folder, STATE_FOLDER, 'sign-in')),
      userFiles: NO_USER_FILES,
    };
  }

  /** Returns the key of the files; undefined when there are none. */
  async #putFiles(folder: string, key: string): Promise<string | undefined> {
    const files: Record<string, Uint8Array> = {};
    for (const name of await namesOfFiles(folder)) files[name] = await readFile(join(folder, name));
    if (Object.keys(files).length === 0) return undefined;
    const bytes = zipSync(files, { level: 1 });
    if (bytes.byteLength > MOST_FILES_BYTES) {
      this.#request.log(`Pictures and downloads over ${MOST_FILES_BYTES / 1e6} MB were left out.`);
      return undefined;
    }
    await this.#redis.set(key, Buffer.from(bytes), 'EX', FILES_LIMIT_S);
    return key;
  }
}

function openQueue(redis: Redis): Disposable & { isBusy(): Promise<boolean> } {
  const given = redis.duplicate();
  const queue = new Queue(queueName(), { connection: given, prefix: PREFIX });
  queue.on('error', () => {});
  return {
    isBusy: async () => (await queue.getJobCountByTypes('waiting', 'prioritized', 'delayed')) > 0,
    [Symbol.dispose]: () => given.disconnect(),
  };
}

async function namesOfFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const names = files.map(file => file.slice(folder.length + 1).replaceAll('\\', '/'));
  return names.filter(name => name === 'console.ndjson' || /^(?:screenshots|downloads|videos)\//.test(name));
}
