import { fieldPath } from '../errors/explain-issues.ts';
import { locatorTexts } from '../locator/locator-texts.ts';
import { parseLocator } from '../locator/parse-locator.ts';
import { readJsonTemplate, textsInJson } from '../values/json-template.ts';
import { literalText } from '../values/template.ts';
import {
  CONDITION_FIELDS,
  EXPRESSION_FIELDS,
  JSON_FIELDS,
  LOCATOR_FIELDS,
  REMARKS,
  TEXT_FIELDS,
  TEXT_LIST_FIELDS,
} from './fields.ts';
import type { Action } from './index.ts';

/** A text of an action with the field that it stands in, e.g. `values[1]`. */
export interface FieldText {
  field: string;
  text: string;
}

/** The texts whose `{{ … }}` are computed when the action is performed; only those that hold any. */
export const computedTexts = (action: Action): FieldText[] => (REMARKS.has(action.type) ? [] : textsOfAction(action));

/** The texts whose `{{ … }}` people read in the title of an action: remarks and titles of groups as well. */
export const titleTexts = (action: Action, title: string): FieldText[] =>
  (action.type === 'group' ? [{ field: 'title', text: action.title }] : textsOfAction(action)).filter(({ text }) =>
    title.includes(text),
  );

function textsOfAction(action: Action): FieldText[] {
  const texts = Object.entries(action).flatMap(([field, value]: [string, unknown]) =>
    typeof value === 'string' ? textsOf(field, value) : textsOfMany(field, value),
  );
  return texts.filter(({ text }) => text.includes('{{'));
}

function textsOf(field: string, text: string): FieldText[] {
  if (!text.includes('{{')) return [];
  if (LOCATOR_FIELDS.has(field)) return textsOfLocator(field, text);
  const json = JSON_FIELDS.has(field) ? readJsonTemplate(text) : undefined;
  if (json !== undefined) return textsInJson(json, field);
  return TEXT_FIELDS.has(field) || EXPRESSION_FIELDS.has(field) ? [{ field, text }] : [];
}

function textsOfMany(field: string, value: unknown): FieldText[] {
  if (field === 'fallbacks') return listedTexts(field, value).flatMap(each => textsOfLocator(each.field, each.text));
  if (EXPRESSION_FIELDS.has(field) && Array.isArray(value))
    return value.flatMap((row: unknown, index) => listedTexts(fieldPath(field, [index]), row));
  return TEXT_LIST_FIELDS.has(field) ? listedTexts(field, value) : [];
}

const textsOfLocator = (field: string, locator: string): FieldText[] =>
  locatorTexts(parseLocator(locator)).map(text => ({ field, text }));

function listedTexts(field: string, value: unknown): FieldText[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'string' ? [{ field: fieldPath(field, [Array.isArray(value) ? Number(key) : key]), text }] : [],
  );
}

/** The conditions of an action: expressions with or without `{{ }}` around them. */
export const conditionsOf = (action: Action): FieldText[] =>
  Object.entries(action).flatMap(([field, text]: [string, unknown]) =>
    CONDITION_FIELDS.has(field) && typeof text === 'string' ? [{ field, text }] : [],
  );

/** The JavaScript of an action, as far as nothing in it is computed first. */
export function scriptsOf(action: Action): FieldText[] {
  if ('code' in action && action.code !== undefined) return [{ field: 'code', text: action.code }];
  if ('matcher' in action && action.matcher === 'toPassScript') return literal('expected', action.expected);
  if (action.type === 'wait' && action.until === 'script') return literal('value', action.value);
  return [];
}

function literal(field: string, template: string | undefined): FieldText[] {
  const text = template === undefined ? undefined : literalText(template);
  return text === undefined ? [] : [{ field, text }];
}
