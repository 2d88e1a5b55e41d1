/** Reads actions as callers give them, and checks what no schema can. */
import { z } from 'zod';
import { AppError, inOne, isAppError } from '../errors/errors.ts';
import { explainEachIssue, fieldPath } from '../errors/explain-issues.ts';
import { nearest } from '../errors/nearest.ts';
import { CHOICES, type Locator, type LocatorStep } from '../locator/locator.ts';
import { locatorTexts } from '../locator/locator-words.ts';
import { parseLocator } from '../locator/parse-locator.ts';
import type { AriaRole } from '../names/aria-roles.ts';
import { ActionId } from '../names/codes.ts';
import { readJsonTemplate, textsInJson } from '../values/json-template.ts';
import { conditionSource, namesSecret, referencedNames } from '../values/referenced-names.ts';
import type { SyntaxCheck } from '../values/syntax-check.ts';
import { literalText, parseTemplate } from '../values/template.ts';
import { COMMON_FIELDS } from './define-action-kind.ts';
import { type FieldFault, type FieldText, fieldFault } from './field-fault.ts';
import type { ActionField } from './fields.ts';
import {
  ACTION_FIELDS,
  ACTION_KINDS,
  ACTION_TYPES,
  type Action,
  type ActionType,
  about,
  isActionType,
} from './index.ts';

type Located<Kind> = Kind extends unknown ? ('locator' extends keyof Kind ? Kind : never) : never;
type WithFallbacks = Located<Action> & { locator: string; fallbacks: string[] };

const locatorOf = (action: Action): string | undefined => ('locator' in action ? action.locator : undefined);

function fallbackFault(action: Action): FieldFault | undefined {
  const { fallbacks = [] } = action;
  if (fallbacks.length === 0) return undefined;
  const locator = locatorOf(action);
  if (locator === undefined) return { field: 'fallbacks', message: 'they replace a locator, and there is none' };
  const again = fallbacks.findIndex((text, index) => text === locator || fallbacks.indexOf(text) < index);
  return again < 0
    ? undefined
    : { field: `fallbacks[${again}]`, message: `${fallbacks[again]} is in the list already` };
}

export const mayFallBack = (action: Action): action is WithFallbacks =>
  locatorOf(action) !== undefined && action.fallbacks !== undefined && about(action).mayFallBack;

/** The role of what a locator finds, when it names one. */
export function namedRole({ steps }: Locator): AriaRole | undefined {
  const last = steps.findLast((step): step is LocatorStep => !CHOICES.includes(step.kind));
  if (last?.kind === 'role') return last.role;
  return last?.kind === 'descendant' ? namedRole(last.locator) : undefined;
}

const remarkOf = ({ type }: Action): string | undefined => ACTION_KINDS[type].remark;

export const computedTexts = (action: Action): FieldText[] =>
  remarkOf(action) === undefined ? textsOfAction(action) : [];

/** The texts whose `{{ … }}` people read in the title, remarks included. */
export function titleTexts(action: Action, title: string): FieldText[] {
  const remark = remarkOf(action);
  if (remark === undefined) return textsOfAction(action).filter(({ text }) => title.includes(text));
  const text: unknown = Reflect.get(action, remark);
  return typeof text === 'string' && title.includes(text) ? [{ field: remark, text }] : [];
}

function textsOfAction(action: Action): FieldText[] {
  const texts = Object.entries(action).flatMap(([field, value]: [string, unknown]) =>
    typeof value === 'string' ? textsOf(field, value) : textsOfMany(field, value),
  );
  return texts.filter(({ text }) => text.includes('{{'));
}

function textsOf(field: string, text: string): FieldText[] {
  if (!text.includes('{{')) return [];
  const holds = ACTION_FIELDS.get(field)?.holds;
  if (holds === 'locator') return textsOfLocator(field, text);
  const json = holds === 'json' ? readJsonTemplate(text) : undefined;
  if (json !== undefined) return textsInJson(json, field);
  return holds === 'text' || holds === 'json' || holds === 'expression' ? [{ field, text }] : [];
}

function textsOfMany(field: string, value: unknown): FieldText[] {
  const { holds, many } = ACTION_FIELDS.get(field) ?? {};
  if (field === 'fallbacks' || holds === 'locator')
    return listedTexts(field, value).flatMap(each => textsOfLocator(each.field, each.text));
  if (holds === 'expression' && Array.isArray(value))
    return value.flatMap((row: unknown, index) => listedTexts(fieldPath(field, [index]), row));
  return holds === 'text' && many !== undefined ? listedTexts(field, value) : [];
}

const textsOfLocator = (field: string, locator: string): FieldText[] =>
  locatorTexts(parseLocator(locator)).map(text => ({ field, text }));

function listedTexts(field: string, value: unknown): FieldText[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'string' ? [{ field: fieldPath(field, [Array.isArray(value) ? Number(key) : key]), text }] : [],
  );
}

const textsThatHold = (action: Action, wanted: 'condition' | 'script'): FieldText[] =>
  Object.entries(action).flatMap(([field, text]: [string, unknown]) =>
    ACTION_FIELDS.get(field)?.holds === wanted && typeof text === 'string' ? [{ field, text }] : [],
  );

