import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { LinkHeader, TestHeader } from '../../../model/protocol/channel/project-view.ts';
import { useIde } from '../../app/context.tsx';
import type { FeatureStep } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';
import { mapParameters } from '../../commands/step-links.ts';
import { WarningIcon } from '../../ui/icons.ts';
import classes from './linking/step.module.css';

interface StepParametersProps {
  step: FeatureStep;
  columns: readonly string[];
  link: LinkHeader;
  test: TestHeader;
}

export function StepParameters({ step, columns, link, test }: StepParametersProps) {
  const ide = useIde();
  const listId = useId();
  const sources = parameterSources({ step, columns, link, test });
  if (sources.length === 0) return null;
  const say = (name: string, value: string) => {
    const { [name]: _old, ...others } = link.parameters ?? {};
    const parameters = value === '' ? others : { ...others, [name]: value };
    void attempt('Change the parameter', () => mapParameters(ide, step.text, { ...test, parameters }));
  };
  return (
    <ul className={`plain-list note ${classes.parameters}`} aria-label="Parameters of the test">
      {sources.map(source => (
        <Parameter key={source.name} source={source} listId={listId} onSay={say} />
      ))}
      <datalist id={listId}>
        {columns.map(column => (
          <option key={column} value={placeholderOf(column)} />
        ))}
      </datalist>
    </ul>
  );
}

interface ParameterProps {
  source: ParameterSource;
  listId: string;
  onSay(name: string, value: string): void;
}

const HINTS: Readonly<Record<ParameterSource['kind'], string>> = {
  said: '',
  guessed: 'matched by name',
  default: 'default value',
  none: 'no value',
};

function Parameter({ source: { name, kind, value }, listId, onSay }: ParameterProps) {
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const written = kind === 'said' ? value : '';
  // It is the same field for the person, so it keeps the focus.
  useEffect(() => {
    if (field.current !== null) field.current.value = written;
  }, [written]);
  const keep = () => {
    const text = field.current?.value.trim() ?? written;
    if (text !== written) onSay(name, text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep();
    if (event.key === 'Escape' && field.current !== null) field.current.value = written;
  };
  return (
    <li className={`row gap-xs ${classes.parameter}`} data-none={kind === 'none' || undefined}>
      <span dir="auto">{name}</span>
      <span aria-hidden>←</span>
      <input
        ref={field}
        dir="auto"
        className={classes.value}
        aria-label={`Value of ${name}`}
        aria-describedby={HINTS[kind] === '' ? undefined : hintId}
        list={listId}
        defaultValue={written}
        placeholder={value === '' ? 'a column or a value' : value}
        spellCheck={false}
        autoComplete="off"
        onBlur={keep}
        onKeyDown={onKeyDown}
      />
      {HINTS[kind] !== '' && (
        <span id={hintId} className={classes.hint}>
          {kind === 'none' && <WarningIcon size={12} aria-hidden />} {HINTS[kind]}
        </span>
      )}
    </li>
  );
}

/** `said`: by the link; `guessed`: by its name; `default`: of the test; `none`: no value. */
interface ParameterSource {
  name: string;
  kind: 'said' | 'guessed' | 'default' | 'none';
  value: string;
}

const placeholderOf = (column: string): string => `<${column}>`;

interface GivenParameters {
  step: FeatureStep;
  columns: readonly string[];
  link: LinkHeader;
  test: TestHeader;
}

const parameterSources = ({ test, link, ...given }: GivenParameters): ParameterSource[] =>
  (test.parameters ?? []).map(({ name, default: usual }): ParameterSource => {
    const said = link.parameters;
    const text = said !== undefined && Object.hasOwn(said, name) ? said[name] : undefined;
    if (text !== undefined)
      return { name, kind: 'said', value: given.columns.includes(text) ? placeholderOf(text) : text };
    const value = guessed(name, given);
    if (value !== undefined) return { name, kind: 'guessed', value };
    return usual === undefined ? { name, kind: 'none', value: '' } : { name, kind: 'default', value: usual };
  });

/** A column wins over a table or text of the same name, as in runs. */
function guessed(name: string, { step, columns }: Pick<GivenParameters, 'step' | 'columns'>): string | undefined {
  if (columns.includes(name)) return placeholderOf(name);
  if (name === 'table' && step.table !== undefined) return 'the data table';
  return name === 'text' && step.docString !== undefined ? 'the text below' : undefined;
}
