import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';

const SAID_MS = 2_000;

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  text: string;
  /** What is copied, for those who hear the button alone. */
  what: string;
  label?: string;
}

/** Copies a text, and says so for a moment. Not shown where browsers allow no copying: over HTTP from other machines. */
export function CopyButton({ text, what, label = 'Copy', size = 'compact-xs' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!('clipboard' in navigator)) return null;
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Button size={size} variant="default" onClick={copy} aria-label={`Copy ${what}`}>
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  );
}
