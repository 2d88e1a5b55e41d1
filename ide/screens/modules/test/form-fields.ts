import { z } from 'zod';
import { COMMON_FIELDS } from '../../../../model/actions/define-action-kind.ts';
import type { FieldUses } from '../../../../model/actions/field-uses.ts';
import { type ActionField, readField } from '../../../../model/actions/fields.ts';
import { ACTION_FIELDS, ACTION_KINDS, type ActionType, isActionType } from '../../../../model/actions/index.ts';
import type { TestActors } from '../../../../model/project/actor.ts';
import { isExpression } from '../../../../model/values/template.ts';
import type { NewAction } from '../../../app/edits.ts';
import type { FieldValues } from '../../../app/merged-drafts.ts';
import { controlOf, describeSchema, type FieldControl } from '../../../parts/schema-control.ts';

export interface FormField {
  name: string;
  label: string;
  hint: string;
  control: FieldControl;
  isRequired: boolean;
  mayBeEmpty: boolean;
  choices: readonly { value: string; label: string }[];
  isLocator: boolean;
  /** What the text names, so that it can be chosen from a list. */
  names: 'test' | 'role' | 'feature' | 'scenario' | 'actor' | undefined;
  /** `{{ … }}` is computed in it. */
  takesValues: boolean;
  namesFiles: boolean;
  isCommon: boolean;
}

function controlOfField({ holds }: ActionField, schema: ReturnType<typeof describeSchema>): FieldControl {
  const control = controlOf(schema);
  return holds === 'json' && control === 'text' ? 'long' : control;
}

/** `expectStatus` is called “Expect status”. */
const fieldLabel = (name: string): string =>
  name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replace(/^./, first => first.toUpperCase());

export function labelOfField(name: string): string {
  const common: Record<string, z.ZodType> = COMMON_FIELDS;
  const field = ACTION_FIELDS.get(name) ?? (common[name] && readField(common[name]));
  return field?.label ?? fieldLabel(name);
}

const SHORT_WORDS: Readonly<Record<string, string>> = { url: 'address' };

const inWords = (choice: string): string => (SHORT_WORDS[choice] ?? choice).replace(/^./, first => first.toUpperCase());

const isCommon = (name: string): boolean => Object.hasOwn(COMMON_FIELDS, name);

export function formFields(type: ActionType): FormField[] {
  const kind = ACTION_KINDS[type];
  const shape: Record<string, z.ZodType> = kind.schema.shape;
  const hasLocator = Object.hasOwn(shape, 'locator');
  const names = [...kind.fieldNames, ...Object.keys(COMMON_FIELDS)];
  return names
    .filter(name => name !== 'fallbacks' || hasLocator)
    .map(name => {
      const field = readField(shape[name] ?? z.unknown());
      const schema = describeSchema(field.schema);
      return {
        name,
        label: field.label ?? fieldLabel(name),
        hint: schema.description ?? '',
        control: controlOfField(field, schema),
        isLocator: field.holds === 'locator' && field.many === undefined,
        names: field.names,
        takesValues: field.holds === 'text' || field.holds === 'json',
        namesFiles: field.namesFiles === true,
        isRequired: kind.isRequired(name),
        mayBeEmpty: shape[name]?.safeParse('').success === true,
        choices: (schema.enum ?? schema.items?.enum ?? []).map(value => ({
          value,
          label: schema.enum === undefined ? value : inWords(field.choices?.[value] ?? value),
        })),
        isCommon: isCommon(name),
      };
    });
}

/** Every field as text, empty where it is not given. */
export type FormTexts = FieldValues<string>;

export function textOf({ control }: FormField, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (control === 'lines' && Array.isArray(value)) return value.join('\n');
  if (control === 'choices' && Array.isArray(value)) return value.join(',');
  if (control === 'json' && typeof value !== 'string') return JSON.stringify(value, undefined, 2);
  return String(value);
}

export const textsOf = (fields: readonly FormField[], action: object): FormTexts =>
  Object.fromEntries(fields.map(field => [field.name, textOf(field, Reflect.get(action, field.name))]));

