import { z } from 'zod';
import { AppError, inOne, refuseAll } from '../errors/errors.ts';
import { explainEachIssue, fieldPath } from '../errors/explain-issues.ts';
import { nearest } from '../errors/nearest.ts';
import { ActionId } from '../names/codes.ts';
import type { SyntaxCheck } from '../values/syntax-check.ts';
import { actionFault } from './action-fault.ts';
import { COMMON_FIELDS } from './define-action-kind.ts';
import type { FieldFault } from './field-fault.ts';
import type { ActionField } from './fields.ts';
import { ACTION_FIELDS, ACTION_KINDS, ACTION_TYPES, type Action, type ActionType, isActionType } from './index.ts';

export const ActionTypeName = z.enum(ACTION_TYPES);

/**
 * An action as callers give it: flat, each field optional; `readAction` holds it against its kind.
 * Numbers are taken for text; `null` stands for "no such field", which lets an edit remove one.
 */
export const ACTION_INPUT_FIELDS: z.ZodRawShape = Object.fromEntries([
  ...[...ACTION_FIELDS].map(([name, field]) => [name, looseField(field)]),
  ...otherNames(),
  ...Object.entries(COMMON_FIELDS).map(([name, schema]) => [
    name,
    schema.nullable().describe(schema.description ?? ''),
  ]),
]);

export const ActionInput = z.strictObject({ type: ActionTypeName, ...ACTION_INPUT_FIELDS });

/** The field without its inner rules, which `readAction` checks with the kind's own words; listings show its type. */
function looseField({ schema, holds, many }: ActionField): z.ZodType {
  const { description = '', type } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (holds === 'json') return z.unknown().optional().meta({ description });
  if (holds === 'text' && many === undefined) return z.union([z.string(), z.number()]).nullish().describe(description);
  return z
    .unknown()
    .optional()
    .meta({ description, ...(type === undefined ? {} : { type }) });
}

/** Names that only stand for others, of which none is a field itself. */
function otherNames(): [string, z.ZodType][] {
  const names = new Map(
    Object.values(ACTION_KINDS).flatMap(({ type, aliases }) =>
      [...aliases].map(([name, field]) => [name, `${field} of ${type}`]),
    ),
  );
  return [...names].flatMap(([name, meant]) =>
    ACTION_FIELDS.has(name)
      ? []
      : [
          [
            name,
            z
              .unknown()
              .optional()
              .meta({ description: `The ${meant}` }),
          ],
        ],
  );
}

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

function normaliseField(name: string, value: unknown): unknown {
  // A test may move to another module: only its own code is kept.
  if (name === 'test' && typeof value === 'string') return value.replace(/^m\d+\.(?=t\d+$)/, '');
  const { holds, many } = ACTION_FIELDS.get(name) ?? {};
  if (holds === 'json') return typeof value === 'object' ? JSON.stringify(value) : asText(value);
  if (holds !== 'text') return value;
  if (many === undefined) return asText(value);
  if (Array.isArray(value)) return value.map(asText);
  if (many === 'list' && (typeof value === 'string' || typeof value === 'number')) return [asText(value)];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asText(item)]));
}

/** Fields that were given and are not `null`, in normal form. */
function givenFields(input: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null) fields[name] = normaliseField(name, value);
  return fields;
}

const calledSo = (word: string): ActionType | undefined =>
  ACTION_TYPES.find(type => ACTION_KINDS[type].alsoCalled.includes(word));

function refuseType(type: unknown, root: string): never {
  const close = typeof type === 'string' ? (calledSo(type.toLowerCase()) ?? nearest(type, ACTION_TYPES)) : undefined;
  const hint = close === undefined ? '' : ` Did you mean "${close}"?`;
  throw new AppError(
    'invalid-params',
    `"${fieldPath(root, ['type'])}" is not an action kind: ${JSON.stringify(type)}.${hint} Kinds: ${ACTION_TYPES.join(', ')}.`,
    { field: fieldPath(root, ['type']), expected: ACTION_TYPES.join(', ') },
  );
}

/** What other tools call some fields. */
const OTHER_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['ref', ['locator']],
  ['selector', ['locator']],
  ['element', ['locator']],
  ['text', ['value', 'expected']],
  ['href', ['url']],
]);

