/** The modules that items can be moved to, each with those above it. Pure. */
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import { childrenOf, ROOT } from './tree-items.ts';

export interface ModulePath {
  key: string;
  /** Left out: above all modules. */
  parent: string | undefined;
  path: string;
}

/** In the order of the tree; without the moved modules and what stands below them. Tests need a module. */
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
