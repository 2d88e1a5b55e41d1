import { Button, Checkbox, PasswordInput, Switch } from '@mantine/core';
import { useState } from 'react';
import { isMaskable, TOO_SHORT } from '../../../../model/values/redactor.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TrashIcon } from '../../../ui/icons.ts';
import { TextField } from '../../../ui/text-field.tsx';
import formClasses from '../parts/form.module.css';
import type { Item } from './environment-draft.ts';
import classes from './environments.module.css';

interface ItemRowProps {
  item: Item;
  /** A secret is stored under this name. */
  isKept: boolean;
  isBlank: boolean;
  nameFault: string | undefined;
  valueFault: string | undefined;
  onChange(item: Item): void;
  onRemove(): void;
}

export function ItemRow({ item, isKept, isBlank, nameFault, valueFault, onChange, onRemove }: ItemRowProps) {
  const called = item.name || 'the new variable';
  const isSecret = item.kind === 'secret';
  // Typed text stays; an empty field falls back to the stored secret, if any.
  const turnSecret = (on: boolean) => {
    const { value, ...rest } = item;
    if (!on) return onChange({ ...rest, kind: 'variable', value: value ?? '' });
    onChange({ ...rest, kind: 'secret', ...(value ? { value } : {}) });
  };
  return (
    <tr data-blank={isBlank || undefined}>
      <td>
        <TextField
          size="xs"
          aria-label={isBlank ? 'New variable' : 'Variable'}
          placeholder={isBlank ? 'Add a variable' : undefined}
          value={item.name}
          onChange={typed => onChange({ ...item, name: typed })}
          error={nameFault}
          data-item={item.id}
        />
      </td>
      <td>
        <ValueField item={item} isKept={isKept} fault={valueFault} onChange={onChange} />
      </td>
      <td className={classes.mark}>
        <Switch
          size="xs"
          aria-label={`${called} is a secret`}
          checked={isSecret}
          onChange={event => turnSecret(event.currentTarget.checked)}
        />
      </td>
      <td className={classes.mark}>
        <Checkbox
          size="xs"
          aria-label={`${called} is the address of an app`}
          checked={item.kind === 'app'}
          onChange={event =>
            onChange({ ...item, value: item.value ?? '', kind: event.currentTarget.checked ? 'app' : 'variable' })
          }
        />
      </td>
      <td className={formClasses.end}>
        {!isBlank && (
          <IconButton
            size="sm"
            label="Remove"
            name={`Remove ${called}`}
            icon={<TrashIcon size={15} />}
            onClick={onRemove}
          />
        )}
      </td>
    </tr>
  );
}

type ValueFieldProps = Pick<ItemRowProps, 'item' | 'isKept' | 'onChange'> & { fault: string | undefined };

const valueLabel = ({ name }: Item): string => `Value of ${name || 'the new variable'}`;

function ValueField(props: ValueFieldProps) {
  const { item, fault, onChange } = props;
  if (item.kind === 'secret') return <SecretValue {...props} />;
  return (
    <TextField
      size="xs"
      aria-label={valueLabel(item)}
      value={item.value ?? ''}
      onChange={typed => onChange({ ...item, value: typed })}
      error={fault}
    />
  );
}

function SecretValue({ item, isKept, fault, onChange }: ValueFieldProps) {
  // What replaces a pressed button gets the focus.
  const [focused, setFocused] = useState<'kept' | 'typed'>();
  const label = valueLabel(item);
  const { value, ...rest } = item;
  const become = (which: 'kept' | 'typed') => {
    setFocused(which);
    onChange(which === 'kept' ? rest : { ...rest, value: '' });
  };
  if (value === undefined && isKept)
    return (
      <KeptValue name={item.name} label={label} isFocused={focused === 'kept'} onReplace={() => become('typed')} />
    );
  return (
    <div className={classes.typed}>
      <PasswordInput
        size="xs"
        aria-label={label}
        value={value ?? ''}
        onChange={event => onChange({ ...item, value: event.currentTarget.value })}
        error={fault ?? (value && !isMaskable(value) ? TOO_SHORT : undefined)}
        autoComplete="new-password"
        autoFocus={focused === 'typed'}
        visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${label.toLowerCase()}` }}
      />
      {isKept && (
        <Button size="compact-xs" variant="subtle" onClick={() => become('kept')}>
          Keep saved
        </Button>
      )}
    </div>
  );
}

interface KeptValueProps {
  name: string;
  label: string;
  isFocused: boolean;
  onReplace(): void;
}

const KeptValue = ({ name, label, isFocused, onReplace }: KeptValueProps) => (
  <div className={`row note ${classes.kept}`} role="group" aria-label={label}>
    <span>saved ·</span>
    <Button size="compact-xs" variant="subtle" aria-label={`Replace ${name}`} autoFocus={isFocused} onClick={onReplace}>
      Replace
    </Button>
  </div>
);
