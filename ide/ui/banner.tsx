import type { ReactNode } from 'react';
import classes from './banner.module.css';
import { PauseIcon, WarningIcon } from './icons.ts';

interface BannerProps {
  /** Default: a warning. */
  kind?: 'warning' | 'error' | 'paused';
  /** Said at once rather than when there is time; default: errors are. */
  isUrgent?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A line across a panel that must be known before what is below it. */
export function Banner({ kind = 'warning', isUrgent = kind === 'error', actions, children }: BannerProps) {
  const Shown = kind === 'paused' ? PauseIcon : WarningIcon;
  return (
    <div className={`row wrap ${classes.banner}`} data-kind={kind} role={isUrgent ? 'alert' : 'status'}>
      <Shown size={15} aria-hidden />
      <span className={classes.words}>{children}</span>
      {actions}
    </div>
  );
}
