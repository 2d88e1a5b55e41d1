import type { ReactElement } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { COMMANDS } from '../../commands/index.ts';
import { TreeMenu } from '../shared/tree-menu.tsx';

const { runSelected, newTest, newModule, rename, duplicate, moveTo, copyCode, copyLink } = COMMANDS;
const OF = {
  module: [newTest, newModule, rename, moveTo, copyCode, copyLink],
  test: [runSelected, newTest, rename, duplicate, moveTo, copyCode, copyLink],
  none: [],
} as const;

export function TreeContextMenu({ children }: { children: ReactElement }) {
  const kind = useIdeState(state => {
    const { treeFocus: code } = state.view;
    const snapshot = snapshotOf(state);
    if (code === undefined || snapshot === undefined) return 'none';
    if (Object.hasOwn(snapshot.tests, code)) return 'test';
    return Object.hasOwn(snapshot.modules, code) ? 'module' : 'none';
  });
  return <TreeMenu commands={OF[kind]}>{children}</TreeMenu>;
}
