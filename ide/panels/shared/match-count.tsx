import classes from './match-count.module.css';

/** What a locator found when the element was picked. */
export const MatchCount = ({ count }: { count: number }) => (
  <span className={classes.count} data-unique={count === 1}>
    {count === 1 ? '1 match' : `${count} matches · not unique`}
  </span>
);
