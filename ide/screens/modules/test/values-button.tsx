import { ActionIcon, Popover } from '@mantine/core';
import { useState } from 'react';
import { AddIcon } from '../../../ui/icons.ts';
import { Picker, type PickerEntry } from '../../../ui/picker.tsx';
import { useValues } from './use-values.ts';

interface ValuesButtonProps {
  text: string;
  onChange(text: string): void;
}

export function ValuesButton({ text, onChange }: ValuesButtonProps) {
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
            onChange(`${text}{{${name}}}`);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function ValuesList({ onPick }: { onPick(name: string): void }) {
  const [query, setQuery] = useState('');
  const values = useValues();
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
      empty={
        words === ''
          ? 'There are no variables yet: add them under Settings › Environments.'
          : `No variable matches “${query}”`
      }
    />
  );
}
