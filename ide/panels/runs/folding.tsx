import type { ReactNode } from 'react';
import type { Place } from '../../app/places.ts';
import { ArrowRightIcon, ChevronRightIcon } from '../../ui/icons.ts';
import { PlaceLink } from '../shared/place-link.tsx';
import { durationText, StateIcon } from '../shared/run-states.tsx';
import classes from './report.module.css';

interface FoldingProps {
  /** What it is called for those who hear the page, e.g. `Scenario Greet`. */
  label: string;
  level: 2 | 3;
  title: ReactNode;
  state: string;
  ms: number;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  /** What it is about, and its name. */
  link: { place: Place; name: string };
  measured: Measured;
  children: ReactNode;
}

/** Where it stands in a list of which few are drawn. */
export interface Measured {
  index: number;
  /** The space before it in pixels, of those that are not drawn. */
  gap: number;
  ref(element: Element | null): void;
}

/** A part of a report under its heading; what is folded is not drawn. Parts of level 3 are rows as a whole. */
export function Folding({ label, level, title, state, ms, isOpen, onToggle, link, measured, children }: FoldingProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const row = { ref: measured.ref, 'data-index': measured.index };
  return (
    <section
      className={classes.part}
      data-level={level}
      aria-label={label}
      style={{ marginTop: measured.gap }}
      {...(level === 3 ? row : {})}
    >
      <div className={classes.head} {...(level === 2 ? row : {})}>
        <Heading className={classes.heading}>
          <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
            <ChevronRightIcon size={14} aria-hidden className={classes.fold} />
            <StateIcon state={state} />
            <span className={classes.title}>{title}</span>
            <span className={classes.ms}>{durationText(ms)}</span>
          </button>
        </Heading>
        <PlaceLink className={classes.open} place={link.place} aria-label={link.name} title={link.name}>
          <ArrowRightIcon size={15} aria-hidden />
        </PlaceLink>
      </div>
      {isOpen && <div className={classes.body}>{children}</div>}
    </section>
  );
}
