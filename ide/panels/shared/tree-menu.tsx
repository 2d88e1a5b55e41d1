import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { type Command, perform, situationOf } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { Shortcut } from '../../ui/shortcut.tsx';

interface TreeMenuProps {
  /** For the item that has the focus; none: it has no menu. */
  commands: readonly Command[];
  children: ReactElement;
}

/** What can be done with the item that has the focus; one menu for all rows, as a menu is dear and rows are many. */
export function TreeMenu({ commands, children }: TreeMenuProps) {
  const code = useIdeState(state => state.view.treeFocus);
  const isRenaming = useIdeState(state => state.view.renaming !== undefined);
  return (
    <Menu width={210}>
      <Menu.ContextMenu disabled={isRenaming || code === undefined || commands.length === 0}>
        {children}
      </Menu.ContextMenu>
      {code !== undefined && <Items code={code} commands={commands} />}
    </Menu>
  );
}

function Items({ code, commands }: { code: string; commands: readonly Command[] }) {
  const { store } = useIde();
  return (
    <Menu.Dropdown onFocus={() => store.setView({ treeFocus: code })}>
      {commands.map(command => (
        <CommandItem key={command.title} command={command} code={code} />
      ))}
      <Menu.Divider />
      <CommandItem command={COMMANDS.deleteItem} code={code} />
    </Menu.Dropdown>
  );
}

function CommandItem({ command, code }: { command: Command; code: string }) {
  const ide = useIde();
  // The menu has the focus, and the item that it was opened on is what it is about.
  const focus = () => ide.store.setView({ focusArea: 'tree', treeFocus: code });
  const run = () => {
    focus();
    void perform(command, ide);
  };
  const { state, place } = situationOf(ide);
  const view = { ...state.view, focusArea: 'tree' as const, treeFocus: code };
  const obstacle = command.obstacle({ state: { ...state, view }, place });
  return (
    <Menu.Item
      onClick={run}
      color={command === COMMANDS.deleteItem ? 'red' : undefined}
      disabled={obstacle !== undefined}
      title={obstacle}
      rightSection={command.shortcut !== undefined && <Shortcut keys={command.shortcut} />}
    >
      {command.title}
    </Menu.Item>
  );
}
