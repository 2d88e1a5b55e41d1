import type { Service } from '../main.ts';
import type { ReachedServer } from '../process/ask-server.ts';
import { findOrStart } from '../start-in-turn.ts';

interface Options {
  workspaceFolder: string;
  start(): Promise<Service>;
  signal: AbortSignal;
}

/** The running service of a workspace, else one of its own, which ends with it. */
export class ServiceOfWorkspace implements AsyncDisposable {
  readonly #options: Options;
  #own: Service | undefined;
  #finding: Promise<ReachedServer> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Errors: `busy` when another process starts a service that does not come up; those of the start. */
  find(): Promise<ReachedServer> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #find(): Promise<ReachedServer> {
    if (this.#own !== undefined) return this.#own;
    const found = await findOrStart(this.#options);
    if (found.kind === 'running') return found.server;
    this.#own = found.service;
    return this.#own;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#finding?.catch(() => {});
    await this.#own?.dispose();
  }
}
