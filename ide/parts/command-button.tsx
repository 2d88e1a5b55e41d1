import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useIde, useIdeState, usePlace } from '../app/context.tsx';
import { type IdeState, watchedItem } from '../app/state.ts';
import { type Command, perform, situationOf } from '../commands/command.ts';
import { COMMANDS } from '../commands/index.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { AddIcon, DotsIcon, UploadIcon } from '../ui/icons.ts';
import { Shortcut } from '../ui/shortcut.tsx';
import { TextButton } from '../ui/text-button.tsx';

interface CommandButtonProps extends Pick<ActionIconProps, 'size' | 'variant' | 'color'> {
  command: Command;
  icon: ReactNode;
  /** The tooltip; default: the title of the command. */
  label?: string;
  /** The accessible name, where the tooltip says more. */
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
  /** Default: `filled`, for the main command of a screen. */
  variant?: 'filled' | 'default';
  /** An obstacle besides that of the command. */
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

export const MakeOrImport = ({ command }: { command: Command }) => (
  <>
    <CommandTextButton command={command} icon={<AddIcon size={15} aria-hidden />} />
    <CommandTextButton
      command={COMMANDS.importFeatures}
      icon={<UploadIcon size={15} aria-hidden />}
      variant="default"
    />
  </>
);

export function MoreMenu({ label, ...items }: { label: string } & MenuItemsProps) {
  return (
    <Menu position="bottom-end" width={items.isDeletable ? 210 : undefined}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <DotsIcon size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Items {...items} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface TreeMenuProps {
  /** For the focused item; none: it has no menu. */
  commands: readonly Command[];
  children: ReactElement;
}

/** One menu for all rows, as a menu is expensive and rows are many. */
export function TreeMenu({ commands, children }: TreeMenuProps) {
  const code = useIdeState(state => state.view.treeFocus);
  const isRenaming = useIdeState(state => state.view.renaming !== undefined);
  return (
    <Menu width={210}>
      <Menu.ContextMenu disabled={isRenaming || code === undefined || commands.length === 0}>
        {children}
      </Menu.ContextMenu>
      {code !== undefined && <TreeItems code={code} commands={commands} />}
    </Menu>
  );
}

function TreeItems({ code, commands }: { code: string; commands: readonly Command[] }) {
  const { store } = useIde();
  return (
    <Menu.Dropdown onFocus={() => store.setView({ treeFocus: code })}>
      {/* The menu has the focus; its commands are about the item that it was opened on. */}
      <Items commands={commands} isDeletable about={{ focusArea: 'tree', treeFocus: code }} />
    </Menu.Dropdown>
  );
}

interface MenuItemsProps {
  commands: readonly Command[];
  isDeletable?: boolean;
  /** The target, where that is not the focused item. */
  about?: Partial<IdeState['view']>;
}

function Items({ commands, isDeletable = false, about }: MenuItemsProps) {
  const isWatched = useIdeState(state => watchedItem(state, about?.treeFocus ?? '') !== undefined);
  const hidden = isWatched ? COMMANDS.watch : COMMANDS.stopWatching;
  return (
    <>
      {commands
        .filter(command => command !== hidden)
        .map(command => (
          <CommandItem key={command.title} command={command} about={about} />
        ))}
      {isDeletable && <Menu.Divider />}
      {isDeletable && <CommandItem command={COMMANDS.deleteItem} about={about} />}
    </>
  );
}

function CommandItem({ command, about = {} }: { command: Command } & Pick<MenuItemsProps, 'about'>) {
  const ide = useIde();
  const { state, place } = situationOf(ide);
  const obstacle = command.obstacle({ state: { ...state, view: { ...state.view, ...about } }, place });
  return (
    <Menu.Item
      onClick={() => {
        ide.store.setView(about);
        void perform(command, ide);
      }}
      color={command === COMMANDS.deleteItem ? 'var(--st-failed)' : undefined}
      disabled={obstacle !== undefined}
      title={obstacle}
      rightSection={command.shortcut !== undefined && <Shortcut keys={command.shortcut} />}
    >
      {command.title}
    </Menu.Item>
  );
}
