import { Skeleton } from '@mantine/core';
import { Panel } from './panel.tsx';
import classes from './skeleton.module.css';
import { SkeletonRows } from './skeleton-rows.tsx';

interface SkeletonPanelProps {
  label: string;
  /** None: a picture instead. */
  rows: number;
}

/** A panel in its final shape while its content is being read. */
export const SkeletonPanel = ({ label, rows }: SkeletonPanelProps) => (
  <Panel label={label} head={<Skeleton className={classes.late} height={20} width="60%" radius="sm" aria-hidden />}>
    {rows > 0 ? (
      <SkeletonRows count={rows} />
    ) : (
      <div className={`${classes.picture} ${classes.late}`} aria-hidden>
        <Skeleton radius="sm" style={{ aspectRatio: '16 / 9' }} />
      </div>
    )}
  </Panel>
);
