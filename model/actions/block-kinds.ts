import { z } from 'zod';
import { isAppError } from '../errors/errors.ts';
import {
  DataValues,
  FeatureCode,
  Name,
  ScenarioReference,
  TestReference,
  TextValue,
  VariableName,
} from '../names/codes.ts';
import { parseTagExpression } from '../values/tag-expression.ts';
import { isExpression, literalText } from '../values/template.ts';
import { numberFault } from '../values/whole-number.ts';
import { defineActionKind } from './define-action-kind.ts';
import { type FieldFault, fieldFault } from './field-fault.ts';
import { Condition, FIELDS, MEANINGS } from './fields.ts';
import { assertionFault, describeAssertion, fieldsOfMatcher, scriptOfMatcher, useOfMatcher } from './matchers.ts';
import { fieldPart, say } from './sentence.ts';

export const ifBlock = defineActionKind({
  type: 'if',
  label: 'If',
  alsoCalled: ['condition'],
  block: 'open',
  hasElse: true,
  fields: {
    condition: Condition.describe(
      'Expression without {{ }}; runs the block when true. This or a matcher is enough',
    ).optional(),
    matcher: FIELDS.matcher.optional(),
    locator: FIELDS.locator.optional(),
    expected: FIELDS.expected.optional(),
    attribute: FIELDS.attribute.optional(),
    not: FIELDS.not.optional(),
    ignoreCase: FIELDS.ignoreCase.optional(),
    tolerance: FIELDS.tolerance.optional(),
    masks: FIELDS.masks.optional(),
  },
  title: action =>
    say`If ${action.condition === undefined ? describeAssertion(action) : fieldPart('condition', action.condition)}`,
  uses({ condition, matcher }) {
    if (matcher)
      return { ...fieldsOfMatcher(matcher), without: ['condition', ...(fieldsOfMatcher(matcher).without ?? [])] };
    const ofMatcher = ['locator', 'expected', 'attribute', 'not', 'ignoreCase', 'tolerance', 'masks'];
    return condition
      ? { asks: ['condition'], without: ['matcher', ...ofMatcher] }
      : { asks: ['matcher', 'condition'], without: ofMatcher };
  },
  fault: action => {
    if ((action.condition === undefined) === (action.matcher === undefined))
      return { field: 'condition', message: 'if needs either a condition or a matcher' };
    return assertionFault(action);
  },
  element: useOfMatcher,
  mayFallBack: () => false,
  script: scriptOfMatcher,
});

export const elseBlock = defineActionKind({
  type: 'else',
  label: 'Else',
  block: 'else',
  fields: {},
  title: () => 'Else',
});

export const end = defineActionKind({
  type: 'end',
  label: 'End',
  block: 'end',
  fields: {},
  title: () => 'End',
});

/** A loop with more rounds counts as endless. */
export const MOST_ROUNDS = 10_000;

function rowsFault(rows: string | readonly unknown[]): string | undefined {
  if (rows.length === 0) return 'a loop over no rows does nothing; disable it, or give it rows';
  if (typeof rows !== 'string' || isExpression(rows)) return undefined;
  return 'rows must be a list, or one expression that returns a list, e.g. {{ table }}';
}

export const loop = defineActionKind({
  type: 'loop',
  label: 'Loop',
  alsoCalled: ['repeat', 'for each', 'while', 'data'],
  block: 'open',
  fields: {
    rows: z
      .union([z.array(DataValues).max(10_000), TextValue])
      .describe('One round per row, its values readable by name; or {{ a list or data table }}')
      .register(MEANINGS, { holds: 'expression' })
      .optional(),
    times: TextValue.describe('Number of rounds; for mocks, of the requests that they answer').optional(),
    while: Condition.describe('Expression without {{ }}; repeats while true').optional(),
  },
  title: action => {
    if (typeof action.rows === 'string') return say`Loop over ${fieldPart('rows', action.rows)}`;
    if (action.rows !== undefined) return say`Loop over ${fieldPart('rows', `${action.rows.length} rows`)}`;
    if (action.times !== undefined) return say`Loop ${fieldPart('times', action.times)} times`;
    return say`Loop while ${fieldPart('while', action.while ?? '')}`;
  },
  uses: given => {
    const way = ['times', 'rows', 'while'].find(name => given[name]);
    if (way === undefined) return { asks: ['times', 'rows', 'while'] };
    return { asks: [way], without: ['times', 'rows', 'while'].filter(name => name !== way) };
  },
  fault: action => {
    const given = [action.rows, action.times, action.while].filter(field => field !== undefined).length;
    if (given !== 1) return { field: 'times', message: 'loop needs exactly one of rows, times and while' };
    const rows = action.rows === undefined ? undefined : rowsFault(action.rows);
    if (rows !== undefined) return { field: 'rows', message: rows };
    const times = action.times === undefined ? undefined : literalText(action.times);
    return fieldFault(
      'times',
      times === undefined ? undefined : numberFault('the number of rounds', times, MOST_ROUNDS),
    );
  },
  gives: ({ rows = [] }) =>
    typeof rows === 'string'
      ? { names: ['round', 'item'], hasOthers: true }
      : { names: ['round', ...rows.flatMap(Object.keys)], hasOthers: false },
});

