import type { ModuleHeader, ProjectSnapshot } from '../../model/protocol/channel/project-view.ts';
import { wordFilter } from '../ui/word-filter.ts';

export const ROOT = 'root';

export type TreeItem =
  | { kind: 'root'; code: string; name: string }
  /** `tests`: their codes, with those of modules in it. */
  | { kind: 'module'; code: string; name: string; tests: readonly string[] }
  | { kind: 'test'; code: string; name: string; isSkipped: boolean; type: string };

export const isSuite = (item: TreeItem): boolean => item.kind === 'test' && item.type === 'suite';

/** Children of each module and of the root: modules in their order, then tests. */
type TreeChildren = ReadonlyMap<string, readonly string[]>;

type TreeSnapshot = Pick<ProjectSnapshot, 'modules' | 'tests'>;

const byRank = (left: ModuleHeader, right: ModuleHeader): number =>
  left.rank - right.rank || Number(left.moduleCode.slice(1)) - Number(right.moduleCode.slice(1));

export function childrenOf({ modules, tests }: TreeSnapshot): TreeChildren {
  const children = new Map<string, string[]>([[ROOT, []]]);
  const sorted = Object.values(modules).sort(byRank);
  for (const { moduleCode } of sorted) children.set(moduleCode, []);
  for (const { moduleCode, parentModule } of sorted)
    (children.get(parentModule ?? ROOT) ?? children.get(ROOT))?.push(moduleCode);
  for (const { moduleCode, tests: codes } of sorted)
    children.get(moduleCode)?.push(...codes.filter(code => Object.hasOwn(tests, code)));
  return children;
}

const testsBelow = (children: TreeChildren, code: string): string[] =>
  children.get(code)?.flatMap(child => testsBelow(children, child)) ?? [code];

export function itemOf({ modules, tests }: TreeSnapshot, children: TreeChildren, code: string): TreeItem {
  const module = modules[code];
  if (module !== undefined) return { kind: 'module', code, name: module.name, tests: testsBelow(children, code) };
  const test = tests[code];
  if (test !== undefined)
    return { kind: 'test', code, name: test.name, isSkipped: test.skip === true, type: test.type };
  return { kind: 'root', code, name: 'Modules' };
}

/** The module of a test or module, and those above it. */
export function ancestorsOf({ modules, tests }: TreeSnapshot, code: string): string[] {
  const above = tests[code]?.moduleCode ?? modules[code]?.parentModule;
  return above === undefined || !Object.hasOwn(modules, above)
    ? []
    : [above, ...ancestorsOf({ modules, tests }, above)];
}

interface ModuleFilter {
  text: string;
  /** Left out: all are. */
  isShown?: ((testCode: string) => boolean) | undefined;
}

/** Keeps names and codes that match the words, and what is above them. */
export function filterTree(
  snapshot: TreeSnapshot,
  children: TreeChildren,
  { text, isShown }: ModuleFilter,
): TreeChildren {
  if (text.trim() === '' && isShown === undefined) return children;
  const fits = wordFilter(text);
  const kept = new Map<string, string[]>();
  const keep = (code: string, isInFitting: boolean): boolean => {
    const { name } = snapshot.modules[code] ?? snapshot.tests[code] ?? { name: '' };
    const isFitting = isInFitting || (code !== ROOT && fits(`${name} ${code}`));
    const below = children.get(code);
    if (below === undefined) return isFitting && (isShown?.(code) ?? true);
    const left = below.filter(child => keep(child, isFitting));
    kept.set(code, left);
    return (isFitting && isShown === undefined) || left.length > 0;
  };
  keep(ROOT, false);
  return kept;
}

interface ModulePath {
  key: string;
  parent: string | undefined;
  path: string;
}

/** In tree order, without the moved modules and what is below them. Tests need a module. */
export function modulePaths(
  snapshot: Pick<ProjectSnapshot, 'modules' | 'tests'>,
  moved: readonly string[],
): ModulePath[] {
  const children = childrenOf(snapshot);
  const paths: ModulePath[] = [];
  const walk = (code: string, above: string) => {
    for (const child of children.get(code) ?? []) {
      const module = snapshot.modules[child];
      if (module === undefined || moved.includes(child)) continue;
      const path = `${above}${module.name}`;
      paths.push({ key: child, parent: child, path });
      walk(child, `${path} › `);
    }
  };
  walk(ROOT, '');
  const areModules = moved.every(code => Object.hasOwn(snapshot.modules, code));
  return areModules ? [{ key: ROOT, parent: undefined, path: 'Above all modules' }, ...paths] : paths;
}
