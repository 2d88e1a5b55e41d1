import type { Low } from 'lowdb';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { type ActionId, type TestCode, VersionId } from '../../model/names/codes.ts';
import type { ProjectContent } from '../../model/project/version-content.ts';
import { Breakpoint, BreakpointId } from '../../model/run/breakpoint.ts';
import { type DamagedFile, refusalOf } from '../store/edits/damaged-file.ts';
import type { PrivateFile, PrivateFileRequest } from '../store/edits/private-file.ts';

const BreakpointsData = z.strictObject({
  format: z.literal(1),
  /** Highest number ever given. */
  last: z.number().int().min(0),
  versions: z.record(VersionId, z.array(Breakpoint)),
});
type BreakpointsData = z.infer<typeof BreakpointsData>;

/** Where they lie, as a private file. */
export const BREAKPOINTS_FILE: PrivateFileRequest<BreakpointsData> = {
  name: 'breakpoints',
  schema: BreakpointsData,
  defaults: { format: 1, last: 0, versions: {} },
  stopsAll: false,
};

type Place = Pick<Breakpoint, 'testCode' | 'actionId'>;
type WatchedFile = Pick<PrivateFile<BreakpointsData>, 'damage' | 'refresh'>;
type Update<Result> = (data: BreakpointsData) => { data: BreakpointsData; result: Result };

const keyOf = (versionId: string, { testCode, actionId }: Place): string => `${versionId} ${testCode} ${actionId}`;

/**
 * The breakpoints of a project, shared by all who work on it. One whose action is deleted is not seen any more; when the
 * deletion is undone it is there again, as long as the project stays open. Changes are written one after the other; memory
 * follows only when that worked.
 */
export class BreakpointFile {
  readonly #database: Low<BreakpointsData>;
  readonly #file: WatchedFile;
  #byPlace: ReadonlyMap<string, Breakpoint> = new Map();
  #lastChange: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<() => void>();
  #isClosed = false;

  constructor(database: Low<BreakpointsData>, file: WatchedFile) {
    this.#database = database;
    this.#file = file;
    this.#index();
  }

  /** Tells when they are not as they were; returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What is wrong with its file: those read before stay, and none can be changed. */
  get damage(): DamagedFile | undefined {
    return this.#file.damage;
  }

  /** Takes over what others wrote into the file, between changes; whether something new is known. */
  async refresh(): Promise<boolean> {
    const refreshed = this.#lastChange.then(() => this.#takeOver());
    this.#lastChange = refreshed.catch(() => undefined);
    return refreshed;
  }

  /** The breakpoint at an action, which may be switched off. */
  at(versionId: VersionId, testCode: TestCode, actionId: ActionId): Breakpoint | undefined {
    return this.#byPlace.get(keyOf(versionId, { testCode, actionId }));
  }

  /** Those of a version, the oldest first, also of actions that were deleted. */
  of(versionId: VersionId): readonly Breakpoint[] {
    return this.#database.data.versions[versionId] ?? [];
  }

  /** Sets the breakpoint at an action, or gives the one that is there these fields. Errors: those of writing. */
  set(versionId: VersionId, place: Place, fields: Omit<Breakpoint, 'breakpointId' | keyof Place>): Promise<Breakpoint> {
    return this.#change(data => {
      const those = data.versions[versionId] ?? [];
      const known = those.find(other => keyOf(versionId, other) === keyOf(versionId, place));
      const last = known === undefined ? data.last + 1 : data.last;
      const breakpointId = known?.breakpointId ?? BreakpointId.parse(`b${last}`);
      const result = { breakpointId, ...place, ...fields };
      const next = known === undefined ? [...those, result] : those.map(other => (other === known ? result : other));
      return { data: { ...data, last, versions: { ...data.versions, [versionId]: next } }, result };
    });
  }

  /** Removes those of a version that are meant; answers them. Errors: those of writing. */
  clear(versionId: VersionId, isMeant: (breakpoint: Breakpoint) => boolean): Promise<readonly Breakpoint[]> {
    return this.#change(data => {
      const those = data.versions[versionId] ?? [];
      const left = those.filter(breakpoint => !isMeant(breakpoint));
      const result = those.filter(isMeant);
      return { data: { ...data, versions: { ...data.versions, [versionId]: left } }, result };
    });
  }

  /** Forgets those of actions that are not there; the file follows with the next change. */
  forgetGone({ versions }: ProjectContent): void {
    const { data } = this.#database;
    const kept = Object.entries(data.versions).flatMap(([versionId, those]) => {
      const content = versions.get(versionId);
      const left = those.filter(({ testCode, actionId }) =>
        content?.test(testCode)?.actions.some(action => action.actionId === actionId),
      );
      return left.length === 0 ? [] : [[versionId, left] as const];
    });
    this.#database.data = { ...data, versions: Object.fromEntries(kept) };
    this.#index();
  }

  /** Waits for a change under way; later ones are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastChange;
  }

  async #change<Result>(update: Update<Result>): Promise<Result> {
    if (this.#isClosed) throw new AppError('read-only', 'The project is being closed.');
    const change = this.#lastChange.then(() => this.#write(update));
    this.#lastChange = change.catch(() => undefined);
    return change;
  }

  async #write<Result>(update: Update<Result>): Promise<Result> {
    await this.#takeOver();
    if (this.damage !== undefined) throw refusalOf(this.damage);
    const previous = this.#database.data;
    const { data, result } = update(previous);
    this.#database.data = data;
    try {
      await this.#database.write();
    } catch (error) {
      this.#database.data = previous;
      throw error;
    }
    this.#index();
    return result;
  }

  async #takeOver(): Promise<boolean> {
    if (!(await this.#file.refresh())) return false;
    this.#index();
    return true;
  }

  #index(): void {
    const all = Object.entries(this.#database.data.versions);
    this.#byPlace = new Map(
      all.flatMap(([versionId, those]) => those.map(breakpoint => [keyOf(versionId, breakpoint), breakpoint] as const)),
    );
    for (const listener of [...this.#listeners]) listener();
  }
}
