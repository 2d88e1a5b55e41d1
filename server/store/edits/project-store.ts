import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../model/errors/errors.ts';
import { type Collision, collisionsIn } from '../../../model/project/collisions.ts';
import type { ProjectContent } from '../../../model/project/version-content.ts';
import { type DamagedFile, describeDamage } from './damaged-file.ts';
import { OUTSIDE } from './editor.ts';
import type { SecretsFile } from './private-file.ts';
import { type DiskParts, ProjectDisk } from './project-disk.ts';
import { contentOf } from './project-state.ts';
import { type RecordChange, recordChanges } from './record-changes.ts';
import { replayStep } from './replay-step.ts';
import type { FileTouch } from './stored.ts';
import type { DraftedEdit, EditRequest, PendingEdit } from './transaction.ts';
import { UndoHistory, type UndoRequest, type UndoStep } from './undo-history.ts';

interface WaitingEdit {
  readonly alone?: boolean;
}

const MOST_WAITING = 10_000;

/** Edits that arrive during a write make up the next batch. */
class EditQueue<Edit extends WaitingEdit> {
  readonly #commit: (batch: readonly Edit[]) => Promise<void>;
  #waiting: Edit[] = [];
  #draining: Promise<void> | undefined;

  /** `commit` settles every edit of its batch and never rejects. */
  constructor(commit: (batch: readonly Edit[]) => Promise<void>) {
    this.#commit = commit;
  }

  push(edit: Edit): void {
    if (this.#waiting.length >= MOST_WAITING)
      throw new AppError('busy', `${MOST_WAITING} edits wait to be written; try again in a moment.`);
    this.#waiting.push(edit);
    this.#draining ??= this.#drain();
  }

  async settled(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Callers that were answered together come back together: their next edits share a write too.
      await nextTurn();
      await this.#commit(this.#takeBatch());
    }
    this.#draining = undefined;
  }

  #takeBatch(): Edit[] {
    if (this.#waiting[0]?.alone) return this.#waiting.splice(0, 1);
    const end = this.#waiting.findIndex(edit => edit.alone);
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }
}

export interface ProjectChange extends Pick<UndoStep, 'versionId' | 'actor' | 'title'> {
  touched: readonly FileTouch[];
}

type ByVersion = ReadonlyMap<string, readonly Collision[]>;

const NONE: ByVersion = new Map();

/** New codes are never given twice, so a project without collisions is checked once. */
class KnownCollisions {
  readonly #known = new WeakMap<ProjectContent, ByVersion>();
  #isClean = false;

  /** Call it when content came from outside, or came back by undo. */
  doubt(): void {
    this.#isClean = false;
  }

