import type { ActionIconProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { type Command, perform } from '../../commands/command.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface CommandButtonProps extends Pick<ActionIconProps, 'size' | 'variant' | 'color'> {
  command: Command;
  icon: ReactNode;
  /** What the tooltip says; default: the title of the command. */
  label?: string;
  /** What it is called, where the tooltip says more. */
  name?: string;
}

/** Whether a command can be used now; else why not. */
export function useObstacle(command: Command): string | undefined {
  const place = usePlace();
  return useIdeState(state => command.obstacle({ state, place }));
}

/** A button for a command, with its keys, or the reason why it cannot be used. */
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
