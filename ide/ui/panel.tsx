import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  /** What it is called for those who do not see it. */
  label: string;
  head?: ReactNode;
  children: ReactNode;
}

/** A part of the screen with a head that stays and content that fills the rest. */
export const Panel = ({ label, head, children }: PanelProps) => (
  <section className={classes.panel} aria-label={label}>
    {head !== undefined && <div className={classes.head}>{head}</div>}
    <div className={classes.body}>{children}</div>
  </section>
);
