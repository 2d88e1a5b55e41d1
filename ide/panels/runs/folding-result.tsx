import { type ReactNode, useState } from 'react';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { durationText, StateIcon } from '../shared/run-states.tsx';
import classes from './runs.module.css';

interface FoldingResultProps {
  /** What it is called for those who hear the page, e.g. `Scenario Greet`. */
  label: string;
  title: ReactNode;
  state: string;
  ms: number;
  children: ReactNode;
}

/** A result with what is below it, which is folded away while all went well; what is folded is not drawn, as runs are long. */
export function FoldingResult({ label, title, state, ms, children }: FoldingResultProps) {
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? state !== 'passed';
  return (
    <section className={classes.item} aria-label={label}>
      <details open={isOpen} onToggle={event => setChoice(event.currentTarget.open)}>
        <summary className={classes.itemHead}>
          <ChevronRightIcon size={14} aria-hidden className={classes.fold} />
          <h2 className={classes.itemTitle}>
            <StateIcon state={state} /> <span>{title}</span>
            <span className={classes.ms}>{durationText(ms)}</span>
          </h2>
        </summary>
        {isOpen && children}
      </details>
    </section>
  );
}
