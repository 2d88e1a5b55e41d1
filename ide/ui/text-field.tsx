import { TextInput, type TextInputProps } from '@mantine/core';

export type TextInstead<Props> = Omit<Props, 'onChange'> & { onChange(text: string): void };

/** For values rather than prose: without spell checking and autofill. */
export const TextField = ({ onChange, ...field }: TextInstead<TextInputProps>) => (
  <TextInput autoComplete="off" spellCheck={false} {...field} onChange={event => onChange(event.currentTarget.value)} />
);
