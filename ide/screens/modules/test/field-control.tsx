import {
  Checkbox,
  CloseButton,
  Group,
  Input,
  InputBase,
  NativeSelect,
  Popover,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type RefObject, Suspense, useRef, useState } from 'react';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { latePart } from '../../../ui/late-part.tsx';
import { PickButton } from '../../live/pick-button.tsx';
import { ActorField } from './actor-field.tsx';
import { ChoiceList } from './choice-list.tsx';
import { useChoices } from './choices.ts';
import type { FormField } from './form-fields.ts';
import { ValuesButton } from './values-button.tsx';

interface FieldControlProps {
  field: FormField;
  text: string;
  /** Who acts in the row. */
  actor: string | undefined;
  problem: string | undefined;
  onChange(text: string): void;
  onPick(picked: PickedElement): void;
  isFirst: boolean;
}

const FilesField = latePart(async () => (await import('./files-field.tsx')).FilesField);

const NOT_CHOSEN = { value: '', label: '–' };

export function FieldControl({ field, text, actor, problem, onChange, onPick, isFirst }: FieldControlProps) {
  const input = useRef<HTMLInputElement>(null);
  const { control, label, hint, isRequired, choices } = field;
  const common = { label, size: 'xs' as const, error: problem, withAsterisk: isRequired, autoFocus: isFirst };
  const change = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  if (control === 'switch')
    return (
      <Switch
        {...common}
        description={hint}
        checked={text === 'true'}
        onChange={event => onChange(event.currentTarget.checked ? 'true' : 'false')}
      />
    );
  if (control === 'choice')
    return (
      <NativeSelect {...common} description={hint} value={text} onChange={change} data={[NOT_CHOSEN, ...choices]} />
    );
  if (control === 'choices') return <Choices field={field} text={text} problem={problem} onChange={onChange} />;
  if (field.names === 'actor') return <ActorField {...common} hint={hint} text={text} onChange={onChange} />;
  if (field.names !== undefined) return <ChoiceField field={field} text={text} {...common} onChange={onChange} />;
  if (!field.namesFiles && (control === 'text' || control === 'number'))
    return text.includes('\n') ? (
      <LongText {...common} hint={hint} value={text} onChange={change} isCode={field.isLocator} />
    ) : (
      <TextInput
        {...common}
        description={hint}
        value={text}
        onChange={change}
        ref={input}
        rightSection={sectionOf({ field, input, text, actor, onChange, onPick })}
        inputMode={control === 'number' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
      />
    );
  if (field.namesFiles)
    return (
      <Suspense fallback={<LongText {...common} hint={hint} value={text} onChange={change} isCode={false} />}>
        <FilesField {...{ label, hint, text, problem, isRequired, isFirst, onChange }} isOne={control === 'text'} />
      </Suspense>
    );
  return <LongText {...common} hint={hint} value={text} onChange={change} isCode={control !== 'lines'} />;
}

interface ValueSectionProps extends Pick<FieldControlProps, 'field' | 'text' | 'actor' | 'onChange' | 'onPick'> {
  input: RefObject<HTMLInputElement | null>;
}

function sectionOf({ field, input, text, actor, onChange, onPick }: ValueSectionProps) {
  if (field.isLocator) return <PickButton actor={actor} onPick={onPick} />;
  return field.takesValues ? <ValuesButton text={text} field={input} onChange={onChange} /> : undefined;
}

interface ChoiceFieldProps {
  field: FormField;
  text: string;
  label: string;
  size: 'xs';
  error: string | undefined;
  withAsterisk: boolean;
  autoFocus: boolean;
  onChange(text: string): void;
}

function ChoiceField({ field, text, onChange, ...common }: ChoiceFieldProps) {
  const value = field.names === 'test' ? text.slice(text.indexOf('.') + 1) : text;
  const [isOpen, setOpen] = useState(common.autoFocus && value === '');
  const close = () => setOpen(false);
  const known = useChoices(field).find(choice => choice.value === value);
  const words = known?.section === undefined ? known?.label : `${known.section} / ${known.label}`;
  const isClearable = !field.isRequired && value !== '';
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-start" width={380} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <InputBase
          {...common}
          component="button"
          type="button"
          pointer
          onClick={() => setOpen(!isOpen)}
          rightSectionPointerEvents={isClearable ? 'all' : 'none'}
          rightSection={
            isClearable ? (
              <CloseButton size="xs" aria-label={`Clear ${common.label}`} onClick={() => onChange('')} />
            ) : (
              <ChevronDownIcon size={14} aria-hidden />
            )
          }
        >
          {value === '' ? (
            <Input.Placeholder>Choose a {field.names ?? 'value'}</Input.Placeholder>
          ) : (
            <span dir="auto">{words ?? value}</span>
          )}
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown
        // Key presses in the list must not reach the form under it.
        onKeyDown={event => event.stopPropagation()}
      >
        <ChoiceList
          field={field}
          onPick={picked => {
            close();
            onChange(picked);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface LongTextProps {
  label: string;
  hint: string;
  value: string;
  isCode: boolean;
  onChange(event: { currentTarget: { value: string } }): void;
}

const LongText = ({ hint, isCode, ...props }: LongTextProps) => (
  <Textarea
    {...props}
    description={hint}
    autosize
    minRows={2}
    maxRows={12}
    spellCheck={false}
    styles={isCode ? { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } : {}}
  />
);

function Choices({ field, text, problem, onChange }: Omit<FieldControlProps, 'actor' | 'isFirst' | 'onPick'>) {
  const chosen = text === '' ? [] : text.split(',');
  return (
    <Checkbox.Group
      size="xs"
      label={field.label}
      description={field.hint}
      error={problem}
      value={chosen}
      onChange={values => onChange(values.join(','))}
    >
      <Group gap="sm" mt={4}>
        {field.choices.map(({ value, label }) => (
          <Checkbox key={value} size="xs" value={value} label={label} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
