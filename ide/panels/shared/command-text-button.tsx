import type { ReactNode } from 'react';
import { useIde } from '../../app/context.tsx';
import { type Command, perform } from '../../commands/command.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { useObstacle } from './command-button.tsx';

interface CommandTextButtonProps {
  command: Command;
  icon: ReactNode;
  variant?: string;
  /** A further reason why it cannot be used, which comes first. */
  obstacle?: string | undefined;
}

/** A button with the name of a command, its keys, or the reason why it cannot be used. */
export function CommandTextButton({ command, icon, variant = 'filled', obstacle }: CommandTextButtonProps) {
  const ide = useIde();
  const own = useObstacle(command);
  return (
    <TextButton
      label={command.title}
      icon={icon}
      variant={variant}
      shortcut={command.shortcut}
      obstacle={obstacle ?? own}
      onClick={() => void perform(command, ide)}
    />
  );
}
