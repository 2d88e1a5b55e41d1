import { z } from 'zod';
import { AppError } from './errors.ts';
import { nearest } from './nearest.ts';

type Issue = z.core.$ZodIssue;

/** e.g. `actions[2].locator`. */
export function fieldPath(root: string, path: readonly PropertyKey[]): string {
  let text = root;
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`.replace(/^a (?=[aeio])/, 'an ');
    case 'invalid_value':
      return `one of ${issue.values.map(value => JSON.stringify(value)).join(', ')}`;
    case 'too_big':
      return `at most ${String(issue.maximum)}${sizeUnit(issue.origin, issue.maximum)}`;
    case 'too_small':
      return `at least ${String(issue.minimum)}${sizeUnit(issue.origin, issue.minimum)}`;
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap(branch => branch.slice(0, 1).map(expectation)))].join(', or ');
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return issue.issues.slice(0, 1).map(expectation).join();
    case 'invalid_format':
      return issue.format === 'datetime' ? 'an ISO time such as "2026-12-31T23:59:00Z"' : issue.message;
    case 'unrecognized_keys':
      return `an object without ${issue.keys.map(key => JSON.stringify(key)).join(' and ')}`;
    default:
      return issue.message;
  }
}

function sizeUnit(origin: string, size: number | bigint): string {
  const plural = Number(size) === 1 ? '' : 's';
  if (origin === 'string') return ` character${plural}`;
  return origin === 'array' ? ` item${plural}` : '';
}

function unknownKeyError(field: string, known: readonly string[] | undefined): AppError {
  const message = `Unknown parameter "${field}".`;
  if (known === undefined) return new AppError('invalid-params', message, { field });
  const close = nearest(field.slice(field.lastIndexOf('.') + 1), known);
  const hint = close === undefined ? '' : ` Did you mean "${close}"?`;
  const list = known.length === 0 ? 'none' : known.join(', ');
  return new AppError('invalid-params', `${message}${hint} Known: ${list}.`, { field, expected: list });
}

/** Unknown names of the whole input come first; further in, a fault in a known field says more. */
const isUnknownName = ({ code, path }: Issue): boolean => code === 'unrecognized_keys' && path.length === 0;

interface ExplainOptions {
  /** Prefix of field paths; empty for a tool's arguments. */
  root?: string;
  /** The schema of the input, whose names are listed when an unknown one is met. */
  schema?: z.core.$ZodType;
  /** Leaves out the value that was wrong: it may be a secret. */
  hidesValues?: boolean;
}

export function explainIssues(error: z.core.$ZodError, input: unknown, options: ExplainOptions = {}): AppError {
  const found = error.issues.find(isUnknownName) ?? error.issues[0];
  if (found === undefined) return new AppError('invalid-params', 'The arguments are not valid.');
  return explainIssue(found, input, options);
}

function explainIssue(found: Issue, input: unknown, options: ExplainOptions): AppError {
  const { root = '', schema, hidesValues = false } = options;
  const issue = innermost(found, input);
  const field = fieldPath(root, issue.path);
  const value = valueAt(input, issue.path);
  const unknown = unknownName(issue, value, schema);
  if (unknown !== undefined) return unknownKeyError(fieldPath(field, [unknown.name]), unknown.known);
  const isHidden = hidesValues || isSecretPlace(issue.path, valueAt(input, issue.path.slice(0, -1)));
  return wrongValueError(issue, field, { value, isHidden });
}

/** One error for each wrong field, at least one. */
export function explainEachIssue(error: z.core.$ZodError, input: unknown, options: ExplainOptions = {}): AppError[] {
  const unknown = error.issues.filter(isUnknownName);
  const others = error.issues.filter(issue => !isUnknownName(issue));
  const errors = [...unknown, ...others].map(issue => explainIssue(issue, input, options));
  return errors.length === 0 ? [explainIssues(error, input, options)] : errors;
}

function innermost(issue: Issue, input: unknown): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const close = issue.errors.filter(branch => branch.length > 0 && branch.every(({ path }) => path.length > 0));
  const [first] = close.length === 1 ? (close[0] ?? []) : [];
  if (first === undefined || valueAt(input, [...issue.path, ...first.path]) === undefined) return issue;
  return innermost({ ...first, path: [...issue.path, ...first.path] }, input);
}

function unknownName(
  issue: Issue,
  value: unknown,
  schema: z.core.$ZodType | undefined,
): { name: string; known: readonly string[] | undefined } | undefined {
  const known = schema && knownNames(schema, issue.path);
  if (issue.code === 'unrecognized_keys') return { name: issue.keys[0] ?? '', known };
  if (issue.code !== 'invalid_union' || known === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const name = Object.keys(value).find(key => !known.includes(key));
  return name === undefined ? undefined : { name, known };
}

interface WrongValue {
  value: unknown;
  isHidden: boolean;
}

function wrongValueError(issue: Issue, field: string, { value, isHidden }: WrongValue): AppError {
  const expected = expectation(issue);
  if (issue.code === 'invalid_key') return wrongNameError(issue, expected);
  if (value === undefined && issue.code !== 'custom')
    return new AppError('invalid-params', `"${field}" is missing; it must be ${expected}.`, { field, expected });
  if (issue.code === 'custom' && issue.params !== undefined)
    return new AppError('invalid-params', `"${field}": ${issue.message}`, { field, facts: issue.params });
  const close = issue.code === 'invalid_value' ? nearest(String(value), issue.values.map(String)) : undefined;
  const hint = close === undefined ? '' : ` Did you mean "${close}"?`;
  const not = isHidden ? '' : `, not ${shownValue(value)}`;
  const message = `"${field || 'arguments'}" must be ${expected}${not}.${hint}`;
  return new AppError('invalid-params', message, { field, expected });
}

function wrongNameError({ path }: Issue, expected: string): AppError {
  const field = fieldPath('', path.slice(0, -1));
  const message = `A name in "${field}" must be ${expected}, not ${shownValue(path.at(-1))}.`;
  return new AppError('invalid-params', message, { field, expected });
}

function optionsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return optionsOf(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(optionsOf) : [schema];
}

function membersOf(schema: z.core.$ZodType, part: PropertyKey): z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  const member = schema instanceof z.ZodObject ? schema.shape[String(part)] : undefined;
  return member === undefined ? [] : [member];
}

/** Undefined where the object takes any names, or there is no object. */
function knownNames(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] | undefined {
  let schemas = optionsOf(schema);
  for (const part of path) schemas = schemas.flatMap(each => membersOf(each, part)).flatMap(optionsOf);
  const objects = schemas.filter(each => each instanceof z.ZodObject);
  return objects.length === 0 ? undefined : [...new Set(objects.flatMap(each => Object.keys(each.shape)))];
}

const LONGEST = 80;
const HIDDEN = '••••';
/** Header values count as secrets: many carry a key. */
const SECRET_NAME = /password|secret|^token$|^headers$/i;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isSecretItem = (value: unknown): boolean => isObject(value) && Reflect.get(value, 'kind') === 'secret';

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  const isHidden = (name: string) => SECRET_NAME.test(name) || (name === 'value' && isSecretItem(value));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isHidden(name) ? HIDDEN : withoutSecrets(part)]),
  );
}

/** `holder` is the object around the value. */
const isSecretPlace = (path: readonly PropertyKey[], holder: unknown): boolean =>
  path.some(part => typeof part === 'string' && SECRET_NAME.test(part)) ||
  (path.at(-1) === 'value' && isSecretItem(holder));

export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(withoutSecrets(value)) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}…` : text;
}
