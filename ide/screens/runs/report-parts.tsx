import { createContext, type ReactNode, useContext, useState } from 'react';
import { flakyWords, isFlaky } from '../../../model/run/flaky.ts';
import { repairWords } from '../../../model/run/repairs.ts';
import type { Repair } from '../../../model/run/run.ts';
import type { Place, ProjectPlace } from '../../app/places.ts';
import { isBad } from '../../app/result-filter.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { StateIcon, timeText } from '../../parts/run-states.tsx';
import { ArrowRightIcon, ChevronRightIcon } from '../../ui/icons.ts';
import classes from './report.module.css';
import type { ShownResult } from './report-results.ts';
import { FetchedPicture, fileUrl } from './run-files.tsx';
import { keyed } from './run-nodes.ts';
import type { ShownAction, ShownFailure, ShownHistory } from './run-reply.ts';
import runs from './runs.module.css';

interface ReportContext {
  /** What a person has opened or closed, by key; it outlasts what is not drawn for the time being. */
  kept: Map<string, boolean>;
  /** Where the run shows how it went. */
  execution: ProjectPlace;
  /** How a result went in its last runs. */
  historyOf(result: ShownResult): ShownHistory | undefined;
  /** Where a result is there, e.g. `12`. */
  positionOf(result: ShownResult): string;
}

export const Report = createContext<ReportContext | undefined>(undefined);

export function useReport(): ReportContext {
  const report = useContext(Report);
  if (report === undefined) throw new Error('A part of a report stands outside of it.');
  return report;
}

/** Whether something is open: as a person chose, else as it stands. */
export function useKeptChoice(key: string, isOpenAsIs: boolean): [boolean, (isOpen: boolean) => void] {
  const { kept } = useReport();
  const [choice, setChoice] = useState(kept.get(key));
  const choose = (isOpen: boolean) => {
    kept.set(key, isOpen);
    setChoice(isOpen);
  };
  return [choice ?? isOpenAsIs, choose];
}

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

/** Where it is in a list of which few are drawn. */
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

/** That something passes and fails by turns, or passed only when it was run again, e.g. `flaky 2/20`. */
export function FlakyMark({ of: { flaky }, history }: { of: ShownResult; history: ShownHistory | undefined }) {
  if (history !== undefined && isFlaky(history))
    return (
      <span className={classes.flaky} title={`Lately ${flakyWords(history)}`}>
        flaky {history.failed + history.again}/{history.runs}
      </span>
    );
  if (!flaky) return null;
  return (
    <span className={classes.flaky} title="Passed only when it was run again">
      flaky
    </span>
  );
}

interface ActionResultsProps {
  actions: readonly ShownAction[];
  /** What they are below in the run, e.g. `2.3`. */
  above: string;
}

/** What became of actions, in order; those of plugged tests and of blocks are below the action that brought them. */
export const ActionResults = ({ actions, above }: ActionResultsProps) => (
  <ol className={runs.actions}>
    {actions.map((action, index) => (
      <li key={`${action.actionId} ${action.round ?? ''}`}>
        <div className={`row gap-md break-words ${runs.action}`}>
          <StateIcon state={action.state} />
          <span dir="auto">{action.title}</span>
          <span className={`note regular numbers ${runs.ms}`}>{timeText(action)}</span>
        </div>
        {action.repaired !== undefined && <RepairWords repaired={action.repaired} step={keyed(above, index)} />}
        {action.error !== undefined && <FailureWords failure={action.error} />}
        {isBad(action) && <FailurePicture action={action} step={keyed(above, index)} />}
        {action.actions !== undefined && action.actions.length > 0 && (
          <ActionResults actions={action.actions} above={keyed(above, index)} />
        )}
      </li>
    ))}
  </ol>
);

/** Names the repair, with a link to where it is decided. */
function RepairWords({ repaired, step }: { repaired: Repair; step: string }) {
  const { execution } = useReport();
  return (
    <p className={`small warning break-words ${runs.repaired}`}>
      <span dir="auto">Repaired: {repairWords(repaired)}</span>{' '}
      <PlaceLink place={{ ...execution, step }}>Look at the repair</PlaceLink>
    </p>
  );
}

/** A passed test with a repair is to be looked at all the same. */
export const isRepaired = ({ repaired, actions = [] }: ShownAction): boolean =>
  repaired !== undefined || actions.some(isRepaired);

/** What the page looked like, small; it opens large where the run shows how it went. */
function FailurePicture({ action: { screenshot, title }, step }: { action: ShownAction; step: string }) {
  const { execution } = useReport();
  if (screenshot === undefined) return null;
  return (
    <PlaceLink
      className={runs.picture}
      place={{ ...execution, step, dialog: 'picture' }}
      aria-label={`Screenshot of “${title}”`}
      title="What the page looked like"
    >
      <FetchedPicture url={fileUrl(execution, execution.runId ?? '', screenshot)} alt="" isLazy />
    </PlaceLink>
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
