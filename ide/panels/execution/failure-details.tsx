import type { ReactNode } from 'react';
import type { ShownAction, ShownFailure } from '../runs/run-reply.ts';
import { Candidates } from './candidates.tsx';
import classes from './node-details.module.css';
import { requestText } from './node-text.ts';

/** Why something failed, in plain words first. */
export function FailureDetails({ error, action }: { error: ShownFailure; action: ShownAction | undefined }) {
  const { message, expected, actual, candidates = [], log = [], failedRequests = [], consoleErrors = [] } = error;
  return (
    <section className={classes.failure} aria-label="Failure">
      <p className={classes.message} dir="auto" role="alert">
        {message}
      </p>
      {(expected !== undefined || actual !== undefined) && <Compared expected={expected} actual={actual} />}
      {candidates.length > 0 && (
        <Section title="Nearest elements">
          <Candidates locators={candidates} action={action} />
        </Section>
      )}
      <Lines title="Log" lines={log} />
      <Lines title="Failed requests" lines={failedRequests.map(requestText)} />
      <Lines title="Console errors" lines={consoleErrors} />
    </section>
  );
}

const Compared = ({ expected, actual }: Pick<ShownFailure, 'expected' | 'actual'>) => (
  <dl className={classes.compared}>
    <dt>Expected</dt>
    <dd data-kind="expected" dir="auto">
      {expected ?? 'nothing'}
    </dd>
    <dt>Got</dt>
    <dd data-kind="actual" dir="auto">
      {actual ?? 'nothing'}
    </dd>
  </dl>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className={classes.sub}>{title}</h3>
    {children}
  </section>
);

/** Lines may be the same. */
const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <Section title={title}>
      <pre className={classes.log} dir="auto">
        {lines.join('\n')}
      </pre>
    </Section>
  );