/** Expressions with or without `{{ }}` around them. */
export const conditionsOf = (action: Action): FieldText[] => textsThatHold(action, 'condition');

function scriptsOf(action: Action): FieldText[] {
  const { script } = about(action);
  const text = script && literalText(script.text);
  return [...textsThatHold(action, 'script'), ...(script && text !== undefined ? [{ ...script, text }] : [])];
}

/** First fault that the schema cannot express. */
export const actionFault = (action: Action, syntax: SyntaxCheck): FieldFault | undefined =>
  textFault(action, syntax) ?? fallbackFault(action) ?? about(action).fault;

function textFault(action: Action, syntax: SyntaxCheck): FieldFault | undefined {
  const checks = [
    ...computedTexts(action).map(text => ({ ...text, fault: templateFault })),
    ...conditionsOf(action).map(text => ({ ...text, fault: conditionFault })),
    ...scriptsOf(action).map(text => ({ ...text, fault: syntax.script })),
  ];
  for (const { field, text, fault } of checks) {
    const found = fieldFault(field, fault(text, syntax));
    if (found !== undefined) return found;
  }
  return undefined;
}

export const templateFault = (text: string, syntax: SyntaxCheck): string | undefined =>
  refusalOf(() => {
    for (const part of parseTemplate(text).parts) {
      const fault = part.kind === 'expression' ? syntax.expression(part.source) : undefined;
      if (fault !== undefined) return `${fault}; write \\{{ for plain braces`;
    }
    return undefined;
  });

export const conditionFault = (text: string, syntax: SyntaxCheck): string | undefined =>
  refusalOf(() => {
    const source = conditionSource(text);
    const names = referencedNames({ parts: [{ kind: 'expression', source, position: 1 }] });
    if (!namesSecret(names)) return syntax.expression(source);
    return `“${text}” reads a secret; secrets can be used in the fields of actions, not in conditions`;
  });

function refusalOf(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    if (!isAppError(error, 'invalid-params')) throw error;
    return error.message.replace(/\.$/, '');
  }
}

export const ActionTypeName = z.enum(ACTION_TYPES);

/**
 * An action as callers give it: flat, each field optional; `readAction` holds it against its kind.
 * Numbers are taken for text; `null` means "no such field", which lets an edit remove one.
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

/** Without the inner rules, which `readAction` checks with the kind's own words; listings show the type. */
function looseField({ schema, holds, many }: ActionField): z.ZodType {
  const { description = '', type } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (holds === 'json') return z.unknown().optional().meta({ description });
  if (holds === 'text' && many === undefined) return z.union([z.string(), z.number()]).nullish().describe(description);
  return z
    .unknown()
    .optional()
    .meta({ description, ...(type === undefined ? {} : { type }) });
}

function otherNames(): [string, z.ZodType][] {
  const names = new Map(
    Object.values(ACTION_KINDS).flatMap(({ type, aliases }) =>
      [...aliases].map(([name, field]) => [name, `${field} of ${type}`]),
    ),
  );
  return [...names].flatMap(([name, described]) =>
    ACTION_FIELDS.has(name)
      ? []
      : [
          [
            name,
            z
              .unknown()
              .optional()
              .meta({ description: `The ${described}` }),
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
  if (foreign.length === 0) return;
  throw inOne(
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

/** Errors: `invalid-params` where one field is given by two names. */
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

interface ReadActionOptions {
  actionId: ActionId;
  syntax: SyntaxCheck;
  /** Prefix of field paths in errors, e.g. `actions[2]`; empty at the top. */
  root?: string;
  /** Fault of a field that stays as it is, which keeps no other field from being changed. */
  was?: FieldFault | undefined;
}

/** Holds given fields against their kind. Errors: `invalid-params`, naming field, value and what would work. */
export function readAction(input: object, { actionId, syntax, root = '', was }: ReadActionOptions): Action {
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

/** Names the field as the caller did, where its one value was given instead of a list. */
function asGiven(
  fault: FieldFault,
  input: object,
  { aliases }: Pick<(typeof ACTION_KINDS)[ActionType], 'aliases'>,
): FieldFault {
  const field = fault.field.replace(/\W.*$/s, '');
  const name = [...aliases].find(([alias, named]) => named === field && Object.hasOwn(input, alias))?.[0] ?? field;
  const isOne = ACTION_FIELDS.get(field)?.many === 'list' && !Array.isArray(Reflect.get(input, name));
  const rest = fault.field.slice(field.length);
  return { ...fault, field: `${name}${isOne ? rest.replace(/^\[0\]$/, '') : rest}` };
}

const isSameFault = (fault: FieldFault, other: FieldFault | undefined): boolean =>
  fault.field === other?.field && fault.message === other.message;

export function refusedField({ field, message }: FieldFault, root = ''): AppError {
  const path = fieldPath(root, [field]);
  return new AppError('invalid-params', `"${path}": ${message}.`, { field: path });
}

/** A new type keeps the fields that its kind knows too. */
export function changeAction(
  action: Action,
  given: Record<string, unknown>,
  { syntax, root = '' }: Pick<ReadActionOptions, 'syntax' | 'root'>,
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

export const UNSTORED_ACTION_ID = ActionId.parse('a1');
