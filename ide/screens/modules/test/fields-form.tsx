import { Button, Collapse, Group, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { isPlainPassword } from '../../../../model/actions/plain-password.ts';
import { Conflict } from '../../../parts/conflict.tsx';
import { lateView } from '../../../ui/late-part.tsx';
import type { PickedElement } from '../../live/pick-button.tsx';
import classes from './form.module.css';
import { type FormField, type FormTexts, textOf } from './form-fields.ts';
import { PickingControl } from './picking-control.tsx';

const PickedOptions = lateView(async () => (await import('./picked-options.tsx')).PickedOptions);
const SaveAsSecret = lateView(async () => (await import('./save-as-secret.tsx')).SaveAsSecret);

interface FieldsFormProps {
  label: string;
  children?: ReactNode;
  fields: { shown: readonly FormField[]; more: readonly FormField[] };
  texts: FormTexts;
  /** By field; what belongs to none is under the empty name. */
  problems: Readonly<Record<string, string>>;
  /** Fields changed both here and elsewhere. */
  conflicts: readonly string[];
  /** The fields as they are stored now. */
  theirs?: FormTexts;
  /** Who changed them, where that is known. */
  by?: string | undefined;
  saveLabel: string;
  isBusy: boolean;
  /** Saving got no answer. */
  isUnsent: boolean;
  /** Called with the changed texts only. */
  onChange(texts: FormTexts): void;
  onSettle(name: string, choice: 'theirs' | 'mine'): void;
  onSave(): void;
  onCancel(): void;
}

export function FieldsForm(props: FieldsFormProps) {
  const { label, children, fields, texts, problems, conflicts, theirs, by } = props;
  const { onChange, onSettle, onSave, onCancel } = props;
  const { shown, more } = fields;
  const { frame, picked, take, isCheck } = usePicks(props);
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
    <div key={field.name} data-field={field.name}>
      <PickingControl
        field={field}
        texts={texts}
        text={texts[field.name] ?? ''}
        problem={problems[field.name]}
        isFirst={index === 0}
        onChange={text => onChange({ [field.name]: text })}
        isCheck={isCheck}
        onPick={(element, filled) => take(field, element, filled)}
      />
      {field.name === 'values' && picked?.content?.options !== undefined && (
        <PickedOptions picked={picked} text={texts.values ?? ''} onChange={text => onChange({ values: text })} />
      )}
      {field.name === 'value' && isPlainPassword({ locator: '', value: '', ...texts }) && (
        <SaveAsSecret password={texts.value ?? ''} onSaved={text => onChange({ value: text })} />
      )}
      {conflicts.includes(field.name) && (
        <Conflict by={by} what={quoted(theirs?.[field.name])} onSettle={choice => onSettle(field.name, choice)} />
      )}
    </div>
  );
  return (
    <form ref={frame} className={classes.form} aria-label={label} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
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
      <Collapse expanded={isOpen} className="stack gap-lg">
        {isOpen && more.map((field, index) => control(field, shown.length + index))}
      </Collapse>
      <FormFoot {...props} />
    </form>
  );
}

function FormFoot({ problems, conflicts, saveLabel, isBusy, isUnsent, onCancel }: FieldsFormProps) {
  return (
    <>
      {(isUnsent || problems[''] !== undefined) && (
        <Text size="xs" c="var(--st-failed)" role="alert" dir="auto">
          {isUnsent && 'Not saved: '}
          {problems[''] ?? 'The connection to the service was lost.'}
        </Text>
      )}
      <Group gap="xs" justify="flex-end" className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {isUnsent ? 'Discard' : 'Cancel'}
        </Button>
        <Button size="compact-sm" type="submit" loading={isBusy} disabled={conflicts.length > 0}>
          {isUnsent ? 'Retry' : saveLabel}
        </Button>
      </Group>
    </>
  );
}

/** After a pick the focus goes to a field that is still empty, else to the picked one. */
function usePicks(props: FieldsFormProps) {
  const frame = useRef<HTMLFormElement>(null);
  const [picked, setPicked] = useState<PickedElement>();
  const latest = useRef(props);
  latest.current = props;
  const all = [...props.fields.shown, ...props.fields.more];
  const take = (field: FormField, element: PickedElement, filled: FormTexts) => {
    setPicked(element);
    props.onChange({ ...filled, ...pickedTexts(all, field, element) });
    // Only then are the texts of the element in the form.
    setTimeout(() => {
      const { fields, texts } = latest.current;
      const needed = fields.shown.find(({ name, control }) => control !== 'switch' && (texts[name] ?? '') === '');
      focusIn(frame.current?.querySelector(`[data-field="${(needed ?? field).name}"]`));
    });
  };
  return { frame, picked, take, isCheck: all.some(({ name }) => name === 'matcher') };
}

/** Focuses the control of a field, and answers it where text can be typed into it. */
export function focusIn(place: Element | null | undefined): HTMLInputElement | HTMLTextAreaElement | undefined {
  const control = place?.querySelector('input, textarea, select, button');
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : undefined;
}

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

function pickedTexts(
  fields: readonly FormField[],
  { name }: FormField,
  { locator, fallbacks = [] }: PickedElement,
): FormTexts {
  const further = fields.find(field => name === 'locator' && field.name === 'fallbacks');
  return { [name]: locator, ...(further === undefined ? {} : { fallbacks: textOf(further, fallbacks) }) };
}

const quoted = (text: string | undefined): string | undefined => (text === undefined ? undefined : `“${text}”`);
