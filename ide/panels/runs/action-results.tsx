import { durationText, StateIcon } from '../shared/run-states.tsx';
import type { ShownAction, ShownFailure } from './run-reply.ts';
import classes from './runs.module.css';

/** What became of actions, in order; those of plugged tests and of blocks stand below the action that brought them. */
export const ActionResults = ({ actions }: { actions: readonly ShownAction[] }) => (
  <ol className={classes.actions}>
    {actions.map(action => (
      <li key={`${action.actionId} ${action.round ?? ''}`}>
        <div className={classes.action}>
          <StateIcon state={action.state} />
          <span dir="auto">{action.title}</span>
          <span className={classes.ms}>{durationText(action.ms)}</span>
        </div>
        {action.error !== undefined && <FailureWords failure={action.error} />}
        {action.actions !== undefined && action.actions.length > 0 && <ActionResults actions={action.actions} />}
      </li>
    ))}
  </ol>
);

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
