import { z } from 'zod';
import { LocatorText } from '../locator/locator-text.ts';
import { FeatureCode, ScenarioReference, TestReference } from '../names/codes.ts';
import { DataValues, Name, TextValue, VariableName } from '../names/names.ts';
import { MATCHER_NAMES } from './matchers.ts';

/** Every field an action can have, defined once; kinds pick from here, so one name never means two things. */
export const FIELDS = {
  locator: LocatorText.describe("Playwright notation, e.g. getByRole('button', { name: 'Save' })"),
  target: LocatorText.describe('Element that it is dropped on'),
  url: TextValue.describe("Absolute, or relative to the app's"),
  value: TextValue.describe('Text; may hold {{ values }}'),
  key: z.string().min(1).max(100).describe('Key or chord, e.g. Enter or Control+A'),
  values: z.array(TextValue).min(1).max(100).describe('Options by value or visible label'),
  files: z.array(TextValue).min(1).max(100).describe('Paths below files/, e.g. photos/cat.png'),
  modifiers: z
    .array(z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']))
    .max(5)
    .describe('Keys held meanwhile'),
  position: z.strictObject({ x: z.number(), y: z.number() }).describe('Point inside the element, px from its top left'),
  x: z.number().describe('Pixels to the right'),
  y: z.number().describe('Pixels down'),
  tab: TextValue.describe('Index from 0, or title or address: whole, in part, or with *'),
  until: z.enum(['visible', 'hidden', 'enabled', 'load', 'idle', 'url', 'time', 'script']).describe('What to wait for'),
  matcher: z.enum(MATCHER_NAMES).describe("Playwright's matcher name, or toPassScript"),
  expected: TextValue.describe('Expected text; /…/flags is a regular expression'),
  attribute: z.string().min(1).max(200).describe('Attribute, or CSS property for toHaveCSS'),
  not: z.boolean().describe('Turns the assertion round'),
  ignoreCase: z.boolean().describe('Compares without regard to case'),
  from: z.enum(['text', 'value', 'attribute', 'count', 'url', 'title', 'script']).describe('What to read'),
  into: VariableName.describe('Variable that takes the result, read as var.NAME'),
  code: z.string().min(1).max(100_000).describe('JavaScript that runs in the page'),
  pattern: z.string().min(1).max(1_000).describe('Regular expression; its first group, else the whole match, is kept'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).describe('HTTP method'),
  headers: z.record(z.string().max(200), TextValue).describe('Headers of the request: {name: value}'),
  body: TextValue.describe('Text, or JSON, whose texts may hold {{ values }}'),
  expectStatus: TextValue.describe('e.g. 201, 2xx or 200, 404; default: below 400'),
  expectBody: z
    .string()
    .min(1)
    .max(10_000)
    .describe('Expression that must hold, of body, status, headers and what body has'),
  test: TestReference.describe('Test to plug in, e.g. "t57"'),
  scenario: ScenarioReference.describe('Scenario to run, e.g. "f1.s2", or one example row, "f1.s2.r0"'),
  feature: FeatureCode.describe('Feature to run, e.g. "f1"'),
  tags: z.string().min(1).max(2_000).describe('Only what has these tags, e.g. "@smoke and not @slow"'),
  parameters: z.record(VariableName, TextValue).describe('Values for the parameters of the plugged test'),
  role: Name.describe('Sign-in role'),
  repeat: z.number().int().min(1).max(1_000).describe('How many times'),
  title: Name.describe('What the group is about'),
  condition: z.string().min(1).max(10_000).describe('Expression without {{ }}; runs the block when true'),
  rows: z
    .union([z.array(DataValues).max(10_000), TextValue])
    .describe('One round for each row, its values readable by name; or {{ a list or data table }}'),
  times: TextValue.describe('How many rounds'),
  while: z.string().min(1).max(10_000).describe('Expression without {{ }}; goes on while true'),
  name: Name.describe('Name of the picture; of download, the expected file name, e.g. report-*.csv'),
  fullPage: z.boolean().describe('The whole page, not only the viewport'),
  accept: z.boolean().describe('true: OK, false: Cancel'),
  text: z.string().max(100_000).describe('The remark; of dialog, what goes into a prompt'),
} as const;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS).filter((name): name is FieldName => Object.hasOwn(FIELDS, name));

/** Fields that find an element; their texts may hold `{{ … }}`. */
export const LOCATOR_FIELDS: ReadonlySet<string> = new Set<FieldName>(['locator', 'target']);
/** Fields of text, which may hold `{{ … }}`; a number is taken and stored as text. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set<FieldName>([
  'url',
  'value',
  'expected',
  'times',
  'key',
  'body',
  'expectStatus',
  'tab',
  'name',
  'text',
]);
/** Fields that may be one expression, besides what else they may be. */
export const EXPRESSION_FIELDS: ReadonlySet<string> = new Set<FieldName>(['rows']);
/** Kinds whose text is for people: results show what is in it as far as it can be computed, and no fault in it counts. */
export const REMARKS: ReadonlySet<string> = new Set(['comment', 'pause']);
/** Fields of many texts, likewise. */
export const TEXT_LIST_FIELDS: ReadonlySet<string> = new Set<FieldName>(['values', 'files', 'headers', 'parameters']);
/** Of these, the lists: one value is taken for a list of one. */
export const LIST_FIELDS: ReadonlySet<string> = new Set<FieldName>(['values', 'files']);
/** Fields that are expressions without braces around them. */
export const CONDITION_FIELDS: ReadonlySet<string> = new Set<FieldName>(['condition', 'while', 'expectBody']);
/** Fields of text that may be given as JSON, which is stored as its text. */
export const JSON_FIELDS: ReadonlySet<string> = new Set<FieldName>(['body']);
