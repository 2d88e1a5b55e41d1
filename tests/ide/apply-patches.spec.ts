import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatches, PatchMismatch, type ProjectView } from '../../ide/app/apply-patches.ts';
import type { Patch } from '../../model/protocol/channel/project-view.ts';
import {
  anyChange,
  anyOpenTest,
  type Change,
  emptySnapshot,
  type MutableProject,
  patchesBetween,
} from './project-views.ts';

const copy = (project: MutableProject): MutableProject => structuredClone(project);

/** The patches of a change to what the page holds, those of open tests under `open`. */
function patchesOf(before: MutableProject, change: Change): { after: MutableProject; patches: Patch[] } {
  const after = copy(before);
  change(after);
  const { snapshot, open } = before;
  const patches = [
    ...patchesBetween(snapshot, after.snapshot),
    ...patchesBetween(open, after.open).map(patch => ({ ...patch, path: ['open', ...patch.path] })),
  ];
  return { after, patches };
}

test('a page that applies every patch holds what a fresh snapshot holds', () => {
  fc.assert(
    fc.property(fc.array(anyOpenTest, { maxLength: 2 }), fc.array(anyChange, { maxLength: 12 }), (tests, changes) => {
      let project: MutableProject = {
        snapshot: emptySnapshot(),
        open: Object.fromEntries(tests.map(one => [one.testCode, one])),
      };
      let view: ProjectView = copy(project);
      for (const change of changes) {
        const { after, patches } = patchesOf(project, change);
        project = after;
        view = applyPatches(view, patches);
      }
      expect(view).toEqual(project);
    }),
  );
});

const module = (code: string, name: string): Patch => ({
  op: 'set',
  path: ['modules', code],
  value: { moduleCode: code, name, rank: 1, tests: ['t1'] },
});
const empty: ProjectView = { snapshot: emptySnapshot(), open: {} };
const view = applyPatches(empty, [module('m1', 'One'), module('m2', 'Two')]);

test('a patch keeps unchanged parts as the same objects, so that they are not drawn again', () => {
  const after = applyPatches(view, [{ op: 'set', path: ['modules', 'm1', 'name'], value: 'Uno' }]);
  expect(after.snapshot.modules.m1?.name).toBe('Uno');
  expect(after.snapshot.modules.m2).toBe(view.snapshot.modules.m2);
  expect(after.snapshot.tests).toBe(view.snapshot.tests);
  expect(after.open).toBe(view.open);
  expect(view.snapshot.modules.m1?.name).toBe('One');
});

test('patches of tests that are not open are ignored', () => {
  const patch: Patch = { op: 'splice', path: ['open', 't9', 'actions'], start: 0, removed: 0, added: [{}] };
  expect(applyPatches(view, [patch])).toEqual(view);
});

test.each<[string, Patch]>([
  ['changes a module that is not there', { op: 'set', path: ['modules', 'm9', 'name'], value: 'x' }],
  ['leaves a module without its name', { op: 'remove', path: ['modules', 'm1', 'name'] }],
  [
    'removes more of a list than it has',
    { op: 'splice', path: ['modules', 'm1', 'tests'], start: 1, removed: 1, added: [] },
  ],
  ['splices what is no list', { op: 'splice', path: ['modules', 'm1', 'name'], start: 0, removed: 0, added: [] }],
  [
    'puts into a list what does not belong there',
    { op: 'splice', path: ['modules', 'm1', 'tests'], start: 0, removed: 0, added: [7] },
  ],
  ['names a part that does not exist', { op: 'set', path: ['nothing', 'x'], value: 1 }],
  ['replaces all modules', { op: 'set', path: ['modules'], value: {} }],
  ['sets an inherited property', { op: 'set', path: ['project', '__proto__', 'polluted'], value: true }],
])('a patch that %s is refused and changes nothing', (_words, patch) => {
  const before = structuredClone(view);
  expect(() => applyPatches(view, [module('m3', 'Three'), patch])).toThrow(PatchMismatch);
  expect(view).toEqual(before);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
