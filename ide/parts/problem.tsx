import type { ReactNode } from 'react';
import { WarningIcon } from '../ui/icons.ts';
import classes from './problem.module.css';

export const Problem = ({ children }: { children: ReactNode }) => (
  <div className={classes.problem} role="alert">
    <WarningIcon size={15} aria-hidden />
    <span dir="auto">{children}</span>
  </div>
);
