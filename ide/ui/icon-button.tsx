import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './icon-button.module.css';
import { Shortcut } from './shortcut.tsx';

interface IconButtonProps extends Omit<ActionIconProps, 'children' | 'disabled'> {
  label: string;
  /** The accessible name; default: the label. */
  name?: string;
  icon: ReactNode;
  /** In the syntax of key bindings, e.g. `$mod+Enter`. */
  shortcut?: string | undefined;
  /** Why it cannot be used now; it stays focusable, so that the reason can be read. */
  obstacle?: string | undefined;
  isPressed?: boolean | undefined;
  onClick(): void;
}

export function IconButton({
  label,
  name = label,
  icon,
  shortcut,
  obstacle,
  isPressed,
  onClick,
  ...others
}: IconButtonProps) {
  const isBlocked = obstacle !== undefined;
  return (
    <Tooltip label={<TooltipText label={label} obstacle={obstacle} shortcut={shortcut} />} openDelay={400} multiline>
      <ActionIcon
        className={classes.button}
        variant="subtle"
        color="gray"
        size="md"
        {...others}
        aria-label={name}
        aria-disabled={isBlocked || undefined}
        aria-pressed={isPressed}
        data-disabled={isBlocked || undefined}
        onClick={event => {
          event.stopPropagation();
          if (!isBlocked) onClick();
        }}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

interface TooltipTextProps {
  label: string;
  obstacle: string | undefined;
  shortcut: string | undefined;
}

export function TooltipText({ label, obstacle, shortcut }: TooltipTextProps) {
  if (obstacle !== undefined) return <>{obstacle}</>;
  return (
    <>
      {label} {shortcut !== undefined && <Shortcut keys={shortcut} />}
    </>
  );
}
