import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { type Command, perform, situationOf } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { DotsIcon } from '../../ui/icons.ts';
import { Shortcut } from '../../ui/shortcut.tsx';
import { TextButton } from '../../ui/text-button.tsx';

interface CommandButtonProps extends Pick<ActionIconProps, 'size' | 'variant' | 'color'> {
  command: Command;
  icon: ReactNode;
  /** What the tooltip says; default: the title of the command. */
  label?: string;
  /** What it is called, where the tooltip says more. */
  name?: string;
}

function useObstacle(command: Command): string | undefined {
  const place = usePlace();
  return useIdeState(state => command.obstacle({ state, place }));
}

export function CommandButton({ command, icon, label = command.title, name, ...others }: CommandButtonProps) {
  const ide = useIde();
  return (
    <IconButton
      {...others}
      label={label}
      name={name ?? label}
      icon={icon}
      shortcut={command.shortcut}
      obstacle={useObstacle(command)}
      onClick={() => void perform(command, ide)}
    />
  );
}

interface CommandTextButtonProps {
  command: Command;
  icon: ReactNode;
  /** Default: filled, for what a screen is there for. */
  variant?: 'filled' | 'default';
  /** What keeps somebody from it here, besides what keeps them from the command. */
  obstacle?: string | undefined;
}

export function CommandTextButton({ command, icon, variant = 'filled', obstacle }: CommandTextButtonProps) {
  const ide = useIde();
  const obstacleOfCommand = useObstacle(command);
  return (
    <TextButton
      label={command.title}
      icon={icon}
      variant={variant}
      shortcut={command.shortcut}
      obstacle={obstacleOfCommand ?? obstacle}
      onClick={() => void perform(command, ide)}
    />
  );
}

export function MoreMenu({ label, commands }: { label: string; commands: readonly Command[] }) {
  const ide = useIde();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <DotsIcon size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {commands.map(command => (
          <Menu.Item key={command.title} onClick={() => void perform(command, ide)}>
            {command.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

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
