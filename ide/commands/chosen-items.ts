import { snapshotOf } from '../app/state.ts';
import type { Situation } from './command.ts';

/** The modules and tests that are chosen in the tree, without those that stand below another chosen one. */
export function chosenItems({ state }: Situation): string[] {
  const { focusArea, treeFocus, treeChoice = [] } = state.view;
  const snapshot = snapshotOf(state);
  if (focusArea !== 'tree' || treeFocus === undefined || snapshot === undefined) return [];
  const { modules, tests } = snapshot;
  const codes = treeChoice.includes(treeFocus) ? treeChoice : [treeFocus];
  const parentOf = (code: string) => tests[code]?.moduleCode ?? modules[code]?.parentModule;
  const isBelow = (code: string): boolean => {
    const parent = parentOf(code);
    return parent !== undefined && (codes.includes(parent) || isBelow(parent));
  };
  const isThere = (code: string) => Object.hasOwn(modules, code) || Object.hasOwn(tests, code);
  return codes.filter(code => isThere(code) && !isBelow(code));
}
