import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  label: string;
  head?: ReactNode;
  children: ReactNode;
}

export const Panel = ({ label, head, children }: PanelProps) => (
  <section className="column may-shrink fill" aria-label={label}>
    {head !== undefined && <div className={`row gap-sm ${classes.head}`}>{head}</div>}
    <div className="column fill scroll">{children}</div>
  </section>
);
