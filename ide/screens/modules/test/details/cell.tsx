import { type ClipboardEvent, useId } from 'react';
import classes from './test-details.module.css';

interface CellProps {
  label: string;
  value: string;
  problem?: string | undefined;
  takesFocus?: boolean;
  onChange(text: string): void;
  onPaste?(event: ClipboardEvent<HTMLInputElement>): void;
}

export function Cell({ label, value, problem, takesFocus = false, onChange, onPaste }: CellProps) {
  const id = useId();
  return (
    <>
      <input
        className={`full-width bare ${classes.cell}`}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        dir="auto"
        value={value}
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for the row
        autoFocus={takesFocus}
        onChange={event => onChange(event.currentTarget.value)}
        onPaste={onPaste}
      />
      {problem !== undefined && (
        <div id={id} className={`small failed ${classes.wrong}`} role="alert" dir="auto">
          {problem}
        </div>
      )}
    </>
  );
}
