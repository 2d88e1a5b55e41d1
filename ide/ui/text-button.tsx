import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { TooltipText } from './icon-button.tsx';

interface TextButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'loading' | 'size'> {
  label: string;
  id?: string;
  icon?: ReactNode;
  /** In the syntax of key bindings, e.g. `$mod+Enter`. */
  shortcut?: string | undefined;
  hint?: string | undefined;
  /** Why it cannot be used now; it stays focusable, so that the reason can be read. */
  obstacle?: string | undefined;
  /** For a button that stays down. */
  isPressed?: boolean;
  onClick(): void;
}

export function TextButton({ label, icon, shortcut, hint, obstacle, isPressed, onClick, ...others }: TextButtonProps) {
  const isBlocked = obstacle !== undefined;
  const hasHint = isBlocked || shortcut !== undefined || hint !== undefined;
  return (
    <Tooltip
      label={<TooltipText label={hint ?? label} shortcut={shortcut} obstacle={obstacle} />}
      openDelay={400}
      events={{ hover: true, focus: true, touch: false }}
      disabled={!hasHint}
      multiline
      maw={320}
    >
      <Button
        size="compact-sm"
        {...others}
        leftSection={icon}
        aria-pressed={isPressed}
        aria-disabled={isBlocked || undefined}
        data-disabled={isBlocked || undefined}
        onClick={() => {
          if (!isBlocked) onClick();
        }}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
