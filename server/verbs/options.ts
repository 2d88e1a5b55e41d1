/** `--name value` of a line, read as the fields of an action kind. */
import { z } from 'zod';
import { COMMON_FIELDS } from '../../model/actions/define-action-kind.ts';
import { type ActionField, readField } from '../../model/actions/fields.ts';
import { ACTION_KINDS, type ActionType, isLocatorField } from '../../model/actions/index.ts';
import { AppError } from '../../model/errors/errors.ts';
import { nearest } from '../../model/errors/nearest.ts';
import { contentFault, isRecord } from '../../model/values/json-value.ts';
import { isRole } from './wanted-element.ts';

/** Said of the element of a line, not of its action. */
const ELEMENT_OPTIONS = ['nth', 'in'] as const;

interface LineOptions {
  /** What no option took, in order. */
  words: string[];
  fields: Record<string, unknown>;
  nth: number | undefined;
  /** The words of the element below which the other is. */
  within: string[] | undefined;
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

type Schemas = Readonly<Record<string, z.ZodType>>;

function schemasOf(type: ActionType): Schemas {
  const { fields }: { fields: Schemas } = ACTION_KINDS[type];
  return { ...fields, ...COMMON_FIELDS };
}

export const optionNames = (type: ActionType): string[] => Object.keys(schemasOf(type)).map(kebab);

/** Those of its kind that the words of a line seldom hold. */
export const ownOptionNames = (type: ActionType): string[] => {
  const { fieldNames, isRequired } = ACTION_KINDS[type];
  return fieldNames.filter(name => !isRequired(name) && !isLocatorField(name)).map(kebab);
};

/** `--` ends the options. Errors: `invalid-params`. */
export function readOptions(type: ActionType, given: readonly string[], verb: string): LineOptions {
  const schemas = schemasOf(type);
  const { aliases } = ACTION_KINDS[type];
  const read: LineOptions = { words: [], fields: {}, nth: undefined, within: undefined };
  const left = [...given];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') {
      read.words.push(...left);
      break;
    }
    if (word === 'in' && isRole(left[0]) && left.length > 1) {
      read.within = left.splice(0, 2);
      continue;
    }
    const [, name, , joined] = /^--([a-z][\w-]*)(=([\s\S]*))?$/i.exec(word) ?? [];
    if (name === undefined) read.words.push(word);
    else takeOption({ name, joined, left, read, schemas, aliases, verb });
  }
  return read;
}

interface OptionPlace {
  name: string;
  joined: string | undefined;
  left: string[];
  read: LineOptions;
  schemas: Schemas;
  aliases: ReadonlyMap<string, string>;
  verb: string;
}

function takeOption({ name, joined, left, read, schemas, aliases, verb }: OptionPlace): void {
  const value = (): string => {
    const text = joined ?? left.shift();
    if (text === undefined) throw refused(`--${name} needs a value.`);
    return text;
  };
  if (name === 'nth') read.nth = placeOf(value());
  else if (name === 'in') read.within = joined === undefined ? untilOption(left) : [joined];
  else {
    const field = aliases.get(camel(name)) ?? camel(name);
    const schema = schemas[field];
    if (schema === undefined) throw unknownOption(name, verb, Object.keys(schemas).map(kebab));
    read.fields[field] = optionValue({ field: readField(schema), before: read.fields[field], joined, left, value });
  }
}

const refused = (message: string): AppError => new AppError('invalid-params', message);

function placeOf(text: string): number {
  const nth = Number(text);
  if (Number.isInteger(nth) && nth >= 1) return nth;
  throw refused(`--nth takes a number from 1, not ${JSON.stringify(text)}.`);
}

function untilOption(left: string[]): string[] {
  const end = left.findIndex(word => word.startsWith('--'));
  const words = left.splice(0, end < 0 ? left.length : end);
  if (words.length === 0) throw refused('--in needs the element to look below.');
  return words;
}

function unknownOption(name: string, verb: string, known: readonly string[]): AppError {
  const all = [...known, ...ELEMENT_OPTIONS];
  const close = nearest(name, all);
  const hint = close === undefined ? '' : ` Did you mean --${close}?`;
  return new AppError(
    'invalid-params',
    `${verb} has no option --${name}.${hint} It takes ${all.map(each => `--${each}`).join(', ')}; what begins with -- and is none goes behind a --.`,
    { expected: all.map(each => `--${each}`).join(', ') },
  );
}

interface OptionValue {
  field: ActionField;
  before: unknown;
  joined: string | undefined;
  left: string[];
  value(): string;
}

function optionValue({ field, before, joined, left, value }: OptionValue): unknown {
  const schema = innermost(field.schema);
  if (schema instanceof z.ZodBoolean) return isTrue(joined, left);
  const text = value();
  if (field.many === 'list') return listOf(jsonOf(text)) ?? [...(listOf(before) ?? []), text];
  if (field.many === 'record') return { ...recordOf(before), ...entryOf(text) };
  if (schema instanceof z.ZodNumber) return numberOf(text);
  if (schema instanceof z.ZodObject) return pointOf(text);
  return text;
}

/** `--full-page` is `--full-page true`. */
function isTrue(joined: string | undefined, left: string[]): boolean {
  const given = joined ?? (left[0] === 'true' || left[0] === 'false' ? left.shift() : undefined);
  return given !== 'false';
}

const listOf = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);

const recordOf = (value: unknown): object => (isRecord(value) ? value : {});

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return contentFault(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `Name: value`, `name=value`, or all at once as JSON. */
function entryOf(text: string): object {
  const json = jsonOf(text);
  if (isRecord(json)) return json;
  const [, name = text, value = ''] = /^([^:=]+)[:=]\s*([\s\S]*)$/.exec(text) ?? [];
  return { [name.trim()]: value };
}

/** What is no number stays as it is, to be refused with the words of the field. */
const numberOf = (text: string): unknown => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);

/** `10,20` for {x, y}. */
function pointOf(text: string): unknown {
  const [, x, y] = /^(-?[\d.]+),(-?[\d.]+)$/.exec(text) ?? [];
  if (x !== undefined && y !== undefined) return { x: Number(x), y: Number(y) };
  return jsonOf(text) ?? text;
}

function innermost(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodOptional)) return schema;
  const inner: unknown = schema.unwrap();
  return inner instanceof z.ZodType ? innermost(inner) : schema;
}
