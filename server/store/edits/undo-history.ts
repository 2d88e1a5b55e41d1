import { AppError } from '../../../model/errors/errors.ts';
import { type Actor, type Editor, OUTSIDE } from './editor.ts';
import type { SecretChanges } from './private-file.ts';
import { concernSame, type RecordChange } from './record-changes.ts';

/** Kept in memory alone. */
export interface UndoStep {
  /** Undefined for an edit of the project, which any version can take back. */
  versionId: string | undefined;
  actor: Actor;
  title: string;
  changes: readonly RecordChange[];
  secrets: { before: SecretChanges; after: SecretChanges };
}

interface HistoryEntry {
  step: UndoStep;
  /** The later the undo, the higher; undefined while the edit is in effect. */
  undoneAt: number | undefined;
}

const STEPS_KEPT = 100;

export interface UndoRequest {
  versionId: string;
  actor: Editor;
  /** Includes edits of others. */
  any: boolean;
}

/** Newest last. */
export class UndoHistory {
  #entries: HistoryEntry[] = [];
  #undoCount = 0;

  /** A new edit ends what its actor could redo in the version. */
  add(step: UndoStep): void {
    const isStale = ({ step: old, undoneAt }: HistoryEntry) =>
      undoneAt !== undefined && old.versionId === step.versionId && old.actor.id === step.actor.id;
    this.#entries = this.#entries.filter(entry => !isStale(entry));
    this.#entries.push({ step, undoneAt: undefined });
    const ofVersion = this.#entries.filter(entry => groupOf(entry.step) === groupOf(step));
    const oldest = ofVersion.length > STEPS_KEPT ? ofVersion[0] : undefined;
    if (oldest !== undefined) this.#entries = this.#entries.filter(entry => entry !== oldest);
  }

  /** Call it after an undo or redo of the step. */
  turn(step: UndoStep): void {
    const entry = this.#entries.find(candidate => candidate.step === step);
    if (entry === undefined) return;
    this.#undoCount += 1;
    entry.undoneAt = entry.undoneAt === undefined ? this.#undoCount : undefined;
  }

  /** Errors: `nothing-to-undo`. */
  toUndo(request: UndoRequest): UndoStep {
    const entry = this.#entries.findLast(({ step, undoneAt }) => undoneAt === undefined && matches(step, request));
    if (entry === undefined) throw new AppError('nothing-to-undo', nothing('undo', request));
    return entry.step;
  }

  newest(versionId: string): UndoStep | undefined {
    const isOf = ({ step, undoneAt }: HistoryEntry) =>
      undoneAt === undefined && step.actor !== OUTSIDE && (step.versionId ?? versionId) === versionId;
    return this.#entries.findLast(isOf)?.step;
  }

  /** The step that was undone last. Errors: `nothing-to-undo`. */
  toRedo(request: UndoRequest): UndoStep {
    let last: HistoryEntry | undefined;
    for (const entry of this.#entries)
      if (matches(entry.step, request) && (entry.undoneAt ?? 0) > (last?.undoneAt ?? 0)) last = entry;
    if (last === undefined) throw new AppError('nothing-to-undo', nothing('redo', request));
    return last.step;
  }

  laterEditor(step: UndoStep, change: RecordChange): UndoStep | undefined {
    const later = this.#entries.slice(this.#entries.findIndex(entry => entry.step === step) + 1);
    return newest(later, other => concernSame(other, change));
  }

  lastEditor(isIt: (change: RecordChange) => boolean): UndoStep | undefined {
    return newest(this.#entries, isIt);
  }
}

const groupOf = ({ versionId, actor }: UndoStep): string => (actor === OUTSIDE ? 'outside' : `in ${versionId}`);

const matches = (step: UndoStep, { versionId, actor, any }: UndoRequest): boolean =>
  step.actor !== OUTSIDE && (step.versionId ?? versionId) === versionId && (any || step.actor.id === actor.id);

const newest = (entries: readonly HistoryEntry[], isIt: (change: RecordChange) => boolean): UndoStep | undefined =>
  entries.findLast(({ step, undoneAt }) => undoneAt === undefined && step.changes.some(isIt))?.step;

const nothing = (verb: string, { any }: UndoRequest): string =>
  any
    ? `There is nothing to ${verb} in this version.`
    : `There is nothing of yours to ${verb}; "any": true takes others' edits too.`;
