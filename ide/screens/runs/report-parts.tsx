import { createContext, type ReactNode, useContext, useState } from 'react';
import { flakyWords, isFlaky } from '../../../model/run/flaky.ts';
import type { Place, ProjectPlace } from '../../app/places.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { StateIcon, timeText } from '../../parts/run-states.tsx';
import { ArrowRightIcon, ChevronRightIcon } from '../../ui/icons.ts';
import classes from './report.module.css';
import type { ShownFailure, ShownHistory, ShownItem } from './run-reply.ts';
import runs from './runs.module.css';

interface ReportContext {
  /** What was opened or closed, by key, even if it is not drawn at the moment. */
  kept: Map<string, boolean>;
  /** The execution view of the run. */
  execution: ProjectPlace;
  historyOf(item: ShownItem): ShownHistory | undefined;
}

export const Report = createContext<ReportContext | undefined>(undefined);

export function useReport(): ReportContext {
  const report = useContext(Report);
  if (report === undefined) throw new Error('A part of a report is used outside of it.');
  return report;
}

export function useKeptChoice(key: string, isOpenByDefault: boolean): [boolean, (isOpen: boolean) => void] {
  const { kept } = useReport();
  const [choice, setChoice] = useState(kept.get(key));
  const choose = (isOpen: boolean) => {
    kept.set(key, isOpen);
    setChoice(isOpen);
  };
  return [choice ?? isOpenByDefault, choose];
}

interface FoldingProps {
  /** For screen readers, e.g. `Scenario Greet`. */
  label: string;
  level: 2 | 3;
  title: ReactNode;
  state: string;
  ms: number;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  link: { place: Place; name: string };
  measured: Measured;
  children: ReactNode;
}

/** Place in a list of which few rows are drawn. */
export interface Measured {
  index: number;
  /** Pixels taken by the rows before it that are not drawn. */
  gap: number;
  ref(element: Element | null): void;
}

/** What is folded is not drawn. A part of level 3 is one row, heading and body. */
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
        <Heading className={`may-shrink flush bold ${classes.heading}`}>
          <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
            <ChevronRightIcon size={14} aria-hidden className={`fixed-size dim ${classes.fold}`} />
            <StateIcon state={state} />
            <span className={`may-shrink break-words ${classes.title}`}>{title}</span>
            <span className="fixed-size note regular numbers">{timeText({ state, ms })}</span>
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

export function FlakyMark({ of: item }: { of: ShownItem }) {
  const history = useReport().historyOf(item);
  if (history !== undefined && isFlaky(history))
    return (
      <span className={classes.flaky} title={`Lately ${flakyWords(history)}`}>
        flaky {history.failed + history.again}/{history.runs}
      </span>
    );
  if (!item.flaky) return null;
  return (
    <span className={classes.flaky} title="Passed only when it was run again">
      flaky
    </span>
  );
}

export const FailureWords = ({ failure: { message, expected, actual } }: { failure: ShownFailure }) => (
  <p className={`small failed break-words ${runs.error}`} dir="auto">
    {message}
    {expected !== undefined && (
      <span className={runs.compared}>
        expected {expected} · got {actual ?? 'nothing'}
      </span>
    )}
  </p>
);
