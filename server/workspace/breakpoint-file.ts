import type { Low } from 'lowdb';
import { z } from 'zod';
import { type ActionId, type TestCode, VersionId } from '../../model/names/codes.ts';
import type { ProjectContent } from '../../model/project/version-content.ts';
import { Breakpoint, BreakpointId } from '../../model/run/breakpoint.ts';
import { type ChangedFile, PrivateChanges, type PrivateFileRequest } from '../store/edits/private-file.ts';

const BreakpointsData = z.strictObject({
  format: z.literal(1),
  last: z.number().int().min(0),
  versions: z.record(VersionId, z.array(Breakpoint)),
});
type BreakpointsData = z.infer<typeof BreakpointsData>;

export const BREAKPOINTS_FILE: PrivateFileRequest<BreakpointsData> = {
  name: 'breakpoints',
  schema: BreakpointsData,
  defaults: { format: 1, last: 0, versions: {} },
  stopsAll: false,
};

type BreakpointPlace = Pick<Breakpoint, 'testCode' | 'actionId'>;

const keyOf = (versionId: string, { testCode, actionId }: BreakpointPlace): string =>
  `${versionId} ${testCode} ${actionId}`;

/** A breakpoint whose action is deleted is hidden; undoing the deletion shows it again while the project stays open. */
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

  /** Calls the listener after each change; returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  at(versionId: VersionId, testCode: TestCode, actionId: ActionId): Breakpoint | undefined {
    return this.#byPlace.get(keyOf(versionId, { testCode, actionId }));
  }

  of(versionId: VersionId): readonly Breakpoint[] {
    return this.#database.data.versions[versionId] ?? [];
  }

  /** Sets the breakpoint at an action, or changes the fields of an existing one. Errors: those of writing. */
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

  /** Returns the removed breakpoints. Errors: those of writing. */
  clear(versionId: VersionId, isChosen: (breakpoint: Breakpoint) => boolean): Promise<readonly Breakpoint[]> {
    return this.changes.change(data => {
      const those = data.versions[versionId] ?? [];
      const left = those.filter(breakpoint => !isChosen(breakpoint));
      const result = those.filter(isChosen);
      return { data: { ...data, versions: { ...data.versions, [versionId]: left } }, result };
    });
  }

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
