import { AppError } from '../../../model/errors/errors.ts';
import type { ModuleCode, TestCode } from '../../../model/names/codes.ts';
import type { Link } from '../../../model/project/link.ts';
import { usagesOf } from '../../../model/project/references.ts';
import type { Test } from '../../../model/project/test.ts';
import { testsOf } from '../../../model/project/version-content.ts';
import {
  codeOf,
  type Listed,
  listedCode,
  listIn,
  type Placed,
  type RecordChange,
  recordTitle,
  type Side,
} from './record-changes.ts';
import { sameRecord } from './revisions.ts';
import type { Transaction } from './transaction.ts';
import type { UndoHistory, UndoStep } from './undo-history.ts';

interface Replay {
  history: UndoHistory;
  step: UndoStep;
  direction: 'undo' | 'redo';
}

/** Errors: `conflict` when something is not as the edit left it. */
export function replayStep(transaction: Transaction, replay: Replay): void {
  const { step, direction } = replay;
  const [from, to]: [Side, Side] = direction === 'undo' ? ['after', 'before'] : ['before', 'after'];
  const all = direction === 'undo' ? step.changes.toReversed() : step.changes;
  const changes = all.filter(change => isAt(transaction, change, from) || !isOfNameAlone(change));
  for (const change of changes) if (!isAt(transaction, change, from)) throw refusal(replay, change);
  // A value may have been changed alone, which no record shows.
  for (const [key, value] of step.secrets[from])
    if (transaction.secret(key) !== value)
      throw new AppError('conflict', `${cannot(replay)}: a later edit changed a secret value of it since.`);
  refuseStrayFiles(transaction, replay, { changes, from, to });
  if (direction === 'undo') refuseUsedTests(transaction, replay, changes);
  for (const change of changes) applyRecord(transaction, change, to);
  for (const [key, value] of step.secrets[to]) transaction.setSecret(key, value);
  transaction.replayed = step;
}

/** Only the remembered name of a deleted test: such a change never stops an undo. */
function isOfNameAlone({ kind, before, after }: RecordChange): boolean {
  if (kind !== 'link' || before === undefined || after === undefined) return false;
  const unnamed = ({ testName: _name, ...link }: Link) => link;
  return sameRecord(unnamed(before.value), unnamed(after.value));
}

const cannot = ({ step, direction }: Replay): string =>
  `"${step.title}" cannot be ${direction === 'undo' ? 'undone' : 'redone'}`;

function refusal(replay: Replay, change: RecordChange): AppError {
  const other = replay.history.laterEditor(replay.step, change);
  const who = other === undefined ? 'a later edit' : `${other.actor.name} (${other.title})`;
  const facts = other === undefined ? {} : { changedBy: { by: other.actor.name, title: other.title } };
  return new AppError('conflict', `${cannot(replay)}: ${who} changed ${recordTitle(change)} since.`, { facts });
}

interface Replayed {
  changes: readonly RecordChange[];
  from: Side;
  to: Side;
}

/** A version is removed whole: files added since would stay behind. */
function refuseStrayFiles(transaction: Transaction, replay: Replay, { changes, from, to }: Replayed): void {
  const known = new Set(changes.map(change => change.path));
  for (const change of changes) {
    if (change.kind !== 'file' || change[to] !== undefined) continue;
    const leaving = change[from];
    if (leaving?.kind !== 'version') continue;
    const stray = transaction.pathsOf(leaving.versionId).find(path => !known.has(path));
    if (stray !== undefined) throw refusal(replay, { kind: 'file', path: stray, before: undefined, after: undefined });
  }
}

