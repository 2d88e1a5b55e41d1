import { useIde, useIdeState, usePlace } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { snapshotOf } from '../../../app/state.ts';
import { ActedTitle } from '../../../parts/acted-title.tsx';
import { PlaceLink } from '../../../parts/place-link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Findings } from '../findings.tsx';
import { CauseItem } from './cause-item.tsx';
import { FailureActions } from './failure-actions.tsx';
import classes from './failure-desk.module.css';
import { FailurePictures } from './failure-pictures.tsx';
import type { FailureDeskProps } from './last-failure.ts';
import { TextDifference } from './text-difference.tsx';

export function FailureDesk(props: FailureDeskProps) {
  const { last, failure } = props;
  const { error, causes } = failure;
  return (
    <section className={classes.desk} aria-label="Last failure">
      <p className="flush failed bold as-typed" dir="auto">
        {error.headline ?? error.message}
      </p>
      <Where {...props} />
      {(error.expected !== undefined || error.actual !== undefined) && (
        <TextDifference expected={error.expected} actual={error.actual} />
      )}
      {causes.length > 0 && (
        <div>
          <h3 className={`small bold ${classes.sub}`}>{causes.length === 1 ? 'Likely cause' : 'Likely causes'}</h3>
          <ol className={classes.causes} aria-label="Likely causes">
            {causes.map(cause => (
              <CauseItem key={cause.kind} cause={cause} {...props} />
            ))}
          </ol>
        </div>
      )}
      {error.findings !== undefined && error.findings.length > 0 && <FoundInPage {...props} />}
      <FailureActions {...props} />
      <FailurePictures last={last} failure={failure} />
    </section>
  );
}

/** Its elements are framed in the moment of the row, beside the test. */
function FoundInPage({ testCode, last, failure: { path, error } }: FailureDeskProps) {
  const { navigation, store } = useIde();
  const place = usePlace();
  const { actionId, testCode: of } = path.at(-1) ?? {};
  const moment = useIdeState(({ results }) =>
    actionId === undefined || of !== testCode ? undefined : results.actions[testCode]?.[actionId]?.moment,
  );
  const show = () => {
    if (!isInProject(place)) return;
    navigation.go({ ...place, actionId }, { replace: true });
    store.setView({ rowChoice: undefined, momentOf: `${testCode}/${actionId}` });
  };
  const kept = moment === undefined ? undefined : { runId: last.runId, moment };
  return <Findings findings={error.findings ?? []} kept={kept} onShow={show} />;
}

function Where({ last, failure: { path, hook } }: FailureDeskProps) {
  const place = usePlace();
  const action = path.at(-1);
  const testName = useIdeState(state => action && snapshotOf(state)?.tests[action.testCode]?.name);
  if (!isInProject(place)) return null;
  const { projectId, versionId } = place;
  const isInner = action !== undefined && (path.length > 1 || hook !== undefined);
  return (
    <p className={`small quiet ${classes.where}`}>
      {hook !== undefined && <span dir="auto">Before or after the test, in {hook.title} · </span>}
      {isInner && (
        <span dir="auto">
          {testName ?? action.testCode}, action {action.actionIndex + 1}: <ActedTitle of={action} /> ·{' '}
        </span>
      )}
      {last.row !== undefined && <span>row {last.row.index + 1} · </span>}
      <PlaceLink place={{ tab: 'runs', projectId, versionId, runId: last.runId }} className="accent">
        Run {last.runId}
      </PlaceLink>
      , <RelativeTime at={last.startedAt} />
      {last.outdated && <span className="warning medium"> · the test was edited since</span>}
    </p>
  );
}
