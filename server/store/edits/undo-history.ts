/** Records of a project: their revisions, what an edit changed of them, and the history that takes edits back. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../model/errors/errors.ts';
import type { EnvironmentCode, TestCode } from '../../../model/names/codes.ts';
import type { Environment } from '../../../model/project/environment.ts';
import type { Link } from '../../../model/project/link.ts';
import type { Module } from '../../../model/project/module.ts';
import { changedSpan } from '../../../model/project/references.ts';
import type { Test } from '../../../model/project/test.ts';
import { type ProjectContent, testsOf } from '../../../model/project/version-content.ts';
import type { IdeId } from '../../../model/protocol/channel/channel.ts';
import type { KeyedCall } from './kept-calls.ts';
import type { SecretChanges } from './private-file.ts';
import type { FileTouch, Stored } from './stored.ts';

const known = new WeakMap<object, string>();

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10);

/** A short hash of an immutable record's content: the same content has the same revision. */
export function revisionOf(record: object): string {
  const cached = known.get(record);
  if (cached !== undefined) return cached;
  const revision = hash(JSON.stringify(record));
  known.set(record, revision);
  return revision;
}

/** A module's revision covers its tests; built from theirs, so that an edit of one test costs one hash. */
export function moduleRevision(module: Module): string {
  const cached = known.get(module);
  if (cached !== undefined) return cached;
  const { tests, ...header } = module;
  const revision = hash(JSON.stringify([header, tests.map(revisionOf)]));
  known.set(module, revision);
  return revision;
}

const contents = new WeakMap<Test, string>();

/** A short hash of what a test does: another name, comment or tag does not change it. */
export function contentHash(test: Test): string {
  const cached = contents.get(test);
  if (cached !== undefined) return cached;
  const { type, role, app, parameters, data, actions } = test;
  const content = hash(JSON.stringify([type, role, app, parameters, data, actions]));
  contents.set(test, content);
  return content;
}

type Header = Omit<Module, 'tests'>;

/** One record before and after an edit: the unit of undo. Files are shared by many, records are not. */
export type RecordChange =
  | { kind: 'file'; path: string; before: Stored | undefined; after: Stored | undefined }
  | { kind: 'module'; path: string; before: Header; after: Header }
  | { kind: 'order'; path: string; before: TestCode[]; after: TestCode[] }
  | { kind: 'test'; path: string; code: TestCode; before: Placed<Test>; after: Placed<Test> }
  | {
      kind: 'environment';
      path: string;
      code: EnvironmentCode;
      before: Placed<Environment>;
      after: Placed<Environment>;
    }
  | { kind: 'link'; path: string; code: string; before: Placed<Link>; after: Placed<Link> };

/** A record in its list, or nothing where it does not exist. */
export type Placed<Record> = { index: number; value: Record } | undefined;

/** Name of the record a change speaks of; two changes of one name touch the same thing. */
function recordName(change: RecordChange): string {
  if (!('code' in change)) return `${change.kind} ${change.path}`;
  const [, versionId] = change.path.split('/');
  return `${change.kind} ${change.code} of ${versionId}`;
}

/** The record a change speaks of, as people call it. */
export function recordTitle(change: RecordChange): string {
  if (change.kind === 'link') return `the link of "${change.code}"`;
  if (change.kind === 'test' || change.kind === 'environment') return `${change.kind} ${change.code}`;
  const [folder, versionId, name = '', code = ''] = change.path.replace(/\.json$/, '').split('/');
  if (folder === 'project') return 'the project';
  if (name === 'version') return `version ${versionId}`;
  if (name === 'environments' || name === 'links') return `the ${name}`;
  if (name === 'features') return code === '' ? 'the codes of the features' : `the feature ${code}`;
  return change.kind === 'order' ? `the order of the tests of module ${code}` : `module ${code}`;
}

/** Of a change: how things were before it, or are after it. */
export type Side = 'before' | 'after';

export type Listed = Test | Environment | Link;

/** The records that a file lists; undefined of a file that lists none. */
export function listIn(stored: Stored | undefined): readonly Listed[] | undefined {
  if (stored?.kind === 'module') return stored.value.tests;
  if (stored?.kind === 'environments') return stored.value.environments;
  return stored?.kind === 'links' ? stored.value.links : undefined;
}

export function listedCode(item: Listed): string {
  if ('text' in item) return item.text;
  return 'environmentCode' in item ? item.environmentCode : item.testCode;
}

/** The records that an edit changed. */
export function recordChanges(touched: readonly FileTouch[]): RecordChange[] {
  return touched.flatMap(({ path, before, after }): RecordChange[] => {
    if (hasTwins(before) || hasTwins(after)) return [{ kind: 'file', path, before, after }];
    if (before?.kind === 'module' && after?.kind === 'module') return moduleChanges(path, before.value, after.value);
    if (before?.kind === 'environments' && after?.kind === 'environments') {
      const pairs = listChanges(before.value.environments, after.value.environments, item => item.environmentCode);
      return pairs.map(pair => ({ kind: 'environment', path, ...pair }));
    }
    if (before?.kind === 'links' && after?.kind === 'links') {
      const pairs = listChanges(before.value.links, after.value.links, link => link.text);
      return pairs.map(pair => ({ kind: 'link', path, ...pair }));
    }
    return [{ kind: 'file', path, before, after }];
  });
}

/** Where two records have one code, it tells neither of them: such a file is one record. */
function hasTwins(stored: Stored | undefined): boolean {
  const list = listIn(stored) ?? [];
  const codes = stored?.kind === 'module' ? testsOf(stored.value) : new Set(list.map(listedCode));
  return codes.size < list.length;
}

