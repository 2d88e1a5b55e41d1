import type { ProjectContent } from '../../model/project/version-content.ts';
import { AppError, isAppError } from '../../model/protocol/errors.ts';
import { countFiles, removesCodes } from './code-counters.ts';
import type { CodeMarks } from './code-marks.ts';
import { contentOf } from './content.ts';
import { EditQueue } from './edit-queue.ts';
import type { FileTouch } from './file-touch.ts';
import type { ProjectFiles } from './files/project-files.ts';
import { type FileStats, OutsideEdits } from './outside-edits.ts';
import { type AcceptedEdit, type Batch, type PendingEdit, pathsOf, performBatch } from './perform-batch.ts';
import { type DraftedEdit, type Performed, performEdit } from './perform-edit.ts';
import type { ProjectState } from './project-state.ts';
import { type RecordChange, recordChanges } from './records.ts';
import { replayStep } from './replay-step.ts';
import type { SecretsFile } from './secrets-file.ts';
import { type Stored, storedText } from './stored.ts';
import type { Transaction } from './transaction.ts';
import { type Actor, UndoHistory, type UndoRequest, type UndoStep } from './undo-history.ts';

export interface EditRequest<Result> {
  /** Version whose undo list takes the edit; undefined for an edit of the project, which every version's undo finds. */
  versionId: string | undefined;
  actor: Actor;
  /** What the edit does, e.g. `createTest`; `label` may add the code. */
  title: string;
  label?(result: Result): string;
  /**
   * Changes drafts and says what came out; synchronous, and nothing else may follow from it: it runs again when files
   * turn out to have been changed from outside. Whatever it throws leaves nothing behind.
   */
  edit(transaction: Transaction): Result;
}

/** What listeners hear of an edit after it is on disk. */
export interface ProjectChange {
  versionId: string | undefined;
  actor: Actor;
  title: string;
  touched: readonly FileTouch[];
}

/** Each round takes over files that changed meanwhile; this many in a row is no accident. */
const MOST_ROUNDS = 10;
const OUTSIDE: Actor = { id: 'outside', name: 'an edit of the files' };

interface StoreParts {
  files: Pick<ProjectFiles, 'commit' | 'readText' | 'stat'>;
  secrets: SecretsFile;
  marks: CodeMarks;
  state: ProjectState;
  /** What the files were like when they were read. */
  stats: FileStats;
  /** Why nothing can be written, when that is so. */
  readOnlyReason?: string | undefined;
}

/**
 * One open project. Edits run one after the other on drafts; those that wait share a write; readers see an edit only
 * once it is on disk.
 */
export class ProjectStore {
  readonly #files: StoreParts['files'];
  readonly #marks: CodeMarks;
  readonly #outside: OutsideEdits;
  readonly #history = new UndoHistory();
  readonly #listeners = new Set<(change: ProjectChange) => void>();
  readonly #queue = new EditQueue<PendingEdit>(batch => this.#commit(batch));
  readonly secrets: SecretsFile;
  readonly readOnlyReason: string | undefined;
  #state: ProjectState;
  #failure: AppError | undefined;

  constructor(parts: StoreParts) {
    this.#files = parts.files;
    this.#marks = parts.marks;
    this.#outside = new OutsideEdits(parts.files, parts.stats);
    this.secrets = parts.secrets;
    this.#state = parts.state;
    this.readOnlyReason = parts.readOnlyReason;
  }

  /** The project as last published. */
  get content(): ProjectContent {
    return contentOf(this.#state);
  }

  onChange(listener: (change: ProjectChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The newest edit of a record since the project was opened, for messages. */
  lastEditor(isIt: (change: RecordChange) => boolean): UndoStep | undefined {
    return this.#history.lastEditor(isIt);
  }

  /**
   * Performs an edit and resolves once it is on disk.
   * Errors: those of `edit`, and `read-only`, `disk-full`, `damaged-file`, `store-failed`, `busy`.
   */
  change<Result>(request: EditRequest<Result>): Promise<Result> {
    return this.#enqueue(request, false, transaction => {
      const result = request.edit(transaction);
      const label = request.label === undefined ? '' : ` ${request.label(result)}`;
      return { result, title: `${request.title}${label}` };
    });
  }

  /** Takes back the newest edit of the actor, or of anyone, and says which. Errors: `nothing-to-undo`, `conflict`. */
  undo(request: UndoRequest): Promise<UndoStep> {
    return this.#enqueue(request, true, transaction =>
      this.#replay(transaction, this.#history.toUndo(request), 'undo'),
    );
  }

