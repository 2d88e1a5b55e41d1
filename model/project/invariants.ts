import { AppError } from '../errors/errors.ts';
import { readTestReference, type TestCode } from '../names/codes.ts';
import { changedSpan } from './changed-span.ts';
import type { Module } from './module.ts';
import { plugCycle, pluggedTests } from './references.ts';
import type { Test } from './test.ts';
import type { ProjectContent, VersionContent } from './version-content.ts';

/**
 * What must hold after every edit, looked at only where the edit changed something: parents and plugged tests exist,
 * and nothing holds or plugs itself. Errors: `not-found`, `invalid-project`.
 */
export function checkInvariants(before: ProjectContent, after: ProjectContent): void {
  for (const [versionId, content] of after.versions) {
    const old = before.versions.get(versionId);
    if (old === undefined) continue;
    checkRemoved(old, content);
    for (const module of content.modules.values())
      if (old.modules.get(module.moduleCode) !== module) checkModule(old, content, module);
  }
}

/** Modules below one that leaves would be seen nowhere. */
function checkRemoved(old: VersionContent, content: VersionContent): void {
  for (const moduleCode of old.modules.keys()) {
    if (content.modules.has(moduleCode)) continue;
    for (const module of content.modules.values())
      if (module.parentModule === moduleCode)
        throw new AppError(
          'invalid-project',
          `Module ${module.moduleCode} is below ${moduleCode}, which would be deleted.`,
          {
            field: 'moduleCode',
          },
        );
  }
}

function checkModule(old: VersionContent, content: VersionContent, module: Module): void {
  const was = old.modules.get(module.moduleCode);
  if (was?.parentModule !== module.parentModule) checkParent(content, module);
  checkHooks(content, was, module);
  const span = changedSpan(was?.tests ?? [], module.tests);
  const earlier = new Set(span.before.flatMap(pluggedTests));
  for (const test of span.after) checkPlugs({ old, content }, test, earlier);
}

function checkParent(content: VersionContent, module: Module): void {
  const seen = new Set([module.moduleCode]);
  let parent = module.parentModule;
  while (parent !== undefined) {
    if (seen.has(parent))
      throw new AppError('invalid-project', `Module ${module.moduleCode} cannot be below itself.`, {
        field: 'parentModule',
      });
    seen.add(parent);
    const above = content.modules.get(parent);
    if (above === undefined)
      throw new AppError('not-found', `No module ${parent} to be the parent.`, { field: 'parentModule' });
    parent = above.parentModule;
  }
}

function checkHooks(content: VersionContent, was: Module | undefined, module: Module): void {
  for (const slot of ['before', 'after'] as const) {
    const code = module[slot];
    if (code !== undefined && code !== was?.[slot] && content.test(code) === undefined)
      throw new AppError('not-found', `No test ${code} to run ${slot} the tests of ${module.moduleCode}.`, {
        field: slot,
      });
  }
}

interface Versions {
  old: VersionContent;
  content: VersionContent;
}

/** What a test plugged in before the edit may be gone by now; that is a problem of the test, not of the edit. */
function checkPlugs({ old, content }: Versions, test: Test, inModule: ReadonlySet<TestCode>): void {
  const before = old.test(test.testCode);
  const earlier = new Set(before === undefined ? [] : pluggedTests(before));
  const fresh = test.actions.flatMap((action, index) => {
    if (action.type !== 'plugTest') return [];
    const plugged = readTestReference(action.test).testCode;
    return earlier.has(plugged) || inModule.has(plugged) ? [] : [{ field: `actions[${index}].test`, plugged }];
  });
  for (const { field, plugged } of fresh)
    if (content.test(plugged) === undefined)
      throw new AppError('not-found', `No test ${plugged} to plug in. Call getTests to see the tests.`, {
        field,
        next: 'getTests',
      });
  const cycle = fresh.length === 0 ? undefined : plugCycle(content, test.testCode);
  if (cycle === undefined) return;
  const { field } = fresh.find(({ plugged }) => plugged === cycle[1]) ?? { field: 'actions' };
  throw new AppError('invalid-project', `Test ${test.testCode} would plug itself: ${cycle.join(' → ')}.`, { field });
}
