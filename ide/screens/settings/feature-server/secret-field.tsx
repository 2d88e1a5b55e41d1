import { Button, Input, PasswordInput } from '@mantine/core';
import { useId, useState } from 'react';
import { isMaskable, TOO_SHORT } from '../../../../model/values/redactor.ts';
import classes from './feature-server.module.css';
import type { KeptSecret } from './reply.ts';

interface SecretFieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  /** Never the text of the secret. */
  kept: KeptSecret | undefined;
  /** Undefined: the stored one is kept. */
  text: string | undefined;
  onChange(text: string | undefined): void;
  error?: string | undefined;
  /** Where the stored one goes, when the form names another host. */
  leftHost?: string | undefined;
}

export function SecretField(props: SecretFieldProps) {
  // What replaces a pressed button gets the focus.
  const [focused, setFocused] = useState<'kept' | 'typed'>();
  const become = (which: 'kept' | 'typed') => {
    setFocused(which);
    props.onChange(which === 'kept' ? undefined : '');
  };
  return props.text === undefined ? (
    <KeptField {...props} hasFocus={focused === 'kept'} onReplace={() => become('typed')} />
  ) : (
    <TypedField {...props} text={props.text} hasFocus={focused === 'typed'} onKeep={() => become('kept')} />
  );
}

function KeptField({
  name,
  label,
  hint,
  kept,
  error,
  leftHost,
  hasFocus,
  onReplace,
}: SecretFieldProps & { hasFocus: boolean; onReplace(): void }) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={hint}
      error={error}
      errorProps={{ id: errorId }}
    >
      <div className={classes.kept} data-close={hint === undefined || undefined} role="group" aria-labelledby={id}>
        <span className={classes.keptText}>
          {kept?.reference === undefined ? 'saved' : <code dir="auto">{kept.reference}</code>}
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Replace ${label}`}
          aria-describedby={error === undefined ? undefined : errorId}
          data-field={name}
          autoFocus={hasFocus}
          onClick={onReplace}
        >
          Replace
        </Button>
      </div>
      {kept?.note !== undefined && <p className={`small warning ${classes.warning}`}>{kept.note}</p>}
      {leftHost !== undefined && (
        <p className={`small warning ${classes.warning}`}>
          Saved for <span dir="auto">{leftHost}</span> and never sent to another host: replace it.
        </p>
      )}
    </Input.Wrapper>
  );
}

interface TypedFieldProps extends SecretFieldProps {
  text: string;
  hasFocus: boolean;
  onKeep(): void;
}

const TypedField = ({ name, label, hint, kept, text, error, hasFocus, ...can }: TypedFieldProps) => (
  <div className={classes.secret}>
    <PasswordInput
      label={label}
      description={hint}
      value={text}
      onChange={event => can.onChange(event.currentTarget.value)}
      error={error}
      data-field={name}
      aria-invalid={error !== undefined || undefined}
      autoComplete="new-password"
      autoFocus={hasFocus}
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${label}` }}
    />
    {text !== '' && !isMaskable(text) && (
      <p className={`small warning ${classes.warning}`} role="status">
        {TOO_SHORT}
      </p>
    )}
    {kept?.set === true && (
      <Button size="compact-xs" variant="subtle" className={classes.keep} onClick={can.onKeep}>
        Keep the saved one
      </Button>
    )}
  </div>
);
