import { TextInput } from '@mantine/core';
import type { Draft } from './draft.ts';
import { labelOf, type TextField } from './fields.ts';
import type { ServerSettings } from './reply.ts';
import type { FieldMarks } from './stage-marks.ts';

export interface SettingProps {
  draft: Draft;
  saved: ServerSettings;
  /** What is wrong at fields. */
  marks: FieldMarks;
  onChange(draft: Draft): void;
}

interface TextSettingProps extends SettingProps {
  field: TextField;
  hint: string;
  placeholder?: string;
}

/** A setting in one line. */
export const TextSetting = ({ draft, marks, onChange, field, hint, placeholder }: TextSettingProps) => (
  <TextInput
    label={labelOf(field, draft.type)}
    description={hint}
    placeholder={placeholder}
    value={draft[field]}
    onChange={event => onChange({ ...draft, [field]: event.currentTarget.value })}
    error={marks[field]}
    data-field={field}
    autoComplete="off"
    spellCheck={false}
  />
);
