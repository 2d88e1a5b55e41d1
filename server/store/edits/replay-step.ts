import { AppError } from '../../../model/errors/errors.ts';
import type { ModuleCode, TestCode } from '../../../model/names/codes.ts';
import type { Link } from '../../../model/project/link.ts';
import { usagesOf } from '../../../model/project/references.ts';
import { testsOf } from './content.ts';
import { applyRecord, type RecordChange, recordTitle, reversed } from './records.ts';
import { revisionOf } from './revision.ts';
import type { Transaction } from './transaction.ts';
import type { UndoHistory, UndoStep } from './undo-history.ts';

interface Replay {
  history: UndoHistory;
  step: UndoStep;
  direction: 'undo' | 'redo';
}

/** Takes an edit back, or does it again. Errors: `conflict` when something is not as the edit left it. */
export function replayStep(transaction: Transaction, replay: Replay): void {
  const { step, direction } = replay;
  const all = direction === 'undo' ? step.changes.map(reversed).reverse() : step.changes;
  const changes = all.filter(change => isAsLeft(transaction, change) || !isOfNameAlone(change));
  for (const change of changes) if (!isAsLeft(transaction, change)) throw refusal(replay, change);
  refuseChangedSecrets(transaction, replay);
  refuseStrayFiles(transaction, replay, changes);
  if (direction === 'undo') refuseUsedTests(transaction, replay, changes);
  for (const change of changes) applyRecord(transaction, change);
  for (const [key, value] of direction === 'undo' ? step.secrets.before : step.secrets.after)
    transaction.setSecret(key, value);
}

/** A link that keeps the name of a deleted test, or loses it: nobody misses that once the link is another. */
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

/** A value may have been changed alone, which no record shows. */
function refuseChangedSecrets(transaction: Transaction, replay: Replay): void {
  const { step, direction } = replay;
  for (const [key, value] of direction === 'undo' ? step.secrets.after : step.secrets.before)
    if (transaction.secret(key) !== value)
      throw new AppError('conflict', `${cannot(replay)}: a later edit changed a secret value of it since.`);
}

/** A version leaves whole: what was put into it since would stay behind without it. */
function refuseStrayFiles(transaction: Transaction, replay: Replay, changes: readonly RecordChange[]): void {
  const known = new Set(changes.map(change => change.path));
  for (const change of changes) {
    if (change.kind !== 'file' || change.after !== undefined || change.before?.kind !== 'version') continue;
    const stray = transaction.pathsOf(change.before.versionId).find(path => !known.has(path));
    if (stray !== undefined) throw refusal(replay, { kind: 'file', path: stray, before: undefined, after: undefined });
  }
}

/** Tests that came with an edit stay while others have come to use them. */
function refuseUsedTests(transaction: Transaction, replay: Replay, changes: readonly RecordChange[]): void {
  const { tests, modules } = whatLeaves(changes);
  for (const content of transaction.content.versions.values()) {
    if (!changes.some(change => change.path.startsWith(`versions/${content.version.versionId}/`))) continue;
    const [usage] = usagesOf(content, tests, modules);
    if (usage === undefined) continue;
    const message = `${cannot(replay)}: ${usage.place} uses ${usage.testCode} by now.`;
    throw new AppError('conflict', message, { facts: { places: [usage.place] } });
  }
}

function whatLeaves(changes: readonly RecordChange[]): { tests: Set<TestCode>; modules: Set<ModuleCode> } {
  const tests = new Set(changes.flatMap(leavingTests));
  const modules = changes.flatMap(change =>
    change.kind === 'file' && change.after === undefined && change.before?.kind === 'module'
      ? [change.before.value.moduleCode]
      : [],
  );
  for (const change of changes) if (change.kind === 'test' && change.after !== undefined) tests.delete(change.code);
  return { tests, modules: new Set(modules) };
}

function leavingTests(change: RecordChange): TestCode[] {
  if (change.kind === 'test') return change.after === undefined ? [change.code] : [];
  if (change.kind !== 'file' || change.before?.kind !== 'module') return [];
  const staying = change.after?.kind === 'module' ? testsOf(change.after.value) : undefined;
  return change.before.value.tests.flatMap(({ testCode }) => (staying?.has(testCode) ? [] : [testCode]));
}

function isAsLeft(transaction: Transaction, change: RecordChange): boolean {
  const current = transaction.base(change.path);
  switch (change.kind) {
    case 'file':
      return sameRecord(current, change.before);
    case 'order':
      return (
        current?.kind === 'module' &&
        sameOrder(
          current.value.tests.map(test => test.testCode),
          change.before,
        )
      );
    case 'module': {
      if (current?.kind !== 'module') return false;
      const { tests, ...header } = current.value;
      return sameRecord(header, change.before);
    }
    case 'test': {
      const list = current?.kind === 'module' ? current.value.tests : [];
      return sameRecord(
        list.find(test => test.testCode === change.code),
        change.before?.value,
      );
    }
    case 'link': {
      const list = current?.kind === 'links' ? current.value.links : [];
      return sameRecord(
        list.find(item => item.text === change.code),
        change.before?.value,
      );
    }
    case 'environment': {
      const list = current?.kind === 'environments' ? current.value.environments : [];
      return sameRecord(
        list.find(item => item.environmentCode === change.code),
        change.before?.value,
      );
    }
  }
}

const sameRecord = (left: object | undefined, right: object | undefined): boolean =>
  left === right || (left !== undefined && right !== undefined && revisionOf(left) === revisionOf(right));

/** An order stands while the tests it speaks of keep it, whatever was added meanwhile. */
function sameOrder(current: readonly string[], expected: readonly string[]): boolean {
  const known = new Set(expected);
  const present = new Set(current);
  return current.filter(code => known.has(code)).join() === expected.filter(code => present.has(code)).join();
}
