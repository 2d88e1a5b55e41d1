import { Button, type ButtonProps } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { attempt } from '../commands/command.ts';
import { copyText } from '../commands/copy-item.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  text: string;
  /** For screen readers. */
  what: string;
  label?: string;
}

const TOLD_MS = 2_000;

/** Not shown where browsers forbid copying: over HTTP from other machines. */
export function CopyButton({ text, what, label = 'Copy', size = 'compact-xs' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const { start, clear } = useTimeout(() => setCopied(false), TOLD_MS);
  if (!('clipboard' in navigator)) return null;
  const title = `Copy ${what}`;
  const copy = () =>
    attempt(title, async () => {
      await copyText(text);
      setCopied(true);
      clear();
      start();
    });
  return (
    <Button size={size} variant="default" onClick={() => void copy()} aria-label={isCopied ? `Copied ${what}` : title}>
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  );
}
