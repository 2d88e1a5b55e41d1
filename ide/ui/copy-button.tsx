import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  text: string;
  /** For screen readers. */
  what: string;
  label?: string;
}

/** Not shown where browsers forbid copying: over HTTP from other machines. */
export function CopyButton({ text, what, label = 'Copy', size = 'compact-xs' }: CopyButtonProps) {
  const { copied, copy } = useClipboard();
  if (!('clipboard' in navigator)) return null;
  return (
    <Button size={size} variant="default" onClick={() => copy(text)} aria-label={`Copy ${what}`}>
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}
