import { Autocomplete, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { DEVICES } from '../../model/project/devices.ts';
import { useIdeState } from '../app/context.tsx';
import { snapshotOf } from '../app/state.ts';
import { SelectField, SwitchField } from '../ui/fields.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { SettingField, SettingTexts } from './setting-fields.ts';
import classes from './setting-rows.module.css';

interface SettingRowsProps {
  fields: readonly SettingField[];
  texts: SettingTexts;
  errorOf(name: string): string | undefined;
  onChange(texts: SettingTexts): void;
}

export function SettingRows({ fields, texts, errorOf, onChange }: SettingRowsProps) {
  const rows = [...new Set(fields.map(({ row }) => row))];
  return rows.map(row => (
    <Row key={row} fields={fields.filter(field => field.row === row)}>
      {field => (
        <SettingControl
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          error={errorOf(field.name)}
          onChange={text => onChange({ [field.name]: text })}
        />
      )}
    </Row>
  ));
}

interface SettingRowProps {
  fields: readonly SettingField[];
  children(field: SettingField): ReactNode;
}

function Row({ fields, children }: SettingRowProps) {
  const controls = fields.map(children);
  if (fields.length === 1) return controls;
  const beside = <div className={fields.length > 2 ? 'triple' : 'pair'}>{controls}</div>;
  const legend = fields[0]?.legend;
  if (legend === undefined) return beside;
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {beside}
    </fieldset>
  );
}

interface SettingControlProps {
  field: SettingField;
  text: string;
  error: string | undefined;
  onChange(text: string): void;
}

function SettingControl({ field, text, error, onChange }: SettingControlProps) {
  const { control, label, hint, placeholder, legend, names } = field;
  const choices = useChoices(field, text);
  const common = { label, description: hint, placeholder, value: text, error, onChange };
  // Keeps the fields of a group aligned.
  const order = legend === undefined ? {} : { inputWrapperOrder: [...BELOW] };
  if (control === 'switch' && choices === undefined)
    return <SwitchField label={label} description={hint} value={text} onChange={onChange} />;
  if (choices !== undefined) return <SelectField {...common} {...order} data={choices} />;
  if (control === 'lines')
    return (
      <Textarea {...common} autosize minRows={2} maxRows={8} onChange={event => onChange(event.currentTarget.value)} />
    );
  const suggested =
    names === undefined || names === 'version' || names === 'environment' ? undefined : SUGGESTED[names];
  return suggested === undefined ? (
    <TextField {...common} {...order} />
  ) : (
    <Autocomplete {...common} data={suggested} limit={MOST_SUGGESTED} />
  );
}

const BELOW = ['label', 'input', 'description', 'error'] as const;
const MOST_SUGGESTED = 30;
const SUGGESTED = {
  device: [...DEVICES],
  language: ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'pl-PL', 'pt-BR', 'ja-JP', 'zh-CN', 'ar-EG'],
  'time zone': Intl.supportedValuesOf('timeZone'),
};

/** Undefined for a field of free text. */
function useChoices({ names, choices }: SettingField, text: string) {
  const { versions = [], environments = [] } = useIdeState(snapshotOf) ?? {};
  const own = Object.entries(choices ?? {}).map(([value, label]) => ({ value, label }));
  if (names === 'version')
    return [...own, ...versions.map(({ versionId, name }) => ({ value: versionId, label: name }))];
  if (names !== 'environment') return choices && own;
  const known = [...own, ...environments.map(({ name }) => ({ value: name, label: name }))];
  // The value may be a code, or gone meanwhile.
  return known.some(({ value }) => value === text) ? known : [...known, { value: text, label: text }];
}