function moduleChanges(path: string, before: Module, after: Module): RecordChange[] {
  const { tests: oldTests, ...oldHeader } = before;
  const { tests: newTests, ...newHeader } = after;
  const changes: RecordChange[] = listChanges(oldTests, newTests, codeOf).map(pair => ({
    kind: 'test',
    path,
    ...pair,
  }));
  if (revisionOf(oldHeader) !== revisionOf(newHeader))
    changes.push({ kind: 'module', path, before: oldHeader, after: newHeader });
  if (isReordered(oldTests, newTests))
    changes.push({ kind: 'order', path, before: oldTests.map(codeOf), after: newTests.map(codeOf) });
  return changes;
}

export const codeOf = (test: Test): TestCode => test.testCode;

/** Whether tests that are in both lists changed places. */
function isReordered(before: readonly Test[], after: readonly Test[]): boolean {
  const changed = changedSpan(before, after);
  const old = new Set(changed.before.map(codeOf));
  const present = new Set(changed.after.map(codeOf));
  const stayed = (tests: readonly Test[]) => tests.map(codeOf).filter(code => old.has(code) && present.has(code));
  return stayed(changed.before).join() !== stayed(changed.after).join();
}

function listChanges<Code, Value>(before: readonly Value[], after: readonly Value[], codeOf: (value: Value) => Code) {
  const span = changedSpan(before, after);
  const old = new Map(span.before.map((value, at) => [codeOf(value), { index: span.start + at, value }]));
  const changes: { code: Code; before: Placed<Value>; after: Placed<Value> }[] = [];
  span.after.forEach((value, at) => {
    const code = codeOf(value);
    const was = old.get(code);
    old.delete(code);
    if (was?.value !== value) changes.push({ code, before: was, after: { index: span.start + at, value } });
  });
  for (const [code, was] of old) changes.push({ code, before: was, after: undefined });
  return changes;
}

export const sameRecord = (left: object | undefined, right: object | undefined): boolean =>
  left === right || (left !== undefined && right !== undefined && revisionOf(left) === revisionOf(right));

/** Who edits: shown in undo and conflicts. Tokens undo their own edits only. */
interface Actor {
  id: string;
  name: string;
  /** The page of the IDE that it used, if any. */
  ideId?: IdeId | undefined;
}

/** Who edits, by which call: its edits are kept with it when it carries an idempotency key. */
interface Editor extends Actor {
  call?: KeyedCall | undefined;
  check?: EditCheck | undefined;
}

/** A project before or after an edit. */
export interface CheckedProject {
  content: ProjectContent;
  secret(key: string): string | undefined;
}

/** Refuses edits that are not the caller's to make, whatever tool they come from. Errors: `forbidden`. */
export type EditCheck = (before: CheckedProject, after: CheckedProject) => void;

/** Whoever changed the files with git or an editor. Such a change is part of the history, but nobody's to undo. */
export const OUTSIDE: Actor = { id: 'outside', name: 'someone outside Steploom' };

/** One edit that can be taken back. Kept in memory alone. */
export interface UndoStep {
  /** Undefined for an edit of the project, which any version can take back. */
  versionId: string | undefined;
  actor: Actor;
  /** What was done, e.g. `createTest t5`. */
  title: string;
  changes: readonly RecordChange[];
  /** Secrets as they were and as they became. */
  secrets: { before: SecretChanges; after: SecretChanges };
}

/** A step as the history holds it. */
interface HistoryEntry {
  step: UndoStep;
  /** Counts up with every undo: the step with the highest was undone last. Undefined while the edit stands. */
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
    const entry = this.#entries.findLast(({ step, undoneAt }) => undoneAt === undefined && isMeant(step, request));
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
      if (isMeant(entry.step, request) && (entry.undoneAt ?? 0) > (last?.undoneAt ?? 0)) last = entry;
    if (last === undefined) throw new AppError('nothing-to-undo', nothing('redo', request));
    return last.step;
  }

  /** Who changed a record, or its file, after a step: for the message of a refusal. */
  laterEditor(step: UndoStep, change: RecordChange): UndoStep | undefined {
    const later = this.#entries.slice(this.#entries.findIndex(entry => entry.step === step) + 1);
    return newest(later, other => recordName(other) === recordName(change) || isWithin(other, change));
  }

  /** The newest edit of a record. */
  lastEditor(isIt: (change: RecordChange) => boolean): UndoStep | undefined {
    return newest(this.#entries, isIt);
  }
}

/** The steps that are kept a hundred at a time. */
const groupOf = ({ versionId, actor }: UndoStep): string => (actor === OUTSIDE ? 'outside' : `in ${versionId}`);

const isMeant = (step: UndoStep, { versionId, actor, any }: UndoRequest): boolean =>
  step.actor !== OUTSIDE && (step.versionId ?? versionId) === versionId && (any || step.actor.id === actor.id);

/** Whether one of two changes speaks of a whole file and the other of something in it. */
const isWithin = (left: RecordChange, right: RecordChange): boolean =>
  left.path === right.path && (left.kind === 'file' || right.kind === 'file');

const newest = (entries: readonly HistoryEntry[], isIt: (change: RecordChange) => boolean): UndoStep | undefined =>
  entries.findLast(({ step, undoneAt }) => undoneAt === undefined && step.changes.some(isIt))?.step;

const nothing = (verb: string, { any }: UndoRequest): string =>
  any
    ? `There is nothing to ${verb} in this version.`
    : `There is nothing of yours to ${verb}; "any": true takes others' edits too.`;
