import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { FileChange } from '../files/commit-changes.ts';
import type { ProjectFiles } from '../files/project-files.ts';
import { countFiles, removesCodes } from './code-counters.ts';
import type { CodeMarks } from './code-marks.ts';
import { countDamaged, type DamagedFile, refusalOf } from './damaged-file.ts';
import type { KeptCalls } from './kept-calls.ts';
import type { OutsideChanges, OutsideEdits } from './outside-edits.ts';
import type { PrivateFile, SecretsFile } from './private-file.ts';
import type { ProjectState } from './project-state.ts';
import { type FileTouch, storedText } from './stored.ts';
import { type DraftedEdit, type PendingEdit, performEdit } from './transaction.ts';

interface Batch {
  state: ProjectState;
  accepted: readonly DraftedEdit[];
  refused: readonly { pending: PendingEdit; error: unknown }[];
}

/** Each edit sees those before it; one that fails leaves nothing behind. */
function performBatch(waiting: readonly PendingEdit[], start: ProjectState, stored: SecretsFile): Batch {
  let state = start;
  const accepted: DraftedEdit[] = [];
  const refused: { pending: PendingEdit; error: unknown }[] = [];
  const secrets = new Map<string, string | undefined>();
  const secret = (key: string) => (secrets.has(key) ? secrets.get(key) : stored.get(key));
  for (const pending of waiting) {
    try {
      const edit = performEdit({ state, secret }, pending);
      state = edit.state;
      for (const [key, value] of edit.secrets.after) secrets.set(key, value);
      accepted.push(edit);
    } catch (error) {
      refused.push({ pending, error });
    }
  }
  return { state, accepted, refused };
}

const pathsOf = ({ touched }: DraftedEdit): string[] => touched.map(touch => touch.path);

/** A damaged file stops edits of itself, and the removal of its version. */
function damageMet({ touched }: DraftedEdit, damaged: ReadonlyMap<string, DamagedFile>): DamagedFile | undefined {
  if (damaged.size === 0) return undefined;
  for (const { path, before, after } of touched) {
    const own = damaged.get(path);
    if (own !== undefined) return own;
    if (before?.kind !== 'version' || after !== undefined) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const within = [...damaged.values()].find(damage => damage.path.startsWith(folder));
    if (within !== undefined) return within;
  }
  return undefined;
}

export interface DiskParts {
  files: Pick<
    ProjectFiles,
    'commit' | 'keepBackup' | 'newestGoodBackup' | 'failure' | 'trouble' | 'retry' | 'makeReady'
  >;
  outside: OutsideEdits;
  secrets: SecretsFile;
  marks: CodeMarks;
  calls: Pick<KeptCalls, 'plan'>;
  privateFiles: readonly Pick<PrivateFile<object>, 'damage' | 'refresh'>[];
  state: ProjectState;
}

/** Each round takes over outside edits: so many in a row are no accident. */
const MOST_ROUNDS = 10;

/** One call at a time. */
export class ProjectDisk {
  readonly #parts: DiskParts;
  readonly #onOutsideEdit: (touched: readonly FileTouch[]) => void;
  #state: ProjectState;

  constructor(parts: DiskParts, onOutsideEdit: (touched: readonly FileTouch[]) => void) {
    this.#parts = parts;
    this.#onOutsideEdit = onOutsideEdit;
    this.#state = parts.state;
  }

  /** All of it is on disk. */
  get state(): ProjectState {
    return this.#state;
  }

