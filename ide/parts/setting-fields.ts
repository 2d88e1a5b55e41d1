/** Form fields made from a schema whose fields say in `SETTINGS` how the page asks for them. */
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { SETTINGS, type SettingMeaning } from '../../model/project/setting.ts';
import { controlOf, describeSchema, type FieldControl } from './schema-control.ts';

export interface SettingField extends SettingMeaning {
  /** Its path in the record; the service names it by that in errors. */
  name: string;
  control: FieldControl;
  isRequired: boolean;
  hasDecimals: boolean;
}

/** Every field as text, by its name. */
export const SettingTexts = z.record(z.string(), z.string());
export type SettingTexts = z.infer<typeof SettingTexts>;

/** Of all fields inside, at any depth, that have a meaning. */
export function fieldsIn(schema: unknown, name = ''): SettingField[] {
  if (!(schema instanceof z.ZodType)) return [];
  const meaning = SETTINGS.get(schema);
  const isOptional = schema instanceof z.ZodOptional;
  if (meaning !== undefined) {
    const described = describeSchema(schema);
    const hasDecimals = described.type === 'number';
    return [{ ...meaning, name, control: controlOf(described), isRequired: !isOptional, hasDecimals }];
  }
  if (isOptional) return fieldsIn(schema.unwrap(), name);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<unknown>(schema.shape).flatMap(([key, each]) =>
    fieldsIn(each, name === '' ? key : `${name}.${key}`),
  );
}

export type SettingGroup = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is SettingGroup =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const groupOf = (value: unknown): SettingGroup => (isGroup(value) ? value : {});

const valueAt = (record: SettingGroup, name: string): unknown =>
  name.split('.').reduce<unknown>((value, key) => groupOf(value)[key], record);

function textOf({ control, choices, unset }: SettingField, value: unknown): string {
  if (control === 'switch' && choices === undefined) return value === true ? 'true' : '';
  if (control === 'choice' || choices !== undefined) return String(value ?? unset ?? '');
  if (Array.isArray(value)) return value.join(control === 'lines' ? '\n' : ', ');
  return value === undefined || value === unset ? '' : String(value);
}

/** What the fields show of a stored record. */
export const textsOf = (fields: readonly SettingField[], record: SettingGroup): SettingTexts =>
  Object.fromEntries(fields.map(field => [field.name, textOf(field, valueAt(record, field.name))]));

/** Undefined for an empty text. Errors: `invalid-params`. */
export function readNumber(text: string, field: string): number | undefined {
  if (text.trim() === '') return undefined;
  if (!/^\d{1,12}$/.test(text.trim())) throw new AppError('invalid-params', 'Enter a whole number', { field });
  return Number(text.trim());
}

function readDecimals(text: string, field: string): number | undefined {
  if (text.trim() === '') return undefined;
  if (!/^-?\d{1,6}(\.\d{1,12})?$/.test(text.trim())) throw notANumber(field);
  return Number(text.trim());
}

const notANumber = (field: string) => new AppError('invalid-params', 'Enter a number', { field });

/** Undefined for what is left blank. Errors: `invalid-params`. */
export function settingOf(field: SettingField, text: string): unknown {
  const { control, name, choices, unset, hasDecimals } = field;
  if (control === 'number') return hasDecimals ? readDecimals(text, name) : readNumber(text, name);
  if (control === 'switch') return choices !== undefined && text === 'false' ? false : text === 'true' || undefined;
  if (text.trim() === '' || text === unset) return undefined;
  if (control === 'lines') return text.split('\n').flatMap(line => line.trim() || []);
  if (control !== 'choices') return text.trim();
  return text.split(/[\s,]+/).filter(word => word !== '');
}

/** A group without values is left out. */
export function withValue(group: SettingGroup, [name = '', ...rest]: readonly string[], value: unknown): SettingGroup {
  const inner = rest.length === 0 ? value : withValue(groupOf(group[name]), rest, value);
  const isEmpty = isGroup(inner) && Object.values(inner).every(each => each === undefined);
  return { ...group, [name]: isEmpty ? undefined : inner };
}

/** A missing number that makes the other fields of its group useless. Errors: `invalid-params`. */
export function refuseHalfGiven(field: SettingField, fields: readonly SettingField[], texts: SettingTexts): void {
  const { name, control, isRequired } = field;
  const isGiven = (other: SettingField) => texts[other.name]?.trim() !== '';
  const group = fields.filter(other => groupName(other.name) === groupName(name));
  if (!isRequired || control !== 'number' || isGiven(field) || !group.some(isGiven)) return;
  throw field.hasDecimals ? notANumber(name) : new AppError('invalid-params', 'Enter a whole number', { field: name });
}

const groupName = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** Undefined where everything is left blank. Errors: `invalid-params`. */
export function recordOf(fields: readonly SettingField[], texts: SettingTexts): SettingGroup | undefined {
  const record = fields.reduce<SettingGroup>((group, field) => {
    refuseHalfGiven(field, fields, texts);
    return withValue(group, field.name.split('.'), settingOf(field, texts[field.name] ?? ''));
  }, {});
  const given = Object.entries(record).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/**
 * The field that the service refuses, where it is one of a record that was sent as `root`: it names each value of a list,
 * and all from the record on.
 */
export function refusedField(
  fields: readonly SettingField[],
  root: string,
  field: string | undefined,
): string | undefined {
  const inside = field?.startsWith(`${root}.`) ? field.slice(root.length + 1) : field;
  const name = inside?.replace(/\[\d+\]$/, '');
  return fields.find(each => each.name === name)?.name;
}
