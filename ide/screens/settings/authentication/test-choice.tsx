import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useIdeState } from '../../../app/context.tsx';
import { snapshotOf } from '../../../app/state.ts';
import { testItems } from '../../../parts/test-items.ts';

interface TestChoiceProps {
  label: string;
  hint: string;
  /** A reference, `t57` or `m1.t57`. */
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

const MOST_SHOWN = 50;

/** Finds tests by name, module or code. */
export function TestChoice({ label, hint, value, onChange, error }: TestChoiceProps) {
  const snapshot = useIdeState(snapshotOf);
  const code = value.slice(value.indexOf('.') + 1);
  const choices = useMemo(() => {
    const all = testItems(snapshot);
    const isKnown = code === '' || all.some(one => one.value === code);
    return isKnown ? all : [...all, { value: code, label: `${code} (not in this version)` }];
  }, [snapshot, code]);
  return (
    <Select
      label={label}
      description={hint}
      placeholder="Choose a test"
      data={choices}
      value={code === '' ? null : code}
      onChange={chosen => onChange(chosen ?? '')}
      limit={MOST_SHOWN}
      searchable
      clearable
      nothingFoundMessage="No test has this name"
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      error={error}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
