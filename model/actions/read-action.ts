import { z } from 'zod';
import { ActionId } from '../project/codes.ts';
import { AppError } from '../protocol/errors.ts';
import { explainIssues, fieldPath } from '../protocol/explain-issues.ts';
import { nearest } from '../protocol/nearest.ts';
import type { SyntaxCheck } from '../values/syntax-check.ts';
import { COMMON_FIELDS } from './define-action-kind.ts';
import type { FieldFault } from './field-fault.ts';
import { FIELD_NAMES, FIELDS, JSON_FIELDS, LIST_FIELDS, TEXT_FIELDS, TEXT_LIST_FIELDS } from './fields.ts';
import { ACTION_KINDS, ACTION_TYPES, type Action, type ActionType, actionFault } from './index.ts';

export const ActionTypeName = z.enum(ACTION_TYPES);

/**
 * An action as callers give it: flat, each field optional; `readAction` holds it against its kind.
 * Numbers are taken for text; `null` stands for "no such field", which lets an edit remove one.
 */
export const ACTION_INPUT_FIELDS: z.ZodRawShape = Object.fromEntries([
  ...FIELD_NAMES.map(name => [name, looseField(name)]),
  ...Object.entries(COMMON_FIELDS).map(([name, schema]) => [
    name,
    schema.nullable().describe(schema.description ?? ''),
  ]),
]);

export const ActionInput = z.strictObject({ type: ActionTypeName, ...ACTION_INPUT_FIELDS });

/** The field without its inner rules, which `readAction` checks with the kind's own words; listings show its type. */
function looseField(name: (typeof FIELD_NAMES)[number]): z.ZodType {
  const { description = '', type } = z.toJSONSchema(FIELDS[name], { io: 'input', unrepresentable: 'any' });
  if (JSON_FIELDS.has(name)) return z.unknown().optional().meta({ description });
  if (TEXT_FIELDS.has(name)) return z.union([z.string(), z.number()]).nullish().describe(description);
  return z
    .unknown()
    .optional()
    .meta({ description, ...(type === undefined ? {} : { type }) });
}

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

function normaliseField(name: string, value: unknown): unknown {
  // A test may move to another module: only its own code is kept.
  if (name === 'test' && typeof value === 'string') return value.replace(/^m\d+\.(?=t\d+$)/, '');
  if (JSON_FIELDS.has(name) && typeof value === 'object') return JSON.stringify(value);
  if (TEXT_FIELDS.has(name)) return asText(value);
  if (!TEXT_LIST_FIELDS.has(name)) return value;
  if (Array.isArray(value)) return value.map(asText);
  if (LIST_FIELDS.has(name) && (typeof value === 'string' || typeof value === 'number')) return [asText(value)];
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

const isActionType = (type: unknown): type is ActionType =>
  typeof type === 'string' && Object.hasOwn(ACTION_KINDS, type);

function refuseType(type: unknown, root: string): never {
  const close = typeof type === 'string' ? nearest(type, ACTION_TYPES) : undefined;
  const hint = close === undefined ? '' : ` Did you mean "${close}"?`;
  throw new AppError(
    'invalid-params',
    `"${fieldPath(root, ['type'])}" names no action kind: ${JSON.stringify(type)}.${hint} Kinds: ${ACTION_TYPES.join(', ')}.`,
    { field: fieldPath(root, ['type']), expected: ACTION_TYPES.join(', ') },
  );
}

function refuseForeignFields(type: ActionType, fields: object, root: string): void {
  const kind = ACTION_KINDS[type];
  const known: string[] = [...kind.fieldNames, ...Object.keys(COMMON_FIELDS)];
  for (const name of Object.keys(fields)) {
    if (name === 'type' || name === 'actionId' || known.includes(name)) continue;
    const close = nearest(name, known);
    const hint = close === undefined ? '' : ` Did you mean "${close}"?`;
    throw new AppError('invalid-params', `"${type}" has no field "${name}".${hint} It takes ${known.join(', ')}.`, {
      field: fieldPath(root, [name]),
      expected: known.join(', '),
    });
  }
}

interface ReadOptions {
  actionId: ActionId;
  syntax: SyntaxCheck;
  /** Name of this action in field paths, e.g. `actions[2]`; empty at the top. */
  root?: string;
  /** What is wrong with a field that is not given anew; that alone keeps no other from being changed. */
  was?: FieldFault | undefined;
}

/** Holds given fields against their kind. Errors: `invalid-params`, naming field, value and what would work. */
export function readAction(input: object, { actionId, syntax, root = '', was }: ReadOptions): Action {
  const fields = givenFields(input);
  const { type } = fields;
  if (!isActionType(type)) return refuseType(type, root);
  refuseForeignFields(type, fields, root);
  const kind = ACTION_KINDS[type];
  const parsed = kind.schema.safeParse({ ...fields, actionId, type });
  if (!parsed.success) throw explainIssues(parsed.error, fields, { root, schema: kind.schema });
  const fault = actionFault(parsed.data, syntax);
  if (fault !== undefined && !isSameFault(fault, was)) throw refusedField(asGiven(fault, input), root);
  return parsed.data;
}

/** A list that was given as its one value is called as it was given. */
function asGiven(fault: FieldFault, input: object): FieldFault {
  const list = /^(\w+)\[0\]$/.exec(fault.field)?.[1];
  const isOne = list !== undefined && LIST_FIELDS.has(list) && !Array.isArray(Reflect.get(input, list));
  return isOne ? { ...fault, field: list } : fault;
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
  changes: Record<string, unknown>,
  { syntax, root = '' }: Pick<ReadOptions, 'syntax' | 'root'>,
): Action {
  const type = changes.type ?? action.type;
  if (!isActionType(type)) return refuseType(type, root);
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
