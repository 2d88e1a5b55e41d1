import { AppError } from '../../../model/errors/errors.ts';
import { type Actor, type Editor, OUTSIDE } from './editor.ts';
import type { SecretChanges } from './private-file.ts';
import { concernSame, type RecordChange } from './record-changes.ts';

/** One edit that can be taken back. Kept in memory alone. */
export interface UndoStep {
  /** Undefined for an edit of the project, which any version can take back. */
  versionId: string | undefined;
  actor: Actor;
  /** Name of the edit, e.g. `createTest t5`. */
  title: string;
  changes: readonly RecordChange[];
  /** Secrets as they were and as they became. */
  secrets: { before: SecretChanges; after: SecretChanges };
}

/** A step as the history holds it. */
interface HistoryEntry {
  step: UndoStep;
  /** Counts up with every undo: the step with the highest was undone last. Undefined while the edit is in effect. */
  undoneAt: number | undefined;
}

const STEPS_KEPT = 100;

export interface UndoRequest {
  versionId: string;
  actor: Editor;
  /** Takes the newest edit of anyone instead of the caller's own. */
  any: boolean;
}

/** The last 100 edits of each version, newest last. */
export class UndoHistory {
  #entries: HistoryEntry[] = [];
  #undoCount = 0;

  /** Takes a new edit; what its actor had undone in the version cannot be done again then. */
  add(step: UndoStep): void {
    const isStale = ({ step: old, undoneAt }: HistoryEntry) =>
      undoneAt !== undefined && old.versionId === step.versionId && old.actor.id === step.actor.id;
    this.#entries = this.#entries.filter(entry => !isStale(entry));
    this.#entries.push({ step, undoneAt: undefined });
    const ofVersion = this.#entries.filter(entry => groupOf(entry.step) === groupOf(step));
    const oldest = ofVersion.length > STEPS_KEPT ? ofVersion[0] : undefined;
    if (oldest !== undefined) this.#entries = this.#entries.filter(entry => entry !== oldest);
  }

  /** Notes that a step was taken back, or done again. */
  turn(step: UndoStep): void {
    const entry = this.#entries.find(candidate => candidate.step === step);
    if (entry === undefined) return;
    this.#undoCount += 1;
    entry.undoneAt = entry.undoneAt === undefined ? this.#undoCount : undefined;
  }

  /** The step that undo would take back. Errors: `nothing-to-undo`. */
  toUndo(request: UndoRequest): UndoStep {
    const entry = this.#entries.findLast(({ step, undoneAt }) => undoneAt === undefined && matches(step, request));
    if (entry === undefined) throw new AppError('nothing-to-undo', nothing('undo', request));
    return entry.step;
  }

  /** The newest edit that is in a version, whoever made it. */
  newest(versionId: string): UndoStep | undefined {
    const isOf = ({ step, undoneAt }: HistoryEntry) =>
      undoneAt === undefined && step.actor !== OUTSIDE && (step.versionId ?? versionId) === versionId;
    return this.#entries.findLast(isOf)?.step;
  }

  /** The step that redo would do again: the one undone last. Errors: `nothing-to-undo`. */
  toRedo(request: UndoRequest): UndoStep {
    let last: HistoryEntry | undefined;
    for (const entry of this.#entries)
      if (matches(entry.step, request) && (entry.undoneAt ?? 0) > (last?.undoneAt ?? 0)) last = entry;
    if (last === undefined) throw new AppError('nothing-to-undo', nothing('redo', request));
    return last.step;
  }

  /** Finds the next edit of the same record or file, for the message of a refusal. */
  laterEditor(step: UndoStep, change: RecordChange): UndoStep | undefined {
    const later = this.#entries.slice(this.#entries.findIndex(entry => entry.step === step) + 1);
    return newest(later, other => concernSame(other, change));
  }

  /** The newest edit of a record. */
  lastEditor(isIt: (change: RecordChange) => boolean): UndoStep | undefined {
    return newest(this.#entries, isIt);
  }
}

/** The steps that are kept a hundred at a time. */
const groupOf = ({ versionId, actor }: UndoStep): string => (actor === OUTSIDE ? 'outside' : `in ${versionId}`);

const matches = (step: UndoStep, { versionId, actor, any }: UndoRequest): boolean =>
  step.actor !== OUTSIDE && (step.versionId ?? versionId) === versionId && (any || step.actor.id === actor.id);

const newest = (entries: readonly HistoryEntry[], isIt: (change: RecordChange) => boolean): UndoStep | undefined =>
  entries.findLast(({ step, undoneAt }) => undoneAt === undefined && step.changes.some(isIt))?.step;

const nothing = (verb: string, { any }: UndoRequest): string =>
  any
    ? `There is nothing to ${verb} in this version.`
    : `There is nothing of yours to ${verb}; "any": true takes others' edits too.`;
