import type { ReactNode } from 'react';
import classes from './banner.module.css';
import { PauseIcon, WarningIcon } from './icons.ts';

interface BannerProps {
  kind?: 'warning' | 'error' | 'paused';
  /** Announced at once rather than politely; default: errors are. */
  isUrgent?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

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