  in(content: ProjectContent): ByVersion {
    if (this.#isClean) return NONE;
    const known = this.#known.get(content);
    if (known !== undefined) return known;
    const found = new Map<string, Collision[]>();
    for (const [versionId, version] of content.versions) {
      const collisions = collisionsIn(version);
      if (collisions.length > 0) found.set(versionId, collisions);
    }
    this.#isClean = found.size === 0;
    this.#known.set(content, found);
    return found;
  }
}

/** Node 20 has no `Promise.withResolvers`. */
function deferred<Result>() {
  let resolve: (result: Result) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Result>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

type ReplayedStep = Pick<UndoStep, 'title' | 'actor'>;

interface PendingReload {
  alone: true;
  write?: (() => Promise<void>) | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

/** Edits run one after the other on drafts; waiting ones share a write; readers see an edit once it is on disk. */
export class ProjectStore {
  readonly secrets: SecretsFile;
  readonly #disk: ProjectDisk;
  readonly #history = new UndoHistory();
  readonly #listeners = new Set<(change: ProjectChange) => void>();
  readonly #healthListeners = new Set<() => void>();
  readonly #queue = new EditQueue<PendingEdit | PendingReload>(batch => this.#commit(batch));
  readonly #collisions = new KnownCollisions();
  #failure: AppError | undefined;
  #health: string;

  constructor(parts: DiskParts) {
    this.secrets = parts.secrets;
    this.#disk = new ProjectDisk(parts, touched => this.#publishOutside(touched));
    this.#health = this.#describeHealth();
  }

  get content(): ProjectContent {
    return contentOf(this.#disk.state);
  }

  /** What was read of these files before stays in use, and cannot be edited. */
  get damaged(): readonly DamagedFile[] {
    return this.#disk.damaged;
  }

  /** Also set after a write that failed. */
  get readOnlyReason(): string | undefined {
    return this.stopReason ?? this.#disk.trouble?.message;
  }

  /** Every reply must carry it. */
  get notice(): string | undefined {
    const reason = this.readOnlyReason;
    if (reason !== undefined) return `The project is read-only: ${reason}`;
    const [first] = this.damaged;
    return first && describeDamage(first);
  }

  /** Why writing is not even tried. */
  get stopReason(): string | undefined {
    const { stop, failure } = this.#disk;
    return failure?.message ?? (stop && describeDamage(stop));
  }

  /** Only opening the project again shows what is on the disk. */
  get failure(): AppError | undefined {
    return this.#disk.failure;
  }

  get collisions(): ReturnType<KnownCollisions['in']> {
    return this.#collisions.in(this.content);
  }

  onChange(listener: (change: ProjectChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called when `readOnlyReason` or `damaged` changes. */
  onHealth(listener: () => void): () => void {
    this.#healthListeners.add(listener);
    return () => this.#healthListeners.delete(listener);
  }

  /** Whether a disk that took nothing works again, so that the files must be looked at. */
  async lookAfter(): Promise<boolean> {
    const isBack = await this.#disk.retry();
    this.#notifyHealth();
    return isBack;
  }

  #describeHealth(): string {
    return JSON.stringify([this.readOnlyReason, this.damaged]);
  }

  #notifyHealth(): void {
    const health = this.#describeHealth();
    if (health === this.#health) return;
    this.#health = health;
    for (const listener of [...this.#healthListeners]) listener();
  }

  lastEditor(isIt: (change: RecordChange) => boolean): UndoStep | undefined {
    return this.#history.lastEditor(isIt);
  }

  undoable(versionId: string): ReplayedStep | undefined {
    return this.#history.newest(versionId);
  }

  /** Resolves once on disk. Errors: of `edit`; `read-only`, `disk-full`, `damaged-file`, `store-failed`, `busy`. */
  async change<Result>(request: EditRequest<Result>): Promise<Result> {
    const done = request.actor.call?.takeResult();
    if (done !== undefined) return JSON.parse(done)[0];
    if (this.#failure !== undefined) throw this.#failure;
    const { promise, ...settle } = deferred<Result>();
    const pending: PendingEdit<Result> = { ...request, ...settle };
    this.#queue.push(pending);
    return promise;
  }

  /** Errors: `nothing-to-undo`, `conflict`. */
  undo(request: UndoRequest): Promise<ReplayedStep> {
    return this.#replay('undo', request, () => this.#history.toUndo(request));
  }

  /** Errors: `nothing-to-undo`, `conflict`. */
  redo(request: UndoRequest): Promise<ReplayedStep> {
    return this.#replay('redo', request, () => this.#history.toRedo(request));
  }

  #replay(direction: 'undo' | 'redo', { versionId, actor }: UndoRequest, find: () => UndoStep): Promise<ReplayedStep> {
    return this.change({
      versionId,
      actor,
      title: direction,
      label: ({ title }) => title,
      alone: true,
      edit: transaction => {
        const step = find();
        replayStep(transaction, { history: this.#history, step, direction });
        return { title: step.title, actor: step.actor };
      },
    });
  }

  /** Errors: `busy`, those of reading. */
  async reload(): Promise<void> {
    if (this.#failure === undefined) await this.#reload(undefined);
  }

  /** `write` replaces files between edits. Errors: those of `write`, `busy`. */
  async replace(write: () => Promise<void>): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    await this.#reload(write);
  }

  #reload(write: PendingReload['write']): Promise<void> {
    const { promise, ...settle } = deferred<void>();
    this.#queue.push({ alone: true, write, ...settle });
    return promise;
  }

  #publish({ pending, title, touched, secrets, replayed }: DraftedEdit): void {
    const {
      versionId,
      actor: { call: _call, check: _check, ...actor },
    } = pending;
    if (replayed !== undefined) {
      this.#history.turn(replayed);
      this.#collisions.doubt();
    } else if (touched.length > 0 || secrets.after.size > 0)
      this.#history.add({ versionId, actor, title, changes: recordChanges(touched), secrets });
    this.#notify({ versionId, actor, title, touched });
  }

  #notify(change: ProjectChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  async #commit(batch: readonly (PendingEdit | PendingReload)[]): Promise<void> {
    try {
      const edits = batch.flatMap(pending => ('edit' in pending ? pending : []));
      const reloads = batch.flatMap(pending => ('edit' in pending ? [] : pending));
      for (const { write } of reloads) await write?.();
      if (reloads.length > 0) await this.#disk.takeOver();
      else {
        const performed = await this.#disk.perform(edits);
        await this.#disk.write(performed);
        for (const edit of performed.accepted) {
          this.#publish(edit);
          edit.pending.resolve(edit.result);
        }
      }
      for (const { resolve } of reloads) resolve();
    } catch (error) {
      this.#failure ??= this.#disk.failure;
      for (const pending of batch) pending.reject(error);
    }
    this.#notifyHealth();
  }

  #publishOutside(touched: readonly FileTouch[]): void {
    this.#collisions.doubt();
    const change = { versionId: undefined, actor: OUTSIDE, title: 'changed the files' };
    const secrets = { before: new Map(), after: new Map() };
    this.#history.add({ ...change, changes: recordChanges(touched), secrets });
    this.#notify({ ...change, touched });
  }

  async close(): Promise<void> {
    this.#failure ??= new AppError('read-only', 'The project is being closed.');
    await this.#queue.settled();
    // Not worth a failure: the files hold the same codes, and marks of deleted ones were kept before.
    await this.#disk.keepMarks().catch(() => undefined);
  }
}
