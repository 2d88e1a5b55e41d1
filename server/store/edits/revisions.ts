import { createHash } from 'node:crypto';
import type { Module } from '../../../model/project/module.ts';
import type { Test } from '../../../model/project/test.ts';

const known = new WeakMap<object, string>();

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10);

/** For immutable records: the hash is cached. */
export function revisionOf(record: object): string {
  const cached = known.get(record);
  if (cached !== undefined) return cached;
  const revision = hash(JSON.stringify(record));
  known.set(record, revision);
  return revision;
}

/** Built from the revisions of its tests: an edit of one test costs one hash. */
export function moduleRevision(module: Module): string {
  const cached = known.get(module);
  if (cached !== undefined) return cached;
  const { tests, ...header } = module;
  const revision = hash(JSON.stringify([header, tests.map(revisionOf)]));
  known.set(module, revision);
  return revision;
}

const contents = new WeakMap<Test, string>();

/** Name, comment and tags do not count. */
export function contentHash(test: Test): string {
  const cached = contents.get(test);
  if (cached !== undefined) return cached;
  const { type, role, app, parameters, data, actions } = test;
  const content = hash(JSON.stringify([type, role, app, parameters, data, actions]));
  contents.set(test, content);
  return content;
}

export const sameRecord = (left: object | undefined, right: object | undefined): boolean =>
  left === right || (left !== undefined && right !== undefined && revisionOf(left) === revisionOf(right));
