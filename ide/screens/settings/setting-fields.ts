/** Form fields made from the schema of the project's settings. */
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { Project } from '../../../model/project/project.ts';
import { SETTINGS, type SettingMeaning } from '../../../model/project/setting.ts';
import type { ArgumentsOf, ReplyOf } from '../../app/tool-replies.ts';
import { controlOf, describeSchema, type FieldControl } from '../../parts/schema-control.ts';

export type ProjectReply = ReplyOf<'getProject'>['project'];
type ProjectEdit = ArgumentsOf<'editProject'>;

export interface SettingField extends SettingMeaning {
  /** Its path in the project; the service names it by that in errors. */
  name: string;
  control: FieldControl;
  isRequired: boolean;
}

/** Every field as text, by its name. */
export const SettingTexts = z.record(z.string(), z.string());
export type SettingTexts = z.infer<typeof SettingTexts>;

function fieldsIn(schema: unknown, name = ''): SettingField[] {
  if (!(schema instanceof z.ZodType)) return [];
  const meaning = SETTINGS.get(schema);
  const isOptional = schema instanceof z.ZodOptional;
  if (meaning !== undefined)
    return [{ ...meaning, name, control: controlOf(describeSchema(schema)), isRequired: !isOptional }];
  if (isOptional) return fieldsIn(schema.unwrap(), name);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<unknown>(schema.shape).flatMap(([key, each]) =>
    fieldsIn(each, name === '' ? key : `${name}.${key}`),
  );
}

const FIELDS = fieldsIn(Project);

export const fieldsOf = (form: SettingMeaning['form']): SettingField[] =>
  FIELDS.filter(field => field.form === form).toSorted((one, other) => one.row - other.row);

type Group = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null;

const groupOf = (value: unknown): Group => (isGroup(value) ? value : {});

const valueAt = (project: ProjectReply, name: string): unknown =>
  name.split('.').reduce<unknown>((value, key) => groupOf(value)[key], project);

function textOf({ control, unset }: SettingField, value: unknown): string {
  if (control === 'switch') return value === true ? 'true' : '';
  if (control === 'choice') return String(value ?? unset ?? '');
  return value === undefined || value === unset ? '' : String(value);
}

export const textsOf = (fields: readonly SettingField[], project: ProjectReply): SettingTexts =>
  Object.fromEntries(fields.map(field => [field.name, textOf(field, valueAt(project, field.name))]));

/** Undefined for an empty text. Errors: `invalid-params`. */
export function readNumber(text: string, field: string): number | undefined {
  if (text.trim() === '') return undefined;
  if (!/^\d{1,12}$/.test(text.trim())) throw notANumber(field);
  return Number(text.trim());
}

const notANumber = (field: string) => new AppError('invalid-params', 'Enter a whole number', { field });

function settingOf({ control, name, unset }: SettingField, text: string): unknown {
  if (control === 'number') return readNumber(text, name);
  if (control === 'switch') return text === 'true' || undefined;
  return text.trim() === '' || text === unset ? undefined : text.trim();
}

/** A group without values is left out. */
function withValue(group: Group, [name = '', ...rest]: readonly string[], value: unknown): Group {
  const inner = rest.length === 0 ? value : withValue(groupOf(group[name]), rest, value);
  const isEmpty = isGroup(inner) && Object.values(inner).every(each => each === undefined);
  return { ...group, [name]: isEmpty ? undefined : inner };
}

/** The service replaces each group of settings as a whole. Errors: `invalid-params`. */
export function changesOf(fields: readonly SettingField[], texts: SettingTexts, project: ProjectReply): ProjectEdit {
  const begun: Group = { settings: {} };
  const edit = fields.reduce((edit, field) => {
    const value = settingOf(field, texts[field.name] ?? '');
    if (value === undefined && isHalfGiven(field, fields, texts)) throw notANumber(field.name);
    return withSetting(edit, { field, value, stored: groupOf(project.settings) });
  }, begun);
  return toSend(edit);
}

interface Setting {
  field: SettingField;
  value: unknown;
  stored: Group;
}

function withSetting(edit: Group, { field, value, stored }: Setting): Group {
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

/** A missing number that makes the other fields of its group useless. */
const isHalfGiven = (
  { name, control, isRequired }: SettingField,
  fields: readonly SettingField[],
  texts: SettingTexts,
) =>
  isRequired &&
  control === 'number' &&
  fields.some(other => groupName(other.name) === groupName(name) && texts[other.name]?.trim() !== '');

const groupName = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** Drops undefined values, which JSON does not have. */
const toSend = (edit: Group): ProjectEdit => JSON.parse(JSON.stringify(edit));