export const group = defineActionKind({
  type: 'group',
  label: 'Group',
  alsoCalled: ['step', 'block'],
  block: 'open',
  fields: { title: Name.describe('What the group is about') },
  remark: 'title',
  title: action => say`${fieldPart('title', action.title)}`,
});

export const plugTest = defineActionKind({
  type: 'plugTest',
  label: 'Plug test case',
  alsoCalled: ['login', 'sign in', 'reuse'],
  leavesPage: 'yes',
  fields: {
    test: TestReference.describe('Test to plug in, e.g. "t57"').register(MEANINGS, { names: 'test' }),
    parameters: z.record(VariableName, TextValue).describe('Values for the parameters of the plugged test').optional(),
    role: Name.describe('Sign-in role').register(MEANINGS, { names: 'role' }).optional(),
    repeat: z.number().int().min(1).max(1_000).describe('Number of times').optional(),
  },
  title: action => say`Plug test case ${fieldPart('test', action.test)}`,
});

export const plugScenario = defineActionKind({
  type: 'plugScenario',
  label: 'Plug scenario',
  leavesPage: 'yes',
  fields: {
    scenario: ScenarioReference.describe('Scenario to run, e.g. "f1.s2", or one example row, "f1.s2.r0"').register(
      MEANINGS,
      { names: 'scenario' },
    ),
    tags: FIELDS.tags.optional(),
  },
  title: ({ scenario, tags }) =>
    say`Plug scenario ${fieldPart('scenario', scenario)}${tags === undefined ? '' : say` (${fieldPart('tags', tags)})`}`,
  fault: tagsFault,
});

export const plugFeature = defineActionKind({
  type: 'plugFeature',
  label: 'Plug feature',
  leavesPage: 'yes',
  fields: {
    feature: FeatureCode.describe('Feature to run, e.g. "f1"').register(MEANINGS, { names: 'feature' }),
    tags: FIELDS.tags.optional(),
  },
  title: ({ feature, tags }) =>
    say`Plug feature ${fieldPart('feature', feature)}${tags === undefined ? '' : say` (${fieldPart('tags', tags)})`}`,
  fault: tagsFault,
});

/** Which tests these are is known only once a run is planned. */
export const plugTags = defineActionKind({
  type: 'plugTags',
  label: 'Plug by tags',
  alsoCalled: ['tagged', 'tag expression', 'smoke'],
  leavesPage: 'yes',
  fields: { tags: FIELDS.tags },
  title: ({ tags }) => say`Plug what is tagged ${fieldPart('tags', tags)}`,
  fault: tagsFault,
});

export const comment = defineActionKind({
  type: 'comment',
  label: 'Comment',
  alsoCalled: ['note'],
  isQuiet: true,
  fields: { text: FIELDS.text },
  remark: 'text',
  title: action => say`${fieldPart('text', action.text)}`,
});

export const pause = defineActionKind({
  type: 'pause',
  label: 'Pause',
  alsoCalled: ['breakpoint', 'stop', 'debug'],
  isQuiet: true,
  isPause: true,
  fields: { text: FIELDS.text.optional() },
  remark: 'text',
  title: ({ text }) => (text === undefined ? 'Pause' : say`Pause: ${fieldPart('text', text)}`),
});

function tagsFault({ tags }: { tags?: string | undefined }): FieldFault | undefined {
  try {
    if (tags !== undefined) parseTagExpression(tags);
    return undefined;
  } catch (error) {
    if (isAppError(error)) return { field: 'tags', message: error.message };
    throw error;
  }
}
