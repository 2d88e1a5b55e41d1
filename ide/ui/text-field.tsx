import { TextInput, type TextInputProps } from '@mantine/core';

/** A change of a field that is told as its text. */
export type TextInstead<Props> = Omit<Props, 'onChange'> & { onChange(text: string): void };

/** A line that is no prose, and that no browser fills in. */
export const TextField = ({ onChange, ...field }: TextInstead<TextInputProps>) => (
  <TextInput autoComplete="off" spellCheck={false} {...field} onChange={event => onChange(event.currentTarget.value)} />
);
