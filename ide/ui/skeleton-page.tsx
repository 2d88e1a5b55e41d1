import { Skeleton, Title, VisuallyHidden } from '@mantine/core';
import { Panel } from './panel.tsx';
import classes from './skeleton.module.css';
import { SkeletonRows } from './skeleton-rows.tsx';

interface SkeletonPageProps {
  /** For screen readers. */
  label: string;
  boxes: number;
  rows: number;
  /** The heading of what comes, which then stays where it is; left out: grey as well. */
  title?: string | undefined;
  /** What there will be to see. */
  about?: string | undefined;
  /** In two columns over the whole width. */
  isWide?: boolean | undefined;
}

export const SkeletonPage = ({ label, boxes, rows, title, about, isWide = false }: SkeletonPageProps) => (
  <div className={classes.page} data-wide={isWide || undefined}>
    <VisuallyHidden role="status">{label}</VisuallyHidden>
    <div className={classes.head}>
      {title === undefined ? (
        <Skeleton className={classes.late} height={20} width="8rem" radius="sm" aria-hidden />
      ) : (
        <Title order={1} size="lg">
          {title}
        </Title>
      )}
      {about !== undefined && <p className="flush small quiet">{about}</p>}
    </div>
    {Array.from({ length: boxes }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
      <div key={index} className={`${classes.box} ${classes.late}`}>
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
