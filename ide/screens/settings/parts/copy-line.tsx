import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './form.module.css';

/** A text to be used elsewhere, such as an address or a path; `what`: what it is, as the button says. */
export const CopyLine = ({ text, what }: { text: string; what: string }) => (
  <div className={classes.bar}>
    <code className={`grow boxed ${classes.address}`}>{text}</code>
    <CopyButton text={text} what={what} size="xs" />
  </div>
);
