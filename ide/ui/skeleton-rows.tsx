import { Skeleton } from '@mantine/core';
import classes from './skeleton-rows.module.css';

/** Grey rows in the shape of what is being read; they appear only when that takes a moment. */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  // All different, so that they name their rows.
  const widths = Array.from({ length: count }, (_, index) => `${50 + ((index * 37) % 45)}%`);
  return (
    <div className={classes.rows} role="status" aria-label={label}>
      {widths.map(width => (
        <Skeleton key={width} height={12} width={width} radius="sm" />
      ))}
    </div>
  );
}
