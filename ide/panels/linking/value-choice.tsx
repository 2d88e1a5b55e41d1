import { NativeSelect } from '@mantine/core';
import { valuesIn } from '../../../model/feature/step-pattern.ts';
import classes from './linking.module.css';

interface ValueChoiceProps {
  /** A text of the pattern, for its values. */
  text: string;
  /** For each of them the parameter that takes it, '' for none. */
  valuesTo: readonly string[];
  /** Of the test. */
  parameters: readonly string[];
  onChange(valuesTo: string[]): void;
}

/** Lets people choose which parameter takes which value, where there is a choice. */
export function ValueChoice({ text, valuesTo, parameters, onChange }: ValueChoiceProps) {
  const values = valuesIn(text);
  if (parameters.length === 0 || Math.max(values.length, parameters.length) < 2) return null;
  return (
    <fieldset className={classes.choice}>
      <legend>Where the values go</legend>
      {values.map((value, at) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: values have nothing but their place
          key={at}
          size="xs"
          label={<span dir="auto">{value === '' ? '(empty)' : value}</span>}
          data={[{ value: '', label: 'nowhere' }, ...parameters]}
          value={valuesTo[at] ?? ''}
          onChange={event => onChange(exchanged(values.length, valuesTo, { at, name: event.currentTarget.value }))}
        />
      ))}
    </fieldset>
  );
}

/** A parameter takes one value: the place that had it gets what this one had. */
const exchanged = (count: number, valuesTo: readonly string[], { at, name }: { at: number; name: string }): string[] =>
  Array.from({ length: count }, (_, place) => {
    const old = valuesTo[place] ?? '';
    if (place === at) return name;
    return name !== '' && old === name ? (valuesTo[at] ?? '') : old;
  });
