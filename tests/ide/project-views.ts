/** Snapshots of projects and edits of them, for specs of what a page holds. */
import fc from 'fast-check';
import { Action } from '../../model/actions/index.ts';
import { EnvironmentCode } from '../../model/names/codes.ts';
import {
  ModuleHeader,
  OpenTest,
  type Patch,
  ProjectSnapshot,
  TestHeader,
} from '../../model/protocol/channel/project-view.ts';

const CODES = [1, 2, 3, 4, 5];

export const emptySnapshot = (): ProjectSnapshot =>
  ProjectSnapshot.parse({
    project: { projectId: 'shop', name: 'Shop', defaultVersion: 'main' },
    versionId: 'main',
    sequence: 0,
    versions: [{ versionId: 'main', name: 'Main' }],
    environments: [],
    modules: {},
    tests: {},
    features: {},
    links: {},
    damaged: [],
    readOnly: null,
  });

const name = fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constantFrom('__proto__', 'constructor'));

const anyModule = fc
  .record({ code: fc.constantFrom(...CODES), name, tests: fc.subarray(CODES), rank: fc.integer({ min: 0, max: 9 }) })
  .map(({ code, tests, ...rest }) =>
    ModuleHeader.parse({ moduleCode: `m${code}`, tests: tests.map(number => `t${number}`), ...rest }),
  );

const anyTest = fc
  .record({ code: fc.constantFrom(...CODES), name, actionCount: fc.nat(9) })
  .map(({ code, ...rest }) => TestHeader.parse({ testCode: `t${code}`, moduleCode: 'm1', type: 'web', ...rest }));

const anyAction = fc
  .record({ id: fc.integer({ min: 1, max: 99 }), url: fc.string({ maxLength: 8 }) })
  .map(({ id, url }) => Action.parse({ actionId: `a${id}`, type: 'visit', url }));

/** A test that is open, with actions of different ids. */
const openTest = (code: number, revision: number, actions: readonly Action[]): OpenTest =>
  OpenTest.parse({ testCode: `t${code}`, revision: `r${revision}`, actions });

export const anyOpenTest = fc
  .record({ code: fc.constantFrom(...CODES), revision: fc.nat(9), actions: fc.array(anyAction, { maxLength: 6 }) })
  .map(({ code, revision, actions }) => openTest(code, revision, actions));

/** One edit: what it makes of a project, so that the patches for it can be told. */
export type Change = (project: MutableProject) => void;

export interface MutableProject {
  snapshot: ProjectSnapshot;
  open: Record<string, OpenTest>;
}

export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  anyModule.map(
    (module): Change =>
      ({ snapshot }) => {
        snapshot.modules[module.moduleCode] = module;
      },
  ),
  anyTest.map(
    (test): Change =>
      ({ snapshot }) => {
        snapshot.tests[test.testCode] = test;
      },
  ),
  fc.constantFrom(...CODES).map(
    (code): Change =>
      ({ snapshot }) => {
        delete snapshot.modules[`m${code}`];
        delete snapshot.tests[`t${code}`];
      },
  ),
  name.map(
    (text): Change =>
      ({ snapshot }) => {
        snapshot.project.name = text;
        snapshot.environments.push({ environmentCode: EnvironmentCode.parse('e1'), name: text });
      },
  ),
  anyOpenTest.map(
    (test): Change =>
      ({ open }) => {
        if (Object.hasOwn(open, test.testCode)) open[test.testCode] = test;
      },
  ),
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The patches that lead from one value to another, as small as the service makes them. */
export function patchesBetween(before: unknown, after: unknown, path: string[] = []): Patch[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return [spliceBetween(before, after, path)];
  if (!isRecord(before) || !isRecord(after)) return [{ op: 'set', path, value: after }];
  const removed = Object.keys(before).filter(key => !Object.hasOwn(after, key));
  return [
    ...removed.map((key): Patch => ({ op: 'remove', path: [...path, key] })),
    ...Object.keys(after).flatMap(key =>
      Object.hasOwn(before, key)
        ? patchesBetween(before[key], after[key], [...path, key])
        : [{ op: 'set' as const, path: [...path, key], value: after[key] }],
    ),
  ];
}

function spliceBetween(before: readonly unknown[], after: readonly unknown[], path: string[]): Patch {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const removed = before.length - start - end;
  return { op: 'splice', path, start, removed, added: after.slice(start, after.length - end) };
}
