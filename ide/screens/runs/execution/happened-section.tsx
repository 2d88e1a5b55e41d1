import type { ReactNode } from 'react';
import classes from './happened.module.css';

interface HappenedSectionProps {
  title: string;
  count: number;
  /** What is said where there is nothing. */
  none: string;
  children: ReactNode;
}

/** One sort of what happened during an action. */
export const HappenedSection = ({ title, count, none, children }: HappenedSectionProps) => (
  <section aria-label={`${title} of this action`}>
    <h3 className={`note bold ${classes.title}`}>
      {title} {count > 0 && <span className="regular">{count}</span>}
    </h3>
    {count === 0 ? <p className="flush note">{none}</p> : children}
  </section>
);
