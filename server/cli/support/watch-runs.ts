import { watch } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isAppError } from '../../../model/errors/errors.ts';
import { counted } from '../../../model/names/counted.ts';
import type { RunStatus } from '../../../model/protocol/bridge.ts';
import { plannedKey } from '../../runs/plan/item-names.ts';
import type { RunnableProject, RunRequest } from '../../runs/plan/run-request.ts';
import { failedLast } from '../../runs/record/item-histories.ts';
import { ALL_ITEMS, affectedSince, filterOf, type ItemFilter, keptOfRun } from '../../runs/watch/affected-items.ts';
import { STATE_FOLDER } from '../../store/edits/stored.ts';
import { isTemporaryName } from '../../store/files/write-durably.ts';
import type { Cli } from './cli.ts';

interface PreparedToRun {
  project: RunnableProject;
  request: RunRequest;
}

interface WatchRequest {
  prepare(): Promise<PreparedToRun>;
  /** Resolves when the run has ended and its reports are written. */
  run(chosen: PreparedToRun): Promise<RunStatus>;
  stop(project: RunnableProject): void;
}

/** The files of one change follow on each other. */
const STILL_MS = 200;
const KEYS = 'r runs the same again, f those that failed, a all, q ends.';

/** Returns how the last run ended; undefined after Ctrl+C. Errors: those of preparing the first time. */
export async function watchRuns(cli: Cli, request: WatchRequest): Promise<RunStatus | undefined> {
  const first = await request.prepare();
  using desk = new WatchDesk(cli, first.project.folder, () => request.stop(first.project));
  const session = new WatchSession(cli, request, first);
  let ended = await session.runAll(desk);
  while (!desk.isOver) {
    cli.notify(`Watching the files of ${first.project.projectId}. ${KEYS}`);
    const wish = await desk.next();
    if (desk.isOver) break;
    ended = (await session.fulfil(wish, desk)) ?? ended;
  }
  return desk.isInterrupted ? undefined : ended;
}

type Wish = 'again' | 'failed' | 'all' | 'affected' | 'affected-by-files';

class WatchSession {
  readonly #cli: Cli;
  readonly #request: WatchRequest;
  #known: PreparedToRun;
  #last: ReadonlySet<string> = new Set();

  constructor(cli: Cli, request: WatchRequest, known: PreparedToRun) {
    this.#cli = cli;
    this.#request = request;
    this.#known = known;
  }

  runAll(desk: WatchDesk): Promise<RunStatus | undefined> {
    return this.#attempt(desk, this.#known, ALL_ITEMS);
  }

  async fulfil(wish: Wish, desk: WatchDesk): Promise<RunStatus | undefined> {
    const now = await this.#reportErrors(() => this.#request.prepare());
    if (now === undefined) return undefined;
    const filter = await this.#filterFor(wish, this.#known, now);
    if (wish !== 'again' && wish !== 'failed') this.#known = now;
    return this.#attempt(desk, now, filter);
  }

  async #filterFor(wish: Wish, before: PreparedToRun, now: PreparedToRun): Promise<ItemFilter> {
    const { content } = now.request;
    if (wish === 'again') return filterOf(item => this.#last.has(plannedKey(item)));
    if (wish === 'failed') {
      const failed = await failedLast(now.project.runs, content.version.versionId);
      return filterOf(item => failed.has(item.scenario === undefined ? item.test.testCode : plannedKey(item)));
    }
    if (wish === 'all' || wish === 'affected-by-files') return ALL_ITEMS;
    return affectedSince(before.request.content, content);
  }

  async #attempt(
    desk: WatchDesk,
    { project, request: whole }: PreparedToRun,
    filter: ItemFilter,
  ): Promise<RunStatus | undefined> {
    return this.#reportErrors(async () => {
      const { items, request } = await keptOfRun(project, whole, filter);
      if (items.length === 0) {
        this.#cli.notify('Nothing of what is chosen is to run.');
        return undefined;
      }
      this.#last = new Set(items.map(plannedKey));
      this.#cli.notify(`Running ${counted(items.length, 'item')}.`);
      return desk.whileRunning(() => this.#request.run({ project, request }));
    });
  }

  /** An error that people can fix does not end the watch. */
  async #reportErrors<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error) || this.#cli.signal.aborted) throw error;
      for (const sentence of await this.#cli.explain(error)) this.#cli.notify(sentence);
      return undefined;
    }
  }
}

class WatchDesk implements Disposable {
  isOver = false;
  isInterrupted = false;
  readonly #cli: Cli;
  readonly #stop: () => void;
  readonly #wishes = new Set<Wish>();
  readonly #watcher: { close(): void };
  #isRunning = false;
  #changedAt = 0;
  #wake = () => {};

  constructor(cli: Cli, folder: string, stop: () => void) {
    this.#cli = cli;
    this.#stop = stop;
    const watcher = watch(folder, { recursive: true }, (_event, name) => this.#fileChanged(name ?? ''));
    // Folders may vanish while they are watched.
    watcher.on('error', () => {});
    this.#watcher = watcher;
    cli.input.setRawMode?.(true);
    cli.input.on('data', this.#typed);
    cli.signal.addEventListener('abort', this.#interrupted, { once: true });
  }

  /** Waits until no file changes any more: one change touches several. */
  async next(): Promise<Wish> {
    for (;;) {
      const [wish] = this.#wishes;
      if (this.isOver) return 'all';
      if (wish !== undefined && performance.now() - this.#changedAt >= STILL_MS) {
        this.#wishes.delete(wish);
        return wish;
      }
      if (wish !== undefined) await delay(STILL_MS);
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve;
        });
    }
  }

  async whileRunning<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#isRunning = true;
    try {
      return await run();
    } finally {
      this.#isRunning = false;
    }
  }

  [Symbol.dispose]() {
    this.#watcher.close();
    this.#cli.input.off('data', this.#typed);
    this.#cli.input.setRawMode?.(false);
    this.#cli.input.pause();
    this.#cli.signal.removeEventListener('abort', this.#interrupted);
  }

  #fileChanged(path: string): void {
    const [top = '', ...below] = path.replaceAll('\\', '/').split('/');
    if (top === STATE_FOLDER || top === '.git' || isTemporaryName(below.at(-1) ?? top)) return;
    // Tests write files themselves, which is no reason to run again.
    if (top === 'files' && this.#isRunning) return;
    this.#changedAt = performance.now();
    this.#wish(top === 'files' ? 'affected-by-files' : 'affected');
  }

  readonly #typed = (chunk: Buffer | string): void => {
    for (const key of chunk.toString()) {
      if (key === '\u0003') this.#interrupted();
      else if (key === 'q') this.#end();
      else if (key === 'r') this.#wish('again');
      else if (key === 'f') this.#wish('failed');
      else if (key === 'a') this.#wish('all');
    }
  };

  readonly #interrupted = (): void => {
    this.isInterrupted = true;
    this.#end();
  };

  #end(): void {
    this.isOver = true;
    if (this.#isRunning) this.#stop();
    this.#wake();
  }

  #wish(wish: Wish): void {
    this.#wishes.add(wish);
    this.#wake();
  }
}
