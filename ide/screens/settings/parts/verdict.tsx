import type { ReactNode } from 'react';
import { FailedIcon, PassedIcon } from '../../../ui/icons.ts';
import classes from './form.module.css';

export const Verdict = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => (
  <p className={classes.verdict} data-ok={isGood}>
    {isGood ? <PassedIcon size={16} aria-hidden /> : <FailedIcon size={16} aria-hidden />}
    <span dir="auto">{children}</span>
  </p>
);
