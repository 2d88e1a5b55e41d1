import { AppError } from '../../errors/errors.ts';
import { type DataValues, ModuleCode, type TestCode } from '../../names/codes.ts';
import { keepNames } from '../links.ts';
import type { Module } from '../module.ts';
import { refuseWhileUsed, usagesOf } from '../references.ts';
import type { VersionContent, VersionDraft } from '../version-content.ts';
import { setOptional } from './set-optional.ts';

export function siblings(content: VersionContent, parentModule: ModuleCode | undefined): Module[] {
  return [...content.modules.values()]
    .filter(module => module.parentModule === parentModule)
    .sort(
      (left, right) => left.rank - right.rank || Number(left.moduleCode.slice(1)) - Number(right.moduleCode.slice(1)),
    );
}

/** Errors: `not-found`, naming modules there are. */
export function findModule(content: VersionContent, moduleCode: ModuleCode, field = 'moduleCode'): Module {
  const module = content.modules.get(moduleCode);
  if (module !== undefined) return module;
  const some = [...content.modules.values()].slice(0, 5).map(known => `${known.moduleCode} ${known.name}`);
  const there =
    some.length === 0
      ? 'There are no modules yet.'
      : `Modules: ${some.join(', ')}${content.modules.size > 5 ? ', …' : ''}.`;
  throw new AppError('not-found', `No module ${moduleCode}. ${there} Call getModules to list all.`, {
    field,
    next: 'getModules',
  });
}

export function addModule(
  draft: VersionDraft,
  input: { name: string; comment?: string | undefined; parentModule?: ModuleCode | undefined },
): ModuleCode {
  if (input.parentModule !== undefined) findModule(draft, input.parentModule, 'parentModule');
  const moduleCode = ModuleCode.parse(`m${draft.nextNumber('m')}`);
  const rank = (siblings(draft, input.parentModule).at(-1)?.rank ?? 0) + 1;
  const module: Module = { format: 1, moduleCode, name: input.name, rank, tests: [] };
  setOptional(module, 'comment', input.comment);
  setOptional(module, 'parentModule', input.parentModule);
  draft.addModule(module);
  return moduleCode;
}

interface ModuleChanges {
  name?: string | undefined;
  comment?: string | null | undefined;
  parentModule?: ModuleCode | null | undefined;
  /** Zero-based position among its new siblings. */
  order?: number | undefined;
  data?: DataValues | null | undefined;
  before?: TestCode | null | undefined;
  after?: TestCode | null | undefined;
}

export function editModule(draft: VersionDraft, moduleCode: ModuleCode, changes: ModuleChanges): void {
  findModule(draft, moduleCode);
  if (changes.parentModule) findModule(draft, changes.parentModule, 'parentModule');
  const module = draft.draftModule(moduleCode);
  if (changes.name !== undefined) module.name = changes.name;
  for (const field of ['comment', 'data', 'before', 'after'] as const) setOptional(module, field, changes[field]);
  const moved = changes.parentModule !== undefined && (changes.parentModule ?? undefined) !== module.parentModule;
  setOptional(module, 'parentModule', changes.parentModule);
  if (moved || changes.order !== undefined) placeModule(draft, module, changes.order);
}

/** Siblings are numbered again only where two ranks leave no room between them. */
function placeModule(draft: VersionDraft, module: Module, order: number | undefined): void {
  const all = siblings(draft, module.parentModule);
  const others = all.filter(other => other.moduleCode !== module.moduleCode);
  const at = Math.min(order ?? others.length, others.length);
  if (all[at]?.moduleCode === module.moduleCode) return;
  const before = others[at - 1]?.rank ?? (others[at]?.rank ?? 2) - 2;
  const after = others[at]?.rank ?? before + 2;
  const rank = (before + after) / 2;
  if (before < rank && rank < after) {
    module.rank = rank;
    return;
  }
  const codes = others.map(other => other.moduleCode).toSpliced(at, 0, module.moduleCode);
  for (const [index, moduleCode] of codes.entries()) draft.draftModule(moduleCode).rank = index + 1;
}

export function withDescendants(content: VersionContent, moduleCode: ModuleCode): Set<ModuleCode> {
  const found = new Set([moduleCode]);
  for (const code of found)
    for (const module of content.modules.values()) if (module.parentModule === code) found.add(module.moduleCode);
  return found;
}

/** Errors: `in-use`, unless `force`. */
export function leavingWith(content: VersionContent, moduleCode: ModuleCode, force: boolean) {
  findModule(content, moduleCode);
  const modules = withDescendants(content, moduleCode);
  const tests = [...modules].flatMap(code => content.modules.get(code)?.tests ?? []);
  const testCodes = tests.map(({ testCode }) => testCode);
  if (!force) refuseWhileUsed(`Module ${moduleCode}`, usagesOf(content, new Set(testCodes), modules));
  return { modules, tests, codes: [...modules, ...testCodes] };
}

export function deleteModule(draft: VersionDraft, moduleCode: ModuleCode, force: boolean): string[] {
  const { modules, tests, codes } = leavingWith(draft, moduleCode, force);
  keepNames(draft, tests);
  for (const code of modules) draft.removeModule(code);
  return codes;
}
