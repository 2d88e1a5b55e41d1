import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BirpcReturn } from 'birpc';
import type { LaneFunctions, LaneSetup, WorkerFunctions } from './worker-calls.ts';

const IDLE_MS = 20_000;
/** A busy machine takes seconds for it. */
const START_LIMIT_MS = 60_000;
/** More than all runs of all projects need. */
const MOST_PROCESSES = 256;

/** Compiled it is beside this file; from sources the compiled one is used. */
function workerFile(): string {
  const beside = fileURLToPath(new URL('./worker-process.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/worker-process.js', import.meta.url));
}

export interface LaneProcess {
  calls: BirpcReturn<WorkerFunctions, LaneFunctions>;
  /** Resolves once the process answers. Rejects when it ends before, or takes too long. */
  ready: Promise<void>;
  readonly isReady: boolean;
  /** Resolves once the lane has ended. Rejects when its process ends before. */
  ended: Promise<void>;
  kill(): void;
}

/** Each process has a browser of its own; ended ones are replaced. */
export class WorkerPool {
  #opening: ReturnType<typeof loadPool> | undefined;
  readonly #starting = new Set<(cause: unknown) => void>();

  /** `ahead`: how many processes start at once. Default: each when it is needed. */
  constructor({ ahead = 0 }: { ahead?: number } = {}) {
    if (ahead === 0) return;
    this.#opening = this.#load(ahead);
    this.#opening.catch(() => {});
  }

  /** Errors: those of loading the pool. */
  async open(setup: LaneSetup, functions: Omit<LaneFunctions, 'ready'>): Promise<LaneProcess> {
    this.#opening ??= this.#load(0);
    const { pool, createBirpc } = await this.#opening;
    const killing = new AbortController();
    let send: (message: unknown) => void = () => {};
    let receive: (message: unknown) => void = () => {};
    const starting = this.#start(() => killing.abort());
    const calls = createBirpc<WorkerFunctions, LaneFunctions>(
      { ...functions, ready: () => starting.succeed() },
      {
        post: message => send(message),
        on: listener => {
          receive = listener;
        },
        eventNames: ['stop'],
        timeout: -1,
      },
    );
    const running: Promise<void> = pool.run(setup, {
      signal: killing.signal,
      channel: {
        onMessage: listener => {
          send = listener;
        },
        postMessage: message => receive(message),
      },
    });
    const ended = running.finally(() => calls.$close());
    ended.catch(starting.fail);
    return {
      calls,
      ready: starting.promise,
      get isReady() {
        return starting.isReady();
      },
      ended,
      kill: () => killing.abort(),
    };
  }

  #start(kill: () => void) {
    let isReady = false;
    let succeed = () => {};
    let fail: (cause: unknown) => void = () => {};
    const promise = new Promise<void>((resolve, reject) => {
      const late = () => fail(new Error(`It was not ready after ${START_LIMIT_MS / 1_000} s.`));
      const limit = setTimeout(late, START_LIMIT_MS);
      const settle = () => {
        clearTimeout(limit);
        this.#starting.delete(fail);
      };
      succeed = () => {
        isReady = true;
        settle();
        resolve();
      };
      fail = cause => {
        if (isReady) return;
        settle();
        reject(cause);
        kill();
      };
    });
    promise.catch(() => {});
    this.#starting.add(fail);
    return { promise, succeed, fail, isReady: () => isReady };
  }

  #load(ahead: number): ReturnType<typeof loadPool> {
    return loadPool(ahead, cause => {
      const [first] = this.#starting;
      first?.(cause);
    });
  }

  async dispose(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    await opened?.pool.destroy();
  }
}

/** Most runs need none of it. */
async function loadPool(ahead: number, failed: (cause: unknown) => void) {
  const [{ Tinypool }, { createBirpc }] = await Promise.all([import('tinypool'), import('birpc')]);
  const environment = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const pool = new Tinypool({
    filename: workerFile(),
    name: 'runLane',
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: ahead,
    maxThreads: MOST_PROCESSES,
    idleTimeout: IDLE_MS,
    env: Object.fromEntries(environment),
  });
  // Tasks in a process learn of its end; a process that does not start has none yet.
  pool.on('error', failed);
  return { pool, createBirpc };
}