/** The form of an action with a picked element; a value and what every kind has stay as they were typed. */
export function chosenTexts(action: NewAction, before: FormTexts): FormTexts {
  const fields = isActionType(action.type) ? formFields(action.type) : [];
  const filled = textsOf(
    fields.filter(field => !field.isCommon || field.name === 'fallbacks'),
    action,
  );
  const { value = '' } = before;
  return { ...before, ...filled, ...(filled.value === '' && { value }) };
}

const usesOf = (type: string, texts: FormTexts): FieldUses =>
  isActionType(type) ? ACTION_KINDS[type].uses(texts) : {};

interface FieldPlaces {
  shown: FormField[];
  more: FormField[];
}

/** Fields that the others leave no use for are in neither. Where nothing is required or asked for, all are shown. */
export function placesOfFields(type: string, fields: readonly FormField[], texts: FormTexts): FieldPlaces {
  const { asks, without = [] } = usesOf(type, texts);
  const used = fields.filter(({ name }) => !without.includes(name));
  const isAsked = ({ name, isRequired }: FormField) => isRequired || asks?.includes(name) === true;
  const own = used.filter(field => !field.isCommon);
  const shown = asks !== undefined || own.some(isAsked) ? own.filter(isAsked) : own;
  return { shown, more: used.filter(field => !shown.includes(field)) };
}

/** Who acts is asked for where there is more than one answer, or one that is wrong by now. */
export function withActor({ shown, more }: FieldPlaces, actors: TestActors, texts: FormTexts): FieldPlaces {
  const who = more.filter(({ names }) => names === 'actor');
  const others = more.filter(field => !who.includes(field));
  const isAsked = actors.length > 0 || who.some(({ name }) => (texts[name] ?? '') !== '');
  return { shown: isAsked ? [...shown, ...who] : shown, more: others };
}

/** Empties the fields that the others leave no use for. */
export function usedTexts(type: string, texts: FormTexts): FormTexts {
  const { without = [] } = usesOf(type, texts);
  return { ...texts, ...Object.fromEntries(without.flatMap(name => (name in texts ? [[name, '']] : []))) };
}

/** `null` for no value. Errors: a `SyntaxError` that says what is wrong with the text. */
function fieldValue({ control, isRequired, mayBeEmpty }: FormField, text: string): unknown {
  if (control === 'switch') return text === 'true' || (isRequired ? false : null);
  if (text === '') return isRequired && mayBeEmpty ? '' : null;
  if (control === 'lines') return text.split('\n').filter(line => line !== '');
  if (control === 'choices') return text.split(',');
  if (control === 'number') return readNumber(text);
  return control === 'json' ? readJson(text) : text;
}

function readNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new SyntaxError('Write a number.');
  return value;
}

function readJson(text: string): unknown {
  if (isExpression(text)) return text.trim();
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('Write JSON, e.g. {"name": "value"}.');
  }
}

export interface ReadForm {
  /** Of the fields that differ from `base`. */
  changes: Record<string, unknown>;
  problems: Record<string, string>;
}

export function readForm(fields: readonly FormField[], base: FormTexts, texts: FormTexts): ReadForm {
  const changes: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = texts[field.name] ?? '';
    if (text === (base[field.name] ?? '')) continue;
    try {
      changes[field.name] = fieldValue(field, text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problems[field.name] = error.message;
    }
  }
  return { changes, problems };
}

/** Required texts may be empty where the schema allows it; other required fields may not. */
export const readNew = (fields: readonly FormField[], texts: FormTexts): ReadForm =>
  withRequired(fields, texts, readForm(fields, {}, texts));

export const readOtherKind = (fields: readonly FormField[], base: FormTexts, texts: FormTexts): ReadForm =>
  withRequired(fields, texts, readForm(fields, base, texts));

function withRequired(fields: readonly FormField[], texts: FormTexts, { changes, problems }: ReadForm): ReadForm {
  const empty = fields.filter(({ name, isRequired }) => isRequired && (texts[name] ?? '') === '');
  const may = empty.filter(({ control, mayBeEmpty }) => control === 'switch' || mayBeEmpty);
  const needed = empty.filter(field => !may.includes(field));
  return {
    changes: { ...changes, ...Object.fromEntries(may.map(field => [field.name, fieldValue(field, '')])) },
    problems: { ...problems, ...Object.fromEntries(needed.map(({ name, label }) => [name, `${label} is needed.`])) },
  };
}
