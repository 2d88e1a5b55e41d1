import { Checkbox, Group, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { latePart } from '../../ui/late-part.ts';
import { PickButton, type PickedElement } from '../live-view/pick-button.tsx';
import type { FormField } from './form-fields.ts';

interface FieldControlProps {
  field: FormField;
  text: string;
  problem: string | undefined;
  onChange(text: string): void;
  /** Called with the picked element, for fields that hold a locator. */
  onPick(picked: PickedElement): void;
  /** Gets the focus when the form opens. */
  isFirst: boolean;
}

const FilesField = latePart(async () => (await import('../files/files-field.tsx')).FilesField);

const NOT_CHOSEN = { value: '', label: '–' };

/** The control that fits a field of an action. */
export function FieldControl({ field, text, problem, onChange, onPick, isFirst }: FieldControlProps) {
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
  if (control === 'text' || control === 'number')
    return text.includes('\n') ? (
      <LongText {...common} hint={hint} value={text} onChange={change} isCode={field.isLocator} />
    ) : (
      <TextInput
        {...common}
        description={hint}
        value={text}
        onChange={change}
        rightSection={field.isLocator && <PickButton onPick={onPick} />}
        inputMode={control === 'number' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
      />
    );
  if (field.namesFiles)
    return (
      <Suspense fallback={<LongText {...common} hint={hint} value={text} onChange={change} isCode={false} />}>
        <FilesField {...{ label, hint, text, problem, isRequired, isFirst, onChange }} />
      </Suspense>
    );
  return <LongText {...common} hint={hint} value={text} onChange={change} isCode={control !== 'lines'} />;
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

/** Several of a few words. */
function Choices({ field, text, problem, onChange }: Omit<FieldControlProps, 'isFirst' | 'onPick'>) {
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
