import { fieldPath } from '../errors/explain-issues.ts';
import { locatorTexts } from '../locator/locator-words.ts';
import { parseLocator } from '../locator/parse-locator.ts';
import { readJsonTemplate, textsInJson } from '../values/json-template.ts';
import { literalText } from '../values/template.ts';
import type { FieldText } from './field-fault.ts';
import { ACTION_FIELDS, ACTION_KINDS, type Action, about } from './index.ts';

const remarkOf = ({ type }: Action): string | undefined => ACTION_KINDS[type].remark;

/** The texts whose `{{ … }}` are computed when the action is performed; only those that hold any. */
export const computedTexts = (action: Action): FieldText[] =>
  remarkOf(action) === undefined ? textsOfAction(action) : [];

/** The texts whose `{{ … }}` people read in the title of an action: remarks as well. */
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
  if (field === 'fallbacks') return listedTexts(field, value).flatMap(each => textsOfLocator(each.field, each.text));
  const { holds, many } = ACTION_FIELDS.get(field) ?? {};
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

/** The texts of an action in fields that hold this. */
const textsThatHold = (action: Action, wanted: 'condition' | 'script'): FieldText[] =>
  Object.entries(action).flatMap(([field, text]: [string, unknown]) =>
    ACTION_FIELDS.get(field)?.holds === wanted && typeof text === 'string' ? [{ field, text }] : [],
  );

/** The conditions of an action: expressions with or without `{{ }}` around them. */
export const conditionsOf = (action: Action): FieldText[] => textsThatHold(action, 'condition');

/** The JavaScript of an action, as far as nothing in it is computed first. */
export function scriptsOf(action: Action): FieldText[] {
  const { script } = about(action);
  const text = script && literalText(script.text);
  return [...textsThatHold(action, 'script'), ...(script && text !== undefined ? [{ ...script, text }] : [])];
}
