import { Textarea } from '@mantine/core';
import { labelOf, type TextField as TextFieldName } from '../../../parts/feature-server/field-labels.ts';
import { TextField } from '../../../ui/text-field.tsx';
import type { Draft } from './draft.ts';
import classes from './feature-server.module.css';
import { ABOUT, hasField } from './fields.ts';
import type { ServerSettings } from './reply.ts';
import type { FieldMarks } from './stage-marks.ts';

export interface SettingProps {
  draft: Draft;
  saved: ServerSettings;
  marks: FieldMarks;
  onChange(changes: Partial<Draft>): void;
}

interface TextSettingProps extends SettingProps {
  field: TextFieldName;
  /** Replaces the hint of the field. */
  hint?: string;
  placeholder?: string;
}

/** Nothing where the chosen type does not have the field. */
export function TextSetting({ draft, marks, onChange, field, ...own }: TextSettingProps) {
  if (!hasField(draft.type, field)) return null;
  const { hint, placeholder, lines } = { ...ABOUT[field], ...own };
  const change = (text: string) => onChange({ [field]: text });
  const common = {
    label: labelOf(field, draft.type),
    description: hint,
    placeholder,
    value: draft[field],
    error: marks[field],
    'data-field': field,
  };
  if (lines === undefined) return <TextField {...common} onChange={change} />;
  return (
    <Textarea
      {...common}
      {...lines}
      onChange={event => change(event.currentTarget.value)}
      autosize
      spellCheck={false}
      classNames={field === 'info' ? { input: classes.code ?? '' } : {}}
    />
  );
}
