import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';

interface TreeFilterProps extends Pick<TextInputProps, 'placeholder' | 'leftSection' | 'maxLength' | 'error'> {
  label: string;
  text: string;
  onText(text: string): void;
}

/** Escape clears it; Down goes on to the tree. */
export function TreeFilter({ label, text, onText, ...look }: TreeFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onText('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') clear();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    field.current
      ?.closest('section')
      ?.querySelector<HTMLElement>(':is([role=treeitem], [role=row])[tabindex="0"]')
      ?.focus();
  };
  return (
    <TextInput
      {...look}
      ref={field}
      className="grow may-shrink"
      size="xs"
      variant="filled"
      aria-label={label}
      value={text}
      onChange={event => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      rightSection={text !== '' && <CloseButton size="xs" aria-label="Clear the filter" onClick={clear} />}
    />
  );
}