  /** Does the edit again that was undone last, and says which. Errors: `nothing-to-undo`, `conflict`. */
  redo(request: UndoRequest): Promise<UndoStep> {
    return this.#enqueue(request, true, transaction =>
      this.#replay(transaction, this.#history.toRedo(request), 'redo'),
    );
  }

  #replay(transaction: Transaction, step: UndoStep, direction: 'undo' | 'redo'): Performed<UndoStep> {
    replayStep(transaction, { history: this.#history, step, direction });
    return { result: step, title: `${direction} ${step.title}`, replayed: step };
  }

  async #enqueue<Result>(
    { versionId, actor }: Pick<EditRequest<Result>, 'versionId' | 'actor'>,
    alone: boolean,
    perform: (transaction: Transaction) => Performed<Result>,
  ): Promise<Result> {
    this.#refuseWhenClosed();
    return new Promise((resolve, reject) => {
      const pending: PendingEdit = {
        alone,
        reject,
        perform: base => {
          const edit = performEdit(base, perform);
          const publish = () => {
            this.#publish(edit, { versionId, actor });
            resolve(edit.result);
          };
          return { ...edit, pending, publish };
        },
      };
      this.#queue.push(pending);
    });
  }

  #refuseWhenClosed(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.readOnlyReason !== undefined)
      throw new AppError('read-only', `The project is read-only: ${this.readOnlyReason}`, { next: 'steploom verify' });
  }

  #publish(edit: DraftedEdit<unknown>, { versionId, actor }: Pick<UndoStep, 'versionId' | 'actor'>): void {
    const { title, touched, secrets, replayed } = edit;
    if (replayed !== undefined) this.#history.turn(replayed);
    else if (touched.length > 0 || secrets.after.size > 0)
      this.#history.add({ versionId, actor, title, changes: recordChanges(touched), secrets });
    this.#tell({ versionId, actor, title, touched });
  }

  #tell(change: ProjectChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  async #commit(batch: readonly PendingEdit[]): Promise<void> {
    try {
      const { state, accepted } = await this.#performAll(batch);
      await this.#write(state, accepted);
      this.#state = state;
      for (const edit of accepted) edit.publish();
    } catch (error) {
      if (isAppError(error, 'store-failed')) this.#failure = error;
      for (const pending of batch) pending.reject(error);
    }
  }

  /** Performs edits on the files as they lie there now; the edits that are refused hear of it here. */
  async #performAll(batch: readonly PendingEdit[]): Promise<Batch> {
    let waiting = batch;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const performed = performBatch(waiting, this.#state, this.secrets);
      const paths = new Set(performed.accepted.flatMap(pathsOf));
      const { changed, damaged } = await this.#outside.look(paths, this.#state.files);
      if (changed.size === 0 && damaged.size === 0) {
        for (const { pending, error } of performed.refused) pending.reject(error);
        return performed;
      }
      if (changed.size > 0) await this.#takeOver(changed);
      for (const edit of performed.accepted) {
        const damage = pathsOf(edit).flatMap(path => damaged.get(path) ?? [])[0];
        if (damage === undefined) continue;
        edit.pending.reject(damage);
        waiting = waiting.filter(pending => pending !== edit.pending);
      }
    }
    throw new AppError('busy', 'The project files keep being changed from outside; try again in a moment.');
  }

  /** Makes what others wrote into the files the project's state. */
  async #takeOver(changed: ReadonlyMap<string, Stored | undefined>): Promise<void> {
    const files = new Map(this.#state.files);
    const touched = [...changed].map(([path, after]): FileTouch => ({ path, before: files.get(path), after }));
    for (const { path, after } of touched) {
      if (after === undefined) files.delete(path);
      else files.set(path, after);
    }
    if (touched.some(removesCodes)) await this.#marks.keep(this.#state.counters);
    const present = touched.flatMap(({ after }) => after ?? []);
    this.#state = { files, counters: countFiles(this.#state.counters, present) };
    this.#tell({ versionId: undefined, actor: OUTSIDE, title: 'edit of the files', touched });
  }

  async #write(state: ProjectState, edits: readonly AcceptedEdit[]): Promise<void> {
    const paths = [...new Set(edits.flatMap(pathsOf))];
    const changed = paths.filter(path => this.#state.files.get(path) !== state.files.get(path));
    const secrets = new Map(edits.flatMap(edit => [...edit.secrets.after]));
    const oldSecrets = this.secrets.before(secrets);
    await this.secrets.apply(secrets);
    try {
      if (edits.some(edit => edit.touched.some(removesCodes))) await this.#marks.keep(state.counters);
      const changes = changed.map(path => {
        const stored = state.files.get(path);
        return { path, text: stored === undefined ? undefined : storedText(stored) };
      });
      if (changes.length > 0) this.#outside.wrote(changed, await this.#files.commit(changes));
    } catch (error) {
      await this.secrets.apply(oldSecrets);
      throw error;
    }
  }

  /** Waits for all edits under way; later ones are refused. */
  async close(): Promise<void> {
    this.#failure ??= new AppError('read-only', 'The project is being closed.');
    await this.#queue.settled();
    // Not worth a failure: the files hold the same codes, and those of deleted things were kept before they left.
    if (this.readOnlyReason === undefined) await this.#marks.keep(this.#state.counters).catch(() => undefined);
  }
}
