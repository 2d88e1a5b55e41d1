import classes from './match-count.module.css';

export const MatchCount = ({ count }: { count: number }) => (
  <span className={`fixed-size note one-line ${classes.count}`} data-unique={count === 1}>
    {matchWords(count)}
  </span>
);

export function matchWords(count: number): string {
  if (count === 0) return 'No match';
  return count === 1 ? '1 match' : `${count} matches · not unique`;
}
