import type { Low } from 'lowdb';
import { z } from 'zod';
import { type ActionId, type TestCode, VersionId } from '../../model/names/codes.ts';
import type { ProjectContent } from '../../model/project/version-content.ts';
import { Breakpoint, BreakpointId } from '../../model/run/breakpoint.ts';
import { type ChangedFile, PrivateChanges, type PrivateFileRequest } from '../store/edits/private-file.ts';

const BreakpointsData = z.strictObject({
  format: z.literal(1),
  /** Highest number ever given. */
  last: z.number().int().min(0),
  versions: z.record(VersionId, z.array(Breakpoint)),
});
type BreakpointsData = z.infer<typeof BreakpointsData>;

/** Where they are, as a private file. */
export const BREAKPOINTS_FILE: PrivateFileRequest<BreakpointsData> = {
  name: 'breakpoints',
  schema: BreakpointsData,
  defaults: { format: 1, last: 0, versions: {} },
  stopsAll: false,
};

type BreakpointPlace = Pick<Breakpoint, 'testCode' | 'actionId'>;

const keyOf = (versionId: string, { testCode, actionId }: BreakpointPlace): string =>
  `${versionId} ${testCode} ${actionId}`;

/**
 * The breakpoints of a project, shared by all who work on it. One whose action is deleted is no longer seen; when the
 * deletion is undone it is there again, as long as the project stays open.
 */
export class BreakpointFile {
  readonly #database: Low<BreakpointsData>;
  readonly changes: PrivateChanges<BreakpointsData>;
  #byPlace: ReadonlyMap<string, Breakpoint> = new Map();
  readonly #listeners = new Set<() => void>();

  constructor(database: Low<BreakpointsData>, file: ChangedFile) {
    this.#database = database;
    this.changes = new PrivateChanges(database, { file, published: () => this.#index() });
    this.#index();
  }

  /** Tells when they are not as they were; returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
  set(
    versionId: VersionId,
    place: BreakpointPlace,
    fields: Omit<Breakpoint, 'breakpointId' | keyof BreakpointPlace>,
  ): Promise<Breakpoint> {
    return this.changes.change(data => {
      const those = data.versions[versionId] ?? [];
      const known = those.find(other => keyOf(versionId, other) === keyOf(versionId, place));
      const last = known === undefined ? data.last + 1 : data.last;
      const breakpointId = known?.breakpointId ?? BreakpointId.parse(`b${last}`);
      const result = { breakpointId, ...place, ...fields };
      const next = known === undefined ? [...those, result] : those.map(other => (other === known ? result : other));
      return { data: { ...data, last, versions: { ...data.versions, [versionId]: next } }, result };
    });
  }

  /** Removes the chosen breakpoints of a version and returns them. Errors: those of writing. */
  clear(versionId: VersionId, isChosen: (breakpoint: Breakpoint) => boolean): Promise<readonly Breakpoint[]> {
    return this.changes.change(data => {
      const those = data.versions[versionId] ?? [];
      const left = those.filter(breakpoint => !isChosen(breakpoint));
      const result = those.filter(isChosen);
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

  #index(): void {
    const all = Object.entries(this.#database.data.versions);
    this.#byPlace = new Map(
      all.flatMap(([versionId, those]) => those.map(breakpoint => [keyOf(versionId, breakpoint), breakpoint] as const)),
    );
    for (const listener of [...this.#listeners]) listener();
  }
}
