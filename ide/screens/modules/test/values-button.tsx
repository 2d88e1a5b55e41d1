import { ActionIcon, Popover } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { AddIcon } from '../../../ui/icons.ts';
import { Picker, type PickerEntry } from '../../../ui/picker.tsx';
import { useValues } from './use-values.ts';

interface ValuesButtonProps {
  text: string;
  /** What is selected in it is replaced. */
  field: RefObject<HTMLInputElement | null>;
  onChange(text: string): void;
}

export function ValuesButton({ text, field, onChange }: ValuesButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      title="Insert a variable"
      aria-label="Insert a variable"
      onClick={() => setOpen(!isOpen)}
    >
      <AddIcon size={14} />
    </ActionIcon>
  );
  if (!isOpen) return button;
  return (
    <Popover opened onChange={setOpen} position="bottom-end" width={280} trapFocus shadow="md">
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p="xs" onKeyDown={event => event.stopPropagation()}>
        <ValuesList
          onPick={name => {
            const { start, end } = selectionIn(field.current, text);
            const before = `${text.slice(0, start)}{{${name}}}`;
            onChange(`${before}${text.slice(end)}`);
            setOpen(false);
            requestAnimationFrame(() => placeCaret(field.current, before.length));
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The end of the text, where nobody has put the caret anywhere. */
function selectionIn(field: HTMLInputElement | null, text: string): { start: number; end: number } {
  const { selectionStart: start, selectionEnd: end } = field ?? {};
  const isPlaced = typeof start === 'number' && typeof end === 'number' && end > 0;
  return isPlaced ? { start, end } : { start: text.length, end: text.length };
}

function placeCaret(field: HTMLInputElement | null, at: number): void {
  field?.focus();
  field?.setSelectionRange(at, at);
}

function ValuesList({ onPick }: { onPick(name: string): void }) {
  const [query, setQuery] = useState('');
  const { values, isLoading } = useValues();
  const words = query.trim().toLowerCase();
  const entries = values
    .filter(({ name }) => name.toLowerCase().includes(words))
    .map(({ name, section }): PickerEntry => ({ key: name, label: name, section }));
  return (
    <Picker
      label="Find a variable"
      placeholder="Find a variable"
      query={query}
      onQuery={setQuery}
      entries={entries}
      onPick={({ key }) => onPick(key)}
      isLoading={isLoading}
      empty={
        words === ''
          ? 'There are no variables yet: add them under Settings › Environments.'
          : `No variable matches “${query}”`
      }
    />
  );
}