function refuseForeignFields(type: ActionType, fields: object, root: string): void {
  const kind = ACTION_KINDS[type];
  const known: string[] = [...kind.fieldNames, ...Object.keys(COMMON_FIELDS)];
  const foreign = Object.keys(fields).filter(name => name !== 'type' && name !== 'actionId' && !known.includes(name));
  refuseAll(
    foreign.map((name, index) => {
      const close = OTHER_FIELDS.get(name)?.find(field => known.includes(field)) ?? nearest(name, known);
      const hint =
        close === undefined ? '' : ` Did you mean "${close}"?${name === 'ref' ? ' It takes refs, too.' : ''}`;
      const takes = index === foreign.length - 1 ? ` It takes ${known.join(', ')}.` : '';
      return new AppError('invalid-params', `"${type}" has no field "${name}".${hint}${takes}`, {
        field: fieldPath(root, [name]),
        expected: known.join(', '),
      });
    }),
  );
}

/** Fields by the names that are stored. Errors: `invalid-params` where one is given by two names. */
function byOwnNames(
  type: ActionType,
  fields: Readonly<Record<string, unknown>>,
  root: string,
): Record<string, unknown> {
  const { aliases } = ACTION_KINDS[type];
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = aliases.get(name) ?? name;
    if (field !== name && Object.hasOwn(fields, field))
      throw new AppError('invalid-params', `"${type}" takes "${field}" or "${name}", not both.`, {
        field: fieldPath(root, [name]),
      });
    own[field] = value;
  }
  return own;
}

interface ReadOptions {
  actionId: ActionId;
  syntax: SyntaxCheck;
  /** Name of this action in field paths, e.g. `actions[2]`; empty at the top. */
  root?: string;
  /** What is wrong with a field that is not given again; that alone keeps no other from being changed. */
  was?: FieldFault | undefined;
}

/** Holds given fields against their kind. Errors: `invalid-params`, naming field, value and what would work. */
export function readAction(input: object, { actionId, syntax, root = '', was }: ReadOptions): Action {
  const type: unknown = Reflect.get(input, 'type');
  if (!isActionType(type)) return refuseType(type, root);
  const fields = givenFields(byOwnNames(type, Object.fromEntries(Object.entries(input)), root));
  refuseForeignFields(type, fields, root);
  const kind = ACTION_KINDS[type];
  const parsed = kind.schema.safeParse({ ...fields, actionId, type });
  if (!parsed.success) throw inOne(explainEachIssue(parsed.error, fields, { root, schema: kind.schema }));
  const fault = actionFault(parsed.data, syntax);
  if (fault !== undefined && !isSameFault(fault, was)) throw refusedField(asGiven(fault, input, kind), root);
  return parsed.data;
}

/** A list that was given as its one value is called as it was given. */
function asGiven(
  fault: FieldFault,
  input: object,
  { aliases }: Pick<(typeof ACTION_KINDS)[ActionType], 'aliases'>,
): FieldFault {
  const field = fault.field.replace(/\W.*$/s, '');
  const name = [...aliases].find(([alias, meant]) => meant === field && Object.hasOwn(input, alias))?.[0] ?? field;
  const isOne = ACTION_FIELDS.get(field)?.many === 'list' && !Array.isArray(Reflect.get(input, name));
  const rest = fault.field.slice(field.length);
  return { ...fault, field: `${name}${isOne ? rest.replace(/^\[0\]$/, '') : rest}` };
}

const isSameFault = (fault: FieldFault, other: FieldFault | undefined): boolean =>
  fault.field === other?.field && fault.message === other.message;

/** The error for a field that cannot work. */
export function refusedField({ field, message }: FieldFault, root = ''): AppError {
  const path = fieldPath(root, [field]);
  return new AppError('invalid-params', `"${path}": ${message}.`, { field: path });
}

/** An action with some fields changed; a new type keeps the fields that its kind knows too. */
export function changeAction(
  action: Action,
  given: Record<string, unknown>,
  { syntax, root = '' }: Pick<ReadOptions, 'syntax' | 'root'>,
): Action {
  const type = given.type ?? action.type;
  if (!isActionType(type)) return refuseType(type, root);
  const changes = byOwnNames(type, given, root);
  const known: string[] = [...ACTION_KINDS[type].fieldNames, ...Object.keys(COMMON_FIELDS)];
  const kept = Object.fromEntries(Object.entries(action).filter(([name]) => known.includes(name)));
  refuseForeignFields(type, changes, root);
  const was = actionFault(action, syntax);
  const isGiven = was !== undefined && Object.hasOwn(changes, was.field.replace(/[.[].*$/s, ''));
  return readAction(
    { ...kept, ...changes, type },
    { actionId: action.actionId, syntax, root, was: isGiven ? undefined : was },
  );
}

/** Stands in for the id of an action that is only looked at. */
export const UNSTORED_ACTION_ID = ActionId.parse('a1');
