/** Fields of forms that tell what was entered as a text. They know no domain noun. */
import {
  NativeSelect,
  type NativeSelectProps,
  Switch,
  type SwitchProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';

type TextInstead<Props> = Omit<Props, 'onChange'> & { onChange(text: string): void };

/** A line that is no prose, and that no browser fills in. */
export const TextField = ({ onChange, ...field }: TextInstead<TextInputProps>) => (
  <TextInput autoComplete="off" spellCheck={false} {...field} onChange={event => onChange(event.currentTarget.value)} />
);

export const SelectField = ({ onChange, ...field }: TextInstead<NativeSelectProps>) => (
  <NativeSelect {...field} onChange={event => onChange(event.currentTarget.value)} />
);

/** Its text is “true”, or empty. */
export const SwitchField = ({
  value,
  onChange,
  ...field
}: TextInstead<Omit<SwitchProps, 'value'>> & { value: string }) => (
  <Switch
    {...field}
    checked={value === 'true'}
    onChange={event => onChange(event.currentTarget.checked ? 'true' : '')}
  />
);
