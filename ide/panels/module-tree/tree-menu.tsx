import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { type Command, perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { Shortcut } from '../../ui/shortcut.tsx';

const OF_MODULES = [COMMANDS.newTest, COMMANDS.newModule, COMMANDS.rename, COMMANDS.moveTo];
const OF_TESTS = [COMMANDS.runSelected, COMMANDS.newTest, COMMANDS.rename, COMMANDS.duplicate, COMMANDS.moveTo];

/** What can be done with the item that has the focus; one menu for all rows, as a menu is dear and rows are many. */
export function TreeContextMenu({ children }: { children: ReactElement }) {
  const code = useIdeState(state => state.view.treeFocus);
  const target = useIdeState(state => {
    const snapshot = snapshotOf(state);
    if (code === undefined || snapshot === undefined) return undefined;
    if (Object.hasOwn(snapshot.tests, code)) return 'test';
    return Object.hasOwn(snapshot.modules, code) ? 'module' : undefined;
  });
  const isRenaming = useIdeState(state => state.view.renaming !== undefined);
  return (
    <Menu width={200}>
      <Menu.ContextMenu disabled={isRenaming || target === undefined}>{children}</Menu.ContextMenu>
      {code !== undefined && <Items code={code} commands={target === 'test' ? OF_TESTS : OF_MODULES} />}
    </Menu>
  );
}

function Items({ code, commands }: { code: string; commands: readonly Command[] }) {
  const { store } = useIde();
  const copy = () => void navigator.clipboard?.writeText(code);
  return (
    <Menu.Dropdown onFocus={() => store.setView({ treeFocus: code })}>
      {commands.map(command => (
        <CommandItem key={command.title} command={command} code={code} />
      ))}
      <Menu.Item onClick={copy}>Copy code {code}</Menu.Item>
      <Menu.Divider />
      <CommandItem command={COMMANDS.deleteItem} code={code} color="red" />
    </Menu.Dropdown>
  );
}

function CommandItem({ command, code, color }: { command: Command; code: string; color?: string }) {
  const ide = useIde();
  const run = () => {
    // The menu has the focus, and the item that it was opened on is what it is about.
    ide.store.setView({ focusArea: 'tree', treeFocus: code });
    void perform(command, ide);
  };
  return (
    <Menu.Item
      onClick={run}
      color={color}
      rightSection={command.shortcut !== undefined && <Shortcut keys={command.shortcut} />}
    >
      {command.title}
    </Menu.Item>
  );
}
