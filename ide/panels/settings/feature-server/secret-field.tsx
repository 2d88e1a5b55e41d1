import { Button, Input, PasswordInput } from '@mantine/core';
import { useId, useState } from 'react';
import classes from './feature-server.module.css';
import type { KeptSecret } from './reply.ts';

interface SecretFieldProps {
  label: string;
  hint?: string | undefined;
  /** What is stored; never its text. */
  kept: KeptSecret | undefined;
  /** Undefined: the stored one is kept. */
  text: string | undefined;
  onChange(text: string | undefined): void;
  error: string | undefined;
  /** A new one was typed and went with a reload. */
  isLost: boolean;
  /** Where the stored one goes, when the form names another host. */
  leftHost: string | undefined;
}

/** A secret: what is stored can be replaced, and is never shown. */
export function SecretField({ label, hint, kept, text, onChange, error, isLost, leftHost }: SecretFieldProps) {
  const id = useId();
  const [isNew, setNew] = useState(false);
  if (text === undefined)
    return (
      <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} description={hint} error={error}>
        <div className={classes.kept} role="group" aria-labelledby={id}>
          <span className={classes.keptText}>
            {kept?.reference === undefined ? 'saved' : <code dir="auto">{kept.reference}</code>}
          </span>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Replace ${label}`}
            onClick={() => {
              setNew(true);
              onChange('');
            }}
          >
            Replace
          </Button>
        </div>
        {isLost && <Lost label={label} />}
        {leftHost !== undefined && (
          <p className={classes.warning}>
            Saved for <span dir="auto">{leftHost}</span> and sent to no other host: replace it.
          </p>
        )}
      </Input.Wrapper>
    );
  const isReplacing = kept?.set === true;
  return (
    <div className={classes.secret}>
      <PasswordInput
        label={label}
        description={hint}
        value={text}
        onChange={event => onChange(event.currentTarget.value)}
        error={error}
        aria-invalid={error !== undefined || undefined}
        autoComplete="new-password"
        autoFocus={isNew}
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${label}` }}
      />
      {isLost && <Lost label={label} />}
      {isReplacing && (
        <Button size="compact-xs" variant="subtle" className={classes.keep} onClick={() => onChange(undefined)}>
          Keep the saved one
        </Button>
      )}
    </div>
  );
}

const Lost = ({ label }: { label: string }) => (
  <p className={classes.warning} role="status">
    The {label.toLowerCase()} that was typed went with the reload: what is secret is kept only once it is saved. Type it
    again.
  </p>
);
