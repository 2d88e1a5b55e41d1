import { statusOf } from '../../app/result-filter.ts';
import classes from './history-bars.module.css';
import { historyText } from './run-history.ts';

/** A bar for each of the last runs of the same thing, the higher the worse it went. */
export function HistoryBars({ states }: { states: readonly string[] }) {
  if (states.length < 2) return <span />;
  const bars = states.map((state, index) => ({ key: `${index} ${state}`, status: statusOf(state) }));
  return (
    <span className={classes.bars} role="img" aria-label={historyText(states)} title={historyText(states)}>
      {bars.map(({ key, status }) => (
        <span key={key} data-status={status} />
      ))}
    </span>
  );
}
