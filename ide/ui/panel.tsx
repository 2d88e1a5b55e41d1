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
  <section className="column may-shrink fill" aria-label={label}>
    {head !== undefined && <div className={`row gap-sm ${classes.head}`}>{head}</div>}
    <div className="column fill scroll">{children}</div>
  </section>
);
