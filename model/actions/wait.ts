import { z } from 'zod';
import { patternFault } from '../values/pattern.ts';
import { literalText } from '../values/template.ts';
import { numberFault } from '../values/whole-number.ts';
import { defineActionKind } from './define-action-kind.ts';
import { type FieldFault, fieldFault, fieldText } from './field-fault.ts';
import { FIELDS } from './fields.ts';
import { elementPart, fieldPart, say } from './sentence.ts';

export const MOST_PAUSE_MS = 3_600_000;

const NEEDS_LOCATOR: readonly string[] = ['visible', 'hidden', 'enabled'];
const NEEDS_VALUE: readonly string[] = ['url', 'time', 'script'];

export const wait = defineActionKind({
  type: 'wait',
  label: 'Wait for',
  alsoCalled: ['sleep', 'delay', 'until'],
  isLook: true,
  fields: {
    until: z
      .enum(['visible', 'hidden', 'enabled', 'load', 'idle', 'url', 'time', 'script'])
      .describe('What to wait for'),
    locator: FIELDS.locator.optional(),
    value: FIELDS.value.optional(),
  },
  title: action => {
    if (action.until === 'time') return say`Wait ${fieldPart('value', action.value ?? '')} ms`;
    if (action.locator !== undefined)
      return say`Wait until ${elementPart(action.locator)} is ${fieldPart('until', action.until)}`;
    if (action.until === 'url') return say`Wait for the address ${fieldPart('value', action.value ?? '')}`;
    return say`Wait for ${fieldPart('until', action.until)}`;
  },
  uses: ({ until }) => ({
    asks: [
      ...(NEEDS_LOCATOR.includes(String(until)) ? ['locator'] : []),
      ...(NEEDS_VALUE.includes(String(until)) ? ['value'] : []),
    ],
    without: [
      ...(NEEDS_LOCATOR.includes(String(until)) ? [] : ['locator']),
      ...(NEEDS_VALUE.includes(String(until)) ? [] : ['value']),
    ],
  }),
  element: ({ until }) => (until === 'hidden' ? 'any' : 'one'),
  mayFallBack: ({ until }) => until !== 'hidden',
  script: ({ until, value }) => (until === 'script' ? fieldText('value', value) : undefined),
  limitMs: ({ until }) => (until === 'time' ? MOST_PAUSE_MS : undefined),
  fault: action => {
    if (NEEDS_LOCATOR.includes(action.until) && action.locator === undefined)
      return { field: 'locator', message: `wait until "${action.until}" needs a locator` };
    if (!NEEDS_LOCATOR.includes(action.until) && action.locator !== undefined)
      return { field: 'locator', message: `wait until "${action.until}" takes no locator` };
    if (NEEDS_VALUE.includes(action.until) && action.value === undefined)
      return { field: 'value', message: `wait until "${action.until}" needs a value` };
    return action.value === undefined ? undefined : valueFault(action.until, literalText(action.value));
  },
});

function valueFault(until: string, literal: string | undefined): FieldFault | undefined {
  if (literal === undefined) return undefined;
  if (until === 'time') return fieldFault('value', numberFault('the milliseconds to wait', literal, MOST_PAUSE_MS));
  return fieldFault('value', until === 'url' ? patternFault(literal) : undefined);
}
