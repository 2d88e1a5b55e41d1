import { useIdeState } from '../../../app/context.tsx';
import classes from './failure-desk.module.css';
import { FailureDesk } from './failure-desk.tsx';

interface FailureRowProps {
  testCode: string;
  actionId: string;
}

export function FailureRow({ testCode, actionId }: FailureRowProps) {
  const error = useIdeState(({ results }) => results.actions[testCode]?.[actionId]?.error);
  const last = useIdeState(({ results }) => results.last[testCode]);
  const [first] = last?.failure?.path ?? [];
  const isLast = first?.testCode === testCode && first.actionId === actionId;
  if (error === undefined && !isLast) return null;
  return (
    <div role="row" className={classes.row}>
      <div role="gridcell">
        {isLast && last?.failure !== undefined ? (
          <FailureDesk testCode={testCode} last={last} failure={last.failure} />
        ) : (
          <p className={classes.short} dir="auto">
            {error?.message}
            {error?.expected !== undefined && ` (expected ${error.expected}, got ${error.actual ?? 'nothing'})`}
          </p>
        )}
      </div>
    </div>
  );
}

/** For what failed before, after or instead of the actions of the test. */
export function FailureOutside({ testCode }: { testCode: string }) {
  const last = useIdeState(({ results }) => results.last[testCode]);
  const failure = last?.failure;
  if (last === undefined || failure === undefined || failure.path[0]?.testCode === testCode) return null;
  return <FailureDesk testCode={testCode} last={last} failure={failure} />;
}