function refuseUsedTests(transaction: Transaction, replay: Replay, changes: readonly RecordChange[]): void {
  const { tests, modules } = whatLeaves(changes);
  // Tests that the edit also changed go back to a state without such uses.
  const goingBack = new Set(changes.flatMap(change => (change.kind === 'test' ? [change.code] : [])));
  for (const content of transaction.content.versions.values()) {
    if (!changes.some(change => change.path.startsWith(`versions/${content.version.versionId}/`))) continue;
    const usage = usagesOf(content, tests, modules).find(
      ({ by }) => !(by.kind === 'action' && goingBack.has(by.testCode)),
    );
    if (usage === undefined) continue;
    const message = `${cannot(replay)}: ${usage.place} now uses ${usage.testCode}.`;
    throw new AppError('conflict', message, { facts: { places: [usage.place] } });
  }
}

function whatLeaves(changes: readonly RecordChange[]): { tests: Set<TestCode>; modules: Set<ModuleCode> } {
  const tests = new Set(changes.flatMap(leavingTests));
  const modules = changes.flatMap(change =>
    change.kind === 'file' && change.before === undefined && change.after?.kind === 'module'
      ? [change.after.value.moduleCode]
      : [],
  );
  for (const change of changes) if (change.kind === 'test' && change.before !== undefined) tests.delete(change.code);
  return { tests, modules: new Set(modules) };
}

function leavingTests(change: RecordChange): TestCode[] {
  if (change.kind === 'test') return change.before === undefined ? [change.code] : [];
  if (change.kind !== 'file' || change.after?.kind !== 'module') return [];
  const staying = change.before?.kind === 'module' ? testsOf(change.before.value) : undefined;
  return change.after.value.tests.flatMap(({ testCode }) => (staying?.has(testCode) ? [] : [testCode]));
}

function applyRecord(transaction: Transaction, change: RecordChange, side: Side): void {
  if (change.kind === 'file') {
    const stored = change[side];
    if (stored === undefined) transaction.remove(change.path);
    else transaction.put(stored);
    return;
  }
  const draft = transaction.draft(change.path);
  if (change.kind === 'environment' && draft?.kind === 'environments')
    placeInList(draft.value.environments, change.code, change[side]);
  else if (change.kind === 'link' && draft?.kind === 'links') placeInList(draft.value.links, change.code, change[side]);
  else if (draft?.kind === 'module') {
    const { tests } = draft.value;
    if (change.kind === 'test') placeInList(tests, change.code, change[side]);
    else if (change.kind === 'order') draft.value.tests = inOrder(tests, change[side]);
    else if (change.kind === 'module') draft.value = { ...change[side], tests };
  }
}

/** Tests that `order` does not name keep their places. */
function inOrder(tests: readonly Test[], order: readonly TestCode[]): Test[] {
  const byCode = new Map(tests.map(test => [test.testCode, test]));
  const named = order.flatMap(code => byCode.get(code) ?? []);
  const moved = new Set(named);
  return tests.map(test => (moved.has(test) ? (named.shift() ?? test) : test));
}

function placeInList<Value extends Listed>(list: Value[], code: string, wanted: Placed<Value>): void {
  const at = list.findIndex(item => listedCode(item) === code);
  if (wanted === undefined) {
    if (at >= 0) list.splice(at, 1);
  } else if (at >= 0) list[at] = wanted.value;
  else list.splice(Math.min(wanted.index, list.length), 0, wanted.value);
}

function isAt(transaction: Transaction, change: RecordChange, side: Side): boolean {
  const current = transaction.base(change.path);
  if (change.kind === 'file') return sameRecord(current, change[side]);
  if ('code' in change) {
    const placed = change[side];
    return sameRecord(
      listIn(current)?.find(item => listedCode(item) === change.code),
      placed?.value,
    );
  }
  if (current?.kind !== 'module') return false;
  const { tests, ...header } = current.value;
  return change.kind === 'module' ? sameRecord(header, change[side]) : sameOrder(tests.map(codeOf), change[side]);
}

/** Tests that were added meanwhile do not count. */
function sameOrder(current: readonly string[], expected: readonly string[]): boolean {
  const known = new Set(expected);
  const present = new Set(current);
  return current.filter(code => known.has(code)).join() === expected.filter(code => present.has(code)).join();
}
