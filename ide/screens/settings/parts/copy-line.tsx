import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './form.module.css';

/** `what`: for the name of the button. */
export const CopyLine = ({ text, what }: { text: string; what: string }) => (
  <div className={classes.bar}>
    <code className={`grow boxed ${classes.address}`}>{text}</code>
    <CopyButton text={text} what={what} size="xs" />
  </div>
);
