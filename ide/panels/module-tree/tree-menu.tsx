import { Menu } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import { type Command, perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { Shortcut } from '../../ui/shortcut.tsx';
import type { TreeItem } from './tree-items.ts';

const OF_MODULES = [COMMANDS.newTest, COMMANDS.newModule, COMMANDS.rename, COMMANDS.moveTo];
const OF_TESTS = [COMMANDS.runSelected, COMMANDS.newTest, COMMANDS.rename, COMMANDS.duplicate, COMMANDS.moveTo];

/** What can be done with an item of the tree. */
export function TreeMenu({ item }: { item: TreeItem }) {
  const { store } = useIde();
  const copy = () => void navigator.clipboard?.writeText(item.code);
  const commands = item.kind === 'test' ? OF_TESTS : OF_MODULES;
  return (
    <Menu.Dropdown onFocus={() => store.setView({ treeFocus: item.code })}>
      {commands.map(command => (
        <CommandItem key={command.title} command={command} code={item.code} />
      ))}
      <Menu.Item onClick={copy}>Copy code {item.code}</Menu.Item>
      <Menu.Divider />
      <CommandItem command={COMMANDS.deleteItem} code={item.code} color="red" />
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
