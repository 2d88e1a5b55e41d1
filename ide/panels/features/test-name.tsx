import classes from './step.module.css';

/** A test with the module that it is in. */
export const TestName = ({ module, name }: { module: string; name: string }) => (
  <span className={`${classes.cut} foreign`}>
    <span className={classes.quiet}>{module} / </span>
    {name}
  </span>
);
