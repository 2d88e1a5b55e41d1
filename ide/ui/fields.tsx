import { NativeSelect, type NativeSelectProps, Switch, type SwitchProps } from '@mantine/core';
import type { TextInstead } from './text-field.tsx';

export const SelectField = ({ onChange, ...field }: TextInstead<NativeSelectProps>) => (
  <NativeSelect {...field} onChange={event => onChange(event.currentTarget.value)} />
);

/** Its value is “true”, or empty. */
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
