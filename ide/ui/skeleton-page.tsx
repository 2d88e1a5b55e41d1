import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Panel } from './panel.tsx';
import classes from './skeleton.module.css';
import { SkeletonRows } from './skeleton-rows.tsx';

interface SkeletonPageProps {
  /** For screen readers. */
  label: string;
  boxes: number;
  rows: number;
}

export const SkeletonPage = ({ label, boxes, rows }: SkeletonPageProps) => (
  <div className={`${classes.page} ${classes.late}`}>
    <VisuallyHidden role="status">{label}</VisuallyHidden>
    <Skeleton height={20} width="8rem" radius="sm" aria-hidden />
    {Array.from({ length: boxes }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
      <div key={index} className={classes.box}>
        <SkeletonRows count={rows} />
      </div>
    ))}
  </div>
);

interface SkeletonPanelProps {
  label: string;
  /** 0: a picture instead. */
  rows: number;
}

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
