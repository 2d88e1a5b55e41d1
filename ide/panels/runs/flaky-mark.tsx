import classes from './report.module.css';
import { isFlaky } from './report-results.ts';
import type { ShownHistory } from './run-reply.ts';

/** That something passes and fails by turns, e.g. `flaky 2/20`. */
export function FlakyMark({ history }: { history: ShownHistory | undefined }) {
  if (history === undefined || !isFlaky(history)) return null;
  const { failed, runs } = history;
  return (
    <span className={classes.flaky} title={`It failed in ${failed} of its last ${runs} runs, by turns`}>
      flaky {failed}/{runs}
    </span>
  );
}
