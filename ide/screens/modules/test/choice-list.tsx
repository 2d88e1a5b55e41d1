import { useState } from 'react';
import { bestFirst } from '../../../ui/best-first.ts';
import { Picker } from '../../../ui/picker.tsx';
import { useChoices } from './choices.ts';
import type { FormField } from './form-fields.ts';

const MOST_SHOWN = 100;

interface ChoiceListProps {
  field: FormField;
  onPick(value: string): void;
}

export function ChoiceList({ field, onPick }: ChoiceListProps) {
  const [query, setQuery] = useState('');
  const offered = useChoices(field).filter(({ isUnfit = false }) => !isUnfit);
  const found = bestFirst(offered, query, ({ label, section = '' }) => ({
    name: label,
    whole: `${section} / ${label}`,
  }));
  return (
    <Picker
      label={field.label}
      placeholder="Find"
      query={query}
      onQuery={setQuery}
      entries={found.slice(0, MOST_SHOWN).map(({ value, label, section }) => ({ key: value, label, section }))}
      onPick={({ key }) => onPick(key)}
      empty={query === '' ? 'There is nothing to choose from' : `Nothing matches “${query}”`}
    />
  );
}
