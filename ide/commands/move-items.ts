import type { Ide } from '../app/ide.ts';
import { snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import { takeBack } from './take-back.ts';

export interface ItemPlace {
  /** Left out: above all modules. */
  parent: string | undefined;
  /** Position among the modules, or the tests, that stand there; left out: at the end. */
  order?: number | undefined;
}

/** Moves modules and tests in their order to stand together in a module. */
export async function moveItems(ide: Ide, codes: readonly string[], { parent, order }: ItemPlace): Promise<void> {
  const { modules = {}, tests = {} } = snapshotOf(ide.store.getState()) ?? {};
  const moved = { module: 0, test: 0 };
  for (const code of codes) {
    const test = tests[code];
    const kind = test === undefined ? 'module' : 'test';
    const place = order === undefined ? {} : { order: order + moved[kind] };
    if (test !== undefined) {
      const { moduleCode } = test;
      await ide.editing.change('editTest', { testCode: code, moduleCode, newModuleCode: parent, ...place });
    } else await ide.editing.change('editModule', { moduleCode: code, parentModule: parent ?? null, ...place });
    moved[kind] += 1;
  }
  const [only = ''] = codes;
  const what = codes.length === 1 ? `“${(modules[only] ?? tests[only])?.name}”` : `${codes.length} items`;
  showUndo(`${what} moved`, () => void takeBack(ide, codes.length));
}
