/** Form fields of the project's settings. */
import { Project } from '../../../model/project/project.ts';
import type { SettingMeaning } from '../../../model/project/setting.ts';
import type { ArgumentsOf, ReplyOf } from '../../app/tool-replies.ts';
import {
  fieldsIn,
  groupOf,
  refuseHalfGiven,
  type SettingField,
  type SettingGroup,
  type SettingTexts,
  settingOf,
  withValue,
} from '../../parts/setting-fields.ts';

export type ProjectReply = ReplyOf<'getProject'>['project'];
type ProjectEdit = ArgumentsOf<'editProject'> & { settings?: ProjectReply['settings'] };

const FIELDS = fieldsIn(Project);

export const fieldsOf = (form: SettingMeaning['form']): SettingField[] =>
  FIELDS.filter(field => field.form === form).toSorted((one, other) => one.row - other.row);

/** The service replaces each group of settings as a whole. Errors: `invalid-params`. */
export function changesOf(fields: readonly SettingField[], texts: SettingTexts, project: ProjectReply): ProjectEdit {
  const begun: SettingGroup = { settings: {} };
  const edit = fields.reduce((edit, field) => {
    const value = settingOf(field, texts[field.name] ?? '');
    refuseHalfGiven(field, fields, texts);
    return withSetting(edit, { field, value, stored: groupOf(project.settings) });
  }, begun);
  return toSend(edit);
}

interface Setting {
  field: SettingField;
  value: unknown;
  stored: SettingGroup;
}

function withSetting(edit: SettingGroup, { field, value, stored }: Setting): SettingGroup {
  const [first = '', top, ...rest] = field.name.split('.');
  if (top === undefined) return { ...edit, [first]: value ?? (field.isRequired ? '' : null) };
  const settings = groupOf(edit.settings);
  const next =
    rest.length === 0
      ? // What was never set stays so.
        (value ?? (stored[top] && field.unset))
      : withValue(groupOf(settings[top] ?? stored[top]), rest, value);
  return { ...edit, settings: { ...settings, [top]: next } };
}

/** Drops undefined values, which JSON does not have. */
const toSend = (edit: SettingGroup): ProjectEdit => JSON.parse(JSON.stringify(edit));
