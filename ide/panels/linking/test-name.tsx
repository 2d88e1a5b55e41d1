import classes from './step.module.css';

/** A test with the module that it is in. */
export const TestName = ({ module, name }: { module: string; name: string }) => (
  <span className={classes.cut}>
    <span className={classes.quiet}>
      <span dir="auto">{module}</span> /{' '}
    </span>
    <span dir="auto">{name}</span>
  </span>
);
