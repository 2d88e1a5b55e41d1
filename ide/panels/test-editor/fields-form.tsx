import { Button, Collapse, Group, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, Suspense, useState } from 'react';
import { isPlainPassword } from '../../../model/actions/plain-password.ts';
import { latePart } from '../../ui/late-part.ts';
import type { PickedElement } from '../live-view/pick-button.tsx';
import classes from './form.module.css';
import { type FormField, type FormTexts, textOf } from './form-fields.ts';
import { PickingControl } from './picking-control.tsx';

const SaveAsSecret = latePart(async () => (await import('./save-as-secret.tsx')).SaveAsSecret);

interface FieldsFormProps {
  label: string;
  /** Stands above the fields. */
  children?: ReactNode;
  fields: { shown: readonly FormField[]; more: readonly FormField[] };
  texts: FormTexts;
  /** By field; what belongs to none is under the empty name. */
  problems: Readonly<Record<string, string>>;
  /** Fields that were changed here and elsewhere. */
  conflicts: readonly string[];
  saveLabel: string;
  isBusy: boolean;
  /** Called with the changed texts, by field. */
  onChange(texts: FormTexts): void;
  onSettle(name: string, choice: 'theirs' | 'mine'): void;
  onSave(): void;
  onCancel(): void;
}

/** The fields of an action as a form. */
export function FieldsForm(props: FieldsFormProps) {
  const { label, children, fields, texts, problems, conflicts, saveLabel, isBusy } = props;
  const { onChange, onSettle, onSave, onCancel } = props;
  const { shown, more } = fields;
  const [isOpen, setOpen] = useMore(more, texts, problems);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onCancel();
  };
  const control = (field: FormField, index: number) => (
    <div key={field.name}>
      <PickingControl
        field={field}
        texts={texts}
        text={texts[field.name] ?? ''}
        problem={problems[field.name]}
        isFirst={index === 0}
        onChange={text => onChange({ [field.name]: text })}
        onPick={picked => onChange(pickedTexts([...shown, ...more], field, picked))}
      />
      {field.name === 'value' && isPlainPassword({ locator: '', value: '', ...texts }) && (
        <Suspense fallback={null}>
          <SaveAsSecret password={texts.value ?? ''} onSaved={text => onChange({ value: text })} />
        </Suspense>
      )}
      {conflicts.includes(field.name) && <Conflict onSettle={choice => onSettle(field.name, choice)} />}
    </div>
  );
  return (
    <form className={classes.form} aria-label={label} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      {children}
      {shown.map(control)}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        className={classes.moreButton}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Fewer fields' : 'More fields'}
      </Button>
      <Collapse expanded={isOpen} className={classes.common}>
        {isOpen && more.map((field, index) => control(field, shown.length + index))}
      </Collapse>
      {problems[''] !== undefined && (
        <Text size="xs" c="var(--st-failed)" role="alert" dir="auto">
          {problems['']}
        </Text>
      )}
      <Group gap="xs" justify="flex-end" className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="compact-sm" type="submit" loading={isBusy} disabled={conflicts.length > 0}>
          {saveLabel}
        </Button>
      </Group>
    </form>
  );
}

/** Open where something is written in one of the fields, or wrong with it. */
function useMore(
  more: readonly FormField[],
  texts: FormTexts,
  problems: FieldsFormProps['problems'],
): [boolean, (isOpen: boolean) => void] {
  const [isUsed] = useState(() => more.some(({ name }) => (texts[name] ?? '') !== ''));
  const [chosen, setOpen] = useState<boolean>();
  const isWrong = more.some(({ name }) => problems[name] !== undefined);
  return [isWrong || (chosen ?? isUsed), setOpen];
}

/** What was pointed at; further locators of it go along where the form has a place for them. */
function pickedTexts(
  fields: readonly FormField[],
  { name }: FormField,
  { locator, fallbacks = [] }: PickedElement,
): FormTexts {
  const further = fields.find(field => name === 'locator' && field.name === 'fallbacks');
  return { [name]: locator, ...(further === undefined ? {} : { fallbacks: textOf(further, fallbacks) }) };
}

/** Asks whose change is kept. */
export function Conflict({ onSettle }: { onSettle(choice: 'theirs' | 'mine'): void }) {
  return (
    <div className={classes.conflict} role="alert">
      <span>Changed elsewhere</span>
      <Button size="compact-xs" variant="default" onClick={() => onSettle('theirs')}>
        Take theirs
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onSettle('mine')}>
        Keep mine
      </Button>
    </div>
  );
}
