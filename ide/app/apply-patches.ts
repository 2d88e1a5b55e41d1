/** Applies the service's patches to what the page holds; parts that do not change stay the same object. */

import {
  FeatureHeader,
  LinkHeader,
  ModuleHeader,
  OpenTest,
  type Patch,
  ProjectSnapshot,
  TestHeader,
} from '../../model/protocol/channel/project-view.ts';
import { isRecord } from '../../model/values/json-value.ts';

export interface ProjectView {
  snapshot: ProjectSnapshot;
  open: Readonly<Record<string, OpenTest>>;
}

/** The page has missed an edit and must read again. */
export class PatchMismatch extends Error {}

const SmallParts = ProjectSnapshot.pick({
  project: true,
  versions: true,
  environments: true,
  damaged: true,
  readOnly: true,
});

interface Holds<Value> {
  safeParse(value: unknown): { success: boolean; data?: Value | undefined };
}

/** The value itself rather than a parsed copy, so that unchanged parts stay the same objects. */
function held<Value>(schema: Holds<Value>, value: unknown, path: readonly string[]): Value {
  const fits = (candidate: unknown): candidate is Value => schema.safeParse(candidate).success;
  if (fits(value)) return value;
  throw new PatchMismatch(`A patch of ${path.join('/')} leaves something of the wrong shape there.`);
}

/** Errors: `PatchMismatch`; the view stays as it is. */
export const applyPatches = (view: ProjectView, patches: readonly Patch[]): ProjectView => {
  // Tests that are not open are skipped; one that leaves may come back in the same edit.
  const isOpen = (code: string | undefined) => code !== undefined && Object.hasOwn(view.open, code);
  return patches
    .filter(({ path: [part, code] }) => part !== 'open' || isOpen(code))
    .reduce((changed, patch) => applyPatch(changed, patch), view);
};

function applyPatch({ snapshot, open }: ProjectView, patch: Patch): ProjectView {
  const [part, code] = patch.path;
  switch (part) {
    case 'open':
      return { snapshot, open: changeEntry(open, patch, OpenTest) };
    case 'modules':
      return { open, snapshot: { ...snapshot, modules: changeEntry(snapshot.modules, patch, ModuleHeader) } };
    case 'tests':
      return { open, snapshot: { ...snapshot, tests: changeEntry(snapshot.tests, patch, TestHeader) } };
    case 'features':
      return { open, snapshot: { ...snapshot, features: changeEntry(snapshot.features, patch, FeatureHeader) } };
    case 'links':
      return { open, snapshot: { ...snapshot, links: changeEntry(snapshot.links, patch, LinkHeader) } };
    default: {
      const { project, versions, environments, damaged, readOnly } = snapshot;
      const changed = change({ project, versions, environments, damaged, readOnly }, patch, patch.path);
      if (code === undefined && patch.op === 'remove') throw new PatchMismatch(`${part} cannot be removed.`);
      return { open, snapshot: { ...snapshot, ...held(SmallParts, changed, patch.path) } };
    }
  }
}

function changeEntry<Entry>(
  record: Readonly<Record<string, Entry>>,
  patch: Patch,
  schema: Holds<Entry>,
): Record<string, Entry> {
  const [, code, ...rest] = patch.path;
  if (code === undefined) throw new PatchMismatch(`A patch replaces all of ${patch.path.join('/')}.`);
  const { [code]: old, ...others } = record;
  if (rest.length === 0 && patch.op === 'remove') return others;
  return { ...record, [code]: held(schema, change(old, patch, rest), patch.path) };
}

function change(value: unknown, patch: Patch, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replace(value, patch);
  if (Array.isArray(value)) return changeItem(value, patch, path);
  if (!isRecord(value)) throw new PatchMismatch(`There is nothing at ${patch.path.join('/')}.`);
  if (rest.length === 0 && patch.op === 'remove') {
    const { [key]: _removed, ...others } = value;
    return others;
  }
  return { ...value, [key]: change(value[key], patch, rest) };
}

function changeItem(list: readonly unknown[], patch: Patch, [key = '', ...rest]: readonly string[]): unknown[] {
  const index = Number(key);
  if (!Number.isInteger(index) || index < 0 || index >= list.length)
    throw new PatchMismatch(`There is nothing at ${patch.path.join('/')}.`);
  return rest.length === 0 && patch.op === 'remove'
    ? list.toSpliced(index, 1)
    : list.with(index, change(list[index], patch, rest));
}

function replace(value: unknown, patch: Patch): unknown {
  if (patch.op === 'set') return patch.value;
  if (patch.op === 'splice' && Array.isArray(value) && patch.start + patch.removed <= value.length)
    return value.toSpliced(patch.start, patch.removed, ...patch.added);
  throw new PatchMismatch(`There is no list at ${patch.path.join('/')}.`);
}
