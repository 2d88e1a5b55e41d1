import { MultiSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { featuresOf, snapshotOf } from '../../app/state.ts';
import type { FeatureEntry } from '../../app/tool-replies.ts';
import { type ChoiceItem, testItems } from '../../parts/test-items.ts';

const MOST_SHOWN = 100;
/** So that the list fits above a field of a dialog. */
const LOW_PX = 160;

interface ItemsFieldProps {
  label: string;
  /** Suites hold no modules. */
  hasModules?: boolean;
  /** Where a list below would cover the button that comes next. */
  isListAbove?: boolean;
  codes: readonly string[];
  onChange(codes: string[]): void;
}

/** Tests, features and scenarios, found by name or code; nothing where the project has none. */
export function ItemsField({ label, hasModules = false, isListAbove = false, codes, onChange }: ItemsFieldProps) {
  const data = useItems(hasModules);
  if (data.length === 0) return null;
  return (
    <MultiSelect
      label={label}
      placeholder="Find by name or code"
      data={data}
      value={[...codes]}
      onChange={onChange}
      limit={MOST_SHOWN}
      searchable
      selectFirstOptionOnChange
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the choice' }}
      nothingFoundMessage="Nothing is called so"
      comboboxProps={{ transitionProps: { duration: 0 }, position: isListAbove ? 'top' : 'bottom' }}
      {...(isListAbove && { maxDropdownHeight: LOW_PX })}
    />
  );
}

const featureItems = ({ featureCode, name, scenarios }: FeatureEntry): ChoiceItem[] => [
  { value: featureCode, label: `${name} (${featureCode})` },
  ...scenarios.map(one => ({ value: one.scenario, label: `${name} › ${one.name} (${one.scenario})` })),
];

function useItems(hasModules: boolean) {
  const snapshot = useIdeState(snapshotOf);
  const features = useIdeState(featuresOf);
  return useMemo(() => {
    const modules = Object.values(snapshot?.modules ?? {}).map(({ moduleCode, name }) => ({
      value: String(moduleCode),
      label: `${name} (${moduleCode})`,
    }));
    const groups = {
      Modules: hasModules ? modules : [],
      Tests: testItems(snapshot),
      Features: features.flatMap(featureItems),
    };
    return Object.entries(groups).flatMap(([group, items]) => (items.length === 0 ? [] : [{ group, items }]));
  }, [snapshot, features, hasModules]);
}
