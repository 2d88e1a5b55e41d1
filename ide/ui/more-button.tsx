import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface MoreButtonProps {
  /** Says how many more there are, so that it changes with each press. */
  label: string;
  className?: string | undefined;
  onMore(): void;
}

/** Shows what comes next of a long list: when it is pressed, and as soon as it comes into sight. */
export function MoreButton({ label, className, onMore }: MoreButtonProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that stays in sight is told of once for each label
  useEffect(() => {
    if (button === null) return undefined;
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.observe(button);
    return () => observer.disconnect();
  }, [button, label]);
  return (
    <Button ref={setButton} size="xs" variant="default" className={className} onClick={onMore}>
      {label}
    </Button>
  );
}
