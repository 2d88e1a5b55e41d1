import { z } from 'zod';
import { regexFault } from '../values/pattern.ts';
import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';
import { elementPart, fieldPart, say } from './sentence.ts';

const NEEDS_LOCATOR: readonly string[] = ['text', 'value', 'attribute', 'count'];

export const extract = defineActionKind({
  type: 'extract',
  label: 'Store',
  alsoCalled: ['save', 'remember', 'read', 'variable'],
  isLook: true,
  fields: {
    from: z.enum(['text', 'value', 'attribute', 'count', 'url', 'title', 'script']).describe('What to read'),
    into: FIELDS.into,
    locator: FIELDS.locator.optional(),
    attribute: FIELDS.attribute.optional(),
    code: FIELDS.code.optional(),
    pattern: z
      .string()
      .min(1)
      .max(1_000)
      .describe('Regular expression; its first group, else the whole match, is kept')
      .optional(),
  },
  title: action => {
    const { from, attribute, locator, into } = action;
    const what =
      from === 'attribute' ? say`attribute ${fieldPart('attribute', attribute ?? '')}` : fieldPart('from', from);
    const owner = locator === undefined ? '' : say` of ${elementPart(locator)}`;
    return say`Store the ${what}${owner} as ${fieldPart('into', into)}`;
  },
  uses: ({ from }) => {
    const asked: Record<string, boolean> = {
      locator: NEEDS_LOCATOR.includes(String(from)),
      attribute: from === 'attribute',
      code: from === 'script',
    };
    const names = Object.keys(asked);
    return { asks: names.filter(name => asked[name]), without: names.filter(name => !asked[name]) };
  },
  element: ({ from }) => (from === 'count' ? 'any' : 'one'),
  mayFallBack: ({ from }) => from !== 'count',
  fault: action => {
    if (NEEDS_LOCATOR.includes(action.from) && action.locator === undefined)
      return { field: 'locator', message: `extract from "${action.from}" needs a locator` };
    if (action.from === 'attribute' && action.attribute === undefined)
      return { field: 'attribute', message: 'extract from "attribute" needs the attribute\'s name' };
    if (action.from === 'script' && action.code === undefined)
      return { field: 'code', message: 'extract from "script" needs code' };
    return fieldFault('pattern', action.pattern === undefined ? undefined : regexFault(action.pattern));
  },
});
