import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './skeleton.module.css';

interface SkeletonRowsProps {
  count: number;
  /** For screen readers; left out where it is said already. */
  label?: string;
}

/** They appear only after a delay. */
export function SkeletonRows({ count, label }: SkeletonRowsProps) {
  // All different, as they are the keys of the rows.
  const widths = Array.from({ length: count }, (_, index) => `${50 + ((index * 37) % 45)}%`);
  return (
    <div className={classes.rows}>
      {label !== undefined && <VisuallyHidden role="status">{label}</VisuallyHidden>}
      {widths.map(width => (
        <Skeleton key={width} height={12} width={width} radius="sm" aria-hidden />
      ))}
    </div>
  );
}
