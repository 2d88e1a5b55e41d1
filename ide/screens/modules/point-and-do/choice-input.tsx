import { Button, TextInput } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { PointedElement } from '../../live/use-pointing.ts';
import { type ActionChoice, variableName } from './choices-for.ts';
import classes from './point-and-do.module.css';

interface ChoiceInputProps {
  choice: ActionChoice;
  element: PointedElement;
  isBusy: boolean;
  onAnswer(answer: string): void;
}

export function ChoiceInput(props: ChoiceInputProps) {
  return props.choice.asks === 'option' ? <Options {...props} /> : <Line {...props} />;
}

const LABELS = { text: 'Text to type', password: 'Password to type', variable: 'Name of the variable' };
const NOTED_LABELS: Readonly<Record<string, string>> = {
  date: 'Date',
  time: 'Time',
  'datetime-local': 'Date and time',
  month: 'Month',
  week: 'Week',
  color: 'Color',
  number: 'Number',
};
const HINTS = {
  text: undefined,
  password: 'Kept as a secret; the action holds only its name',
  variable: 'Later actions read it as var.NAME',
};
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

function Line({ choice: { asks = 'text', label }, element, isBusy, onAnswer }: ChoiceInputProps) {
  const kind = asks === 'option' ? 'text' : asks;
  const { input: field, value = '' } = element.content ?? {};
  const noted = kind === 'text' ? field : undefined;
  const shown = noted === undefined ? '' : value;
  const [text, setText] = useState(kind === 'variable' ? variableName(element) : shown);
  const [isTried, setTried] = useState(false);
  const fault = kind === 'variable' && !VARIABLE.test(text) ? 'Use letters, digits and _, and begin with a letter' : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === '') onAnswer(text);
  };
  return (
    // Not validated: what the field refuses may be what is tested.
    <form className={classes.answer} onSubmit={submit} noValidate>
      <TextInput
        autoFocus
        size="xs"
        label={noted?.type === 'range' ? `Number: ${text}` : (NOTED_LABELS[noted?.type ?? ''] ?? LABELS[kind])}
        description={HINTS[kind]}
        type={kind === 'password' ? 'password' : 'text'}
        {...noted}
        value={text}
        error={isTried && fault}
        autoComplete="off"
        spellCheck={false}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" loading={isBusy}>
        {label.replace('…', '')}
      </Button>
    </form>
  );
}

/** Enter chooses and the arrow keys only move, as in the list of the page. */
function Options({ element, isBusy, onAnswer }: ChoiceInputProps) {
  const { options = [] } = element.content ?? {};
  const first = Math.max(0, options.indexOf(element.value ?? ''));
  const { getItemProps } = useRovingIndex({
    total: options.length,
    orientation: 'vertical',
    loop: false,
    initialIndex: first,
  });
  return (
    <div className={classes.options} role="listbox" aria-label="Options">
      {options.map((option, at) => (
        <button
          type="button"
          role="option"
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may be called the same
          key={at}
          {...getItemProps({ index: at, onClick: () => onAnswer(option) })}
          // biome-ignore lint/a11y/noAutofocus: the list comes when a choice is asked for, and is gone on from
          autoFocus={at === first}
          className={`full-width bare ${classes.option}`}
          aria-selected={option === element.value}
          disabled={isBusy}
          dir="auto"
        >
          {option}
        </button>
      ))}
    </div>
  );
}
