import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './skeleton.module.css';

interface SkeletonRowsProps {
  count: number;
  /** What is going on, for those who do not see it; left out where it is said already. */
  label?: string;
}

/** Grey rows in the shape of what is being read; they appear only when that takes a moment. */
export function SkeletonRows({ count, label }: SkeletonRowsProps) {
  // All different, so that they name their rows.
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
