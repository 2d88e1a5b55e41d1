import type { ReactNode } from 'react';
import { CopyButton } from '../../../parts/copy-button.tsx';
import classes from './form.module.css';

/** `what`: for the name of the button. */
export const CopyLine = ({ text, what, children }: { text: string; what: string; children?: ReactNode }) => (
  <div className={classes.bar}>
    <code className={`grow boxed ${classes.address}`}>{text}</code>
    <CopyButton text={text} what={what} size="xs" />
    {children}
  </div>
);
