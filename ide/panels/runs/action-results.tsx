import { repairWords } from '../../../model/run/repairs.ts';
import type { Repair } from '../../../model/run/run.ts';
import { isBad } from '../../app/result-filter.ts';
import { PlaceLink } from '../shared/place-link.tsx';
import { durationText, StateIcon } from '../shared/run-states.tsx';
import { FetchedPicture } from './fetched-picture.tsx';
import { useReport } from './report-context.ts';
import { fileUrl } from './run-files.ts';
import { keyed } from './run-nodes.ts';
import type { ShownAction, ShownFailure } from './run-reply.ts';
import classes from './runs.module.css';

interface ActionResultsProps {
  actions: readonly ShownAction[];
  /** What they stand below in the run, e.g. `2.3`. */
  above: string;
}

/** What became of actions, in order; those of plugged tests and of blocks stand below the action that brought them. */
export const ActionResults = ({ actions, above }: ActionResultsProps) => (
  <ol className={classes.actions}>
    {actions.map((action, index) => (
      <li key={`${action.actionId} ${action.round ?? ''}`}>
        <div className={classes.action}>
          <StateIcon state={action.state} />
          <span dir="auto">{action.title}</span>
          <span className={classes.ms}>{durationText(action.ms)}</span>
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
    <p className={classes.repaired}>
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
      className={classes.picture}
      place={{ ...execution, step, dialog: 'picture' }}
      aria-label={`Picture of “${title}”`}
      title="What the page looked like"
    >
      <FetchedPicture url={fileUrl(execution, execution.runId ?? '', screenshot)} alt="" isLazy />
    </PlaceLink>
  );
}

/** Why something did not pass. */
export const FailureWords = ({ failure: { message, expected, actual } }: { failure: ShownFailure }) => (
  <p className={classes.error} dir="auto">
    {message}
    {expected !== undefined && (
      <span className={classes.compared}>
        expected {expected} · got {actual ?? 'nothing'}
      </span>
    )}
  </p>
);
