import type { EnvironmentCode, TestCode } from '../../../model/names/codes.ts';
import type { Environment } from '../../../model/project/environment.ts';
import type { Link } from '../../../model/project/link.ts';
import type { Module } from '../../../model/project/module.ts';
import { changedSpan } from '../../../model/project/references.ts';
import type { Test } from '../../../model/project/test.ts';
import { testsOf } from '../../../model/project/version-content.ts';
import { revisionOf } from './revisions.ts';
import type { FileTouch, StoredFile } from './stored.ts';

type Header = Omit<Module, 'tests'>;

/** The unit of undo: a file is shared by many edits, a record is not. */
export type RecordChange =
  | { kind: 'file'; path: string; before: StoredFile | undefined; after: StoredFile | undefined }
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

export type Placed<Record> = { index: number; value: Record } | undefined;

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

export type Side = 'before' | 'after';

export type Listed = Test | Environment | Link;

export function listIn(stored: StoredFile | undefined): readonly Listed[] | undefined {
  if (stored?.kind === 'module') return stored.value.tests;
  if (stored?.kind === 'environments') return stored.value.environments;
  return stored?.kind === 'links' ? stored.value.links : undefined;
}

export function listedCode(item: Listed): string {
  if ('text' in item) return item.text;
  return 'environmentCode' in item ? item.environmentCode : item.testCode;
}

export function recordChanges(touched: readonly FileTouch[]): RecordChange[] {
  return touched.flatMap(({ path, before, after }): RecordChange[] => {
    if (hasDuplicates(before) || hasDuplicates(after)) return [{ kind: 'file', path, before, after }];
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

/** A file with duplicate codes is treated as one record. */
function hasDuplicates(stored: StoredFile | undefined): boolean {
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

/** Changes of one name touch the same thing. */
function recordName(change: RecordChange): string {
  if (!('code' in change)) return `${change.kind} ${change.path}`;
  const [, versionId] = change.path.split('/');
  return `${change.kind} ${change.code} of ${versionId}`;
}

const isWithin = (left: RecordChange, right: RecordChange): boolean =>
  left.path === right.path && (left.kind === 'file' || right.kind === 'file');

export const concernSame = (left: RecordChange, right: RecordChange): boolean =>
  recordName(left) === recordName(right) || isWithin(left, right);