  get damaged(): readonly DamagedFile[] {
    const ofPrivate = this.#parts.privateFiles.flatMap(({ damage }) => damage ?? []);
    return [...this.#parts.outside.damaged.values(), ...ofPrivate];
  }

  get stop(): DamagedFile | undefined {
    return this.damaged.find(damage => damage.stopsAll);
  }

  get failure(): AppError | undefined {
    return this.#parts.files.failure;
  }

  get trouble(): AppError | undefined {
    return this.#parts.files.trouble;
  }

  retry(): Promise<boolean> {
    return this.#parts.files.retry().catch(() => false);
  }

  async perform(batch: readonly PendingEdit[]): Promise<Batch> {
    const { outside, secrets } = this.#parts;
    let waiting = batch;
    await this.#parts.files.makeReady();
    if (this.stop === undefined) await this.#refresh();
    const { stop } = this;
    if (stop !== undefined)
      await this.takeOver().catch((error: unknown) => {
        throw isAppError(error, 'damaged-file') ? refusalOf(stop) : error;
      });
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (this.stop !== undefined) throw refusalOf(this.stop);
      const performed = performBatch(waiting, this.#state, secrets);
      const paths = new Set(performed.accepted.flatMap(pathsOf));
      if (paths.size > 0 && (await outside.differ(paths)) && (await this.takeOver())) continue;
      const stopped = this.#refuseDamaged(performed.accepted);
      if (stopped.size === 0) {
        for (const { pending, error } of performed.refused) pending.reject(error);
        return performed;
      }
      waiting = waiting.filter(pending => !stopped.has(pending));
    }
    throw new AppError('busy', 'The project files keep changing on disk; try again in a moment.');
  }

  /** The other edits are performed again without them. */
  #refuseDamaged(edits: readonly DraftedEdit[]): Set<PendingEdit> {
    const stopped = new Set<PendingEdit>();
    for (const edit of edits) {
      const damage = damageMet(edit, this.#parts.outside.damaged);
      if (damage === undefined) continue;
      edit.pending.reject(refusalOf(damage));
      stopped.add(edit.pending);
    }
    return stopped;
  }

  /** Whether there was anything to take over. */
  async takeOver(): Promise<boolean> {
    const { outside } = this.#parts;
    const isRefreshed = await this.#refresh();
    const changes = await outside.read(this.#state.files);
    if (changes === undefined) return isRefreshed;
    const files = new Map(this.#state.files);
    const touched = [...changes.changed].map(([path, after]): FileTouch => ({ path, before: files.get(path), after }));
    for (const { path, after } of touched) {
      if (after === undefined) files.delete(path);
      else files.set(path, after);
    }
    if (touched.some(removesCodes)) await this.keepMarks();
    await this.#keepReplaced(changes);
    outside.take(changes);
    const present = touched.flatMap(({ after }) => after ?? []);
    const counters = countDamaged(countFiles(this.#state.counters, present), changes.damaged.values());
    this.#state = { files, counters };
    if (touched.length > 0) this.#onOutsideEdit(touched);
    return true;
  }

  /** An overwritten file may have held the only copy of an edit. Damaged ones were backed up when found. */
  async #keepReplaced({ changed, damaged }: OutsideChanges): Promise<void> {
    const { files, outside } = this.#parts;
    for (const path of new Set([...changed.keys(), ...damaged.keys()])) {
      const held = this.#state.files.get(path);
      if (held === undefined || outside.damaged.has(path)) continue;
      const text = storedText(held);
      const newest = await files.newestGoodBackup(path, kept => kept);
      if (newest?.value !== text) await files.keepBackup(path, text);
    }
  }

  async #refresh(): Promise<boolean> {
    const { privateFiles, marks } = this.#parts;
    let isRefreshed = false;
    for (const file of privateFiles) if (await file.refresh()) isRefreshed = true;
    if (isRefreshed) this.#state = { ...this.#state, counters: marks.raised(this.#state.counters) };
    return isRefreshed;
  }

  /** Marks that could not be read must not be replaced. */
  async keepMarks(counters = this.#state.counters): Promise<void> {
    const { privateFiles, marks } = this.#parts;
    if (privateFiles.every(({ damage }) => !damage?.stopsAll)) await marks.keep(counters);
  }

  async write({ state, accepted }: Batch): Promise<void> {
    await this.#writeFiles(state, accepted);
    this.#state = state;
  }

  async #writeFiles(state: ProjectState, edits: readonly DraftedEdit[]): Promise<void> {
    const { files, outside, secrets: stored, calls } = this.#parts;
    const paths = [...new Set(edits.flatMap(pathsOf))];
    const changed = paths.filter(path => this.#state.files.get(path) !== state.files.get(path));
    const secrets = new Map(edits.flatMap(edit => [...edit.secrets.after]));
    const keyed = edits.flatMap(
      ({
        pending: {
          actor: { call },
        },
        result,
      }) => (call ? { call, result } : []),
    );
    const kept = keyed.length === 0 ? undefined : calls.plan(keyed);
    if (edits.some(edit => edit.touched.some(removesCodes))) await this.keepMarks(state.counters);
    const changes = changed.map((path): FileChange => {
      const file = state.files.get(path);
      return { path, text: file === undefined ? undefined : storedText(file) };
    });
    if (kept !== undefined) changes.push(...kept.changes);
    if (changes.length === 0) return stored.apply(secrets);
    const staged = await stored.stage(secrets);
    await outside.whileWriting(changed, () => files.commit([...changes, ...staged.changes]));
    await staged.written();
    await kept?.written();
  }
}
