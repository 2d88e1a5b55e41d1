import { Button, FileButton, TextInput } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { useWork } from '../../../app/queries.ts';
import { putFile } from '../../files/project-files.ts';
import type { PointedElement } from '../../live/use-pointing.ts';
import { FilesField } from '../test/files-field.tsx';
import { type ActionChoice, variableName } from './choices-for.ts';
import classes from './point-and-do.module.css';

interface ChoiceInputProps {
  choice: ActionChoice;
  element: PointedElement;
  isBusy: boolean;
  onAnswer(answer: string): void;
}

export function ChoiceInput(props: ChoiceInputProps) {
  switch (props.choice.asks) {
    case 'option':
      return <Options {...props} />;
    case 'files':
      return <Files {...props} />;
    default:
      return <Line {...props} />;
  }
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
/** A browser else takes two digits more for the year, so that 6 12 01 becomes the year 61201. */
const LATEST: Readonly<Record<string, string>> = {
  date: '9999-12-31',
  'datetime-local': '9999-12-31T23:59',
  month: '9999-12',
  week: '9999-W52',
};
const HINTS = {
  text: undefined,
  password: 'Kept as a secret; the action holds only its name',
  variable: 'Later actions read it as var.NAME',
};
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

function Line({ choice: { asks = 'text', label }, element, isBusy, onAnswer }: ChoiceInputProps) {
  const kind = asks === 'option' || asks === 'files' ? 'text' : asks;
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
        {...(noted && { max: LATEST[noted.type] })}
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

/** Of the project, or of this computer, which are put into the project. */
function Files({ choice: { label }, isBusy, onAnswer }: ChoiceInputProps) {
  const ide = useIde();
  const projectId = useIdeState(state => state.project?.projectId) ?? '';
  const [text, setText] = useState('');
  const { isBusy: isSending, problem, run } = useWork();
  const take = async (files: readonly File[]) => {
    const known = text.split('\n').filter(line => line !== '');
    for (const file of files)
      known.push(await putFile(ide, { projectId, path: `uploads/${file.name}` }, { body: file }));
    setText(known.join('\n'));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text !== '') onAnswer(text);
  };
  return (
    <form className="stack gap-sm" onSubmit={submit} noValidate>
      <FilesField
        label="Files"
        hint="Of the project; those of this computer are put into it"
        text={text}
        problem={problem?.message}
        isRequired={false}
        isFirst
        onChange={setText}
      />
      <div className="row gap-sm">
        <FileButton multiple onChange={chosen => void run(() => take(chosen))}>
          {props => (
            <Button size="xs" variant="default" loading={isSending} {...props}>
              From this computer…
            </Button>
          )}
        </FileButton>
        <Button type="submit" size="xs" loading={isBusy} disabled={text === ''}>
          {label.replace('…', '')}
        </Button>
      </div>
    </form>
  );
}

const PAUSE_MS = 800;

/** The first option that begins with what is typed, as in the list of the page; after a pause it begins anew. */
function useTypeAhead(options: readonly string[], focus: (at: number) => void) {
  const typed = useRef({ text: '', at: Number.NEGATIVE_INFINITY });
  return ({ key, timeStamp, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
    if (key.length !== 1 || key === ' ' || ctrlKey || altKey || metaKey) return;
    const { text, at } = typed.current;
    typed.current = { text: timeStamp - at > PAUSE_MS ? key : text + key, at: timeStamp };
    const wanted = typed.current.text.toLowerCase();
    const found = options.findIndex(option => option.toLowerCase().startsWith(wanted));
    if (found >= 0) focus(found);
  };
}

/** Enter chooses and the arrow keys only move, as in the list of the page. */
function Options({ element, isBusy, onAnswer }: ChoiceInputProps) {
  const { options = [] } = element.content ?? {};
  const { placeholders = 0 } = element.content ?? {};
  const first = Math.max(placeholders, options.indexOf(element.value ?? ''));
  const list = useRef<HTMLDivElement>(null);
  const typeAhead = useTypeAhead(options, at => list.current?.querySelectorAll('button')[at]?.focus());
  const { getItemProps } = useRovingIndex({
    total: options.length,
    orientation: 'vertical',
    loop: false,
    initialIndex: first,
  });
  return (
    <div ref={list} className={classes.options} role="listbox" aria-label="Options" onKeyDown={typeAhead}>
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
