import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { AppError, isAppError } from '../../model/protocol/errors.ts';
import type { ReachedServer } from '../ask-server.ts';
import type { Service } from '../main.ts';
import { findServer } from '../server-file.ts';
import { acquireProjectLock, type ProjectLock } from '../store/files/project-lock.ts';
import { STATE_FOLDER } from '../store/stored.ts';

interface Options {
  workspaceFolder: string;
  /** Starts a service of our own. */
  start(): Promise<Service>;
  signal: AbortSignal;
}

const TURN_LIMIT_MS = 30_000;
const RETRY_MS = 100;

/** The service of a workspace: the one that runs, else one of our own, which ends with this. */
export class ServiceOfWorkspace implements AsyncDisposable {
  readonly #options: Options;
  #own: Service | undefined;
  #finding: Promise<ReachedServer> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Where the service is now. Errors: `busy` when another process starts a service that does not come; those of the start. */
  find(): Promise<ReachedServer> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #find(): Promise<ReachedServer> {
    if (this.#own !== undefined) return this.#own;
    const { workspaceFolder, start, signal } = this.#options;
    const deadline = performance.now() + TURN_LIMIT_MS;
    for (;;) {
      await using turn = await takeTurn(workspaceFolder);
      const running = await findServer(workspaceFolder);
      if (running !== undefined) return running;
      if (turn !== undefined) {
        this.#own = await start();
        return this.#own;
      }
      if (performance.now() > deadline)
        throw new AppError('busy', `Another process starts a service on ${workspaceFolder}, but it does not come.`);
      await timers.setTimeout(RETRY_MS, undefined, { signal });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#finding?.catch(() => {});
    await this.#own?.dispose();
  }
}

/** Clients that are started together would else start a service each; undefined while another one does. */
async function takeTurn(workspaceFolder: string): Promise<ProjectLock | undefined> {
  const directory = join(workspaceFolder, STATE_FOLDER);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    return await acquireProjectLock({ directory, stateDirectory: directory, owner: { pid: process.pid } });
  } catch (error) {
    if (isAppError(error, 'project-locked')) return undefined;
    throw error;
  }
}
