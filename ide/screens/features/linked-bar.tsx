import { Progress } from '@mantine/core';
import type { StepCount } from '../../app/feature-links.ts';
import classes from './linked-bar.module.css';

interface LinkedBarProps extends StepCount {
  more?: string;
}

export const LinkedBar = ({ linked, steps, more = '' }: LinkedBarProps) => (
  <div className={`row note ${classes.linked}`}>
    <Progress
      className={classes.bar}
      size="sm"
      value={(100 * linked) / steps}
      aria-label="Linked steps"
      transitionDuration={0}
    />
    <span className={`ellipsis ${classes.words}`} role="status" data-red={linked < steps || undefined}>
      {linked} of {steps} steps linked{more}
    </span>
  </div>
);
