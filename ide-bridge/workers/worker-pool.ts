import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BirpcReturn } from 'birpc';
import type { LaneFunctions, LaneSetup, WorkerFunctions } from './worker-calls.ts';

/** How long a process that has nothing to do waits for the next lane. */
const IDLE_MS = 20_000;
/** More than all runs of all projects take at a time. */
const MOST_PROCESSES = 256;

/** Compiled it is beside this file; from sources the compiled one is used. */
function workerFile(): string {
  const beside = fileURLToPath(new URL('./worker-process.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/worker-process.js', import.meta.url));
}

/** The process of a lane, as the run has it. */
export interface LaneProcess {
  calls: BirpcReturn<WorkerFunctions, LaneFunctions>;
  /** Resolves once the lane has ended. Rejects when its process ends before. */
  ended: Promise<void>;
  /** Ends the process by force. */
  kill(): void;
}

/** Processes for the lanes of runs, each with a browser of its own; those that end by themselves are replaced. */
export class WorkerPool {
  #opening: ReturnType<typeof loadPool> | undefined;

  /** `ahead`: how many processes start at once; default: each when it is needed. */
  constructor({ ahead = 0 }: { ahead?: number } = {}) {
    if (ahead === 0) return;
    this.#opening = loadPool(ahead);
    this.#opening.catch(() => {});
  }

  /** Errors: that the process does not start. */
  async open(setup: LaneSetup, functions: Omit<LaneFunctions, 'ready'>): Promise<LaneProcess> {
    this.#opening ??= loadPool(0);
    const { pool, createBirpc } = await this.#opening;
    const killing = new AbortController();
    let send: (message: unknown) => void = () => {};
    let receive: (message: unknown) => void = () => {};
    let ready = () => {};
    const isReady = new Promise<void>(resolve => {
      ready = resolve;
    });
    const calls = createBirpc<WorkerFunctions, LaneFunctions>(
      { ...functions, ready },
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
    ended.catch(() => {});
    await Promise.race([isReady, ended]);
    return { calls, ended, kill: () => killing.abort() };
  }

  /** Ends all processes. */
  async dispose(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    await opened?.pool.destroy();
  }
}

/** Most runs need none of it. */
async function loadPool(ahead: number) {
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
  // Whoever has a task there is told of it.
  pool.on('error', () => {});
  return { pool, createBirpc };
}
