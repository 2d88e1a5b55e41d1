import { Button, Collapse, Group, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { isPlainPassword } from '../../../../model/actions/plain-password.ts';
import type { NewAction } from '../../../app/edits.ts';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { Conflict } from '../../../parts/conflict.tsx';
import { lateView } from '../../../ui/late-part.tsx';
import { Shortcut } from '../../../ui/shortcut.tsx';
import { FittingKinds } from './fitting-kinds.tsx';
import classes from './form.module.css';
import { type FormField, type FormTexts, textOf } from './form-fields.ts';
import { PickingControl } from './picking-control.tsx';

const PickedOptions = lateView(async () => (await import('./picked-options.tsx')).PickedOptions);
const SaveAsSecret = lateView(async () => (await import('./save-as-secret.tsx')).SaveAsSecret);

interface FieldsFormProps {
  type: string;
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
  /** The element that the form was begun with. */
  picked?: PickedElement | undefined;
  isBusy: boolean;
  /** Saving got no answer. */
  isUnsent: boolean;
  /** Called with the changed texts only. */
  onChange(texts: FormTexts): void;
  onSettle(name: string, choice: 'theirs' | 'mine'): void;
  onSave(): void;
  /** Saves, and begins the next one; left out: there is no next one. */
  onGoOn?(): void;
  onPicked?(picked: PickedElement): void;
  /** Another kind, which fits the picked element. */
  onChoose(action: NewAction): void;
  onCancel(): void;
}

export function FieldsForm(props: FieldsFormProps) {
  const { type, label, children, fields, texts, problems, onSave, onGoOn } = props;
  const { shown, more } = fields;
  const { frame, picked, take, choose, isCheck } = usePicks(props);
  const first = firstToFill(props);
  const [isOpen, setOpen] = useMore(more, texts, problems);
  const [isInLines, setInLines] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  const row = (field: FormField) => (
    <FieldRow
      key={field.name}
      {...props}
      {...{ field, isCheck }}
      isFirst={field === first}
      options={picked?.content?.options === undefined ? undefined : picked}
      onPick={(element, filled) => take(field, element, filled)}
    />
  );
  return (
    <form
      ref={frame}
      className={classes.form}
      aria-label={label}
      onSubmit={submit}
      onKeyDown={event => handleKey(event, props)}
      onFocus={({ target }) => {
        // A button must not move under the pointer that presses it.
        if (isLine(target) || hasLines(target)) setInLines(hasLines(target));
      }}
      noValidate
    >
      {children}
      {picked !== undefined && (
        <FittingKinds {...{ type, texts, picked }} isAlways={onGoOn !== undefined} onChoose={choose} />
      )}
      {shown.map(row)}
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
        {isOpen && more.map(row)}
      </Collapse>
      <FormFoot {...props} isInLines={isInLines} />
    </form>
  );
}

interface FieldRowProps extends FieldsFormProps {
  field: FormField;
  isFirst: boolean;
  isCheck: boolean;
  /** The picked element, if it is a list to choose from. */
  options: PickedElement | undefined;
  onPick(picked: PickedElement, filled: FormTexts): void;
}

function FieldRow({ field, isFirst, isCheck, options, onPick, onChange, onSettle, ...props }: FieldRowProps) {
  const { texts, problems, conflicts, theirs, by, picked } = props;
  const { name } = field;
  return (
    <div data-field={name}>
      <PickingControl
        {...{ field, texts, isFirst, isCheck, onPick }}
        text={texts[name] ?? ''}
        problem={problems[name]}
        picked={name === 'locator' ? picked : undefined}
        onChange={text => onChange({ [name]: text })}
      />
      {name === 'values' && options !== undefined && (
        <PickedOptions picked={options} text={texts.values ?? ''} onChange={text => onChange({ values: text })} />
      )}
      {name === 'value' && isPlainPassword({ locator: '', value: '', ...texts }) && (
        <SaveAsSecret password={texts.value ?? ''} onSaved={text => onChange({ value: text })} />
      )}
      {conflicts.includes(name) && (
        <Conflict by={by} what={quoted(theirs?.[name])} onSettle={choice => onSettle(name, choice)} />
      )}
    </div>
  );
}

/** An option or a button has the Enter key for itself. */
const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

/** Where Enter makes a new line. */
const hasLines = (target: EventTarget): boolean => target instanceof HTMLTextAreaElement;

function handleKey(event: KeyboardEvent, { conflicts, isBusy, onSave, onGoOn, onCancel }: FieldsFormProps): void {
  event.stopPropagation();
  if (event.key === 'Escape') onCancel();
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const { target } = event;
  const isWithKey = event.ctrlKey || event.metaKey;
  const goOn = (isWithKey ? hasLines(target) : isLine(target)) ? onGoOn : undefined;
  const save = goOn ?? (isWithKey ? onSave : undefined);
  if (save === undefined) return;
  event.preventDefault();
  if (!isBusy && !event.repeat && conflicts.length === 0) save();
}

/** With an element that was picked already: what it leaves empty. */
function firstToFill({ fields: { shown }, texts, picked }: FieldsFormProps): FormField | undefined {
  return (picked && emptyOf(shown, texts)) ?? shown[0];
}

const emptyOf = (shown: readonly FormField[], texts: FormTexts): FormField | undefined =>
  shown.find(({ name, names, control }) => control !== 'switch' && names !== 'actor' && (texts[name] ?? '') === '');

const GO_ON = 'adds and goes on';
const END = { keys: 'Escape', does: 'ends' };
const KEYS = [{ keys: 'Enter', does: GO_ON }, { keys: '$mod+Enter', does: 'adds and closes' }, END];
const KEYS_OF_LINES = [{ keys: '$mod+Enter', does: GO_ON }, END];

interface FormFootProps extends FieldsFormProps {
  /** Whether the focus is where Enter makes a new line. */
  isInLines: boolean;
}

function FormFoot({ problems, conflicts, saveLabel, isBusy, isUnsent, isInLines, onGoOn, onCancel }: FormFootProps) {
  return (
    <>
      {(isUnsent || problems[''] !== undefined) && (
        <Text size="xs" c="var(--st-failed)" role="alert" dir="auto">
          {isUnsent && 'Not saved: '}
          {problems[''] ?? 'The connection to the service was lost.'}
        </Text>
      )}
      <Group gap="xs" justify="flex-end" className={classes.buttons}>
        {onGoOn !== undefined && (
          <span className="note grow">
            {(isInLines ? KEYS_OF_LINES : KEYS).map(({ keys, does }) => (
              <span key={keys} className={`one-line ${classes.key}`}>
                <Shortcut keys={keys} /> {does}
              </span>
            ))}
          </span>
        )}
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
  const [picked, setPicked] = useState(props.picked);
  const latest = useRef(props);
  latest.current = props;
  const all = [...props.fields.shown, ...props.fields.more];
  // Only then are the texts of the element in the form.
  const focusSoon = (other?: FormField) =>
    setTimeout(() => {
      const { fields, texts } = latest.current;
      const { name } = emptyOf(fields.shown, texts) ?? other ?? { name: fields.shown[0]?.name };
      focusIn(frame.current?.querySelector(`[data-field="${name}"]`));
    });
  const take = (field: FormField, element: PickedElement, filled: FormTexts) => {
    setPicked(element);
    props.onPicked?.(element);
    props.onChange({ ...filled, ...pickedTexts(all, field, element) });
    focusSoon(field);
  };
  const choose = (action: NewAction) => {
    props.onChoose(action);
    focusSoon();
  };
  return { frame, picked, take, choose, isCheck: all.some(({ name }) => name === 'matcher') };
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
