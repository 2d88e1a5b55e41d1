import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { KeptOf } from '../../../model/project/kept-of.ts';

interface KeptOfSelectProps extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  value: KeptOf;
  onChange(of: KeptOf): void;
}

const CHOICES: readonly { value: KeptOf; label: string }[] = [
  { value: 'off', label: 'Never' },
  { value: 'failure', label: 'Of what fails' },
  { value: 'retry', label: 'Of what is run again' },
  { value: 'on', label: 'Of each test' },
];

/** Of which tests runs keep something. */
export const KeptOfSelect = ({ onChange, ...field }: KeptOfSelectProps) => (
  <NativeSelect
    {...field}
    data={CHOICES}
    onChange={event => {
      const of = KeptOf.safeParse(event.currentTarget.value).data;
      if (of !== undefined) onChange(of);
    }}
  />
);
