import { ActionIcon, Menu } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import { type Command, perform } from '../../commands/command.ts';
import { DotsIcon } from '../../ui/icons.ts';

/** Commands that concern all of what a pane shows. */
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
